import { expect, test } from 'vitest';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { createPolls } from './polls.ts';

function setUp() {
  const clock = new ManualClock();
  const asked: number[] = [];
  return { clock, asked, polls: createPolls(clock) };
}

test('asks at once, then less and less often, and goes on for ever', async () => {
  const { clock, asked, polls } = setUp();
  polls.start('a', async () => {
    asked.push(clock.monotonic());
    return false;
  });
  await clock.move(200_000);
  expect(asked.slice(0, 6)).toEqual([0, 250, 750, 1_750, 3_750, 7_750]);
  expect(asked.length).toBeGreaterThan(9);
  await clock.move(3_600_000);
  expect(asked.at(-1)).toBeGreaterThan(3_700_000);
});

test('asks when it was told that a “no” will count, and never at once again', async () => {
  const { clock, asked, polls } = setUp();
  polls.start('a', async () => {
    asked.push(clock.monotonic());
    return Math.max(0, 100_000 - clock.monotonic());
  });
  await clock.move(100_600);
  expect(asked.slice(-4)).toEqual([90_750, 100_000, 100_250, 100_500]);
});

test('ends with an answer, and a failure is no answer', async () => {
  const { clock, asked, polls } = setUp();
  polls.start('a', async () => {
    asked.push(clock.monotonic());
    if (asked.length === 1) throw new Error('unreachable');
    return asked.length === 3;
  });
  await clock.move(60_000);
  expect(asked).toHaveLength(3);
  expect(polls.size).toBe(0);
});

test('asks at once again when the exchange is reached, without asking twice at a time', async () => {
  const { clock, asked, polls } = setUp();
  let answer: (value: boolean) => void = () => undefined;
  polls.start('a', () => {
    asked.push(clock.monotonic());
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  await clock.move(0);
  polls.nudge();
  await clock.move(10_000);
  expect(asked).toEqual([0]);
  answer(false);
  await clock.move(0);
  expect(asked).toEqual([0, 10_000]);
  answer(false);
  await clock.move(100);
  polls.nudge();
  await clock.move(0);
  expect(asked).toEqual([0, 10_000, 10_100]);
});

test('one that was ended is not asked again, whatever its last answer was', async () => {
  const { clock, asked, polls } = setUp();
  let answer: (value: boolean) => void = () => undefined;
  polls.start('a', () => {
    asked.push(1);
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  await clock.move(0);
  polls.end('a');
  answer(false);
  await clock.move(60_000);
  expect(asked).toHaveLength(1);
  polls.start('b', async () => false);
  polls.stop();
  expect(clock.pending).toBe(0);
});
