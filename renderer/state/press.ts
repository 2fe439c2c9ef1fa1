import type { Environment } from '../../shared/contract.ts';
import { FaultError } from '../../shared/errors.ts';
import { peekFeed } from './feeds.ts';

/** What every command carries. */
export interface Press {
  readonly commandId: string;
  readonly environment: Environment;
  readonly profile: string;
}

/**
 * Makes the press of a button: a fresh command id and the account that is on screen at this moment.
 * Call it once a press, in the event's own task, and never again for the same press.
 *
 * @throws FaultError while it is not known which account is on screen.
 */
export function newPress(): Press {
  const terminal = peekFeed('terminal').get('terminal');
  if (terminal === undefined) {
    throw new FaultError({
      kind: 'NotAllowed',
      policy: 'session',
      reason: 'The account on screen is not known yet. Nothing was sent.',
    });
  }
  return { commandId: crypto.randomUUID(), environment: terminal.environment, profile: terminal.profile };
}
