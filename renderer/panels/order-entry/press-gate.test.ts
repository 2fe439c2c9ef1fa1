import { describe, expect, it } from 'vitest';
import { DOUBLE_CLICK_MS } from '../../ui/overlays/answer-guard.ts';
import { isNewIntent } from './press-gate.ts';

describe('a press of the order button', () => {
  it('is an intent at first, and again once the answer came and a double click is over', () => {
    expect(isNewIntent(null, 0, false, 1)).toBe(true);
    expect(isNewIntent({ at: 1_000, inFlight: false }, 1_000 + DOUBLE_CLICK_MS, true, 1)).toBe(true);
  });

  it('is none while an order is on its way, however long that takes', () => {
    expect(isNewIntent({ at: 0, inFlight: true }, 60_000, false, 1)).toBe(false);
  });

  it('is none within a double click, even when the answer was quicker', () => {
    expect(isNewIntent({ at: 1_000, inFlight: false }, 1_001, true, 1)).toBe(false);
    expect(isNewIntent({ at: 1_000, inFlight: false }, 1_000 + DOUBLE_CLICK_MS - 1, true, 0)).toBe(false);
  });

  it('is one at once when the order was changed', () => {
    expect(isNewIntent({ at: 1_000, inFlight: false }, 1_001, false, 1)).toBe(true);
  });

  it('is one after the clock was set back: no press is swallowed for as long as it went back', () => {
    expect(isNewIntent({ at: 3_600_000, inFlight: false }, 1_000, true, 1)).toBe(true);
  });

  it('is none as the second click of a slow double click', () => {
    expect(isNewIntent({ at: 0, inFlight: false }, 5_000, true, 2)).toBe(false);
    expect(isNewIntent(null, 0, false, 3)).toBe(false);
  });
});
