import type { Doubt, TimerEstimate } from './timer-estimate.ts';

/**
 * A step of the exchange's clock. Its timer may run by that clock, or by one that does not step: each firing time then
 * has a second possibility. That of the newest answer is kept as a doubt with the answer's own number; the later of the
 * two stays `known`. Pure; instants are the exchange's ms.
 */

/** Two firing times that are nearer than this are one. In ms. */
const SLACK_MS = 1_000;

const isOfStep =
  ({ knownId }: TimerEstimate) =>
  ({ id }: Doubt): boolean =>
    id === knownId;

/** The second possibility of the newest answer's firing time; undefined without a step. */
export const secondTime = (estimate: TimerEstimate): Doubt | undefined => estimate.doubts.find(isOfStep(estimate));

const withoutSecond = (estimate: TimerEstimate): TimerEstimate => ({
  ...estimate,
  doubts: estimate.doubts.filter((doubt) => !isOfStep(estimate)(doubt)),
});

/**
 * Takes a step.
 *
 * @param ms by which the exchange's clock was set.
 * @param timeoutMs of the newest answered request.
 * @param said the firing time that its answer named by the new clock already; null where it named it by the former.
 */
export function stepped(estimate: TimerEstimate, ms: number, timeoutMs: number, said: number | null): TimerEstimate {
  const doubts = estimate.doubts.map((doubt) => ({ ...doubt, from: Math.min(doubt.from, doubt.from + ms) }));
  const { known, knownId } = estimate;
  if (known === null) return { ...estimate, doubts };
  const moved = known + ms;
  if (said !== null && Math.abs(said - moved) <= SLACK_MS) return { ...estimate, known: Math.min(said, moved), doubts };
  const earlier = Math.min(known, moved);
  const later = Math.max(known, moved);
  const second = { id: knownId, timeoutMs, from: earlier - timeoutMs, until: later - timeoutMs, lookedInto: false };
  const others = withoutSecond({ ...estimate, doubts }).doubts;
  const before = secondTime({ ...estimate, doubts });
  // After a further step all times in between are possible: the earliest counts.
  const from = Math.min(second.from, before?.from ?? second.from);
  return { known: later, knownId, doubts: [...others, { ...second, from }] };
}

/**
 * Settles the earlier of the two times once it has passed, after the open orders were read.
 *
 * @param stillOpen whether orders are open that the switch would have cancelled. Otherwise it has fired, unless its
 *   timer runs by the other clock: that time stays a doubt, which is not looked into again.
 */
export function settledSecond(estimate: TimerEstimate, now: number, stillOpen: boolean): TimerEstimate {
  const second = secondTime(estimate);
  if (estimate.known === null || second === undefined || second.lookedInto || second.from + second.timeoutMs > now)
    return estimate;
  const rest = withoutSecond(estimate);
  if (stillOpen) return rest;
  const from = estimate.known - second.timeoutMs;
  return { ...rest, known: null, doubts: [...rest.doubts, { ...second, from, until: from, lookedInto: true }] };
}
