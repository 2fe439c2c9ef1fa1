import type { Trade } from '../engine/model.ts';

/** One candle of one symbol; prices in ticks, `value` the sum of ticks times lots. */
export interface Candle {
  readonly start: number;
  open: number;
  high: number;
  low: number;
  close: number;
  lots: number;
  value: bigint;
  trades: number;
}

/** What was traded on a symbol: the latest prints, and candles from which every longer candle is summed. */
export interface Tape {
  readonly symbol: string;
  readonly trades: Trade[];
  readonly minutes: Candle[];
  readonly hours: Candle[];
  readonly days: Candle[];
}

export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;
const KEPT_TRADES = 2_000;
export const KEPT_MINUTES = 6_000;
const KEPT = { minutes: KEPT_MINUTES, hours: 10_000, days: 2_000 } as const;

export const newTape = (symbol: string): Tape => ({ symbol, trades: [], minutes: [], hours: [], days: [] });

/** Adds a trade to the prints and to the running candles; trades come in the order of time. */
export function record(tape: Tape, trade: Trade): void {
  tape.trades.push(trade);
  if (tape.trades.length > KEPT_TRADES * 1.5) tape.trades.splice(0, tape.trades.length - KEPT_TRADES);
  extend(tape.minutes, MINUTE, KEPT.minutes, trade);
  extend(tape.hours, HOUR, KEPT.hours, trade);
  extend(tape.days, DAY, KEPT.days, trade);
}

function extend(candles: Candle[], span: number, kept: number, trade: Trade): void {
  const start = trade.at - (trade.at % span);
  const last = candles[candles.length - 1];
  const { ticks, lots } = trade;
  if (last?.start === start) {
    last.high = Math.max(last.high, ticks);
    last.low = Math.min(last.low, ticks);
    last.close = ticks;
    last.lots += lots;
    last.value += BigInt(ticks) * BigInt(lots);
    last.trades += 1;
    return;
  }
  candles.push({
    start,
    open: ticks,
    high: ticks,
    low: ticks,
    close: ticks,
    lots,
    value: BigInt(ticks) * BigInt(lots),
    trades: 1,
  });
  if (candles.length > kept * 1.2) candles.splice(0, candles.length - kept);
}

/**
 * Adds what was traded in a piece of time to the running candles, also where later trades stand already.
 *
 * @param isLong longer than a minute: it is no part of the candles of minutes.
 */
export function addCandle(tape: Tape, isLong: boolean, candle: Candle): void {
  if (!isLong) merge(tape.minutes, MINUTE, KEPT.minutes, candle);
  merge(tape.hours, HOUR, KEPT.hours, candle);
  merge(tape.days, DAY, KEPT.days, candle);
}

function merge(candles: Candle[], span: number, kept: number, added: Candle): void {
  const start = added.start - (added.start % span);
  let place = candles.length;
  while (place > 0 && (candles[place - 1]?.start ?? 0) > start) place -= 1;
  const known = candles[place - 1];
  if (known?.start !== start) {
    candles.splice(place, 0, { ...added, start });
    if (candles.length > kept * 1.2) candles.splice(0, candles.length - kept);
    return;
  }
  known.high = Math.max(known.high, added.high);
  known.low = Math.min(known.low, added.low);
  known.close = added.close;
  known.lots += added.lots;
  known.value += added.value;
  known.trades += added.trades;
}

/** Forgets the candles of minutes before an instant, so that none stands alone. */
export function forgetMinutes(tape: Tape, before: number): void {
  const first = tape.minutes.findIndex(({ start }) => start >= before);
  tape.minutes.splice(0, first === -1 ? tape.minutes.length : first);
}

/** Adds up consecutive candles into one that starts at `start`; null for none. */
export function sum(candles: readonly Candle[], start: number): Candle | null {
  const [first] = candles;
  if (first === undefined) return null;
  const whole: Candle = { ...first, start };
  for (const candle of candles.slice(1)) {
    whole.high = Math.max(whole.high, candle.high);
    whole.low = Math.min(whole.low, candle.low);
    whole.close = candle.close;
    whole.lots += candle.lots;
    whole.value += candle.value;
    whole.trades += candle.trades;
  }
  return whole;
}

/** Figures of the last 24 hours; null while nothing was traded in them. */
export function lastDay(tape: Tape, now: number): Candle | null {
  const from = now - DAY;
  let i = tape.minutes.length;
  while (i > 0 && (tape.minutes[i - 1]?.start ?? 0) >= from) i -= 1;
  return sum(tape.minutes.slice(i), from);
}
