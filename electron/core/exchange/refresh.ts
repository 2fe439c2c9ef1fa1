import type { Clock, Timer } from '../world/ports.ts';

/** First wait after a failed read; doubles up to the second. In ms. */
const RETRY_FROM_MS = 1_000;
const RETRY_TO_MS = 30_000;

/** A read that is kept fresh: now, again after a failure, and again when something hints that it is old. */
export interface Refresh {
  /** Reads now. Rejects with what the read threw; a retry is under way then. */
  now(): Promise<void>;
  /**
   * Reads once for any number of hints: after `gatherMs`, and not before `gapMs` have passed since the last reading
   * began. A hint during a reading is followed by another one: it may be of what that did not see.
   *
   * @param gapMs another least time than the refresher's own.
   */
  soon(gapMs?: number): void;
  /** Monotonic ms at which the last read that worked began; null before the first. */
  readAt(): number | null;
  stop(): void;
}

/**
 * Makes a refresher.
 *
 * @param read reads once and writes what it found.
 * @param gapMs least time between two reads that were only hinted at.
 * @param gatherMs how long a hint waits for more of its kind; as long as the gap when left out.
 * @param everyMs reads again after this long by itself; never when left out.
 */
export function createRefresh(
  clock: Clock,
  read: () => Promise<void>,
  {
    gapMs: usualGapMs = 1_000,
    gatherMs = usualGapMs,
    everyMs,
  }: { readonly gapMs?: number; readonly gatherMs?: number; readonly everyMs?: number } = {},
): Refresh {
  let timer: Timer | null = null;
  let reading: Promise<void> | null = null;
  let failures = 0;
  /** Monotonic ms at which a hint is to be followed; null without one. */
  let hintedFor: number | null = null;
  let beganAt = -Infinity;
  let readAt: number | null = null;
  let stopped = false;

  function schedule(ms: number): void {
    timer?.cancel();
    timer = stopped ? null : clock.after(ms, () => void now().catch(() => undefined));
  }

  const leftOfHint = (): number | null => (hintedFor === null ? null : Math.max(0, hintedFor - clock.monotonic()));

  async function once(): Promise<void> {
    hintedFor = null;
    beganAt = clock.monotonic();
    try {
      const began = beganAt;
      await read();
      readAt = began;
      failures = 0;
      const left = leftOfHint();
      if (left !== null) schedule(left);
      else if (everyMs !== undefined) schedule(everyMs);
    } catch (error) {
      failures += 1;
      schedule(Math.min(RETRY_FROM_MS * 2 ** (failures - 1), RETRY_TO_MS));
      throw error;
    } finally {
      reading = null;
    }
  }

  function now(): Promise<void> {
    timer?.cancel();
    timer = null;
    reading ??= once();
    return reading;
  }

  return {
    now,
    readAt: () => readAt,
    soon(gapMs = usualGapMs) {
      const at = clock.monotonic();
      const due = Math.max(at + gatherMs, beganAt + gapMs);
      if (stopped || (hintedFor !== null && hintedFor <= due)) return;
      hintedFor = due;
      // One that is under way may have read before what is hinted at: it reads again after itself.
      if (reading === null && failures === 0) schedule(due - at);
    },
    stop() {
      stopped = true;
      timer?.cancel();
      timer = null;
    },
  };
}
