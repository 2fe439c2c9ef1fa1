import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DeadManRow } from '../../../../shared/contract/deadman.ts';
import type { ConnectionRow } from '../../../../shared/contract/contract.ts';
import { createFeed } from '../../page/feeds.ts';
import { realWorld } from '../../world/world.ts';
import { createActivity } from './activity.ts';
import { openRecord, verifyRecord, type ActivityRecord } from './record.ts';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';

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
  const { clock } = realWorld();
  const real = openRecord(folder, Math.round(clock.now()));
  const activity = createActivity({ ...real, page: (...filter) => page(real.page, filter) }, folder, clock);
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

test('an export that breaks off leaves no file, and says why', async () => {
  const activity = record((whole, filter) => {
    if (filter[1] !== null) throw new Error('the disk is full');
    return whole(...filter);
  });
  await expect(activity.export(ALL)).rejects.toThrow();
  expect(exported()).toEqual([]);
  activity.close();
});

test('only a complete export has its final name', async () => {
  const activity = record((whole, filter) => whole(...filter));
  const { path, entries } = await activity.export(ALL);
  expect(entries).toBe(700);
  expect(exported().map((name) => join(folder, 'exports', name))).toEqual([path]);
  expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(701);
  activity.close();
});

test('lets others have their turn while it is written: renewals wait for no export', async () => {
  let turns = 0;
  const seen: number[] = [];
  const activity = record((whole, filter) => {
    seen.push(turns);
    return whole(...filter);
  });
  const counting = setInterval(() => (turns += 1), 0);
  await activity.export(ALL);
  clearInterval(counting);
  expect(seen).toHaveLength(2);
  expect(seen[1]).toBeGreaterThan(0);
  activity.close();
});

test('a firing that an earlier opening of the profile wrote down is not written down again', () => {
  const activity = record((whole, filter) => whole(...filter));
  const deadMan = createFeed<DeadManRow>('id');
  const row = {
    id: 'deadman',
    mode: null,
    timeoutMs: null,
    deadline: null,
    deadlineLocal: null,
    inDoubt: false,
    doubt: null,
  } as const;
  const put = (state: DeadManRow['state']): void =>
    deadMan.put({ ...row, state, leftArmed: false, message: state, since: 0, report: null });
  put('fired');
  const stop = activity.follow(
    { profile: 'practice', environment: 'practice' },
    createFeed<ConnectionRow>('id'),
    deadMan,
  );
  put('armed');
  put('fired');
  stop();
  const { entries } = activity.page({ ...ALL, kinds: ['dead-man'], before: null, limit: 10 });
  expect(entries.map(({ answer }) => answer)).toEqual(['fired', 'armed']);
  activity.close();
});

test('a full disk leaves a gap with its length, as soon as there is room, and nothing calls the record whole meanwhile', async () => {
  const clock = new ManualClock();
  const real = openRecord(folder, 1);
  let full = false;
  const append: ActivityRecord['append'] = (entry) => {
    if (full) throw new Error('database or disk is full');
    return real.append(entry);
  };
  const activity = createActivity({ ...real, append }, folder, clock);
  const note = (summary: string): void =>
    activity.note({
      ...{ profile: 'main', environment: 'live', kind: 'profile', by: 'program', name: 'note' },
      ...{ symbol: null, summary, result: 'noted', answer: '' },
    });
  const broken = (): string | undefined => [...activity.feed.rows()][0]?.broken;
  note('before');
  full = true;
  const from = clock.now();
  note('one');
  await clock.move(7_000);
  note('two');
  expect(broken()).toBe('Nothing is recorded: database or disk is full.');
  full = false;
  await clock.move(5_000);
  expect(broken()).toBe('');
  const time = (ms: number): string => new Date(ms).toISOString();
  const words = `2 entries were not recorded between ${time(from)} and ${time(from + 10_000)}`;
  expect(activity.page({ ...ALL, before: null, limit: 10 }).entries).toMatchObject([
    { summary: words, result: 'warning', profile: 'main', answer: 'Nothing is recorded: database or disk is full.' },
    { summary: 'before' },
  ]);
  // The next entry after a gap of one closes it too, without waiting.
  full = true;
  note('three');
  full = false;
  note('after');
  expect(activity.page({ ...ALL, before: null, limit: 2 }).entries).toMatchObject([
    { summary: 'after' },
    { summary: expect.stringMatching(/^1 entry was not recorded/) },
  ]);
  activity.close();
  expect(clock.pending).toBe(0);
  expect(verifyRecord(folder)).toMatchObject({
    whole: true,
    entries: 4,
    gaps: [words, expect.stringMatching(/^1 entry was not recorded/)],
  });
});
