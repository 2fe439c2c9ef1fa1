import type { Clock } from '../../world/ports.ts';
import type { ExchangeClock } from '../types.ts';
import type { Trip } from './travel-time.ts';

/** So much between wall and monotonic clock since the last look is no drift: the clock was set, or the machine slept. */
const JUMP_MS = 250;
/** How much a measurement widens with age: two ordinary quartzes drifting apart, 100 ms in 1,000 s. */
const DRIFT = 100 / 1_000_000;
const KEPT = 16;

/** What one answer proves: exchange time less monotonic time was between the two when it came. */
interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly at: number;
}

/** The exchange's clock, fed by the timestamps of answers. */
export interface MeasuredClock extends ExchangeClock {
  /** Takes the timestamp of an answer; a trip without one says nothing. */
  observe(trip: Trip): void;
  /** Takes the measurement as doubtful: the exchange refused a time of ours. */
  doubt(): void;
}

/**
 * Makes the exchange's clock. It hangs on the monotonic clock, so that setting the local clock moves
 * nothing; but that one may stand still in sleep, so every jump between the two voids the measurement.
 *
 * Each answer's timestamp was written between sending and receiving: that bounds the difference from
 * both sides, and the bounds of several answers together are narrower than half a round trip.
 *
 * @param clock of the world.
 */
export function createExchangeClock(clock: Clock): MeasuredClock {
  let samples: readonly Bounds[] = [];
  /** One that contradicts the others: a second one that agrees with it is believed. */
  let odd: Bounds | null = null;
  let sure = false;
  /** How far time may have gone on unseen by the monotonic clock. */
  let unseen = 0;
  let gap = clock.now() - clock.monotonic();
  /** Monotonic ms when the last jump was noticed. */
  let jumpedAt = -Infinity;
  const listeners = new Set<() => void>();
  const jumps = new Set<() => void>();

  /** What all samples agree on now; null where they contradict each other. */
  const agreed = (all: readonly Bounds[]): { readonly low: number; readonly high: number } | null => {
    const present = clock.monotonic();
    let low = -Infinity;
    let high = Infinity;
    for (const sample of all) {
      const drift = (present - sample.at) * DRIFT;
      low = Math.max(low, sample.low - drift);
      high = Math.min(high, sample.high + drift);
    }
    return low > high ? null : { low, high };
  };

  function look(): void {
    const seen = clock.now() - clock.monotonic();
    const jump = Math.abs(seen - gap);
    gap = seen;
    if (jump < JUMP_MS) return;
    unseen += jump;
    jumpedAt = clock.monotonic();
    sure = false;
    odd = null;
    for (const listener of jumps) listener();
  }

  function now(): number {
    look();
    const bounds = samples.length === 0 ? null : agreed(samples);
    if (bounds === null) return Math.round(clock.now());
    return Math.round(clock.monotonic() + (bounds.low + bounds.high) / 2);
  }

  function observe({ sentAt, receivedAt, timestamp }: Trip): void {
    if (timestamp === null) return;
    look();
    // Its answer may have been written before the machine slept, and says nothing of the time since.
    if (sentAt < jumpedAt) return;
    // The timestamp is a whole millisecond, cut off.
    const sample = { low: timestamp - receivedAt, high: timestamp + 1 - sentAt, at: receivedAt };
    const known = sure ? samples : [];
    if (agreed([...known, sample]) !== null) {
      samples = [...known, sample].slice(-KEPT);
      odd = null;
    } else if (odd !== null && agreed([odd, sample]) !== null) {
      samples = [odd, sample];
      odd = null;
    } else {
      // An old answer, or the exchange set its clock: the next one decides.
      odd = sample;
      return;
    }
    sure = true;
    unseen = 0;
    for (const listener of listeners) listener();
  }

  return {
    now,
    offset: () => (samples.length === 0 ? null : now() - Math.round(clock.now())),
    uncertainty() {
      const bounds = samples.length === 0 ? null : agreed(samples);
      return bounds === null ? null : (bounds.high - bounds.low) / 2 + unseen;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    observe,
    isSure() {
      look();
      return sure;
    },
    doubt() {
      sure = false;
      odd = null;
    },
    onJump(listener) {
      jumps.add(listener);
      return () => {
        jumps.delete(listener);
      };
    },
  };
}
