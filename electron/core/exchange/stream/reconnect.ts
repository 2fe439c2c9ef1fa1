/**
 * When a stream that was cut is tried again. Pure: lifetimes and chance are given.
 */

const FIRST_MS = 500;
const CAP_MS = 30_000;
/** A connection that stood for so long was a good one: the next failure begins a new series. */
const STEADY_MS = 30_000;
/** A key of ours that was taken over so often, with no steady connection in between, has a rival. */
const TAKES_OF_A_RIVAL = 2;
/** A rival is given so much time at first, twice as much each further time, and up to as much again by chance. */
const RIVAL_WAIT_MS = 60_000;
const RIVAL_CAP_MS = 900_000;

/** What is remembered from one connection to the next. */
export interface Series {
  /** Connections that failed or did not last, in a row. */
  readonly failures: number;
  /** Keys of ours that somebody else put out of use, in a row; failures in between do not end the row. */
  readonly takes: number;
}
/** Before the first connection. */
export const beginning: Series = { failures: 0, takes: 0 };

/**
 * Takes the end of a connection into the series.
 *
 * @param stoodMs how long the socket was open; null where it never was.
 */
export function afterEnd(series: Series, stoodMs: number | null): Series {
  if (isSteady(stoodMs)) return beginning;
  return { ...series, failures: series.failures + 1 };
}

/** Whether a connection stood long enough to have been a good one; `stoodMs` is null where it never stood. */
export const isSteady = (stoodMs: number | null): boolean => stoodMs !== null && stoodMs >= STEADY_MS;

/** Takes into the series that a key of ours, good before, is refused now: somebody made another. */
export const afterTaking = (series: Series): Series => ({ failures: 0, takes: series.takes + 1 });

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

/** Whether another program must be using the account: our keys are put out of use one after the other. */
export const hasRival = (series: Series): boolean => series.takes >= TAKES_OF_A_RIVAL;

/**
 * How long to leave the stream to a rival: two programs that both came back at once would cut each other
 * off for ever, since a new listen key ends the old one (protocol.md, 4.3). Longer each time, so that one
 * of them stays.
 *
 * @returns milliseconds.
 */
export function rivalDelay({ takes }: Series, fraction: number): number {
  const least = Math.min(RIVAL_CAP_MS, RIVAL_WAIT_MS * 2 ** Math.min(takes - TAKES_OF_A_RIVAL, 10));
  return Math.round(least * (1 + fraction));
}
