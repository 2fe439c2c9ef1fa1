import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readPrivate, readPublic } from '../../../shared/v3/topics.ts';
import type { JsonValue } from '../../../shared/wire/json.ts';
import { ask } from '../../../e2e/rigs/practice/fixtures.ts';
import { listen, type Frame } from '../../../e2e/rigs/practice/listen.ts';
import { startPractice, type Practice } from '../server.ts';

let exchange: Practice;
let jumped = 0;
beforeEach(async () => {
  jumped = 0;
  exchange = await startPractice({ limits: false, pastDays: 0 }, () => performance.now() + jumped);
});
afterEach(() => exchange.close());

const answerTo =
  (id: string) =>
  (frame: Frame): boolean =>
    frame.id === id;
const key = async (): Promise<string> => {
  const { body } = await ask(exchange, 'POST', '/v3/account/listenKey', { type: 'WEBSOCKET' });
  // The record of E20, seen in the first lines of every run.
  return (body.data as { authKey: string }).authKey;
};

test('commands are answered as the venue answers them', async () => {
  const client = listen(exchange.publicStream);
  await client.opened();
  client.say({ id: '1', cmd: 'SUBSCRIBE', params: ['trade@SPOT_BTC_USDT', 'bbo@NONE_X_Y', 'bbo@SPOT_BTC_USDT@50'] });
  expect(await client.next(answerTo('1'))).toMatchObject({
    cmd: 'SUBSCRIBE',
    success: true,
    data: ['trade@SPOT_BTC_USDT'],
  });
  client.say({
    id: '2',
    cmd: 'subscribe',
    params: ['trade@SPOT_BTC_USDT', 'indexprice@PERP_BTC_USDT', 'executionreport'],
  });
  expect(await client.next(answerTo('2'))).toMatchObject({ success: true, data: [] });
  client.say({ id: '3', cmd: 'UN_SUBSCRIBE', params: ['trade@SPOT_BTC_USDT', 'bbo@SPOT_BTC_USDT'] });
  expect(await client.next(answerTo('3'))).toMatchObject({
    cmd: 'UN_SUBSCRIBE',
    success: true,
    data: ['trade@SPOT_BTC_USDT'],
  });
  client.say({ id: '4', cmd: 'SUBSCRIBE', params: Array.from({ length: 11 }, () => 'bbo@SPOT_BTC_USDT') });
  expect(await client.next(answerTo('4'))).toMatchObject({
    cmd: 'SUBSCRIBE',
    success: false,
    data: 'Command type invalid!',
  });
  client.say({ id: '5', cmd: 'FLY' });
  expect(await client.next(answerTo('5'))).toMatchObject({
    cmd: 'ERROR',
    success: false,
    data: 'Command type invalid!',
  });
  client.say('not json');
  expect(await client.next(answerTo(''))).toMatchObject({ cmd: 'ERROR', success: false, data: 'Invalid request.' });
  client.say({ cmd: 'PING', ts: 1 });
  expect(await client.next((frame) => frame.cmd === 'PONG')).toMatchObject({ success: true });
  client.socket.terminate();
});

test('the 101st topic of a connection is silently left out', async () => {
  const client = listen(exchange.publicStream);
  await client.opened();
  const symbols = ['PERP_BTC_USDT', 'PERP_ETH_USDT', 'PERP_SOL_USDT', 'SPOT_BTC_USDT', 'SPOT_ETH_USDT'];
  const intervals = '1m 3m 5m 15m 30m 1h 2h 4h 6h 12h 1d 3d 1w 1M'.split(' ');
  const kinds = [
    'trade',
    'bbo',
    'bborpi',
    'orderbook10',
    'ticker',
    'markprice',
    ...intervals.map((name) => `kline/${name}`),
  ];
  const topics = symbols.flatMap((symbol) =>
    [...kinds, 'orderbookupdate/50']
      .map((kind) => kind.replace('/', `@${symbol}@`))
      .map((text) => (text.includes('@') ? text : `${text}@${symbol}`)),
  );
  const taken: JsonValue[] = [];
  for (let i = 0; i < topics.length; i += 10) {
    client.say({ id: String(i), cmd: 'SUBSCRIBE', params: topics.slice(i, i + 10) });
    const { data } = await client.next((frame) => frame.id === String(i) && frame.cmd === 'SUBSCRIBE');
    if (Array.isArray(data)) taken.push(...(data as JsonValue[])); // a list of topic texts
  }
  expect([topics.length, taken.length]).toEqual([105, 100]);
  client.socket.terminate();
});

test('an order is reported with its fills and balances, and every frame can be read', async () => {
  const client = listen(`${exchange.privateStream}?key=${await key()}`);
  await client.opened();
  client.say({
    id: '1',
    cmd: 'SUBSCRIBE',
    params: ['executionreport', 'balance', 'position', 'account', 'algoexecutionreport'],
  });
  await client.next(answerTo('1'));
  const placed = await ask(exchange, 'POST', '/v3/trade/order', {
    symbol: 'SPOT_BTC_USDT',
    side: 'BUY',
    type: 'LIMIT',
    price: '66000',
    quantity: '0.01',
    clientOrderId: '987654321987654321',
  });
  const [, id] = /"orderId":(\d+)/.exec(placed.text) ?? [];
  const balance = await client.next((frame) => frame.topic === 'balance');
  const read = client.heard.filter((frame) => 'topic' in frame).map((frame) => readPrivate(frame));
  expect(read.every((reading) => reading.ok)).toBe(true);
  const reports = read.flatMap((reading) =>
    reading.ok && reading.message.kind === 'executionreport' ? [reading.message.report] : [],
  );
  expect(reports[0]).toMatchObject({
    status: 'NEW',
    orderId: id,
    clientOrderId: '987654321987654321',
    totalExecuted: '0',
  });
  expect(reports.at(-1)).toMatchObject({ status: 'FILLED', totalExecuted: '0.01', feeAsset: 'BTC', maker: false });
  expect(readPrivate(balance)).toMatchObject({ ok: true });
  client.socket.terminate();
});

test('a wrong listen key is refused at the handshake with 401', async () => {
  const refused = listen(`${exchange.privateStream}?key=wrong`);
  const [response] = (await once(refused.socket, 'unexpected-response').then(([, answer]) => [answer])) as [
    { statusCode: number },
  ]; // ws emits request and response
  expect(response.statusCode).toBe(401);
  refused.socket.terminate();
});

test('a new listen key ends the socket of the old one at once, without a close frame', async () => {
  const old = await key();
  const client = listen(`${exchange.privateStream}?key=${old}`);
  await client.opened();
  const gone = client.closed();
  await key();
  expect((await gone)[0]).toBe(1006);
  const again = listen(`${exchange.privateStream}?key=${old}`);
  await once(again.socket, 'unexpected-response');
  again.socket.terminate();
});

test('a socket that says nothing for 60 seconds is dropped, one that pings is kept', async () => {
  const silent = listen(exchange.publicStream);
  const lively = listen(exchange.publicStream);
  await Promise.all([silent.opened(), lively.opened()]);
  const gone = silent.closed();
  jumped = 59_000;
  lively.say({ cmd: 'PING' });
  await lively.next((frame) => frame.cmd === 'PONG');
  jumped = 60_500;
  expect((await gone)[0]).toBe(1006);
  expect(lively.socket.readyState).toBe(WebSocket.OPEN);
  lively.socket.terminate();
});

test('a listen key ends after 24 hours with its socket', async () => {
  const client = listen(`${exchange.privateStream}?key=${await key()}`);
  await client.opened();
  const gone = client.closed();
  // The market of 24 hours would take seconds to play; without makers there is nothing to play.
  exchange.venue.market = null;
  jumped = 24 * 3_600_000 + 1_000;
  expect((await gone)[0]).toBe(1006);
});

test('a book kept by the recipe equals the book of the exchange', async () => {
  const symbol = 'PERP_BTC_USDT';
  const client = listen(exchange.publicStream);
  await client.opened();
  client.say({ id: '1', cmd: 'SUBSCRIBE', params: [`orderbookupdate@${symbol}@50`] });
  await client.next(answerTo('1'));
  const snapshot = await ask(exchange, 'GET', `/v3/public/orderbook?symbol=${symbol}&maxLevel=50`);
  let ts = Number(snapshot.body.timestamp);
  // The rows of the book: price and quantity as text.
  const rows = snapshot.body.data as unknown as Record<'bids' | 'asks', { price: string; quantity: string }[]>;
  const book = {
    bids: new Map(rows.bids.map(({ price, quantity }) => [price, quantity])),
    asks: new Map(rows.asks.map(({ price, quantity }) => [price, quantity])),
  };
  let applied = 0;
  const apply = (frame: Frame): void => {
    const reading = readPublic(frame);
    if (!reading.ok || reading.message.kind !== 'orderbookupdate') throw new Error('not an update');
    const update = reading.message;
    if (update.ts <= ts) return;
    expect(update.prevTs).toBe(ts);
    ts = update.ts;
    applied += 1;
    for (const side of ['bids', 'asks'] as const) {
      for (const [price, size] of update[side]) {
        if (size === '0') book[side].delete(price);
        else book[side].set(price, size);
      }
    }
  };
  let seen = 0;
  await client.next(() => {
    const updates = client.heard.filter((frame) => frame.topic !== undefined);
    for (; seen < updates.length; seen += 1) apply(updates[seen] ?? {});
    return applied >= 4;
  });
  const now = await ask(exchange, 'GET', `/v3/public/orderbook?symbol=${symbol}&maxLevel=50`);
  const late = client.heard.filter((frame) => frame.topic !== undefined).slice(seen);
  for (const frame of late) if (ts < Number(now.body.timestamp)) apply(frame);
  const mine = (side: 'bids' | 'asks') => [...book[side]].map(([price, quantity]) => ({ price, quantity }));
  // As above.
  const theirs = now.body.data as unknown as typeof rows;
  const sorted = (list: { price: string; quantity: string }[]) =>
    list.toSorted((a, b) => Number(a.price) - Number(b.price));
  expect(ts).toBe(Number(now.body.timestamp));
  expect(sorted(mine('bids'))).toEqual(sorted(theirs.bids));
  expect(sorted(mine('asks'))).toEqual(sorted(theirs.asks));
  client.socket.terminate();
});

test('every public topic sends frames that can be read', async () => {
  const client = listen(exchange.publicStream);
  await client.opened();
  const topics = [
    'trade@PERP_BTC_USDT',
    'bbo@PERP_BTC_USDT',
    'bborpi@PERP_BTC_USDT',
    'orderbook10@PERP_BTC_USDT',
    'orderbookupdaterpi@PERP_BTC_USDT@200',
    'ticker@PERP_BTC_USDT',
    'kline@PERP_BTC_USDT@1m',
    'markprice@PERP_BTC_USDT',
    'indexprice@SPOT_BTC_USDT',
  ];
  client.say({ id: '1', cmd: 'SUBSCRIBE', params: topics });
  client.say({ id: '2', cmd: 'SUBSCRIBE', params: ['estfundingrate@PERP_BTC_USDT', 'openinterest@PERP_BTC_USDT'] });
  const wanted = [...topics, 'estfundingrate@PERP_BTC_USDT', 'openinterest@PERP_BTC_USDT'];
  await Promise.all(wanted.map((topic) => client.next((frame) => frame.topic === topic)));
  for (const frame of client.heard.filter((row) => row.topic !== undefined)) {
    const reading = readPublic(frame);
    expect(reading.ok ? 'read' : `${String(frame.topic)}: ${reading.reason}`).toBe('read');
  }
  client.socket.terminate();
});
