import { expect, it } from 'vitest';
import { EVERYTHING, pagesOf, rangeOf, type Looking } from './presets.ts';

const NOW = Date.UTC(2026, 10, 20, 14, 5);
const DAY = 86_400_000;
const of = (part: Partial<Looking>) => rangeOf({ ...EVERYTHING, ...part }, NOW, true);

it('begins where the preset says', () => {
  expect(of({})).toEqual({ from: null, to: null });
  expect(of({ preset: 'Today' })).toEqual({ from: Date.UTC(2026, 10, 20), to: null });
  expect(of({ preset: '7 days' })).toEqual({ from: NOW - 7 * DAY, to: null });
});

it('takes whole days where they are typed, the last one to its end', () => {
  const dates = { from: '2026-11-01', to: '2026-11-03' };
  expect(of({ preset: 'Dates', dates })).toEqual({ from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 10, 4) - 1 });
  expect(of({ preset: 'Dates' })).toEqual({ from: null, to: null });
  expect(of({ preset: 'Dates', dates: { from: 'x', to: '2026-1' } })).toEqual({ from: null, to: null });
});

it('takes a year that is still being typed for the beginning of time', () => {
  expect(of({ preset: 'Dates', dates: { from: '0002-01-01', to: '' } })).toEqual({ from: 0, to: null });
});

it('counts pages, and says when it cannot', () => {
  expect([pagesOf(null, 50), pagesOf(0, 50), pagesOf(51, 50)]).toEqual([null, 1, 2]);
});
