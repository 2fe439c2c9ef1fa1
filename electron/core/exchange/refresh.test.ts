import { expect, test } from 'vitest';
import { createRefresh } from './refresh.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';

/** A refresher whose reads are noted by their beginning, in ms since the start. */
function scene(options: Parameters<typeof createRefresh>[2]) {
  const clock = new ManualClock(0);
  const began: number[] = [];
  let takesMs = 0;
  const refresh = createRefresh(
    clock,
    () => {
      began.push(clock.now());
      return new Promise((resolve) => clock.after(takesMs, resolve));
    },
    options,
  );
  return { clock, began, refresh, slow: (ms: number) => (takesMs = ms) };
}

const PACED = { gapMs: 7_000, gatherMs: 100, everyMs: 60_000 };

test('reads after a hint at once, and then at its pace with the last hint always followed by a read', async () => {
  const { clock, began, refresh } = scene(PACED);
  for (let ms = 0; ms < 10_000; ms += 50) {
    refresh.soon();
    await clock.move(50);
  }
  await clock.move(30_000);
  // The last hint came at 9,950.
  expect(began).toEqual([100, 7_100, 14_100]);
  refresh.stop();
});

test('leaves room in a budget of ten a minute while changes go on for an hour', async () => {
  const { clock, began, refresh } = scene(PACED);
  for (let ms = 0; ms < 3_600_000; ms += 500) {
    refresh.soon();
    await clock.move(500);
  }
  const most = Math.max(...began.map((at) => began.filter((other) => other >= at && other < at + 60_000).length));
  expect(most).toBe(9);
  refresh.stop();
});

test('follows a hint that comes during a read by another read', async () => {
  const { clock, began, refresh, slow } = scene(PACED);
  slow(2_000);
  refresh.soon();
  await clock.move(1_000);
  refresh.soon();
  await clock.move(20_000);
  expect(began).toEqual([100, 7_100]);
  refresh.stop();
});

test('reads earlier than it had planned where a more pressing hint comes', async () => {
  const { clock, began, refresh } = scene({ gapMs: 1_000, gatherMs: 100 });
  refresh.soon();
  await clock.move(500);
  refresh.soon(6_000);
  await clock.move(300);
  refresh.soon();
  await clock.move(20_000);
  expect(began).toEqual([100, 1_100]);
});
