/**
 * When a stream that was cut is tried again. Pure: lifetimes and chance are given.
 */

const FIRST_MS = 500;
const CAP_MS = 30_000;
/** A connection that stood for so long was a good one: the next failure begins a new series. */
const STEADY_MS = 30_000;
/** So many connections in a row that were cut soon after they stood are taken for a rival's doing. */
const CUTS_OF_A_RIVAL = 3;
/** A rival is given so much time, and up to as much again by chance, so that one of two programs stays. */
const RIVAL_WAIT_MS = 60_000;

/** What is remembered from one connection to the next. */
export interface Series {
  /** Connections that failed or did not last, in a row. */
  readonly failures: number;
  /** Connections that stood and were cut soon, in a row; failures to connect in between do not end the row. */
  readonly cuts: number;
}
/** Before the first connection. */
export const beginning: Series = { failures: 0, cuts: 0 };

/**
 * Takes the end of a connection into the series.
 *
 * @param stoodMs how long the socket was open; null where it never was.
 */
export function afterEnd(series: Series, stoodMs: number | null): Series {
  if (stoodMs !== null && stoodMs >= STEADY_MS) return { failures: 0, cuts: 0 };
  return { failures: series.failures + 1, cuts: series.cuts + (stoodMs === null ? 0 : 1) };
}

/**
 * How long to wait before a connection is tried again: at once after a steady one, then a random time up
 * to a bound that doubles from half a second to 30 s (full jitter), so that a thousand terminals do not
 * come back in step.
 *
 * @param failures in a row since the last steady connection, from 0.
 * @param fraction random, in [0, 1).
 * @returns milliseconds.
 */
export function reconnectDelay(failures: number, fraction: number): number {
  if (failures === 0) return 0;
  return Math.round(Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10)) * fraction);
}

/** Whether connections are cut so soon and so often that another program must be taking them over. */
export const hasRival = (series: Series): boolean => series.cuts >= CUTS_OF_A_RIVAL;

/**
 * How long to leave the stream to a rival: two programs that both came back at once would cut each other
 * off for ever, since a new listen key ends the old one (protocol.md, 4.3).
 */
export const rivalDelay = (fraction: number): number => Math.round(RIVAL_WAIT_MS * (1 + fraction));
