import type { Outcome } from '../../../shared/contract/contract.ts';
import type { Clock, Timer } from '../world/ports.ts';
import type { Journal } from './journal.ts';

/**
 * Makes a journal that writes outcomes when whoever pressed has been told of them: nobody waits for the disk
 * with what the next start finds out again by asking the exchange. What must be there before a command leaves
 * is written at once, as ever. Who reads finds all outcomes, and so does who opens it after `close`.
 *
 * @param failed told when an outcome cannot be written; `finish` itself never throws.
 */
export function withLateOutcomes(journal: Journal, clock: Clock, failed: () => void): Journal {
  const late = new Map<string, Outcome>();
  let timer: Timer | null = null;

  function write(): void {
    timer?.cancel();
    timer = null;
    for (const [commandId, outcome] of late) {
      late.delete(commandId);
      try {
        journal.finish(commandId, outcome);
      } catch {
        failed();
      }
    }
  }

  const after =
    <Given extends unknown[], Result>(read: (...given: Given) => Result) =>
    (...given: Given): Result => {
      write();
      return read(...given);
    };

  return {
    begin: journal.begin,
    hasClientOrderId: journal.hasClientOrderId,
    finish(commandId, outcome) {
      late.set(commandId, outcome);
      timer ??= clock.after(0, write);
    },
    find(commandId) {
      // Each press is looked for, and it is hardly ever the one before.
      if (late.has(commandId)) write();
      return journal.find(commandId);
    },
    unsettled: after(journal.unsettled),
    ofOrder: after(journal.ofOrder),
    moves: after(journal.moves),
    newest: after(journal.newest),
    close: after(journal.close),
  };
}
