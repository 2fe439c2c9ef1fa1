import { expect, test } from 'vitest';
import { untilDeserted } from './deserted.ts';

/** Minutes until it is over, where a page is there in the given ones. */
async function minutes(there: (minute: number) => boolean): Promise<number> {
  let passed = 0;
  await untilDeserted(
    () => there(passed / 60_000),
    async (ms) => {
      passed += ms;
    },
  );
  return passed / 60_000;
}

test('a host that nobody ever opened ends after an hour', async () => {
  expect(await minutes(() => false)).toBe(60);
});

test('the hour is counted from the last page', async () => {
  expect(await minutes((minute) => minute <= 30 || minute === 80)).toBe(140);
});
