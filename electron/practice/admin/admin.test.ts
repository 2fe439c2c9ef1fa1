import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ask } from '../../../e2e/rigs/practice/fixtures.ts';
import { startPractice, type Practice } from '../server.ts';

let exchange: Practice;
beforeAll(async () => {
  exchange = await startPractice({ limits: false, pastDays: 0, adminPort: 0 });
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await admin('DELETE', '/faults');
  await ask(exchange, 'DELETE', '/v3/trade/allOrders');
  await admin('DELETE', '/received');
});

interface Told {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

function admin(
  method: string,
  path: string,
  body: unknown = null,
  headers: Record<string, string> = {},
): Promise<Told> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${exchange.admin ?? ''}${path}`, { method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      // The admin interface answers with JSON objects.
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Told['body'] }));
    });
    outgoing.on('error', reject);
    outgoing.end(body === null ? undefined : JSON.stringify(body));
  });
}

const order = {
  symbol: 'PERP_BTC_USDT',
  side: 'BUY',
  type: 'LIMIT',
  price: '60000',
  quantity: '0.01',
  clientOrderId: '7',
};
const place = () => ask(exchange, 'POST', '/v3/trade/order', order);
const openOrders = async (): Promise<unknown> => (await admin('GET', '/state')).body.openOrders;

test('it is off unless asked for', async () => {
  const plain = await startPractice({ pastDays: 0 });
  expect(plain.admin).toBeUndefined();
  await plain.close();
});

test('pages of a browser and other names for this machine are refused', async () => {
  expect((await admin('GET', '/state', null, { origin: 'http://127.0.0.1' })).status).toBe(403);
  expect((await admin('GET', '/state', null, { host: 'evil.example' })).status).toBe(403);
  expect((await admin('GET', '/nothing')).status).toBe(404);
  expect((await admin('POST', '/faults', { kind: 'flood' })).status).toBe(400);
});

test.each([
  ['reset', true, 1],
  ['reset', false, 0],
  ['close', true, 1],
  ['cut', true, 1],
])(
  '%s with process %s: the caller hears nothing usable, and the exchange has %i orders',
  async (kind, process, count) => {
    await admin('POST', '/faults', { path: '/v3/trade/order', method: 'POST', kind, process });
    const heard = await place().then(
      () => 'an answer',
      () => 'nothing',
    );
    expect([heard, await openOrders()]).toEqual(['nothing', count]);
    expect((await place()).body.success).toBe(count === 0);
  },
);

test('status, garbage, html and stale answers come though the order was accepted', async () => {
  await admin('POST', '/faults', { method: 'POST', kind: 'status', status: 503 });
  expect(await place()).toMatchObject({ status: 503, body: { success: false, code: -1000 } });
  expect(await openOrders()).toBe(1);
  await admin('POST', '/faults', { method: 'POST', kind: 'status', status: 429, code: -1003, process: false });
  expect(await place()).toMatchObject({ status: 429, body: { code: -1003 } });
  for (const kind of ['garbage', 'html']) {
    await admin('POST', '/faults', { method: 'GET', kind });
    await expect(ask(exchange, 'GET', '/v3/public/systemInfo')).rejects.toThrow(SyntaxError);
  }
  const balances = await ask(exchange, 'GET', '/v3/asset/balances');
  await admin('POST', '/faults', { method: 'GET', kind: 'stale' });
  expect((await ask(exchange, 'GET', '/v3/public/systemInfo')).text).toBe(balances.text);
});

test('a fault strikes as often as told, or a share of requests by a seeded chance', async () => {
  await admin('POST', '/faults', { method: 'GET', kind: 'status', times: 2 });
  const statuses: number[] = [];
  for (let i = 0; i < 3; i += 1) statuses.push((await ask(exchange, 'GET', '/v3/public/systemInfo')).status);
  expect(statuses).toEqual([503, 503, 200]);
  await admin('POST', '/faults', { method: 'GET', kind: 'status', times: 1_000, share: 0.3 });
  let struck = 0;
  for (let i = 0; i < 100; i += 1)
    if ((await ask(exchange, 'GET', '/v3/public/systemInfo')).status === 503) struck += 1;
  expect(struck).toBeGreaterThan(10);
  expect(struck).toBeLessThan(60);
});

test('a delayed answer comes after the order is in the book', async () => {
  await admin('POST', '/faults', { method: 'POST', kind: 'delay', ms: 150 });
  const answer = place();
  let answered = false;
  void answer.then(() => (answered = true));
  while ((await openOrders()) !== 1) await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toBe(false);
  expect((await answer).body.success).toBe(true);
});

test('what arrived is counted by client id', async () => {
  await place();
  await place();
  await ask(exchange, 'DELETE', '/v3/trade/order?clientOrderId=7&symbol=PERP_BTC_USDT');
  expect((await admin('GET', '/received')).body).toEqual({
    writes: [
      { method: 'POST', path: '/v3/trade/order', clientOrderId: '7', status: 200 },
      { method: 'POST', path: '/v3/trade/order', clientOrderId: '7', status: 400 },
      { method: 'DELETE', path: '/v3/trade/order', clientOrderId: '7', status: 200 },
    ],
  });
});

test('a skewed clock shows in every answer and refuses signatures of the right time', async () => {
  await admin('POST', '/clock', { skewMs: -400_000 });
  const info = await ask(exchange, 'GET', '/v3/public/systemInfo');
  expect(Number(info.body.timestamp)).toBeLessThan(Date.now() - 390_000);
  expect((await ask(exchange, 'GET', '/v3/asset/balances')).status).toBe(401);
  const right = await ask(exchange, 'GET', '/v3/asset/balances', null, { timestamp: String(Date.now() - 400_000) });
  expect(right.body.success).toBe(true);
});

test('a forced price moves quotes, marks and what waits for it', async () => {
  await ask(exchange, 'POST', '/v3/trade/algoOrder', {
    symbol: 'PERP_ETH_USDT',
    algoType: 'STOP',
    type: 'MARKET',
    side: 'BUY',
    quantity: '1',
    triggerPrice: '3300',
    clientAlgoOrderId: 5,
  });
  await admin('POST', '/price', { symbol: 'PERP_ETH_USDT', price: '3350' });
  const book = await ask(exchange, 'GET', '/v3/public/orderbook?symbol=PERP_ETH_USDT&maxLevel=1');
  expect(Number((book.body.data as unknown as { asks: { price: string }[] }).asks[0]?.price)).toBeGreaterThan(3_349); // the record of the book
  const stop = await ask(exchange, 'GET', '/v3/trade/algoOrder?clientAlgoOrderId=5');
  expect(stop.body.data).toMatchObject({ algoStatus: 'FILLED', isTriggered: true });
});

test('time leaps, deposits arrive, keys end, and maintenance is said', async () => {
  const account = exchange.keys[0]?.account;
  const { body } = await admin('POST', '/deposit', { account, token: 'USDT', network: 'TRX', amount: '5' });
  const before = Date.now();
  const { now } = (await admin('POST', '/advance', { ms: 120_000 })).body;
  expect(Number(now)).toBeGreaterThanOrEqual(before + 119_000);
  const wallet = await ask(exchange, 'GET', `/v3/asset/wallet/history?id=${String(body.id)}`);
  expect(wallet.body.data).toMatchObject({ rows: [{ status: 'COMPLETED' }] });
  await admin('POST', '/maintenance', { status: 1 });
  expect((await ask(exchange, 'GET', '/v3/public/systemInfo')).body.data).toMatchObject({ status: 1 });
  expect((await place()).body).toMatchObject({ success: false, code: '-1011' });
  expect((await ask(exchange, 'GET', '/v3/asset/balances')).body.success).toBe(true);
  const [, view] = exchange.keys;
  expect((await ask(exchange, 'GET', '/v3/asset/balances', null, view)).status).toBe(200);
  await admin('POST', '/keys/revoke', { key: view?.key });
  expect((await ask(exchange, 'GET', '/v3/asset/balances', null, view)).body.code).toBe(-1002);
});

test('a mood begins at once or later, ends when told, and in maintenance requests are refused until then', async () => {
  expect((await admin('POST', '/mood', { mood: 'merry' })).status).toBe(400);
  await admin('POST', '/mood', { mood: 'wild' });
  expect((await admin('GET', '/state')).body.mood).toBe('wild');
  await admin('POST', '/mood', { mood: 'maintenance', afterMs: 20_000, forMs: 20_000 });
  const info = async () => (await ask(exchange, 'GET', '/v3/public/systemInfo', null, { unsigned: true })).body.data;
  expect(await info()).toMatchObject({ status: 0 });
  await admin('POST', '/advance', { ms: 20_000 });
  expect(await info()).toMatchObject({ status: 2, estimatedEndTime: expect.any(Number) as unknown });
  const timestamp = String(exchange.venue.now);
  expect((await ask(exchange, 'GET', '/v3/account/info', null, { timestamp })).body).toMatchObject({ code: '-1011' });
  await admin('POST', '/advance', { ms: 20_000 });
  expect((await admin('GET', '/state')).body).toMatchObject({ mood: 'calm', unkept: null });
  expect(await info()).toMatchObject({ status: 0, estimatedEndTime: 0 });
});

test('a withdrawal that the network takes back gives its money back, and a made-up one is refused', async () => {
  const { venue } = exchange;
  const account = [...venue.accounts.values()].find(({ name }) => name === 'practice');
  const body = { token: 'USDT', network: 'TRX', amount: '50', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
  const placed = await ask(exchange, 'POST', '/v3/asset/wallet/withdraw', body, { timestamp: String(venue.now) });
  const { withdrawId } = placed.body.data as { withdrawId: string }; // E4
  expect((await admin('POST', '/wallet/fail', { id: '1' })).status).toBe(400);
  await admin('POST', '/wallet/fail', { id: withdrawId });
  const usdt = account?.balances.get('USDT');
  const before = usdt?.holding;
  expect([usdt?.frozen, usdt?.leaving]).toEqual([51n * 10n ** 18n, 51n * 10n ** 18n]);
  await admin('POST', '/advance', { ms: 30_000 });
  expect(account?.histories.wallet.at(-1)).toMatchObject({ id: withdrawId, status: 'CANCELED' });
  expect([usdt?.holding, usdt?.frozen, usdt?.leaving]).toEqual([before, 0n, 0n]);
});

test('an observer reads beside the budget of its account, and meets no fault', async () => {
  const limited = await startPractice({ pastDays: 0, adminPort: 0 });
  try {
    const [owner, view] = limited.keys;
    const reads = (key: typeof view): Promise<readonly number[]> =>
      Promise.all(
        Array.from({ length: 12 }, async () => (await ask(limited, 'GET', '/v3/account/info', null, key)).status),
      );
    await fetch(`${limited.admin}/keys/observe`, {
      method: 'POST',
      body: JSON.stringify({ key: view?.key }),
    });
    expect(new Set(await reads(view))).toEqual(new Set([200]));
    expect((await reads(owner)).filter((status) => status === 200)).toHaveLength(10);
    const failing = { method: 'POST', body: JSON.stringify({ method: 'GET', kind: 'status', times: 1 }) };
    await fetch(`${limited.admin}/faults`, failing);
    expect((await ask(limited, 'GET', '/v3/account/info', null, view)).status).toBe(200);
    expect((await ask(limited, 'GET', '/v3/public/systemInfo', null, owner)).status).toBe(503);
  } finally {
    await limited.close();
  }
});

test('streams fall silent, repeat messages, and are dropped', async () => {
  const socket = new WebSocket(exchange.publicStream);
  const frames: string[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (message) => {
    frames.push((message as Buffer).toString()); // whole messages are Buffers
    for (const look of waiting) look();
  });
  const until = (wanted: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!wanted()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  const about = (topic: string): string[] => frames.filter((frame) => frame.startsWith(`{"topic":"${topic}`));
  await once(socket, 'open');
  socket.send('{"id":1,"cmd":"SUBSCRIBE","params":["bbo@PERP_BTC_USDT","orderbook10@PERP_BTC_USDT"]}');
  await until(() => about('bbo').length > 0 && about('orderbook10').length > 0);
  await admin('POST', '/streams', { silent: true, topic: 'bbo' });
  frames.length = 0;
  await admin('POST', '/price', { symbol: 'PERP_BTC_USDT', price: '64300' });
  // The slower topic shows the new price, so the faster one would have shown it long before.
  await until(() => about('orderbook10').some((frame) => frame.includes('["6430')));
  expect(about('bbo')).toEqual([]);
  await admin('POST', '/streams', { repeatOneOf: 1, topic: 'bbo' });
  await admin('POST', '/price', { symbol: 'PERP_BTC_USDT', price: '64400' });
  await until(() => about('bbo').length >= 2);
  expect(about('bbo')[0]).toBe(about('bbo')[1]);
  const gone = once(socket, 'close');
  await admin('POST', '/streams/drop', { which: 'public' });
  expect((await gone)[0]).toBe(1006);
});

/** A client of the public stream that keeps its frames. */
async function listener(): Promise<{
  socket: WebSocket;
  frames: string[];
  until(wanted: () => boolean): Promise<void>;
}> {
  const socket = new WebSocket(exchange.publicStream);
  const frames: string[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (message) => {
    frames.push((message as Buffer).toString()); // whole messages are Buffers
    for (const look of waiting) look();
  });
  const until = (wanted: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (wanted()) resolve();
      };
      waiting.add(look);
      look();
    });
  await once(socket, 'open');
  return { socket, frames, until };
}

test('messages come in the wrong order, topics are left out, and connections are dropped at once', async () => {
  const { socket, frames, until } = await listener();
  await admin('POST', '/streams', { refuse: 'bbo', reorderOneOf: 2, topic: 'trade' });
  socket.send('{"id":1,"cmd":"SUBSCRIBE","params":["bbo@PERP_SOL_USDT","trade@PERP_SOL_USDT"]}');
  await until(() => frames.length > 0);
  expect(frames[0]).toContain('"data":["trade@PERP_SOL_USDT"]');
  for (const price of ['150', '151', '152']) await admin('POST', '/price', { symbol: 'PERP_SOL_USDT', price });
  await until(() => frames.length >= 6);
  const times = frames.slice(1).map((frame) => Number(/"px":"([\d.]+)"/.exec(frame)?.[1]));
  expect(times).not.toEqual([...times].sort((a, b) => a - b));
  socket.terminate();
  await admin('POST', '/streams', { closeOnConnect: 2 });
  for (let i = 0; i < 2; i += 1) {
    const short = new WebSocket(exchange.publicStream);
    expect((await once(short, 'close'))[0]).toBe(1006);
  }
  const kept = await listener();
  expect(kept.socket.readyState).toBe(WebSocket.OPEN);
  kept.socket.terminate();
});

test('reads lag: a new order is not found and not listed yet, and books stand still', async () => {
  await admin('POST', '/lag', { historyMs: 60_000, books: true });
  await place();
  expect((await ask(exchange, 'GET', '/v3/trade/order?clientOrderId=7')).body.code).toBe(317149);
  expect((await ask(exchange, 'GET', '/v3/trade/orders?status=INCOMPLETE')).body.data).toMatchObject({ rows: [] });
  const book = '/v3/public/orderbook?symbol=PERP_BTC_USDT&maxLevel=5';
  const before = await ask(exchange, 'GET', book);
  await admin('POST', '/price', { symbol: 'PERP_BTC_USDT', price: '65000' });
  expect((await ask(exchange, 'GET', book)).text).toBe(before.text);
  await admin('POST', '/advance', { ms: 61_000 });
  expect((await ask(exchange, 'GET', '/v3/trade/order?clientOrderId=7')).body.success).toBe(true);
});

test('a market that is told to stand still keeps its book, also when time jumps, and goes on when told', async () => {
  const book = async (): Promise<unknown> => {
    const { body } = await ask(exchange, 'GET', '/v3/public/orderbook?symbol=PERP_BTC_USDT');
    // The answer of the exchange; its time is that of the last change of the book.
    return (body as { readonly data: unknown }).data;
  };
  await admin('POST', '/market', { still: true });
  const before = await book();
  await admin('POST', '/advance', { ms: 60_000 });
  expect(await book()).toEqual(before);
  await admin('POST', '/advance', { ms: 3_600_000 });
  expect(await book()).toEqual(before);
  await admin('POST', '/market', { still: false });
  await admin('POST', '/advance', { ms: 60_000 });
  expect(await book()).not.toEqual(before);
});

test('it says where the exchange answers', async () => {
  expect((await admin('GET', '/state')).body.rest).toBe(exchange.rest);
});

test('a sweep leaves one side of a book that stands still without an offer', async () => {
  await admin('POST', '/market', { still: true });
  await admin('POST', '/sweep', { symbol: 'PERP_ETH_USDT', side: 'BUY' });
  const { body } = await ask(exchange, 'GET', '/v3/public/orderbook?symbol=PERP_ETH_USDT');
  expect(body['data']).toMatchObject({ asks: [], bids: expect.arrayContaining([]) as unknown });
  await admin('POST', '/market', { still: false });
});
