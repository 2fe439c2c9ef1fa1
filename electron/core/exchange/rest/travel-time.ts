/**
 * How long requests take to be counted, as far as the answers tell.
 *
 * An answer's timestamp was written after its request was counted, by the clock that counts. Timestamp
 * less sending is therefore the way there plus a constant (the clocks' difference); the smallest of
 * them stands for the fastest way. A request that took longer than the fastest was counted so much later
 * than the next one could be, and its slot is held for so much longer, not for the whole round trip.
 */

/** Samples of one generation; the floor is that of this generation and the one before. */
const GENERATION = 4_096;
/** Safety margin: the true minimum of n samples may lie this many times (mean - min) / n below the smallest one. */
const CAUTION = 40;
/** Fewer samples say nothing of the least. */
const TOO_FEW = 32;
/** Timestamps are whole milliseconds. */
const GRAIN_MS = 1;

interface Extent {
  least: number;
  sum: number;
  count: number;
}
const nothing = (): Extent => ({ least: Infinity, sum: 0, count: 0 });

/** The least that a series of measurements may come to, learned as it goes. */
interface Floor {
  take(value: number): void;
  /** Null before there are enough measurements. */
  get(): number | null;
}

function newFloor(): Floor {
  let before = nothing();
  let current = nothing();
  return {
    take(value) {
      if (current.count === GENERATION) {
        before = current;
        current = nothing();
      }
      current.least = Math.min(current.least, value);
      current.sum += value;
      current.count += 1;
    },
    get() {
      const count = before.count + current.count;
      if (count < TOO_FEW) return null;
      const least = Math.min(before.least, current.least);
      const excess = (before.sum + current.sum) / count - least;
      return least - (CAUTION * excess) / count;
    },
  };
}

/** One request and its answer. Times are monotonic ms; `timestamp` is the exchange's, null where it sent none. */
export interface Trip {
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly timestamp: number | null;
}

export interface TravelTime {
  /**
   * Takes a trip in.
   *
   * @returns by how many ms at most the next request's way may be shorter than this one's was; never
   * more than the round trip.
   */
  take(trip: Trip): number;
}

export function newTravelTime(): TravelTime {
  const there = newFloor();
  const back = newFloor();
  return {
    take({ sentAt, receivedAt, timestamp }) {
      const roundTrip = receivedAt - sentAt;
      if (timestamp !== null) {
        there.take(timestamp - sentAt);
        back.take(receivedAt - timestamp);
      }
      const fastest = there.get();
      const fastestBack = back.get();
      if (fastest === null || fastestBack === null) return roundTrip;
      const excess = timestamp === null ? roundTrip - fastest - fastestBack : timestamp - sentAt - fastest;
      return Math.min(roundTrip, Math.max(0, excess) + GRAIN_MS);
    },
  };
}
