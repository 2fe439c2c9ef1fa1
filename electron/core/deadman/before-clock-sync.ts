import type { ExchangeClock } from '../exchange/types.ts';
import type { Clock } from '../world/ports.ts';
import type { TimerEstimate } from './timer-estimate.ts';

/** A signature is refused when its time is this far from the exchange's (protocol.md, 1.2). */
const SIGNATURE_LIFE_MS = 310_000;
/** The longest wait for the clock and for a slot before signing. */
const LONGEST_WAIT_MS = 10_000;

/** The latest exchange ms at which a request can be accepted, by the exchange ms of its start. */
export const latestArrival = (startedAt: number): number => Math.ceil(startedAt) + SIGNATURE_LIFE_MS + LONGEST_WAIT_MS;
/** The same, by the exchange ms of its signature. */
export const signatureEnd = (signed: number): number => signed + SIGNATURE_LIFE_MS;

/** Requests dated by the local clock, because the exchange's clock was not measured at their start. */
export interface RequestsBeforeSync {
  /** Notes the start or the signature of a request. */
  begin(id: number, signed: boolean): void;
  /** Dates them by the exchange's clock once it is measured; returns the same estimate when there is none to date. */
  date(estimate: TimerEstimate): TimerEstimate;
  /** The estimate for the file: safe for the next run, also when the local clock is set in between. */
  toSave(estimate: TimerEstimate): TimerEstimate;
}

/**
 * Creates the list. A local clock that is fast would show the countdown later than the timer.
 *
 * @param soonest the earliest possible exchange ms of now.
 */
export function createRequestsBeforeSync(
  exchangeClock: ExchangeClock,
  clock: Clock,
  soonest: () => number,
): RequestsBeforeSync {
  /** Monotonic ms of the start, by request number. */
  const startedAt = new Map<number, { readonly at: number; readonly signed: boolean }>();
  return {
    begin(id, signed) {
      if (exchangeClock.offset() === null) startedAt.set(id, { at: clock.monotonic(), signed });
    },
    date(estimate) {
      if (startedAt.size === 0 || exchangeClock.offset() === null) return estimate;
      const doubts = estimate.doubts.map((doubt) => {
        const request = startedAt.get(doubt.id);
        if (request === undefined) return doubt;
        const ago = clock.monotonic() - request.at;
        // A signature by the local clock is valid by that clock's time.
        const until = request.signed ? doubt.until : latestArrival(exchangeClock.now() - ago);
        return { ...doubt, from: Math.floor(soonest() - ago), until };
      });
      startedAt.clear();
      return { ...estimate, doubts };
    },
    // The exchange accepts no signature dated further ahead of its own clock.
    toSave: (estimate) => ({
      ...estimate,
      doubts: estimate.doubts.map((doubt) =>
        startedAt.has(doubt.id) ? { ...doubt, from: doubt.from - SIGNATURE_LIFE_MS } : doubt,
      ),
    }),
  };
}
