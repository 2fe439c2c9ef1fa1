import type { ExchangeClock } from '../exchange/types.ts';
import type { Clock } from '../world/ports.ts';

/** After a jump the exchange's clock is measured again; so long nothing is concluded from the one before. In ms. */
const MEASURE_MS = 3_000;

/** What the clocks allow to say: `waiting` nothing, `doubtful` the worst, `sure` the time. */
export type Certainty = 'waiting' | 'doubtful' | 'sure';

/** The exchange's time as far as a countdown may trust it. Instants are the exchange's ms. */
export interface Certain {
  /** Looks at the clocks. */
  look(): Certainty;
  /** The earliest that the exchange's clock may show now. */
  soonest(): number;
  /** Whether an instant may be over. */
  mayBeOver(at: number): boolean;
  /** Whether it is. In doubt the monotonic clock alone counts: it may have missed time, and never invents any. */
  isOver(at: number): boolean;
  /** Local ms before which an instant cannot be. */
  localOf(at: number): number;
}

/**
 * Makes it. A local clock that was set, or a machine that slept, makes the measurement doubtful: for a
 * moment the next one is awaited, and where none comes, the worst is assumed.
 */
export function createCertainty(exchangeClock: ExchangeClock, clock: Clock): Certain {
  /** Monotonic ms; null while it is sure, or was never measured. */
  let doubtfulSince: number | null = null;
  const uncertainty = (): number => Math.ceil(exchangeClock.uncertainty() ?? 0);
  const mayBeOver = (at: number): boolean => exchangeClock.now() + uncertainty() >= at;
  return {
    look() {
      const sure = exchangeClock.isSure();
      if (exchangeClock.offset() === null) return 'waiting';
      if (sure) {
        doubtfulSince = null;
        return 'sure';
      }
      doubtfulSince ??= clock.monotonic();
      return clock.monotonic() - doubtfulSince < MEASURE_MS ? 'waiting' : 'doubtful';
    },
    soonest: () => Math.floor(exchangeClock.now() - uncertainty()),
    mayBeOver,
    isOver: (at) => (exchangeClock.isSure() ? mayBeOver(at) : exchangeClock.now() >= at),
    localOf: (at) => Math.floor(clock.now() + at - exchangeClock.now() - uncertainty()),
  };
}
