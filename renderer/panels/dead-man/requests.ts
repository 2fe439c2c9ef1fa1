import type { Outcome } from '../../../shared/contract/contract.ts';
import { faultOf } from '../../../shared/errors.ts';
import { describeFault } from '../../../shared/words/fault-words.ts';
import type { DeadManMode } from '../../../shared/rules/deadman-rules.ts';
import { notify } from '../../state/notices.ts';
import type { Press } from '../../state/commands/press.ts';
import { sendCommand } from '../../state/commands/send-command.ts';

/** Arms it once; what became of it is told, and shows in the panel. */
export const arm = (timeoutMs: number, mode: DeadManMode, press: Press): Promise<void> =>
  tell('armed', () => sendCommand('deadman.arm', { ...press, timeoutMs, mode }));

export const disarm = (press: Press): Promise<void> => tell('disarmed', () => sendCommand('deadman.disarm', press));

async function tell(what: 'armed' | 'disarmed', act: () => Promise<Outcome>): Promise<void> {
  try {
    const outcome = await act();
    if (outcome.status === 'unconfirmed')
      notify('warning', `Whether the dead-man switch was ${what} is not known`, outcome.reason);
    if (outcome.status === 'rejected') refuse(what, outcome.fault);
  } catch (thrown) {
    refuse(what, faultOf(thrown));
  }
}

function refuse(what: string, fault: Parameters<typeof describeFault>[0]): void {
  const words = describeFault(fault);
  notify('danger', `The dead-man switch was not ${what}`, words.line);
}
