import { expect, test } from 'vitest';
import type { DeadManRow } from '../../../../shared/contract/deadman.ts';
import { createFeed } from '../../../core/page/feeds.ts';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';
import { signDeadMan } from './dead-man-signs.ts';

const ROW: DeadManRow = {
  ...{ id: 'deadman', state: 'off', mode: null, timeoutMs: null, deadline: null, deadlineLocal: null },
  ...{ inDoubt: false, doubt: null, leftArmed: false, message: '', since: 0, report: null },
};

function signed() {
  const clock = new ManualClock();
  const feed = createFeed<DeadManRow>('id');
  const badges: number[] = [];
  const notes: string[] = [];
  feed.put(ROW);
  const stop = signDeadMan(feed, clock, {
    badge: (count) => badges.push(count),
    notify: (title, body) => notes.push(`${title} / ${body}`),
  });
  const say = (part: Partial<DeadManRow>): void => feed.put({ ...ROW, ...part });
  return { clock, badges, notes, say, stop };
}

test('the icon counts the seconds that are certainly left, and nothing once it is off', async () => {
  const { clock, badges, notes, say, stop } = signed();
  say({ state: 'armed', mode: 'renew', deadline: 1, deadlineLocal: clock.now() + 3_400 });
  await clock.move(2_000);
  expect(badges).toEqual([3, 2, 1]);
  say({ state: 'off' });
  expect(badges).toEqual([3, 2, 1, 0]);
  await clock.move(5_000);
  expect(badges).toHaveLength(4);
  expect(notes).toEqual([]);
  stop();
});

test('a renewal that fails and the firing are told, once each', () => {
  const { clock, notes, say, stop } = signed();
  const deadlineLocal = clock.now() + 60_000;
  say({ state: 'armed', deadlineLocal });
  say({ state: 'failing', deadlineLocal });
  say({ state: 'failing', deadlineLocal: deadlineLocal - 1 });
  say({ state: 'fired', message: 'Of 3 orders open before, none is left.' });
  expect(notes).toEqual([
    'The dead-man switch is not renewed / All orders are cancelled when its time is over.',
    'The dead-man switch has fired / Of 3 orders open before, none is left.',
  ]);
  stop();
});

test('what was so when the program started is no news, and the icon is clean at the end', () => {
  const { clock, badges, say, stop } = signed();
  say({ state: 'armed', deadlineLocal: clock.now() + 9_000 });
  stop();
  expect(badges).toEqual([9, 0]);
  expect(clock.pending).toBe(0);
});
