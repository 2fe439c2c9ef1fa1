import type { Clock, Unsubscribe } from '../../world/ports.ts';
import type { ExchangeClock } from '../types.ts';
import type { Trip } from './travel-time.ts';

/** So much between wall and monotonic clock since the last look is no drift: the clock was set, or the machine slept. */
const JUMP_MS = 250;
/** How much a measurement widens with age: two ordinary quartzes drifting apart, 100 ms in 1,000 s. */
const DRIFT = 100 / 1_000_000;
const KEPT = 16;
/**
 * The measurement's trust: an answer that fits it adds one up to the most, one that contradicts it takes one. At none,
 * the contradiction is believed. Where 30 % of the answers come from nodes with a wrong clock, a contradiction uses up
 * the most with a chance of (0.3 / 0.7)^20, one in 23 million. Some 60,000 begin in a day at an answer a second: that is
 * once in a year. A true step takes 21 answers, which come within 4 to 6 s when the clock is measured each 150 ms.
 */
const MOST_TRUST = 20;
/** Bounds that miss each other by less are no step: nodes differ by so much, and clocks are set right by as much. */
const SLIGHT_MS = 250;
/** What a new measurement has after a step: fewer answers bring the former one back, if the step was none. */
const NEW_TRUST = 10;
/** The least time over which a contradiction must last, unless the measurement was never established or is in doubt. */
const LASTING_MS = 3_000;
/** So many answers that contradict the measurement make it doubtful for deadlines. */
const DOUBTFUL_AFTER = 4;

/** What one answer proves: exchange time less monotonic time was between the two when it came. */
interface Bounds extends Range {
  readonly at: number;
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** The exchange's clock, fed by the timestamps of answers. */
export interface MeasuredClock extends ExchangeClock {
  /** Takes the timestamp of an answer; a trip without one says nothing. */
  observe(trip: Trip): void;
  /** Takes the measurement as doubtful: the exchange refused a time of ours. The next answers decide. */
  doubt(): void;
  /** Whether answers contradict the measurement and nothing is decided yet: it is to be measured again soon. */
  isContradicted(): boolean;
  /** Fires at each answer that contradicts the measurement and is not believed yet. */
  onContradiction(listener: () => void): Unsubscribe;
}

/** Answers that contradict the measurement, and agree with each other. */
interface Rival {
  readonly samples: readonly Bounds[];
  /** Monotonic ms of the first contradiction. */
  readonly since: number;
  /** The trust before it: once that is reached again, the contradiction is over. */
  readonly trust: number;
}

/**
 * Makes the exchange's clock. It hangs on the monotonic clock, so that setting the local clock moves
 * nothing; but that one may stand still in sleep, so every jump between the two voids the measurement.
 *
 * Each answer's timestamp was written between sending and receiving: that bounds the difference from
 * both sides, and the bounds of several answers together are narrower than half a round trip.
 *
 * Answers that contradict the others come from a node with a wrong clock, or the exchange set its clock. Only many of
 * them tell the two apart. Until then, requests are signed by the measurement as it is.
 *
 * @param clock of the world.
 */
export function createExchangeClock(clock: Clock): MeasuredClock {
  let samples: readonly Bounds[] = [];
  let rival: Rival | null = null;
  /** One that contradicts the others slightly: a second one that agrees with it is believed. */
  let odd: Bounds | null = null;
  let trust = 0;
  /** Whether as many answers as it takes have fitted since the last time that nothing was known. */
  let established = false;
  /** Whether the exchange refused a time of ours since the last answer that fitted. */
  let refused = false;
  let sure = false;
  /** Whether a jump of the local clock voided it: the next answer counts alone. */
  let voided = false;
  /** How far time may have gone on unseen by the monotonic clock. */
  let unseen = 0;
  let gap = clock.now() - clock.monotonic();
  /** Monotonic ms when the last jump was noticed. */
  let jumpedAt = -Infinity;
  const listeners = new Set<() => void>();
  const jumps = new Set<() => void>();
  const contradictions = new Set<() => void>();
  const steps = new Set<(ms: number) => void>();

  /** What all samples agree on now; null where they contradict each other. */
  const agreed = (all: readonly Bounds[]): Range | null => {
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
    voided = true;
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
    if (samples.length === 0 || voided) begin(sample);
    else if (agreed([...samples, sample]) !== null) fit([...samples, sample]);
    else if (apart(agreed(samples), sample) < SLIGHT_MS) correct(sample);
    else contradict(sample);
  }

  /** Takes the first answer, or the first one after a jump. */
  function begin(sample: Bounds): void {
    const before = agreed(samples);
    samples = [sample];
    trust = 1;
    established = false;
    // Time never runs backwards, so that a sleep cannot be the reason.
    const isBack = before !== null && sample.high < before.low - SLIGHT_MS;
    measured(isBack ? middle(sample) - middle(before) : null);
  }

  /** Two in a row are believed: the clocks drifted further apart than they should. */
  function correct(sample: Bounds): void {
    if (odd !== null && agreed([odd, sample]) !== null) fit([odd, sample]);
    else odd = sample;
  }

  function fit(all: readonly Bounds[]): void {
    samples = all.slice(-KEPT);
    odd = null;
    trust = Math.min(MOST_TRUST, trust + 1);
    established ||= trust === MOST_TRUST;
    if (rival !== null && trust < rival.trust) return;
    measured();
  }

  function contradict(sample: Bounds): void {
    const present = clock.monotonic();
    // Nodes may be wrong in two ways: the newer one goes on, and takes no trust.
    const agrees = rival === null || agreed([...rival.samples, sample]) !== null;
    const others = rival !== null && agrees ? rival.samples : [];
    rival = {
      samples: [...others, sample].slice(-KEPT),
      since: rival?.since ?? present,
      trust: rival?.trust ?? trust,
    };
    const isUsedUp = agrees && trust === 0;
    if (agrees) trust = Math.max(0, trust - 1);
    const isLasting = present - rival.since >= LASTING_MS || !established || refused;
    if (!isUsedUp || !isLasting) {
      for (const listener of contradictions) listener();
      return;
    }
    const before = agreed(samples);
    const after = agreed(rival.samples);
    samples = rival.samples;
    trust = established ? NEW_TRUST : 1;
    measured(before === null || after === null ? null : middle(after) - middle(before));
  }

  /** @param step by which the exchange set its clock; null where it did not. */
  function measured(step: number | null = null): void {
    rival = null;
    odd = null;
    refused = false;
    voided = false;
    sure = true;
    unseen = 0;
    // Before anybody compares an instant of the former clock with the time of the new one.
    if (step !== null) for (const listener of steps) listener(Math.round(step));
    for (const listener of listeners) listener();
  }

  return {
    now,
    offset: () => (samples.length === 0 ? null : now() - Math.round(clock.now())),
    uncertainty() {
      const bounds = samples.length === 0 ? null : agreed(samples);
      return bounds === null ? null : (bounds.high - bounds.low) / 2 + unseen;
    },
    onChange: (listener) => listening(listeners, listener),
    observe,
    isSure() {
      look();
      return sure;
    },
    isContested: () => rival !== null && rival.trust - trust >= Math.min(DOUBTFUL_AFTER, rival.trust),
    isContradicted: () => rival !== null,
    doubt() {
      sure = false;
      refused = true;
    },
    onJump: (listener) => listening(jumps, listener),
    onStep: (listener) => listening(steps, listener),
    onContradiction: (listener) => listening(contradictions, listener),
  };
}

const middle = ({ low, high }: Range): number => (low + high) / 2;
const apart = (one: Range | null, other: Range): number =>
  one === null ? 0 : Math.max(one.low - other.high, other.low - one.high);

function listening<Listener>(all: Set<Listener>, listener: Listener): Unsubscribe {
  all.add(listener);
  return () => {
    all.delete(listener);
  };
}
