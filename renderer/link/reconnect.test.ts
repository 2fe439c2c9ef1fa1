import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reconnectDelay } from './reconnect.ts';

it('doubles from a quarter of a second to ten seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 60].map((attempt) => reconnectDelay(attempt, 0))).toEqual([
    250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000,
  ]);
});

it('never waits less than half of the full delay, nor more than all of it', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempt, chance) => {
      const full = reconnectDelay(attempt, 0);
      const delay = reconnectDelay(attempt, chance);
      expect(delay).toBeGreaterThanOrEqual(full / 2);
      expect(delay).toBeLessThanOrEqual(full);
    }),
  );
});
