import type { ExchangeClock } from '../exchange/types.ts';
import { millis, type Millis } from '../../../shared/time.ts';

type Measured = Pick<ExchangeClock, 'now' | 'offset' | 'uncertainty'>;

/** Dates a word on its arrival: not later than it can be at the exchange. */
export type LatestNow = (at: Millis) => Millis;

/** Later than anything: `latest(FOREVER)` is the latest that a read that begins now may be dated. */
export const FOREVER = millis(8_640_000_000_000_000);

/** The latest exchange ms that now can be; that of {@link FOREVER} where the clock was never measured. */
export const latestInstant = (exchangeClock: Measured): number =>
  exchangeClock.offset() === null ? FOREVER : Math.ceil(exchangeClock.now() + (exchangeClock.uncertainty() ?? 0));

/**
 * A word from the future would win against every later one until its time has come: one gateway with a clock ahead
 * would freeze a balance. So would a record that was last changed before the exchange set its clock back.
 *
 * @param exchangeClock null, or one that was never measured, leaves times as they are.
 */
export const latestNow =
  (exchangeClock: Measured | null): LatestNow =>
  (at) => {
    const now = exchangeClock === null ? FOREVER : latestInstant(exchangeClock);
    return at <= now ? at : millis(now);
  };
