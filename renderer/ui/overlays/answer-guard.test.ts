import { expect, it } from 'vitest';
import { DOUBLE_CLICK_MS, isOfThePressBefore } from './answer-guard.ts';

it('takes no key and no second click of a double click for an answer at once, and a click of its own', () => {
  for (const since of [-20, 0, DOUBLE_CLICK_MS - 1])
    expect([0, 1, 2].map((clicks) => isOfThePressBefore(clicks, since))).toEqual([true, false, true]);
  expect([0, 1, 2].map((clicks) => isOfThePressBefore(clicks, DOUBLE_CLICK_MS))).toEqual([false, false, false]);
});
