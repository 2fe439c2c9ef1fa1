import type { Commands } from '../commands/commands.ts';
import { notKnown } from '../commands/outcomes.ts';
import type { TimerEstimate } from './timer-estimate.ts';

/** Unanswered presses. The timer cannot be read, so their effect stays unknown. */
export interface UnsettledPresses {
  /** Keeps a press open as long as its request may still count. */
  wait(requestId: number, commandId: string): void;
  /** Ends the presses whose requests can no longer count. */
  endExpired(estimate: TimerEstimate): void;
  /** Ends a press with an unknown outcome. */
  end(commandId: string, reason: string): void;
}

/** Creates the list. A press ends as “not known”, neither as accepted nor as rejected. */
export function createUnsettledPresses(commands: Pick<Commands, 'settle'>): UnsettledPresses {
  const waiting = new Map<number, string>();
  const end = (commandId: string, reason: string): void =>
    commands.settle(commandId, notKnown('trade.cancelAllAfter', reason));
  return {
    wait: (requestId, commandId) => void waiting.set(requestId, commandId),
    endExpired({ doubts }) {
      for (const [requestId, commandId] of waiting) {
        if (doubts.some(({ id }) => id === requestId)) continue;
        waiting.delete(requestId);
        end(commandId, 'it was not answered and can no longer change the switch');
      }
    },
    end,
  };
}
