import { expect, test } from 'vitest';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { createIdle } from './idle.ts';

function away(answers: readonly boolean[]) {
  const clock = new ManualClock();
  const told: number[] = [];
  const start = clock.now();
  const idle = createIdle(clock, () => {
    told.push((clock.now() - start) / 60_000);
    return answers[told.length - 1] ?? true;
  });
  return { clock, idle, told };
}

test('absence is told once its time is over, and again after as long', async () => {
  const { clock, idle, told } = away([]);
  idle.after(5);
  await clock.move(4 * 60_000);
  expect(told).toEqual([]);
  await clock.move(7 * 60_000);
  expect(told).toEqual([5, 10]);
});

test('a sign of a person begins it anew', async () => {
  const { clock, idle, told } = away([]);
  idle.after(5);
  await clock.move(4 * 60_000);
  idle.present();
  await clock.move(4 * 60_000);
  expect(told).toEqual([]);
});

test('what cannot be done now is asked for again every quarter of a minute, until it is done', async () => {
  const { clock, idle, told } = away([false, false, true]);
  idle.after(5);
  await clock.move(6 * 60_000);
  expect(told).toEqual([5, 5.25, 5.5]);
});

test('never is never', async () => {
  const { clock, idle, told } = away([]);
  idle.after(5);
  idle.after(null);
  await clock.move(60 * 60_000);
  expect(told).toEqual([]);
});
