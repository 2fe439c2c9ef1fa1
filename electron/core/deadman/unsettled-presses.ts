import type { Commands } from '../commands/commands.ts';
import { notKnown } from '../commands/outcomes.ts';
import type { TimerEstimate } from './timer-estimate.ts';

/** Presses that were not answered. The switch cannot be read, so that nobody ever learns what became of one. */
export interface UnsettledPresses {
  /** A press waits for as long as its request may still count. */
  wait(requestId: number, commandId: string): void;
  /** Ends what can no longer count. */
  look(belief: TimerEstimate): void;
  /** Ends a press of which nothing will be known. */
  end(commandId: string, reason: string): void;
}

/** Makes it. A press ends as “not known”, neither as done nor as refused. */
export function createUnsettledPresses(commands: Pick<Commands, 'settle'>): UnsettledPresses {
  const waiting = new Map<number, string>();
  const end = (commandId: string, reason: string): void =>
    commands.settle(commandId, notKnown('trade.cancelAllAfter', reason));
  return {
    wait: (requestId, commandId) => void waiting.set(requestId, commandId),
    look({ doubts }) {
      for (const [requestId, commandId] of waiting) {
        if (doubts.some(({ id }) => id === requestId)) continue;
        waiting.delete(requestId);
        end(commandId, 'it was not answered, and can no longer change the switch');
      }
    },
    end,
  };
}
