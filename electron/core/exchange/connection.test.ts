import { expect, test } from 'vitest';
import { createConnection } from './connection.ts';
import { createExchangeClock } from './rest/clock.ts';
import type { PrivateStream } from './types.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { scriptedClient } from '../../../e2e/rigs/core/scripted-client.ts';
import { QUIET_STATUS, scriptedStream } from '../../../e2e/rigs/core/scripted-stream.ts';

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

test('REST that answers only what says nothing is down, from the third such answer to the first good one', () => {
  const clock = new ManualClock();
  let tell: (ms: number | null, reason: string) => void = () => undefined;
  const client = {
    ...scriptedClient(() => null).client,
    onRoundTrip: (listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  };
  const exchangeClock = createExchangeClock(clock);
  const publicStream = scriptedStream().stream;
  const connection = createConnection({ client, exchangeClock, publicStream, privateStream: null, clock });
  const state = () => connection.feed.get('rest')?.state;
  tell(20, '');
  expect(state()).toBe('live');
  for (let each = 0; each < 2; each += 1) tell(20, 'it answers only HTTP 503');
  // One request may be answered so for a reason of its own.
  expect(state()).toBe('live');
  tell(20, 'it answers only HTTP 503');
  expect(connection.feed.get('rest')).toMatchObject({
    state: 'down',
    message: 'The exchange is there, but it answers only HTTP 503.',
  });
  tell(20, '');
  expect(connection.feed.get('rest')).toMatchObject({ state: 'live', message: '' });
  connection.stop();
});

test('a private stream that is connected is stale while what it brings cannot be known to be new', () => {
  const clock = new ManualClock();
  const { client } = scriptedClient(() => null);
  const privateStream: PrivateStream = {
    ...{ start: nothing, stop: nothing, nudge: nothing, onMessage: () => nothing, onStatus: () => nothing },
    status: () => QUIET_STATUS,
  };
  const exchangeClock = createExchangeClock(clock);
  const publicStream = scriptedStream().stream;
  const connection = createConnection({ client, exchangeClock, publicStream, privateStream, clock });
  const row = () => connection.feed.get('private');
  expect(row()?.state).toBe('live');
  connection.doubt('Nothing new of balances.');
  expect(row()).toMatchObject({ state: 'stale', message: 'Nothing new of balances.', since: clock.now() });
  connection.doubt(null);
  expect(row()).toMatchObject({ state: 'live', message: '' });
  connection.stop();
});

const nothing = (): undefined => undefined;
