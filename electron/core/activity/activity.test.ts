import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { createActivity } from './activity.ts';
import { openRecord, type ActivityRecord } from './record.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-activity-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ALL = { kinds: [], results: [], text: '' };
const exported = (): string[] => readdirSync(join(folder, 'exports'));

/** Two blocks of entries over a record that a test may break. */
function record(
  page: (
    whole: ActivityRecord['page'],
    asked: Parameters<ActivityRecord['page']>,
  ) => ReturnType<ActivityRecord['page']>,
) {
  const clock = new ManualClock();
  const real = openRecord(folder, clock.now());
  const activity = createActivity({ ...real, page: (...asked) => page(real.page, asked) }, folder, clock);
  for (let n = 0; n < 700; n += 1)
    activity.note({
      profile: 'practice',
      environment: 'practice',
      kind: 'profile',
      by: 'program',
      name: 'note',
      symbol: null,
      summary: `entry ${n}`,
      result: 'noted',
      answer: '',
    });
  return activity;
}

test('an export that breaks off leaves no file, and says why', () => {
  const activity = record((whole, asked) => {
    if (asked[1] !== null) throw new Error('the disk is full');
    return whole(...asked);
  });
  expect(() => activity.export(ALL)).toThrow();
  expect(exported()).toEqual([]);
  activity.close();
});

test('a whole export stands under its name alone', () => {
  const activity = record((whole, asked) => whole(...asked));
  const { path, entries } = activity.export(ALL);
  expect(entries).toBe(700);
  expect(exported().map((name) => join(folder, 'exports', name))).toEqual([path]);
  expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(701);
  activity.close();
});
