import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const costs = (ms: number) => () => void vi.advanceTimersByTime(ms);

it('takes a tenth of the time, however often it is asked', () => {
  let done = 0;
  const work = (): void =>
    pace.run(() => {
      done += 1;
      costs(20)();
    });
  const pace = createPace(work);
  work();
  for (let asked = 0; asked < 1_000; asked += 1) {
    if (pace.isBusy()) pace.later();
    else work();
    vi.advanceTimersByTime(1);
  }
  // 1,000 ms of asking and 20 ms a work: each brings 200 ms.
  expect(done).toBeGreaterThan(4);
  expect(done).toBeLessThan(8);
});

it('does what waited once, and nothing after its end', () => {
  const due = vi.fn();
  const pace = createPace(due);
  pace.run(costs(10));
  for (let asked = 0; asked < 5; asked += 1) pace.later();
  vi.advanceTimersByTime(89);
  expect(due).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(due).toHaveBeenCalledOnce();
  pace.later();
  pace.stop();
  vi.advanceTimersByTime(1_000);
  expect(due).toHaveBeenCalledOnce();
});

it('does not forget that work was long because short work followed', () => {
  const pace = createPace(() => undefined);
  pace.run(costs(100));
  pace.run(costs(1));
  vi.advanceTimersByTime(800);
  expect(pace.isBusy()).toBe(true);
});

it('never makes short work wait for a frame', () => {
  const pace = createPace(() => undefined);
  pace.run(costs(1));
  vi.advanceTimersByTime(16);
  expect(pace.isBusy()).toBe(false);
});
