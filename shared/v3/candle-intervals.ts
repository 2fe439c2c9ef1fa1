/* Spans of a candle as the interface writes them (protocol.md, section 6). */

const UP_TO_A_DAY = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'] as const;

/** Candle types over REST, which writes the month `1mon`. */
export const restIntervals = [...UP_TO_A_DAY, '1w', '1mon', '1y'] as const;

/** What the stream has, which writes the month `1M`. */
export type StreamInterval = (typeof UP_TO_A_DAY)[number] | '3d' | '1w' | '1M';

/** Intervals that both have, the month as the stream writes it. */
export const candleIntervals = [...UP_TO_A_DAY, '1w', '1M'] as const satisfies readonly StreamInterval[];
export type CandleInterval = (typeof candleIntervals)[number];

/** An interval as REST writes it. */
export const restInterval = (interval: CandleInterval): (typeof restIntervals)[number] =>
  interval === '1M' ? '1mon' : interval;
