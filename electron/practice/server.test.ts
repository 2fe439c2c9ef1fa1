import { expect, test } from 'vitest';
import { ask } from '../../e2e/rigs/practice/fixtures.ts';
import { startPractice } from './server.ts';

/** Wall and monotonic clock are read apart, each in whole milliseconds. */
const ROUNDING_MS = 5;

test('its clock is the machine’s from the first answer on, however long its past took to make', async () => {
  const practice = await startPractice();
  try {
    const sentAt = Date.now();
    const { timestamp } = (await ask(practice, 'GET', '/v3/public/systemInfo')).body;
    expect(timestamp).toBeGreaterThanOrEqual(sentAt - ROUNDING_MS);
    expect(timestamp).toBeLessThanOrEqual(Date.now() + ROUNDING_MS);
  } finally {
    await practice.close();
  }
});

test('an admin port that is taken ends all of it, and is said: the next try has its own port', async () => {
  const other = await startPractice({ pastDays: 0 });
  const adminPort = Number(new URL(other.rest).port);
  const first = await startPractice({ pastDays: 0 });
  const port = Number(new URL(first.rest).port);
  await first.close();
  await expect(startPractice({ pastDays: 0, port, adminPort })).rejects.toThrow(
    `Port ${adminPort} on 127.0.0.1 is in use.`,
  );
  const again = await startPractice({ pastDays: 0, port });
  await again.close();
  await other.close();
});
