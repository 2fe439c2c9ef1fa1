import { expect, test } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { millis } from '../../../shared/time.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { scriptedClient, stampedBy } from '../../../e2e/rigs/core/scripted-client.ts';
import { scriptedStream } from '../../../e2e/rigs/core/scripted-stream.ts';
import { createQuotes } from './quotes.ts';

const SYMBOL = 'PERP_1000PEPE_USDT';
const INDEX = 'indexprice@SPOT_1000PEPE_USDT';

test('what the stream refuses of a perpetual is read again and again, and all else is not while it speaks', async () => {
  const clock = new ManualClock();
  const scripted = scriptedStream();
  const day = { symbol: SYMBOL, indexPrice: '10', markPrice: '10', openInterest: '5' };
  const book = { bids: [], asks: [] };
  const { client, calls } = scriptedClient(({ name }) => (name === 'public.orderbook' ? book : { rows: [day] }));
  const quotes = createQuotes(client, scripted.stream, clock);
  const stop = quotes.feed.open(SYMBOL)?.subscribe(() => undefined);
  await clock.move(25_000);
  expect(calls).toHaveLength(1);
  // There is no spot symbol to key its index by (protocol.md, 4.5).
  scripted.refuse(INDEX);
  scripted.say(`markprice@${SYMBOL}`, {
    kind: 'markprice',
    topic: `markprice@${SYMBOL}`,
    symbol: SYMBOL,
    at: millis(1),
    price: decimal('12'),
  });
  day.indexPrice = '11';
  await clock.move(6_000);
  expect(quotes.get(SYMBOL)).toMatchObject({ index: '11', mark: '12' });
  day.indexPrice = '13';
  await clock.move(6_000);
  expect(quotes.get(SYMBOL)).toMatchObject({ index: '13', mark: '12' });
  stop?.();
  await clock.move(10_000);
  expect(clock.pending).toBe(0);
});

test('an empty side of the book has no quote, though the exchange writes zero', () => {
  const scripted = scriptedStream();
  const { client } = scriptedClient(() => ({ rows: [] }));
  const quotes = createQuotes(client, scripted.stream, new ManualClock());
  const stop = quotes.feed.open(SYMBOL)?.subscribe(() => undefined);
  scripted.say(`bbo@${SYMBOL}`, {
    kind: 'bbo',
    topic: `bbo@${SYMBOL}`,
    symbol: SYMBOL,
    rpi: false,
    at: millis(1),
    bid: decimal('90'),
    bidSize: decimal('1'),
    ask: decimal('0.0'),
    askSize: decimal('0'),
  });
  expect(quotes.get(SYMBOL)).toMatchObject({ bid: '90', ask: null });
  stop?.();
});

test('a topic that is silent on a healthy stream leaves no price old without a word', async () => {
  const clock = new ManualClock();
  const scripted = scriptedStream();
  const book = { bids: [{ price: '99', quantity: '1' }], asks: [{ price: '101', quantity: '2' }] };
  const exchange = { stamp: 1_000 };
  const { client, calls } = scriptedClient(({ name }) =>
    name === 'public.orderbook' ? book : { rows: [{ symbol: SYMBOL, markPrice: '15' }] },
  );
  const stamped = stampedBy(client, () => exchange.stamp);
  const quotes = createQuotes(stamped, scripted.stream, clock);
  const stop = quotes.feed.open(SYMBOL)?.subscribe(() => undefined);
  const bbo = (at: number): void =>
    scripted.say(`bbo@${SYMBOL}`, {
      kind: 'bbo',
      topic: `bbo@${SYMBOL}`,
      symbol: SYMBOL,
      rpi: false,
      at: millis(at),
      bid: decimal('90'),
      bidSize: decimal('1'),
      ask: decimal('92'),
      askSize: decimal('1'),
    });
  bbo(2_000);
  // The book did not change since: the quotes are not old, only quiet.
  await clock.move(36_000);
  expect(quotes.get(SYMBOL)).toMatchObject({ bid: '90', at: 2_000, mark: '15' });
  exchange.stamp = 40_000;
  await clock.move(36_000);
  expect(quotes.get(SYMBOL)).toMatchObject({ bid: '99', ask: '101', at: 40_000, state: 'live' });
  // The exchange sets its clock back: what is read then is newer, though it is dated earlier.
  book.bids = [{ price: '98', quantity: '1' }];
  exchange.stamp = 10_000;
  await clock.move(36_000);
  expect(quotes.get(SYMBOL)).toMatchObject({ bid: '99', at: 40_000 });
  quotes.forgetDates();
  await clock.move(36_000);
  expect(quotes.get(SYMBOL)).toMatchObject({ bid: '98', at: 10_000 });
  // A stream that is away says so itself; nothing is called live meanwhile.
  scripted.become('reconnecting');
  const before = calls.length;
  await clock.move(60_000);
  expect(calls).toHaveLength(before);
  expect(quotes.get(SYMBOL)?.state).toBe('stale');
  stop?.();
  await clock.move(10_000);
  expect(clock.pending).toBe(0);
});

test('a judgement has a quote of a symbol that nobody looks at, for some seconds, and waits no longer than two', async () => {
  const clock = new ManualClock();
  let answers = true;
  const book = { bids: [{ price: '99', quantity: '1' }], asks: [{ price: '101', quantity: '2' }] };
  const { client, calls } = scriptedClient(() => (answers ? book : new Promise(() => undefined)));
  const quotes = createQuotes(client, scriptedStream().stream, clock);
  await quotes.readMissing(SYMBOL);
  expect(quotes.get(SYMBOL)).toMatchObject({ bid: '99', ask: '101' });
  expect(quotes.readMissing(SYMBOL)).toBeNull();
  expect(calls).toHaveLength(1);
  await clock.move(5_000);
  expect(quotes.get(SYMBOL)).toBeUndefined();
  answers = false;
  let ended = false;
  void quotes.readMissing(SYMBOL)?.then(() => (ended = true));
  await clock.move(1_999);
  expect(ended).toBe(false);
  await clock.move(1);
  expect(ended).toBe(true);
  expect(quotes.get(SYMBOL)).toBeUndefined();
});
