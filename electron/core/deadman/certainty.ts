import type { ExchangeClock } from '../exchange/types.ts';
import type { Clock } from '../world/ports.ts';

/** Time for a new measurement of the exchange's clock after a jump. In ms. */
const MEASURE_MS = 3_000;

/** `waiting`: no time can be shown. `doubtful`: the worst case is shown. `sure`: the time is known. */
export type Certainty = 'waiting' | 'doubtful' | 'sure';

/** The bounds of the exchange's time for a countdown. Instants are the exchange's ms. */
export interface TimeBounds {
  /** Checks the clocks. */
  certainty(): Certainty;
  /** The earliest that the exchange's clock may show now. */
  earliestNow(): number;
  /** Whether an instant may have passed. */
  mayHavePassed(at: number): boolean;
  /** Whether it has passed. In doubt the monotonic clock decides: it may miss time, but never adds any. */
  hasPassed(at: number): boolean;
  /** The earliest local ms of an instant. */
  toLocal(at: number): number;
}

/**
 * Creates the bounds. A clock change or a sleep makes the measurement doubtful. The next one is awaited for a moment;
 * without it the worst case is assumed.
 */
export function createTimeBounds(exchangeClock: ExchangeClock, clock: Clock): TimeBounds {
  /** Monotonic ms; null while the time is sure or was never measured. */
  let doubtfulSince: number | null = null;
  const uncertainty = (): number => Math.ceil(exchangeClock.uncertainty() ?? 0);
  const mayHavePassed = (at: number): boolean => exchangeClock.now() + uncertainty() >= at;
  return {
    certainty() {
      const sure = exchangeClock.isSure();
      if (exchangeClock.offset() === null) return 'waiting';
      if (sure) {
        doubtfulSince = null;
        return 'sure';
      }
      doubtfulSince ??= clock.monotonic();
      return clock.monotonic() - doubtfulSince < MEASURE_MS ? 'waiting' : 'doubtful';
    },
    earliestNow: () => Math.floor(exchangeClock.now() - uncertainty()),
    mayHavePassed: mayHavePassed,
    hasPassed: (at) => (exchangeClock.isSure() ? mayHavePassed(at) : exchangeClock.now() >= at),
    toLocal: (at) => Math.floor(clock.now() + at - exchangeClock.now() - uncertainty()),
  };
}
