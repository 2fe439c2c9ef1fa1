import type { ExchangeClock } from '../exchange/types.ts';
import type { Clock } from '../world/ports.ts';

/** Time for a new measurement of the exchange's clock after a jump. In ms. */
const MEASURE_MS = 3_000;

/** How far the exchange's word on a firing time may be from what its request and answer allow. In ms. */
const SLACK_MS = 1_000;

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
  /**
   * When an answered request fires: as the answer says, where that is so long after the sending. Otherwise the exchange
   * set its clock, or a node's clock is wrong, and the earliest time counts.
   *
   * @param sentAt monotonic ms.
   * @param said exchange's ms; null where the answer named none.
   */
  firingTime(timeoutMs: number, sentAt: number, said: number | null): { readonly at: number; readonly isFit: boolean };
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
  const earliestNow = (): number => Math.floor(exchangeClock.now() - uncertainty());
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
    earliestNow,
    mayHavePassed: mayHavePassed,
    hasPassed: (at) => (exchangeClock.isSure() ? mayHavePassed(at) : exchangeClock.now() >= at),
    firingTime(timeoutMs, sentAt, said) {
      const first = Math.floor(earliestNow() - (clock.monotonic() - sentAt)) + timeoutMs;
      if (said === null) return { at: first, isFit: true };
      const isPossible = said >= first - SLACK_MS && mayHavePassed(said - timeoutMs - SLACK_MS);
      const isFit = exchangeClock.offset() === null || isPossible;
      return { at: isFit ? said : first, isFit };
    },
    toLocal: (at) => Math.floor(clock.now() + at - exchangeClock.now() - uncertainty()),
  };
}
