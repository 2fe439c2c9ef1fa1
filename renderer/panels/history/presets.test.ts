import { expect, it } from 'vitest';
import { pagesOf, startOf } from './presets.ts';

const NOW = Date.UTC(2026, 10, 21, 15, 30);

it('begins a preset where it says', () => {
  expect(startOf('All', NOW, true)).toBeNull();
  expect(startOf('Today', NOW, true)).toBe(Date.UTC(2026, 10, 21));
  expect(startOf('7 days', NOW, true)).toBe(NOW - 7 * 86_400_000);
});

it('counts pages, and says when it cannot', () => {
  expect([pagesOf(0, 25), pagesOf(25, 25), pagesOf(26, 25), pagesOf(null, 25)]).toEqual([1, 1, 2, null]);
});
