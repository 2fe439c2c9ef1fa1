import type { Clock, Timer } from './ports.ts';

/** First wait after a failed read; doubles up to the second. In ms. */
const RETRY_FROM_MS = 1_000;
const RETRY_TO_MS = 30_000;

/** Streams lose messages while their heartbeats are healthy (quality.md, finding 6): what they bring is read so often too. */
export const RECONCILE_MS = 30_000;

/** A read that is kept fresh: now, again after a failure, and again when something hints that it is old. */
export interface Refresh {
  /** Reads now. Rejects with what the read threw; a retry is under way then. */
  now(): Promise<void>;
  /** Reads within `gapMs`, once for any number of hints. */
  soon(): void;
  stop(): void;
}

/**
 * Makes a refresher.
 *
 * @param read reads once and writes what it found.
 * @param gapMs least time between two reads that were only hinted at.
 * @param everyMs reads again after this long by itself; never when left out.
 */
export function createRefresh(
  clock: Clock,
  read: () => Promise<void>,
  { gapMs = 1_000, everyMs }: { readonly gapMs?: number; readonly everyMs?: number } = {},
): Refresh {
  let timer: Timer | null = null;
  let reading: Promise<void> | null = null;
  let failures = 0;
  let hinted = false;
  let stopped = false;

  function schedule(ms: number): void {
    timer?.cancel();
    timer = stopped ? null : clock.after(ms, () => void now().catch(() => undefined));
  }

  async function once(): Promise<void> {
    hinted = false;
    try {
      await read();
      failures = 0;
      if (hinted) schedule(gapMs);
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
    soon() {
      if (hinted || stopped) return;
      hinted = true;
      // One that is under way may have read before what is hinted at: it reads again after itself.
      if (reading === null && failures === 0) schedule(gapMs);
    },
    stop() {
      stopped = true;
      timer?.cancel();
      timer = null;
    },
  };
}
