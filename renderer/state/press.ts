import type { AskedBy } from '../../shared/contract-kit.ts';
import type { Environment } from '../../shared/contract.ts';
import { FaultError } from '../../shared/errors.ts';
import { peekFeed } from './feeds.ts';

/** What every command carries. */
export interface Press {
  /** For the record. */
  readonly by: AskedBy;
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
export function newPress(by: AskedBy = pressedWith()): Press {
  const terminal = peekFeed('terminal').get('terminal');
  if (terminal === undefined) {
    throw new FaultError({
      kind: 'NotAllowed',
      policy: 'session',
      reason: 'The account on screen is not known yet. Nothing was sent.',
    });
  }
  return { commandId: crypto.randomUUID(), environment: terminal.environment, profile: terminal.profile, by };
}

/** The pointer or a key; a button that is pressed by a key gets a click without a count. */
function pressedWith(): AskedBy {
  const { event } = window;
  return event instanceof KeyboardEvent || (event instanceof MouseEvent && event.detail === 0) ? 'key' : 'click';
}
