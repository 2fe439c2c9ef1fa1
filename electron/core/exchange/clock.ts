import type { Clock, Unsubscribe } from '../ports.ts';
import type { ExchangeClock } from './types.ts';

/** A second between the wall and the monotonic clock is no drift: somebody set the clock, or the machine slept. */
const JUMP_MS = 1_000;
/** How much worse a sample gets with age: the drift of an ordinary quartz, 50 ms in 1,000 s. */
const DRIFT = 50 / 1_000_000;
const KEPT = 16;

interface Sample {
  /** Exchange time minus monotonic time, in ms. */
  readonly offset: number;
  readonly uncertainty: number;
  readonly at: number;
}

/** The exchange's clock, fed by the timestamps of answers. */
export interface MeasuredClock extends ExchangeClock {
  /**
   * Takes the timestamp of an answer. The exchange wrote it between the two monotonic instants, so the
   * middle is off by at most half of the round trip.
   */
  observe(timestamp: number, sentAt: number, receivedAt: number): void;
  /** Fires when the local clock jumped or the machine slept: what was measured is void. */
  onJump(listener: () => void): Unsubscribe;
}

/** @param clock of the world. */
export function createExchangeClock(clock: Clock): MeasuredClock {
  let samples: Sample[] = [];
  let best: Sample | null = null;
  let anchor = clock.now() - clock.monotonic();
  const listeners = new Set<() => void>();
  const jumps = new Set<() => void>();

  const badness = (sample: Sample): number => sample.uncertainty + (clock.monotonic() - sample.at) * DRIFT;

  const watch = (): void => {
    const now = clock.now() - clock.monotonic();
    if (Math.abs(now - anchor) > JUMP_MS) {
      samples = [];
      for (const listener of jumps) listener();
    }
    anchor = now;
  };

  const exchangeNow = (): number => {
    watch();
    return best === null ? clock.now() : Math.round(clock.monotonic() + best.offset);
  };

  return {
    now: exchangeNow,
    offset: () => (best === null ? null : exchangeNow() - clock.now()),
    uncertainty: () => (best === null ? null : badness(best)),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onJump: (listener) => {
      jumps.add(listener);
      return () => jumps.delete(listener);
    },
    observe: (timestamp, sentAt, receivedAt) => {
      watch();
      const sample = {
        offset: timestamp - (sentAt + receivedAt) / 2,
        uncertainty: (receivedAt - sentAt) / 2 + 0.5,
        at: receivedAt,
      };
      samples = [...samples, sample].slice(-KEPT);
      best = samples.reduce((least, each) => (badness(each) < badness(least) ? each : least), sample);
      for (const listener of listeners) listener();
    },
  };
}
