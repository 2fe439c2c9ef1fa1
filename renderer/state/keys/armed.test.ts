import { expect, it } from 'vitest';
import { armedFrom, asksFirst, isArmed, LOCKED } from './armed.ts';

it('is locked until it is armed', () => {
  expect(isArmed(LOCKED, 0)).toBe(false);
});

it('is armed for its minutes, and no longer', () => {
  const armed = armedFrom(1_000, '5');
  expect(isArmed(armed, 1_000)).toBe(true);
  expect(isArmed(armed, 1_000 + 5 * 60_000 - 1)).toBe(true);
  expect(isArmed(armed, 1_000 + 5 * 60_000)).toBe(false);
});

it('is not armed by a clock that was set back', () => {
  expect(isArmed(armedFrom(10_000, '5'), 9_999)).toBe(false);
});

it('asks the first time in a window, and each time where real money moves', () => {
  const before = { ...armedFrom(0, '5'), since: null, until: null };
  expect(asksFirst(LOCKED, 'practice')).toBe(true);
  expect(asksFirst(before, 'practice')).toBe(false);
  expect(asksFirst(before, 'staging')).toBe(false);
  expect(asksFirst(before, 'live')).toBe(true);
});
