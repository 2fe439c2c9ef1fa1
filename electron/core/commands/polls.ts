import type { Clock, Timer } from '../world/ports.ts';

/** Delays between polls; the last one repeats. In ms. */
const DELAYS = [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;
/** The shortest delay, whatever an answer asks for. */
const SHORTEST_MS = 250;

/**
 * The result of a poll. True ends it; false continues. A number continues within so many ms, when absence becomes
 * proof.
 */
export type Answered = boolean | number;

/** Reads of the exchange that repeat until they have an answer. */
export interface Polls {
  /**
   * Starts a poll, unless one with this id is running.
   *
   * @param ask reads once. A failure counts as false.
   * @param firstAfterMs delay of the first read, when a report will most likely come first.
   */
  start(id: string, ask: () => Promise<Answered>, firstAfterMs?: number): void;
  end(id: string): void;
  /** Runs all polls at once and restarts their delays, after the exchange is reached again. */
  nudge(): void;
  readonly size: number;
  /** Ends all polls for good. The next start polls again for open commands. */
  stop(): void;
}

interface Inquiry {
  readonly ask: () => Promise<Answered>;
  timer: Timer | null;
  count: number;
}

/** Creates the list of polls. */
export function createPolls(clock: Clock): Polls {
  const open = new Map<string, Inquiry>();
  let stopped = false;

  function schedule(id: string, inquiry: Inquiry, ms: number): void {
    inquiry.timer = clock.after(ms, () => {
      inquiry.timer = null;
      inquiry.count += 1;
      void inquiry
        .ask()
        .catch((): Answered => false)
        .then((answered) => {
          // The poll ended, or was restarted, while the answer was in flight.
          if (open.get(id) !== inquiry) return;
          if (answered === true) open.delete(id);
          else if (inquiry.timer === null) {
            const delay = DELAYS[Math.min(inquiry.count, DELAYS.length - 1)] ?? 0;
            const latest = answered === false ? Infinity : Math.max(SHORTEST_MS, answered);
            schedule(id, inquiry, Math.min(delay, latest));
          }
        });
    });
  }

  function end(id: string): void {
    open.get(id)?.timer?.cancel();
    open.delete(id);
  }

  return {
    get size() {
      return open.size;
    },
    start(id, ask, firstAfterMs = 0) {
      if (stopped || open.has(id)) return;
      const inquiry: Inquiry = { ask, timer: null, count: 0 };
      open.set(id, inquiry);
      schedule(id, inquiry, firstAfterMs);
    },
    end,
    nudge() {
      for (const [id, inquiry] of open) {
        inquiry.count = 0;
        // A poll with a read in flight continues by itself.
        if (inquiry.timer === null) continue;
        inquiry.timer.cancel();
        schedule(id, inquiry, 0);
      }
    },
    stop() {
      stopped = true;
      for (const id of [...open.keys()]) end(id);
    },
  };
}
