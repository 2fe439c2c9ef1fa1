import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMostEvery } from './at-most-every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function scene() {
  const turns: number[] = [];
  const begun = performance.now();
  return { turns, work: atMostEvery(200, () => turns.push(performance.now() - begun)) };
}

test('the first is done at once, and a crowd of others once a turn, the last of them included', () => {
  const { turns, work } = scene();
  for (let ms = 0; ms < 450; ms += 50) {
    work.soon();
    work.soon();
    vi.advanceTimersByTime(50);
  }
  expect(turns).toEqual([0, 200, 400]);
  vi.advanceTimersByTime(1_000);
  expect(turns).toEqual([0, 200, 400, 600]);
  work.soon();
  expect(turns).toHaveLength(5);
});

test('what cannot wait is done now, and what waited with it', () => {
  const { turns, work } = scene();
  work.soon();
  work.soon();
  vi.advanceTimersByTime(50);
  work.now();
  work.soon();
  vi.advanceTimersByTime(1_000);
  expect(turns).toEqual([0, 50, 250]);
});

test('nothing is done after its end', () => {
  const { turns, work } = scene();
  work.soon();
  work.soon();
  work.stop();
  vi.advanceTimersByTime(1_000);
  expect(turns).toEqual([0]);
});
