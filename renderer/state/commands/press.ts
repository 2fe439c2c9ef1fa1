import type { RequestedBy } from '../../../shared/contract-kit.ts';
import type { Environment, TerminalRow } from '../../../shared/contract/contract.ts';
import { FaultError } from '../../../shared/errors.ts';
import { peekFeed } from '../feeds/feeds.ts';

/** What every command carries. */
export interface Press {
  /** For the record. */
  readonly by: RequestedBy;
  readonly commandId: string;
  readonly environment: Environment;
  readonly profile: string;
}

/** The account that a person looked at. */
export type OnScreen = Pick<TerminalRow, 'environment' | 'profile' | 'profileName'>;

/** The account on screen at this moment; null while it is not known. */
export const accountOnScreen = (): OnScreen | null => peekFeed('terminal').get('terminal') ?? null;

/**
 * Why a question may not be answered any more: its yes would be meant for the account that it was asked on.
 *
 * @param asked the account when it was asked.
 * @param now the account now.
 */
export function whyAnotherAccount(asked: OnScreen | null, now: OnScreen | null): string | undefined {
  if (asked === null || now === null) return 'The account on screen is not known. Nothing can be sent.';
  if (asked.environment === now.environment && asked.profile === now.profile) return undefined;
  return `This was asked on ${asked.environment.toUpperCase()}, profile ${asked.profileName}. The screen shows ${now.environment.toUpperCase()}, profile ${now.profileName}, now. Ask again there.`;
}

/**
 * Makes the press of a button: a fresh command id and the account that is on screen at this moment.
 * Call it once a press, in the event's own task, and never again for the same press.
 *
 * @param on the account that was on screen when a question was asked, for its answer.
 * @throws FaultError while it is not known which account is on screen.
 */
export function newPress(by: RequestedBy = pressedWith(), on: OnScreen | null = accountOnScreen()): Press {
  if (on === null) {
    throw new FaultError({
      kind: 'NotAllowed',
      policy: 'session',
      reason: 'The account on screen is not known yet. Nothing was sent.',
    });
  }
  return { commandId: crypto.randomUUID(), environment: on.environment, profile: on.profile, by };
}

/** The pointer or a key; a button that is pressed by a key gets a click without a count. */
function pressedWith(): RequestedBy {
  const { event } = window;
  return event instanceof KeyboardEvent || (event instanceof MouseEvent && event.detail === 0) ? 'key' : 'click';
}
