import type { Clock, Timer } from '../world/ports.ts';

/** First at once, then less and less often; the last one for ever. In ms. */
const DELAYS = [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;
/** Whatever an answer says, it is not asked again sooner. */
const SHORTEST_MS = 250;

/**
 * What came of a question: true ends it, false has it asked again later, and a number too, in so many ms at the
 * latest, since a "no" will count then.
 */
export type Answered = boolean | number;

/** Questions to the exchange that are asked again until they are answered. */
export interface Polls {
  /**
   * Starts asking; nothing happens when the id is being asked about already.
   *
   * @param ask asks once. A failure is the same as false.
   * @param firstAfterMs for what will most likely answer itself.
   */
  start(id: string, ask: () => Promise<Answered>, firstAfterMs?: number): void;
  end(id: string): void;
  /** Asks everything at once and from the shortest delay on: the exchange is reached again. */
  nudge(): void;
  readonly size: number;
  /** Ends all of them, and takes no other: what a closing terminal leaves open is the next start's to ask. */
  stop(): void;
}

interface Inquiry {
  readonly ask: () => Promise<Answered>;
  timer: Timer | null;
  asked: number;
}

/** Makes a list of open questions. */
export function createPolls(clock: Clock): Polls {
  const open = new Map<string, Inquiry>();
  let stopped = false;

  function schedule(id: string, inquiry: Inquiry, ms: number): void {
    inquiry.timer = clock.after(ms, () => {
      inquiry.timer = null;
      inquiry.asked += 1;
      void inquiry
        .ask()
        .catch((): Answered => false)
        .then((answered) => {
          // Ended, or ended and begun anew, while the answer was on its way.
          if (open.get(id) !== inquiry) return;
          if (answered === true) open.delete(id);
          else if (inquiry.timer === null) {
            const delay = DELAYS[Math.min(inquiry.asked, DELAYS.length - 1)] ?? 0;
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
      const inquiry: Inquiry = { ask, timer: null, asked: 0 };
      open.set(id, inquiry);
      schedule(id, inquiry, firstAfterMs);
    },
    end,
    nudge() {
      for (const [id, inquiry] of open) {
        inquiry.asked = 0;
        // One whose answer is on its way goes on by itself.
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
