const FIRST_MS = 500;
const CAP_MS = 30_000;

/**
 * How long to wait before a connection is tried again: at once the first time, then a random time up to a
 * bound that doubles from half a second to 30 s (full jitter), so that a thousand terminals do not come
 * back in step.
 *
 * @param failures in a row since the stream was last live, from 0.
 * @param fraction random, in [0, 1).
 * @returns milliseconds.
 */
export function reconnectDelay(failures: number, fraction: number): number {
  if (failures === 0) return 0;
  return Math.round(Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(failures, 10)) * fraction);
}
