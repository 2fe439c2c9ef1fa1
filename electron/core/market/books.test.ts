import { expect, test } from 'vitest';
import type { BookRow } from '../../../shared/contract/contract.ts';
import { decimal } from '../../../shared/decimal.ts';
import { millis } from '../../../shared/time.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { scriptedClient, stampedBy } from '../../../e2e/rigs/core/scripted-client.ts';
import { scriptedStream } from '../../../e2e/rigs/core/scripted-stream.ts';
import { createBooks } from './books.ts';

const SYMBOL = 'PERP_BTC_USDT';
const TOPIC = `orderbookupdate@${SYMBOL}@50`;

/** A book whose snapshot over REST is as old as the test says. */
function opened() {
  const clock = new ManualClock();
  const scripted = scriptedStream();
  const exchange = { stamp: 1_000 };
  const { client, calls } = scriptedClient(() => ({
    bids: [{ price: '99', quantity: '1' }],
    asks: [{ price: '101', quantity: '1' }],
  }));
  const stamped = stampedBy(client, () => exchange.stamp);
  const feed = createBooks(stamped, scripted.stream, clock).open(SYMBOL);
  if (feed === null) throw new Error('no such key');
  const close = feed.subscribe(() => undefined);
  const row = (): BookRow | undefined => [...feed.rows()][0];
  const update = (prevTs: number, ts: number, bid: string): void =>
    scripted.say(TOPIC, {
      kind: 'orderbookupdate',
      topic: TOPIC,
      symbol: SYMBOL,
      rpi: false,
      prevTs: millis(prevTs),
      at: millis(ts),
      ts: millis(ts),
      bids: [[decimal(bid), decimal('2')]],
      asks: [],
    } as never);
  return { clock, scripted, exchange, calls, row, update, close };
}

test('a book is live again once the stream is that was only silent', async () => {
  const at = opened();
  await at.clock.move(100);
  expect(at.row()?.state).toBe('live');
  at.scripted.become('stale');
  await at.clock.move(100);
  expect(at.row()?.state).toBe('stale');
  at.scripted.become('live');
  at.update(1_000, 1_050, '99.5');
  await at.clock.move(100);
  expect(at.row()).toMatchObject({ state: 'live', message: '', at: 1_050 });
  at.close();
});

type Opened = ReturnType<typeof opened>;

/** A frame of the topic that stands in. */
const ten = (at: Opened, time: number): void =>
  at.scripted.say(`orderbook10@${SYMBOL}`, {
    kind: 'orderbook',
    topic: `orderbook10@${SYMBOL}`,
    symbol: SYMBOL,
    at: millis(time),
    bids: [[decimal('98'), decimal('1')]],
    asks: [],
  });

test('a book whose updates are refused is no live one for having a snapshot', async () => {
  const at = opened();
  at.scripted.refuse(TOPIC);
  await at.clock.move(100);
  expect(at.row()).toMatchObject({ state: 'unaligned', message: expect.stringContaining('no updates') });
  ten(at, 1_500);
  await at.clock.move(100);
  expect(at.row()).toMatchObject({ state: 'live', message: expect.stringContaining('Ten levels only'), at: 1_500 });
  // There was room for it after all.
  at.update(1_500, 1_550, '99.5');
  at.exchange.stamp = 1_550;
  await at.clock.move(100);
  expect(at.row()).toMatchObject({ state: 'live', message: '', at: 1_550 });
  at.close();
});

test('a book of which no update comes though it changes is found out, one that stands still is not', async () => {
  const at = opened();
  await at.clock.move(25_000);
  expect(at.row()).toMatchObject({ state: 'live', message: '', at: 1_000 });
  at.exchange.stamp = 20_000;
  await at.clock.move(12_000);
  // One update may have got lost: the book is read anew.
  expect(at.row()).toMatchObject({ state: 'live', message: '', at: 20_000 });
  at.exchange.stamp = 35_000;
  await at.clock.move(12_000);
  expect(at.row()).toMatchObject({ state: 'unaligned', message: expect.stringContaining('no updates') });
  ten(at, 36_000);
  at.exchange.stamp = 60_000;
  await at.clock.move(60_000);
  expect(at.row()).toMatchObject({ message: expect.stringContaining('Ten levels only'), at: 36_000 });
  at.close();
  expect(at.clock.pending).toBe(0);
});

test('no snapshot makes a book live while the stream is away', async () => {
  const at = opened();
  await at.clock.move(100);
  // An update is missing, and the connection goes before the next snapshot is read.
  at.update(1_200, 1_250, '99.5');
  at.exchange.stamp = 2_000;
  at.scripted.become('reconnecting');
  await at.clock.move(60_000);
  expect(at.row()?.state).toBe('stale');
  at.scripted.become('live');
  await at.clock.move(100);
  expect(at.row()?.state).toBe('live');
  at.close();
});
