import { z } from 'zod';
import { keyedFeed, maybeDecimal, maybeInstant } from '../contract-kit.ts';

/** Figures of a symbol as a list of many shows them; what is not known is null. */
export const tickerRowSchema = z.object({
  symbol: z.string(),
  last: maybeDecimal,
  open24h: maybeDecimal,
  /** In the quote currency. */
  amount24h: maybeDecimal,
  /** Of perpetuals: a fraction, and the exchange's ms of the next payment. */
  fundingRate: maybeDecimal,
  nextFundingTime: maybeInstant,
  /** The core's local ms since when nothing new can be known; null while the figures are fresh. */
  staleSince: maybeInstant,
});
export type TickerRow = z.infer<typeof tickerRowSchema>;

/** Key of all perpetuals, which are read together. Any other key names spot symbols, each of which is streamed. */
export const PERPETUALS = 'perpetuals';
/** So many symbols a key names at most. */
export const MOST_TICKERS = 20;

/** Keyed by {@link PERPETUALS}, or by spot symbols with a space between them. */
export const tickerFeeds = { tickers: keyedFeed(tickerRowSchema, 'symbol') } as const;
