import type { Environment } from '../../../shared/contract/contract.ts';
import type { Fault } from '../../../shared/errors.ts';

/** What every command carries of the screen it was pressed on. */
export interface PressedOn {
  readonly environment: Environment;
  readonly profile: string;
}

/** What decides whether commands are taken. */
export interface Standing {
  readonly environment: Environment;
  readonly profile: string;
  readonly viewOnly: boolean;
  /** No secret is at hand to sign with. */
  readonly locked: boolean;
}

/**
 * Whether a command may be carried out. A press made on another account's screen is refused first: what
 * the person meant is not what would happen.
 *
 * @returns the refusal, or null.
 */
export function policyFault(pressed: PressedOn, standing: Standing): Extract<Fault, { kind: 'NotAllowed' }> | null {
  const refuse = (policy: 'environment' | 'locked' | 'view-only', reason: string) =>
    ({ kind: 'NotAllowed', policy, reason }) as const;
  if (pressed.environment !== standing.environment)
    return refuse(
      'environment',
      `This was pressed on a ${pressed.environment} screen; the terminal is connected to ${standing.environment}.`,
    );
  if (pressed.profile !== standing.profile)
    return refuse('environment', 'This was pressed on the screen of another profile.');
  if (standing.viewOnly) return refuse('view-only', 'This profile is view only.');
  if (standing.locked) return refuse('locked', 'The terminal is locked.');
  return null;
}
