import { expect, test } from 'vitest';
import { ask } from './fixtures.ts';
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
