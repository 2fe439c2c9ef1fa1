import type { LimitRow } from '../../../../shared/contract/contract.ts';
import type { Clock, Timer, Unsubscribe } from '../../world/ports.ts';
import type { Limiter } from './limiter.ts';

/** News at most this often, so that a burst of requests is one piece of news. */
const NEWS_MS = 250;
/** How often the use is told that goes down by time alone. */
const DECAY_MS = 1_000;

/** The use of the limits for those who watch it. */
export interface LimitUpdates {
  /** Tells the rows at most once in 250 ms, until nothing is in use any more. */
  onRows(listener: (rows: readonly LimitRow[]) => void): Unsubscribe;
}

/** @param limiter whose use is told; it has one such teller. */
export function createLimitUpdates(limiter: Limiter, clock: Clock): LimitUpdates {
  const listeners = new Set<(rows: readonly LimitRow[]) => void>();
  let timer: Timer | null = null;
  let isSoon = false;
  const tellIn = (ms: number): void => {
    timer?.cancel();
    isSoon = ms === NEWS_MS;
    timer = clock.after(ms, () => {
      timer = null;
      const rows = limiter.rows();
      for (const listener of listeners) listener(rows);
      if (rows.length > 0) tellIn(DECAY_MS);
    });
  };
  limiter.onUse(() => {
    if (listeners.size > 0 && (timer === null || !isSoon)) tellIn(NEWS_MS);
  });
  return {
    onRows(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        timer?.cancel();
        timer = null;
      };
    },
  };
}
