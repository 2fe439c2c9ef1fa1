const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/**
 * How long to wait before the next attempt to reach the core.
 *
 * @param attempt how many failed in a row.
 * @param chance from 0 up to 1, spreads the windows of one machine.
 * @returns milliseconds; doubles up to ten seconds, then a share of up to half is taken off by chance.
 */
export function reconnectDelay(attempt: number, chance: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(full * (1 - chance / 2));
}
