import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answered,
  settledUntil,
  earliest,
  nextDue,
  nothingArmed,
  pruned,
  sent,
  withoutEffect,
  type TimerEstimate,
} from './timer-estimate.ts';

const LIFE = 300_000;
const ask = (estimate: TimerEstimate, id: number, timeoutMs: number, at: number): TimerEstimate =>
  sent(estimate, { id, timeoutMs, from: at, until: at + LIFE, lookedInto: false });

describe('what can be true of the timer', () => {
  it('counts an arm that was not answered as armed at its earliest', () => {
    expect(earliest(ask(nothingArmed, 1, 60_000, 1_000))).toBe(61_000);
  });

  it('counts a disarm that was not answered as still armed', () => {
    const armed = answered(ask(nothingArmed, 1, 60_000, 0), 1, 60_005);
    expect(earliest(ask(armed, 2, 0, 5_000))).toBe(60_005);
  });

  it('is sure once everything is answered', () => {
    const armed = answered(ask(nothingArmed, 1, 60_000, 0), 1, 60_005);
    const off = answered(ask(armed, 2, 0, 5_000), 2, null);
    expect([earliest(off), off.doubts]).toEqual([null, []]);
  });

  it('keeps to the newer answer when an older one comes late', () => {
    const two = ask(ask(nothingArmed, 1, 60_000, 0), 2, 60_000, 15_000);
    const newer = answered(two, 2, 75_000);
    expect(earliest(answered(newer, 1, 60_000))).toBe(75_000);
  });

  it('forgets what was refused or never left', () => {
    expect(earliest(withoutEffect(ask(nothingArmed, 1, 60_000, 0), 1))).toBeNull();
  });

  it('forgets an unanswered request once neither it nor its timer can be', () => {
    const estimate = ask(nothingArmed, 1, 60_000, 0);
    expect(earliest(pruned(estimate, LIFE + 60_000))).toBe(60_000);
    expect(earliest(pruned(estimate, LIFE + 60_001))).toBeNull();
  });

  it('moves to what may still arrive when its time passes and nothing fired', () => {
    const estimate = ask(nothingArmed, 1, 60_000, 0);
    expect(earliest(settledUntil(estimate, 61_000, true))).toBe(61_001);
    expect(earliest(pruned(settledUntil(estimate, LIFE, true), LIFE + 60_001))).toBeNull();
  });

  it('stays possible when its time passes and nothing is there to be cancelled', () => {
    const looked = settledUntil(ask(nothingArmed, 1, 60_000, 0), 61_000, false);
    expect([earliest(looked), nextDue(looked)]).toEqual([60_000, null]);
  });
});

/** The exchange: one timer, set by whatever arrives, whenever it does. */
interface Exchange {
  timer: number | null;
  firedAt: number[];
}

it('is never safer than the truth over random arms, disarms, losses, delays and late arrivals', () => {
  const step = fc.record({
    timeoutMs: fc.constantFrom(0, 8_000, 60_000, 900_000),
    fate: fc.constantFrom('answered', 'lost-on-the-way', 'answer-lost', 'late', 'refused'),
    lateBy: fc.integer({ min: 1, max: LIFE }),
    pause: fc.integer({ min: 1, max: 400_000 }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      let now = 0;
      let estimate = nothingArmed;
      const exchange: Exchange = { timer: null, firedAt: [] };
      const arriving: { at: number; timeoutMs: number }[] = [];
      const pass = (to: number): void => {
        for (;;) {
          arriving.sort((a, b) => a.at - b.at);
          const next = arriving[0];
          const fires = exchange.timer;
          const arrives = next !== undefined && next.at <= to && (fires === null || next.at <= fires);
          if (arrives) {
            arriving.shift();
            exchange.timer = next.timeoutMs === 0 ? null : next.at + next.timeoutMs;
          } else if (fires !== null && fires <= to) {
            exchange.firedAt.push(fires);
            exchange.timer = null;
          } else return;
          check(next !== undefined && arrives ? next.at : (fires ?? to));
        }
      };
      /** Wherever a timer runs, the screen shows one that ends no later. */
      const check = (at: number): void => {
        if (exchange.timer === null) return;
        const shown = earliest(pruned(estimate, at));
        expect(shown === null ? Number.POSITIVE_INFINITY : shown).toBeLessThanOrEqual(exchange.timer);
      };
      steps.forEach(({ timeoutMs, fate, lateBy, pause }, index) => {
        const id = index + 1;
        estimate = ask(estimate, id, timeoutMs, now);
        if (fate === 'late') arriving.push({ at: now + lateBy, timeoutMs });
        else if (fate !== 'lost-on-the-way' && fate !== 'refused') {
          arriving.push({ at: now, timeoutMs });
          pass(now);
        }
        if (fate === 'answered') estimate = answered(estimate, id, timeoutMs === 0 ? null : now + timeoutMs);
        if (fate === 'refused') estimate = withoutEffect(estimate, id);
        check(now);
        now += pause;
        pass(now);
      });
    }),
    { numRuns: 1_000 },
  );
});
