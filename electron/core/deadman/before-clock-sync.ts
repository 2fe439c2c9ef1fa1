import type { ExchangeClock } from '../exchange/types.ts';
import type { Clock } from '../world/ports.ts';
import type { TimerEstimate } from './timer-estimate.ts';

/** A signature is refused when its time is this far from the exchange's (protocol.md, 1.2). */
const SIGNATURE_LIFE_MS = 310_000;
/** A request may wait so long for the clock and for its slot before it is signed. */
const WAITS_MS = 10_000;

/** The exchange ms until which a request can be taken that begins at one. */
export const latestOf = (begun: number): number => Math.ceil(begun) + SIGNATURE_LIFE_MS + WAITS_MS;
/** The same of a request that is signed at one. */
export const signatureEnd = (signed: number): number => signed + SIGNATURE_LIFE_MS;

/** Requests that were dated by the local clock, since the exchange's was not measured when they began. */
export interface RequestsBeforeSync {
  /** A request begins, or is signed. */
  begin(id: number, signed: boolean): void;
  /** Dates them by the exchange's clock once that is measured; the same belief where there is nothing to date. */
  date(belief: TimerEstimate): TimerEstimate;
  /** The belief as a run after this one can trust it, whatever the local clock is set to between the two. */
  kept(belief: TimerEstimate): TimerEstimate;
}

/**
 * Makes it. A local clock that is fast would put the countdown later than the timer.
 *
 * @param soonest the earliest exchange ms that it may be now.
 */
export function createRequestsBeforeSync(
  exchangeClock: ExchangeClock,
  clock: Clock,
  soonest: () => number,
): RequestsBeforeSync {
  /** Monotonic ms of their beginning, by the request's number. */
  const begun = new Map<number, { readonly at: number; readonly signed: boolean }>();
  return {
    begin(id, signed) {
      if (exchangeClock.offset() === null) begun.set(id, { at: clock.monotonic(), signed });
    },
    date(belief) {
      if (begun.size === 0 || exchangeClock.offset() === null) return belief;
      const doubts = belief.doubts.map((doubt) => {
        const request = begun.get(doubt.id);
        if (request === undefined) return doubt;
        const ago = clock.monotonic() - request.at;
        // What was signed with the local clock's time is good for as long as that says.
        const until = request.signed ? doubt.until : latestOf(exchangeClock.now() - ago);
        return { ...doubt, from: Math.floor(soonest() - ago), until };
      });
      begun.clear();
      return { ...belief, doubts };
    },
    // The exchange takes no signature that is dated further ahead of its own clock.
    kept: (belief) => ({
      ...belief,
      doubts: belief.doubts.map((doubt) =>
        begun.has(doubt.id) ? { ...doubt, from: doubt.from - SIGNATURE_LIFE_MS } : doubt,
      ),
    }),
  };
}
