import { expect, test } from 'vitest';
import { progressOf } from './progress.ts';
import { emptyState, type ArchiveState, type Walk } from '../file/state.ts';

const WALK: Walk = {
  number: 1,
  anchor: 2_000_000,
  from: null,
  page: 5,
  cursor: null,
  size: 1_000,
  total: 30_400,
  seen: 4_000,
  oldest: 1_000_000,
  ends: '',
  again: false,
};
const at = (walk: Partial<Walk> | null): ArchiveState => ({
  ...emptyState('wallet'),
  rows: 4_000,
  walk: walk === null ? null : { ...WALK, ...walk },
});
const RUNS = { waiting: null, pageMs: 40, used: 4 };

test('the time that is left is what the limit of the endpoint leaves', () => {
  // E5: 10 requests a minute. 27 pages are left, 6 of them at once, 21 in three windows.
  expect(progressOf(at({}), RUNS, '', null)).toMatchObject({ state: 'running', page: 4, pages: 31, leftMs: 180_000 });
  expect(progressOf(at({ page: 30 }), RUNS, '', null).leftMs).toBe(80);
  expect(progressOf(at({ page: 30 }), { ...RUNS, used: 10 }, '', null).leftMs).toBe(60_000);
  expect(progressOf(at({ total: null }), RUNS, '', null)).toMatchObject({ pages: null, leftMs: null });
});

test('a download that is not on its way is paused, done, or was never begun', () => {
  expect(progressOf(at({}), null, '', null)).toMatchObject({ state: 'paused', read: 4_000, leftMs: null });
  expect(progressOf(at(null), null, '', null).state).toBe('none');
  expect(progressOf({ ...at(null), reach: 5, note: 'n' }, null, '', null)).toMatchObject({
    state: 'done',
    message: 'n',
  });
  expect(progressOf({ ...at(null), reach: 5 }, null, 'refused', null)).toMatchObject({
    state: 'paused',
    message: 'refused',
  });
  expect(progressOf(at({}), { ...RUNS, waiting: 'no answer' }, '', null)).toMatchObject({
    state: 'waiting',
    message: 'no answer',
  });
});
