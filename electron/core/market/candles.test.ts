import { expect, test } from 'vitest';
import type { LiveCandleRow } from '../../../shared/contract/contract.ts';
import { decimal } from '../../../shared/decimal.ts';
import { millis } from '../../../shared/time.ts';
import type { KlineMessage } from '../../../shared/v3/topics.ts';
import { ManualClock, settled } from '../../../e2e/rigs/core/manual-clock.ts';
import { noAnswer, scriptedClient, type Call, type Script } from '../../../e2e/rigs/core/scripted-client.ts';
import { scriptedStream } from '../../../e2e/rigs/core/scripted-stream.ts';
import { createLiveCandles, readCandles } from './candles.ts';

const MINUTE = 60_000;
const QUIET_MS = 20_000;
const TOPIC = 'kline@PERP_BTC_USDT@1m';

const told = (minute: number, volume: string, close = '10'): KlineMessage => ({
  kind: 'kline',
  topic: TOPIC,
  symbol: 'PERP_BTC_USDT',
  at: millis(minute * MINUTE),
  interval: '1m',
  open: decimal('10'),
  close: decimal(close),
  high: decimal('12'),
  low: decimal('9'),
  volume: decimal(volume),
  amount: null,
  startAt: millis(minute * MINUTE),
  endAt: millis((minute + 1) * MINUTE),
  lastTradeAt: null,
});

const past = (minute: number, volume = '5', close = '11') => ({
  symbol: 'PERP_BTC_USDT',
  open: '10',
  close,
  high: '12',
  low: '9',
  volume,
  amount: '50',
  type: '1m',
  startTimestamp: minute * MINUTE,
  endTimestamp: (minute + 1) * MINUTE,
});

/** The live candles of a market that has a candle for each of these minutes. */
function market(script: Script) {
  const clock = new ManualClock();
  const { client, calls } = scriptedClient(script);
  const scripted = scriptedStream();
  const feed = createLiveCandles(client, scripted.stream, clock, QUIET_MS).open('PERP_BTC_USDT 1m');
  if (feed === null) throw new Error('the key names a series');
  const stop = feed.subscribe(() => undefined);
  const minutes = (): number[] => [...feed.rows()].map(({ start }) => start / MINUTE);
  const rowOf = (minute: number): LiveCandleRow | undefined =>
    [...feed.rows()].find(({ start }) => start === minute * MINUTE);
  return { clock, calls, scripted, stop, minutes, rowOf };
}

/** Answers pages of a history that reaches from one minute to another, as the venue does. */
const history =
  (first: number, last: number): Script =>
  ({ input }: Call) => {
    const before = input['before'] === undefined ? Number.POSITIVE_INFINITY : Number(input['before']);
    const minutes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const rows = minutes.filter((minute) => minute * MINUTE < before).slice(-Number(input['limit']));
    return { rows: rows.map((minute) => past(minute)).reverse() };
  };

test('shows the candle that is being drawn, its newest word only', () => {
  const { scripted, minutes, rowOf } = market(() => ({ rows: [] }));
  scripted.say(TOPIC, told(1, '1'));
  scripted.say(TOPIC, told(1, '2', '10.5'));
  scripted.say(TOPIC, told(2, '0'));
  expect(minutes()).toEqual([1, 2]);
  expect(rowOf(1)).toMatchObject({ id: '60000', close: '10.5', volume: '2' });
});

test('reads the candles of a gap once the connection is back', async () => {
  const { scripted, minutes, rowOf, calls } = market(history(0, 5));
  scripted.say(TOPIC, told(1, '1'));
  scripted.become('reconnecting');
  scripted.become('live');
  await settled();
  expect(calls).toHaveLength(1);
  expect(minutes()).toEqual([1, 2, 3, 4, 5]);
  expect(rowOf(1)).toMatchObject({ volume: '5', close: '11' });
});

test('reads a gap that is longer than a page to its beginning', async () => {
  const { scripted, minutes, calls } = market(history(0, 2_400));
  scripted.say(TOPIC, told(700, '1'));
  scripted.become('down');
  scripted.become('live');
  await settled();
  expect(calls.map(({ input }) => input['before'])).toEqual([undefined, 1_401 * MINUTE]);
  expect(minutes()).toEqual(Array.from({ length: 1_701 }, (_, index) => 700 + index));
});

test('keeps no more candles than the longest gap has', () => {
  const { scripted, minutes } = market(() => ({ rows: [] }));
  for (let minute = 0; minute < 5_010; minute += 1) scripted.say(TOPIC, told(minute, '1'));
  expect(minutes()).toHaveLength(5_000);
  expect(minutes()[0]).toBe(10);
});

test('keeps what the stream says of a candle while the gap is read, when it has seen more volume', async () => {
  const { scripted, rowOf } = market(history(0, 3));
  scripted.say(TOPIC, told(1, '1'));
  scripted.become('reconnecting');
  scripted.become('live');
  scripted.say(TOPIC, told(3, '9', '10.7'));
  await settled();
  expect(rowOf(3)).toMatchObject({ volume: '9', close: '10.7' });
  expect(rowOf(2)).toMatchObject({ volume: '5' });
});

test('tries a gap again that could not be read', async () => {
  let reachable = false;
  const { scripted, minutes, clock } = market((call) =>
    reachable ? history(0, 4)(call) : noAnswer('public.klineHistory'),
  );
  scripted.say(TOPIC, told(2, '1'));
  scripted.become('reconnecting');
  scripted.become('live');
  await settled();
  expect(minutes()).toEqual([2]);
  reachable = true;
  await clock.move(1_000);
  expect(minutes()).toEqual([2, 3, 4]);
});

test('reads a second gap too, whose connection was lost while the first one was read', async () => {
  let last = 3;
  const { scripted, minutes, clock } = market((call) => {
    const answer = history(0, last)(call);
    last = 6;
    return answer;
  });
  scripted.say(TOPIC, told(1, '1'));
  scripted.become('reconnecting');
  scripted.become('live');
  scripted.become('reconnecting');
  scripted.become('live');
  await clock.move(2_000);
  expect(minutes()).toEqual([1, 2, 3, 4, 5, 6]);
});

test('asks for nothing at the first connection, nor after mere silence', async () => {
  const { scripted, calls } = market(() => ({ rows: [] }));
  scripted.say(TOPIC, told(1, '1'));
  scripted.become('stale');
  scripted.become('live');
  await settled();
  expect(calls).toEqual([]);
});

test('reads the newest candles while the stream says nothing: its last message may have been lost', async () => {
  const { scripted, calls, clock, rowOf, stop } = market(history(0, 1));
  scripted.say(TOPIC, told(1, '4', '10.5'));
  await clock.move(QUIET_MS - 1);
  scripted.say(TOPIC, told(1, '4.5', '10.6'));
  await clock.move(QUIET_MS - 1);
  expect(calls).toEqual([]);
  await clock.move(1);
  expect(calls.map(({ input }) => input['limit'])).toEqual([10]);
  expect(rowOf(1)).toMatchObject({ volume: '5', close: '11' });
  await clock.move(QUIET_MS);
  expect(calls).toHaveLength(2);
  stop();
  await clock.move(QUIET_MS);
  expect(calls).toHaveLength(2);
});

test('reads the newest when nothing was seen before the connection was lost', async () => {
  const { scripted, minutes } = market(history(0, 3));
  scripted.become('reconnecting');
  scripted.become('live');
  await settled();
  expect(minutes()).toEqual([0, 1, 2, 3]);
});

test('lets the topic go with the last listener, and takes no late answer', async () => {
  const { scripted, stop, minutes } = market(history(0, 3));
  scripted.become('reconnecting');
  scripted.become('live');
  stop();
  await settled();
  expect(scripted.topics()).toEqual([]);
  expect(minutes()).toEqual([]);
});

test.each(['PERP_BTC_USDT', 'PERP_BTC_USDT 7m', 'PERP_BTC_USDT 1mon', 'BTC 1m', 'PERP_BTC_USDT 1m 1m', ''])(
  'refuses “%s” as the name of a series',
  (key) => {
    const { client } = scriptedClient(() => ({ rows: [] }));
    expect(createLiveCandles(client, scriptedStream().stream, new ManualClock(), QUIET_MS).open(key)).toBeNull();
  },
);

test('writes the month for REST as REST does', async () => {
  const { client, calls } = scriptedClient(() => ({ rows: [] }));
  await readCandles(client, { symbol: 'PERP_BTC_USDT', interval: '1M', before: null, limit: 10 });
  await readCandles(client, { symbol: 'PERP_BTC_USDT', interval: '1m', before: 7, limit: 10 });
  expect(calls.map(({ input }) => input)).toEqual([
    { symbol: 'PERP_BTC_USDT', type: '1mon', limit: 10 },
    { symbol: 'PERP_BTC_USDT', type: '1m', before: 7, limit: 10 },
  ]);
});

test('gives the past oldest first and each candle once, whatever order it came in', async () => {
  const { client } = scriptedClient(() => ({ rows: [past(3), past(1), past(2), past(3)] }));
  const { candles } = await readCandles(client, {
    symbol: 'PERP_BTC_USDT',
    interval: '1m',
    before: null,
    limit: 10,
  });
  expect(candles.map(({ start }) => start / MINUTE)).toEqual([1, 2, 3]);
  expect(candles[0]).toEqual({ start: MINUTE, open: '10', high: '12', low: '9', close: '11', volume: '5' });
});
