import type { Clock, Timer } from '../world/ports.ts';

/** Waits for a stream to say nothing for a while. */
export interface Quiet {
  /** Something was heard, or read in its place: the wait begins anew. */
  heard(): void;
  stop(): void;
}

/**
 * Makes the wait; it begins with the first `heard`.
 *
 * @param quietMs without a word after which it has become quiet.
 * @param onQuiet called once for each silence.
 */
export function awaitQuiet(clock: Pick<Clock, 'after'>, quietMs: number, onQuiet: () => void): Quiet {
  let timer: Timer | null = null;
  return {
    heard() {
      timer?.cancel();
      timer = clock.after(quietMs, onQuiet);
    },
    stop: () => timer?.cancel(),
  };
}
