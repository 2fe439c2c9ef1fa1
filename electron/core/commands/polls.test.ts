import { expect, test } from 'vitest';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { createPolls } from './polls.ts';

function setUp() {
  const clock = new ManualClock();
  const pollTimes: number[] = [];
  return { clock, pollTimes, polls: createPolls(clock) };
}

test('asks at once, then less and less often, and goes on for ever', async () => {
  const { clock, pollTimes, polls } = setUp();
  polls.start('a', async () => {
    pollTimes.push(clock.monotonic());
    return false;
  });
  await clock.move(200_000);
  expect(pollTimes.slice(0, 6)).toEqual([0, 250, 750, 1_750, 3_750, 7_750]);
  expect(pollTimes.length).toBeGreaterThan(9);
  await clock.move(3_600_000);
  expect(pollTimes.at(-1)).toBeGreaterThan(3_700_000);
});

test('reads when absence becomes proof, and never again at once', async () => {
  const { clock, pollTimes, polls } = setUp();
  polls.start('a', async () => {
    pollTimes.push(clock.monotonic());
    return Math.max(0, 100_000 - clock.monotonic());
  });
  await clock.move(100_600);
  expect(pollTimes.slice(-4)).toEqual([90_750, 100_000, 100_250, 100_500]);
});

test('ends with an answer, and a failure is no answer', async () => {
  const { clock, pollTimes, polls } = setUp();
  polls.start('a', async () => {
    pollTimes.push(clock.monotonic());
    if (pollTimes.length === 1) throw new Error('unreachable');
    return pollTimes.length === 3;
  });
  await clock.move(60_000);
  expect(pollTimes).toHaveLength(3);
  expect(polls.size).toBe(0);
});

test('asks at once again when the exchange is reached, without asking twice at a time', async () => {
  const { clock, pollTimes, polls } = setUp();
  let answer: (value: boolean) => void = () => undefined;
  polls.start('a', () => {
    pollTimes.push(clock.monotonic());
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  await clock.move(0);
  polls.nudge();
  await clock.move(10_000);
  expect(pollTimes).toEqual([0]);
  answer(false);
  await clock.move(0);
  expect(pollTimes).toEqual([0, 10_000]);
  answer(false);
  await clock.move(100);
  polls.nudge();
  await clock.move(0);
  expect(pollTimes).toEqual([0, 10_000, 10_100]);
});

test('one that was ended is not asked again, whatever its last answer was', async () => {
  const { clock, pollTimes, polls } = setUp();
  let answer: (value: boolean) => void = () => undefined;
  polls.start('a', () => {
    pollTimes.push(1);
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  await clock.move(0);
  polls.end('a');
  answer(false);
  await clock.move(60_000);
  expect(pollTimes).toHaveLength(1);
  polls.start('b', async () => false);
  polls.stop();
  expect(clock.pending).toBe(0);
});
