import { expect, test } from 'vitest';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { awaitQuiet } from './await-quiet.ts';

test('tells of each silence once, and of none while something is heard', async () => {
  const clock = new ManualClock();
  let silences = 0;
  const quiet = awaitQuiet(clock, 100, () => (silences += 1));
  await clock.move(1_000);
  expect(silences).toBe(0);
  quiet.heard();
  await clock.move(99);
  quiet.heard();
  await clock.move(99);
  expect(silences).toBe(0);
  await clock.move(1);
  expect(silences).toBe(1);
  await clock.move(1_000);
  expect(silences).toBe(1);
  quiet.heard();
  quiet.stop();
  await clock.move(1_000);
  expect(silences).toBe(1);
  expect(clock.pending).toBe(0);
});
