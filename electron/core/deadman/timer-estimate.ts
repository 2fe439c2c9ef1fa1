/**
 * What can be true of the timer on the exchange. It can be set and not read, so every request that was
 * not answered stays a possibility. Pure; instants are the exchange's ms.
 */

/** A request whose effect is not known. */
export interface Doubt {
  /** Rises with every request. */
  readonly id: number;
  /** 0 disarms. */
  readonly timeoutMs: number;
  /** The earliest that the exchange can have taken it as the last word. */
  readonly from: number;
  /** The latest that it can still take it: its signature is too old then. */
  readonly until: number;
  /** Its earliest instant has passed, and what could be found out then was. */
  readonly lookedInto: boolean;
}

export interface TimerEstimate {
  /** When the timer fires by the newest answer; null where that answer, or nothing yet, says that none runs. */
  readonly known: number | null;
  /** The request of that answer; 0 for none. */
  readonly knownId: number;
  readonly doubts: readonly Doubt[];
}

export const nothingArmed: TimerEstimate = { known: null, knownId: 0, doubts: [] };

/** A request leaves. */
export const sent = (belief: TimerEstimate, doubt: Doubt): TimerEstimate => ({
  ...belief,
  doubts: [...belief.doubts, doubt],
});

/** It certainly had no effect: refused, or never sent. */
export const withoutEffect = (belief: TimerEstimate, id: number): TimerEstimate => ({
  ...belief,
  doubts: belief.doubts.filter((doubt) => doubt.id !== id),
});

/**
 * It was answered. The answer to an older request than the newest answered one says nothing of now.
 *
 * @param deadline when the timer fires; null for a disarm.
 */
export function answered(belief: TimerEstimate, id: number, deadline: number | null): TimerEstimate {
  const mine = belief.doubts.find((doubt) => doubt.id === id);
  const others = belief.doubts.filter((doubt) => doubt.id !== id);
  if (id < belief.knownId) return { ...belief, doubts: others };
  return {
    known: deadline,
    knownId: id,
    // What was sent before can only count if it arrives after this one did.
    doubts:
      mine === undefined
        ? others
        : others.map((doubt) => ({ ...doubt, from: Math.max(doubt.from, mine.from), lookedInto: false })),
  };
}

/** Forgets requests that can neither be taken any more nor have left a timer that still runs. */
export const pruned = (belief: TimerEstimate, now: number): TimerEstimate =>
  belief.doubts.some((doubt) => doubt.until + doubt.timeoutMs < now)
    ? { ...belief, doubts: belief.doubts.filter((doubt) => doubt.until + doubt.timeoutMs >= now) }
    : belief;

/** The earliest instant at which the timer may fire; null where none can be running. */
export const earliest = (belief: TimerEstimate): number | null => least(belief, () => true);

/** As {@link earliest}, of what was not looked into yet. */
export const nextDue = (belief: TimerEstimate): number | null => least(belief, ({ lookedInto }) => !lookedInto);

/** Less than this is the way of a request to the exchange. In ms. */
const WAY_MS = 1_000;

/** Requests without an answer that may make it fire sooner than the newest answer says. */
export interface Behind {
  readonly timeoutMs: number;
  readonly until: number;
  readonly known: number | null;
}

/** Them; null where there are none. */
export function behind({ known, doubts }: TimerEstimate): Behind | null {
  const [first, ...others] = doubts
    .filter(({ timeoutMs, from }) => timeoutMs > 0 && (known === null || from + timeoutMs < known - WAY_MS))
    .sort((a, b) => a.from + a.timeoutMs - (b.from + b.timeoutMs));
  if (first === undefined) return null;
  return { timeoutMs: first.timeoutMs, until: Math.max(first.until, ...others.map(({ until }) => until)), known };
}

function least({ known, doubts }: TimerEstimate, counts: (doubt: Doubt) => boolean): number | null {
  let found = known;
  for (const doubt of doubts) {
    const at = doubt.from + doubt.timeoutMs;
    if (doubt.timeoutMs > 0 && counts(doubt) && (found === null || at < found)) found = at;
  }
  return found;
}

/**
 * The time of some possibilities is past, and it was looked into.
 *
 * @param stillOpen whether orders were found that it would have cancelled: then it has not fired by now.
 *   Where there are none, an unanswered request may have fired, or may not yet.
 */
export const settledUntil = (belief: TimerEstimate, now: number, stillOpen: boolean): TimerEstimate => ({
  ...belief,
  known: belief.known !== null && belief.known <= now ? null : belief.known,
  doubts: belief.doubts.map((doubt) => {
    if (doubt.timeoutMs === 0 || doubt.from + doubt.timeoutMs > now) return doubt;
    return stillOpen ? { ...doubt, from: now - doubt.timeoutMs + 1 } : { ...doubt, lookedInto: true };
  }),
});
