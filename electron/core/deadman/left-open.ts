import { MOST_TIMEOUT_MS } from '../../../shared/rules/deadman-rules.ts';
import type { ExchangeClock } from '../exchange/types.ts';
import type { Clock } from '../world/ports.ts';
import type { DeadManMemory } from './memory.ts';
import { earliest, nothingArmed, sent, type TimerEstimate } from './timer-estimate.ts';

/**
 * Renewals that the saved state does not name. A renewal is sent also while the disk cannot be written, since it
 * protects the person. While the switch is renewed, a mark in the saved estimate therefore says that later requests may
 * follow. It has the form of a doubt, which the last version of the program reads too, and drops. Pure.
 */

/** The number of the mark; no request has it. */
const MARK = -1;

/** Adds the mark; an estimate without a firing time gets one that has passed. */
export function marked(estimate: TimerEstimate, timeoutMs: number): TimerEstimate {
  const from = (earliest(estimate) ?? 0) - timeoutMs;
  return sent(estimate, { id: MARK, timeoutMs, from, until: from, lookedInto: false });
}

/** A saved estimate without its mark, and the timeout of the requests that may have followed; null without a mark. */
export function unmarked(saved: TimerEstimate): {
  readonly estimate: TimerEstimate;
  readonly timeoutMs: number | null;
} {
  const mark = saved.doubts.find(({ id }) => id === MARK);
  const doubts = saved.doubts.filter((doubt) => doubt !== mark);
  return { estimate: { ...saved, doubts }, timeoutMs: mark?.timeoutMs ?? null };
}

/** How long a request of an earlier run may have been on its way. In ms. */
const ON_THE_WAY_MS = 5_000;

/** What an earlier run may have sent, as far as the saved state tells. */
export interface EarlierRun {
  /** The saved estimate. */
  readonly estimate: TimerEstimate;
  /** Whether nothing is known of what may be armed. */
  isUnread(): boolean;
  /** The timeout of requests that are not part of the estimate; 0 for none. */
  timeoutMs(): number;
  /**
   * Counts such requests in an estimate. Their dates need the measured clock.
   *
   * @param lookedInto whether the open orders were read and there is none.
   */
  joined(estimate: TimerEstimate, lookedInto: boolean): TimerEstimate;
  /** A newer request was answered, or it was seen to fire: nothing of the earlier run counts. */
  end(): void;
  /** It can no longer be armed by then. */
  endUnread(): void;
}

/** Reads the saved state. One that cannot be read may be of any request. */
export function createEarlierRun(
  stored: ReturnType<DeadManMemory['read']>,
  exchangeClock: ExchangeClock,
  clock: Clock,
): EarlierRun {
  const startedAt = clock.monotonic();
  const saved = unmarked(stored === 'unreadable' || stored === null ? nothingArmed : stored.belief);
  let timeoutMs = stored === 'unreadable' ? MOST_TIMEOUT_MS : (saved.timeoutMs ?? 0);
  let unread = timeoutMs > 0 && earliest(saved.estimate) === null;
  return {
    estimate: saved.estimate,
    isUnread: () => unread,
    timeoutMs: () => timeoutMs,
    joined(estimate, lookedInto) {
      if (timeoutMs === 0 || exchangeClock.offset() === null) return estimate;
      const now = exchangeClock.now();
      const uncertainty = exchangeClock.uncertainty() ?? 0;
      const until = Math.ceil(now + uncertainty - (clock.monotonic() - startedAt)) + ON_THE_WAY_MS;
      const all = withUnsaved(estimate, timeoutMs, Math.floor(now - uncertainty), until, lookedInto);
      timeoutMs = 0;
      return all;
    },
    end() {
      timeoutMs = 0;
      unread = false;
    },
    endUnread() {
      unread = false;
    },
  };
}

/**
 * Adds what may have been sent and not saved: one request, which may have become the newest until an instant. It has
 * the number of the newest answer, and goes with the next one.
 *
 * @param now the earliest exchange ms that it can be.
 * @param until the latest exchange ms at which such a request can have arrived.
 * @param lookedInto whether the open orders were read and there is none.
 */
const withUnsaved = (
  estimate: TimerEstimate,
  timeoutMs: number,
  now: number,
  until: number,
  lookedInto: boolean,
): TimerEstimate => sent(estimate, { id: estimate.knownId, timeoutMs, from: now - timeoutMs, until, lookedInto });
