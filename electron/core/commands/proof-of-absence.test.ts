import { describe, expect, test } from 'vitest';
import type { ExchangeClock } from '../exchange/types.ts';
import { untilProof } from './proof-of-absence.ts';

/** An exchange clock at instant `at`, with a local clock that is fast by some ms; unmeasured at first. */
function scene(fast: number, measured = true) {
  const state = { at: 1_760_000_000_000, measured, doubt: 0 };
  const clock: ExchangeClock = {
    now: () => (state.measured ? state.at : state.at + fast),
    offset: () => (state.measured ? -fast : null),
    uncertainty: () => (state.measured ? state.doubt : null),
    isSure: () => state.measured,
    isContested: () => false,
    onStep: () => () => undefined,
    onJump: () => () => undefined,
    onChange: () => () => undefined,
  };
  return { state, clock };
}

describe('absence', () => {
  test('is proof 360 s after the time that the signature carries', () => {
    const { state, clock } = scene(0);
    const msUntilProof = untilProof(clock, { signedAt: state.at });
    expect(msUntilProof()).toBe(360_000);
    state.at += 359_999;
    expect(msUntilProof()).toBe(1);
    state.at += 1;
    expect(msUntilProof()).toBe(0);
  });

  test('is no proof while the clock of the exchange is not known', () => {
    const { state, clock } = scene(0, false);
    const msUntilProof = untilProof(clock, { signedAt: state.at });
    state.at += 10_000_000;
    expect(msUntilProof()).toBe(Infinity);
  });

  test('is counted from the signature, which a fast clock that was not measured dates later', () => {
    const { state, clock } = scene(250_000, false);
    const msUntilProof = untilProof(clock, { signedAt: clock.now() });
    expect(msUntilProof()).toBe(Infinity);
    state.measured = true;
    expect(msUntilProof()).toBe(610_000);
    // Held back for six minutes: the exchange takes it for 190 s more.
    state.at += 360_000;
    expect(msUntilProof()).toBe(250_000);
  });

  test('is counted from when the clock was known, where a slow clock dated the signature earlier', () => {
    const { state, clock } = scene(-250_000, false);
    const msUntilProof = untilProof(clock, { signedAt: clock.now() });
    state.measured = true;
    expect(msUntilProof()).toBe(360_000);
  });

  test.each([
    ['still is', 200_000, 200_000],
    ['was then', 0, 200_000],
  ])('of a former run counts from its local clock too, which %s fast', (_when, fastNow, fastThen) => {
    const { state, clock } = scene(fastNow);
    const msUntilProof = untilProof(clock, { signedAt: null, begunAt: state.at + fastThen });
    expect(msUntilProof()).toBe(560_000);
  });

  test('waits for the uncertainty of the clock as well', () => {
    const { state, clock } = scene(0);
    state.doubt = 400;
    const msUntilProof = untilProof(clock, { signedAt: state.at - 10_000 });
    expect(msUntilProof()).toBe(360_800);
  });
});
