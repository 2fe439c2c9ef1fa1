import type { ExchangeClock } from '../exchange/types.ts';
import { millis, type Millis } from '../../../shared/time.ts';

/** Dates a word on its arrival: not later than it can be at the exchange. */
export type LatestNow = (at: Millis) => Millis;

/**
 * A word from the future would win against every later one until its time has come: one gateway with a clock ahead
 * would freeze a balance.
 *
 * @param exchangeClock null, or one that was never measured, leaves times as they are.
 */
export const latestNow =
  (exchangeClock: Pick<ExchangeClock, 'now' | 'offset' | 'uncertainty'> | null): LatestNow =>
  (at) => {
    if (exchangeClock === null || exchangeClock.offset() === null) return at;
    const now = Math.ceil(exchangeClock.now() + (exchangeClock.uncertainty() ?? 0));
    return at <= now ? at : millis(now);
  };
