import { expect, test } from 'vitest';
import { createConnection } from './connection.ts';
import { createExchangeClock } from './exchange/clock.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { scriptedClient } from './testing/scripted-client.ts';
import { scriptedStream } from './testing/scripted-stream.ts';

test('an offset that was measured before the clock was set or the machine slept is called stale until it is measured again', async () => {
  const clock = new ManualClock();
  const exchangeClock = createExchangeClock(clock);
  const { client } = scriptedClient(() => null);
  const publicStream = scriptedStream().stream;
  const connection = createConnection({ client, exchangeClock, publicStream, privateStream: null, clock });
  const row = () => connection.feed.get('clock');
  const measure = (): void => {
    const at = clock.monotonic();
    exchangeClock.observe({ sentAt: at, receivedAt: at, timestamp: 1_760_000_000_000 + at });
  };
  expect(row()?.state).toBe('connecting');
  measure();
  expect(row()).toMatchObject({ state: 'live', value: expect.closeTo(0, -1) });
  clock.wall += 3_600_000;
  exchangeClock.isSure();
  expect(row()?.state).toBe('stale');
  await clock.move(2_000);
  measure();
  expect(row()).toMatchObject({ state: 'live', value: expect.closeTo(-3_600_000, -1) });
  connection.stop();
  clock.wall += 3_600_000;
  exchangeClock.isSure();
  expect(row()?.state).toBe('live');
});
