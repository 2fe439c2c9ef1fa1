import { DAY, HOUR, MINUTE, sum, type Candle, type Tape } from './tape.ts';

const FIXED_SPANS: Readonly<Record<string, number>> = {
  '1m': MINUTE,
  '3m': 3 * MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': HOUR,
  '2h': 2 * HOUR,
  '4h': 4 * HOUR,
  '6h': 6 * HOUR,
  '12h': 12 * HOUR,
  '1d': DAY,
  '3d': 3 * DAY,
};

/** Candle types over REST and on the stream (protocol.md, 6): a month is 1mon there and 1M here. */
export const REST_INTERVALS = '1m 3m 5m 15m 30m 1h 2h 4h 6h 12h 1d 1w 1mon 1y'.split(' ');
export const STREAM_INTERVALS = '1m 3m 5m 15m 30m 1h 2h 4h 6h 12h 1d 3d 1w 1M'.split(' ');

/** Start of the candle of a type that contains an instant, in UTC; weeks start on Monday. */
export function startOf(type: string, at: number): number {
  const span = FIXED_SPANS[type];
  if (span !== undefined) return at - (at % span);
  const day = at - (at % DAY);
  const date = new Date(day);
  if (type === '1w') return day - ((date.getUTCDay() + 6) % 7) * DAY;
  if (type === '1y') return Date.UTC(date.getUTCFullYear(), 0, 1);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** First instant after the candle of a type that starts at `start`. */
export function endOf(type: string, start: number): number {
  const span = FIXED_SPANS[type];
  if (span !== undefined) return start + span;
  const date = new Date(start);
  if (type === '1w') return start + 7 * DAY;
  if (type === '1y') return Date.UTC(date.getUTCFullYear() + 1, 0, 1);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

function source(tape: Tape, type: string): readonly Candle[] {
  const span = FIXED_SPANS[type] ?? DAY;
  return span < HOUR ? tape.minutes : span < DAY ? tape.hours : tape.days;
}

/** A candle in which nothing was traded: it stands where the one before ended. */
const flat = (start: number, close: number): Candle => ({
  start,
  open: close,
  high: close,
  low: close,
  close,
  lots: 0,
  value: 0n,
  trades: 0,
});

/** All candles of a type up to now, oldest first, without gaps from the first trade on the tape. */
export function candles(tape: Tape, type: string, now: number): Candle[] {
  const traded = summed(tape, type);
  const result: Candle[] = [];
  for (const candle of traded) {
    fillUp(result, type, candle.start);
    result.push(candle);
  }
  fillUp(result, type, startOf(type, now) + 1);
  return result;
}

/** Adds flat candles until one would start at `until` or later. */
function fillUp(result: Candle[], type: string, until: number): void {
  for (let last = result.at(-1); last !== undefined; last = result.at(-1)) {
    const next = endOf(type, last.start);
    if (next >= until) return;
    result.push(flat(next, last.close));
  }
}

function summed(tape: Tape, type: string): Candle[] {
  const result: Candle[] = [];
  let group: Candle[] = [];
  let start = -1;
  for (const candle of source(tape, type)) {
    const own = startOf(type, candle.start);
    if (own !== start) {
      const whole = sum(group, start);
      if (whole !== null) result.push(whole);
      group = [];
      start = own;
    }
    group.push(candle);
  }
  const whole = sum(group, start);
  if (whole !== null) result.push(whole);
  return result;
}

/** The running candle of a type at an instant, flat while nothing was traded in it; null before the first trade of all. */
export function currentCandle(tape: Tape, type: string, now: number): Candle | null {
  const start = startOf(type, now);
  const all = source(tape, type);
  let i = all.length;
  while (i > 0 && (all[i - 1]?.start ?? 0) >= start) i -= 1;
  const last = all[i - 1];
  return sum(all.slice(i), start) ?? (last === undefined ? null : flat(start, last.close));
}
