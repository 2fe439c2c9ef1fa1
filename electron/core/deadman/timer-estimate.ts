/**
 * The possible states of the exchange's timer. The timer can be set but not read, so each unanswered request stays a
 * possibility. Pure; instants are the exchange's ms.
 */

/** A request without an answer: its effect is unknown. */
export interface Doubt {
  /** Rises with every request. */
  readonly id: number;
  /** 0 disarms. */
  readonly timeoutMs: number;
  /** The earliest instant at which it can have become the newest request at the exchange. */
  readonly from: number;
  /** The latest instant at which the exchange can accept its signature. */
  readonly until: number;
  /** Whether its earliest firing has passed and was looked into. */
  readonly lookedInto: boolean;
}

export interface TimerEstimate {
  /** The firing time of the newest answer; null when no timer runs by it. */
  readonly known: number | null;
  /** The request of that answer; 0 for none. */
  readonly knownId: number;
  readonly doubts: readonly Doubt[];
}

export const nothingArmed: TimerEstimate = { known: null, knownId: 0, doubts: [] };

/** Adds a request that is being sent. */
export const sent = (estimate: TimerEstimate, doubt: Doubt): TimerEstimate => ({
  ...estimate,
  doubts: [...estimate.doubts, doubt],
});

/** Removes a request that certainly had no effect: rejected or never sent. */
export const withoutEffect = (estimate: TimerEstimate, id: number): TimerEstimate => ({
  ...estimate,
  doubts: estimate.doubts.filter((doubt) => doubt.id !== id),
});

/**
 * Takes an answer. The answer to an older request than the newest answered one changes nothing.
 *
 * @param deadline when the timer fires; null for a disarm.
 */
export function answered(estimate: TimerEstimate, id: number, deadline: number | null): TimerEstimate {
  const request = estimate.doubts.find((doubt) => doubt.id === id);
  // A doubt of the newest answer came from a step of the clock, and ends with that answer's time.
  const others = estimate.doubts.filter((doubt) => doubt.id !== id && (doubt.id !== estimate.knownId || id < doubt.id));
  if (id < estimate.knownId) return { ...estimate, doubts: others };
  return {
    known: deadline,
    knownId: id,
    // An earlier request can only count if it arrives after this one.
    doubts:
      request === undefined
        ? others
        : others.map((doubt) => ({ ...doubt, from: Math.max(doubt.from, request.from), lookedInto: false })),
  };
}

/** Drops requests that can no longer arrive and whose timer can no longer run. */
export const pruned = (estimate: TimerEstimate, now: number): TimerEstimate =>
  estimate.doubts.some((doubt) => doubt.until + doubt.timeoutMs < now)
    ? { ...estimate, doubts: estimate.doubts.filter((doubt) => doubt.until + doubt.timeoutMs >= now) }
    : estimate;

/** The earliest instant at which the timer may fire; null when none can be running. */
export const earliest = (estimate: TimerEstimate): number | null => earliestOf(estimate, () => true);

/** As {@link earliest}, without the requests that were looked into. */
export const nextDue = (estimate: TimerEstimate): number | null =>
  earliestOf(estimate, ({ lookedInto }) => !lookedInto);

/** The longest usual travel time of a request to the exchange. In ms. */
const TRAVEL_MS = 1_000;

/** Unanswered requests that may fire the switch sooner than the newest answer says. */
export interface EarlierRisk {
  readonly timeoutMs: number;
  readonly until: number;
  readonly known: number | null;
}

/** The unanswered requests with an earlier firing time; null when there are none. */
export function earlierThanKnown({ known, knownId, doubts }: TimerEstimate): EarlierRisk | null {
  const [first, ...others] = doubts
    .filter(
      ({ id, timeoutMs, from }) =>
        id !== knownId && timeoutMs > 0 && (known === null || from + timeoutMs < known - TRAVEL_MS),
    )
    .sort((a, b) => a.from + a.timeoutMs - (b.from + b.timeoutMs));
  if (first === undefined) return null;
  return { timeoutMs: first.timeoutMs, until: Math.max(first.until, ...others.map(({ until }) => until)), known };
}

function earliestOf({ known, doubts }: TimerEstimate, counts: (doubt: Doubt) => boolean): number | null {
  let found = known;
  for (const doubt of doubts) {
    const at = doubt.from + doubt.timeoutMs;
    if (doubt.timeoutMs > 0 && counts(doubt) && (found === null || at < found)) found = at;
  }
  return found;
}

/**
 * Settles the possibilities whose time has passed, after the open orders were read.
 *
 * @param stillOpen whether orders are open that the switch would have cancelled: then it has not fired by now.
 *   Otherwise an unanswered request may have fired already or may still fire.
 */
export const settledUntil = (estimate: TimerEstimate, now: number, stillOpen: boolean): TimerEstimate => ({
  ...estimate,
  known: estimate.known !== null && estimate.known <= now ? null : estimate.known,
  doubts: estimate.doubts.map((doubt) => {
    if (doubt.timeoutMs === 0 || doubt.from + doubt.timeoutMs > now) return doubt;
    return stillOpen ? { ...doubt, from: now - doubt.timeoutMs + 1 } : { ...doubt, lookedInto: true };
  }),
});
