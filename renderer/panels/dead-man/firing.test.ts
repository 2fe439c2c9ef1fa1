import { expect, it } from 'vitest';
import { dismissFiring, isPutAway, lookAtFiring, useFiring } from './firing.ts';

it('is put away by hand, and the next firing is loud again', () => {
  const first = { state: 'fired', since: 1 } as const;
  lookAtFiring(first);
  expect(useFiring.getState().looked).toBe(1);
  expect(isPutAway(first, useFiring.getState())).toBe(false);
  dismissFiring(first);
  expect(isPutAway(first, useFiring.getState())).toBe(true);
  expect(isPutAway({ state: 'fired', since: 2 }, useFiring.getState())).toBe(false);
  expect(isPutAway({ state: 'armed', since: 1 }, useFiring.getState())).toBe(false);
});
