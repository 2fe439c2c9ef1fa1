import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterEnd, afterTaking, beginning, hasRival, reconnectDelay, rivalDelay } from './reconnect.ts';

test('after a steady connection the first try is at once', () => {
  const { failures } = afterEnd(afterEnd(beginning, null), 30_000);
  expect(reconnectDelay(failures, 0.99)).toBe(0);
});

test('the bound of the wait doubles from half a second to 30 s', () => {
  const bounds = Array.from({ length: 12 }, (_none, i) => reconnectDelay(i + 1, 1));
  expect(bounds).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000]);
});

test('every wait is within its bound, from none to all of it by chance', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, chance) => {
      const wait = reconnectDelay(failures, chance);
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(30_000);
      expect(reconnectDelay(failures, 0)).toBe(0);
    }),
  );
});

test('a thousand terminals do not come back in step: at most 5 in 100 within any 100 ms', () => {
  let state = 1;
  const chance = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  // All are cut at 0; the exchange is back at 60 s.
  const back = Array.from({ length: 1_000 }, () => {
    let at = 0;
    for (let failures = 0; ; failures += 1) {
      at += reconnectDelay(failures, chance());
      if (at >= 60_000) return at;
    }
  }).sort((a, b) => a - b);
  const most = Math.max(...back.map((at) => back.filter((other) => other >= at && other < at + 100).length));
  expect(most).toBeLessThanOrEqual(50);
});

test('a connection that was cut soon does not count as a success', () => {
  let series = beginning;
  for (let i = 0; i < 5; i += 1) series = afterEnd(series, 2_000);
  expect(reconnectDelay(series.failures, 1)).toBe(8_000);
});

test('a second key that was put out of use is a rival’s doing, cuts alone are not, and a steady connection ends it', () => {
  let series = beginning;
  for (let i = 0; i < 50; i += 1) series = afterEnd(series, i % 2 === 0 ? 300 : null);
  expect(hasRival(series)).toBe(false);
  series = afterEnd(afterTaking(series), 300);
  expect(hasRival(series)).toBe(false);
  series = afterTaking(series);
  expect(hasRival(series)).toBe(true);
  expect(hasRival(afterEnd(series, 60_000))).toBe(false);
});

test('a rival is given one to two minutes, and twice as much each further time, up to half an hour', () => {
  let series = afterTaking(afterTaking(beginning));
  const waits = Array.from({ length: 8 }, () => {
    const wait = [rivalDelay(series, 0), rivalDelay(series, 0.999)];
    series = afterTaking(series);
    return wait.map((ms) => Math.round(ms / 60_000));
  });
  expect(waits).toEqual([
    [1, 2],
    [2, 4],
    [4, 8],
    [8, 16],
    [15, 30],
    [15, 30],
    [15, 30],
    [15, 30],
  ]);
});
