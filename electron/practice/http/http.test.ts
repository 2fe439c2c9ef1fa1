import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../../../e2e/rigs/practice/fixtures.ts';
import { startPractice, type Practice } from '../server.ts';

let exchange: Practice;
let limited: Practice;
beforeAll(async () => {
  exchange = await startPractice({ limits: false, pastDays: 0 });
  // Its clock stands still, so that a slow machine cannot stretch a window of the limits.
  limited = await startPractice({ pastDays: 0 }, () => 0);
});
afterAll(async () => {
  await exchange.close();
  await limited.close();
});

const order = { symbol: 'PERP_BTC_USDT', side: 'BUY', type: 'LIMIT', price: '60000', quantity: '0.01' };

test.each([
  ['a wrong secret', { secret: 'another' }, 401, -1001],
  ['an unknown key', { key: 'another' }, 401, -1002],
  ['no headers at all', { unsigned: true }, 401, -1001],
  ['a timestamp of 301 seconds ago', { timestamp: String(Date.now() - 301_000) }, 401, -1001],
  ['a timestamp of 301 seconds ahead', { timestamp: String(Date.now() + 301_000) }, 401, -1001],
  ['a timestamp that is none', { timestamp: 'now' }, 401, -1001],
  ['a signature in upper case', { signature: 'A'.repeat(64) }, 401, -1001],
  ['a short signature', { signature: 'ab' }, 401, -1001],
])('a request with %s is refused in the error envelope', async (_name, bend, status, code) => {
  const heard = await ask(exchange, 'GET', '/v3/asset/balances', null, bend);
  expect([heard.status, heard.body.success, heard.body.code]).toEqual([status, false, code]);
});

test('a timestamp that is off by less than 300 seconds is taken', async () => {
  const heard = await ask(exchange, 'GET', '/v3/asset/balances', null, { timestamp: String(Date.now() - 299_000) });
  expect(heard.body.success).toBe(true);
});

test.each([
  ['an unknown symbol', { ...order, symbol: 'PERP_DOGE_USDT' }, 400, 317155],
  ['a price off the tick', { ...order, price: '60000.05' }, 400, -1103],
  ['a price above the largest', { ...order, price: '2000000' }, 400, -1103],
  ['a quantity off the step', { ...order, quantity: '0.00015' }, 400, -1104],
  ['too large a quantity', { ...order, quantity: '201' }, 400, -1008],
  ['too small a notional', { ...order, quantity: '0.0001' }, 400, -1102],
  ['a price far above the market', { ...order, price: '90000' }, 400, -1105],
  ['more than the account can carry', { ...order, quantity: '150' }, 400, 302301],
  ['quantity and amount', { ...order, type: 'MARKET', amount: '100' }, 400, -1005],
  ['neither quantity nor amount', { ...order, quantity: undefined }, 400, -1005],
  ['an amount on a limit order', { ...order, quantity: undefined, amount: '100' }, 400, -1005],
  ['no price', { ...order, price: undefined }, 400, -1005],
  ['no side', { ...order, side: undefined }, 400, -1005],
  ['a side in lower case', { ...order, side: 'buy' }, 400, -1005],
  ['a type for market makers', { ...order, type: 'AC' }, 400, -1005],
  ['RPI where it is not allowed', { ...order, symbol: 'PERP_ETH_USDT', price: '3000', type: 'RPI' }, 400, -1005],
  ['a price that is no number', { ...order, price: '1,000' }, 400, -1005],
  ['a negative price', { ...order, price: '-1' }, 400, -1005],
  ['an object for a price', { ...order, price: { a: 1 } }, 400, -1005],
  ['a client id past 2^63', { ...order, clientOrderId: '9223372036854775808' }, 400, -1005],
  ['a tag of 65 characters', { ...order, orderTag: 'x'.repeat(65) }, 400, -1005],
  ['a position side of hedge mode', { ...order, positionSide: 'LONG' }, 400, 302186],
  ['a visible quantity above the whole', { ...order, visibleQuantity: '1' }, 400, -1005],
  ['bidAskLevel 6', { ...order, type: 'BID', price: undefined, bidAskLevel: 6 }, 400, -1005],
  ['reduce only without a position', { ...order, reduceOnly: true }, 400, 302162],
])('an order with %s is refused with its code and leaves nothing behind', async (_name, body, status, code) => {
  const before = await ask(exchange, 'GET', '/v3/asset/balances');
  const heard = await ask(exchange, 'POST', '/v3/trade/order', body);
  expect([heard.status, heard.body.success, heard.body.code]).toEqual([status, false, code]);
  expect(typeof heard.body.message).toBe('string');
  const open = await ask(exchange, 'GET', '/v3/trade/orders?status=INCOMPLETE');
  expect(open.body.data).toMatchObject({ meta: { total: 0 } });
  const after = await ask(exchange, 'GET', '/v3/asset/balances');
  expect(JSON.stringify(after.body.data).replaceAll(/"markPrice":"[^"]*"/g, '')).toBe(
    JSON.stringify(before.body.data).replaceAll(/"markPrice":"[^"]*"/g, ''),
  );
});

test('broken JSON is refused and the exchange goes on', async () => {
  for (const body of ['{', '[]', '"text"', 'null', '{"symbol":}', '{"a":NaN}']) {
    const heard = await ask(exchange, 'POST', '/v3/trade/order', body);
    expect([body, heard.status, heard.body.code]).toEqual([body, 400, -1005]);
  }
  expect((await ask(exchange, 'GET', '/v3/public/systemInfo')).body.success).toBe(true);
});

test('an unknown path answers 200 with the gateway error', async () => {
  for (const path of ['/', '/v3', '/v3/trade/nothing', '/v1/client/info', '/v3/public/orderbook/'])
    expect(await ask(exchange, 'GET', path)).toMatchObject({
      status: 200,
      text: '{"code":503,"message":"[GW] no upstream server"}',
    });
});

test('public calls refuse an unknown symbol without a code, futures with HTTP 500', async () => {
  const book = await ask(exchange, 'GET', '/v3/public/orderbook?symbol=PERP_DOGE_USDT', null, { unsigned: true });
  expect([book.status, book.body.success, 'code' in book.body]).toEqual([400, false, false]);
  const futures = await ask(exchange, 'GET', '/v3/public/futures?symbol=PERP_DOGE_USDT', null, { unsigned: true });
  expect([futures.status, futures.body.success, 'code' in futures.body]).toEqual([500, false, false]);
  const missing = await ask(exchange, 'GET', '/v3/public/orderbook', null, { unsigned: true });
  expect([missing.status, missing.body.code, missing.body.error_code]).toEqual([400, -1005, 90000]);
});

test('an order id past 2^53 comes as a bare integer with all its digits, and finds its order again', async () => {
  const placed = await ask(exchange, 'POST', '/v3/trade/order', { ...order, clientOrderId: 4711 });
  const [, id = ''] = /"orderId":(\d+)/.exec(placed.text) ?? [];
  expect(BigInt(id)).toBeGreaterThan(9_007_199_254_740_992n);
  const read = await ask(exchange, 'GET', `/v3/trade/order?orderId=${id}`);
  expect(read.text).toContain(`"orderId":${id}`);
  expect(read.text).toMatch(/"price":60000,.*"createdTime":"\d{10}\.\d{3}"/);
  const again = await ask(exchange, 'POST', '/v3/trade/order', { ...order, clientOrderId: '4711' });
  expect([again.status, again.body.code]).toEqual([400, 302117]);
  const edited = await ask(exchange, 'PUT', '/v3/trade/order', { clientOrderId: 4711, price: '60001' });
  expect(edited.body.data).toEqual({ status: 'EDIT_SENT' });
  const both = await ask(exchange, 'PUT', '/v3/trade/order', { clientOrderId: 4711, quantity: '1', amount: '1' });
  expect([both.status, both.body.code]).toEqual([400, -1005]);
  const gone = await ask(exchange, 'DELETE', `/v3/trade/order?orderId=${id}&symbol=PERP_BTC_USDT`);
  expect(gone.body.data).toEqual({ status: 'CANCEL_SENT' });
  const twice = await ask(exchange, 'DELETE', `/v3/trade/order?orderId=${id}&symbol=PERP_BTC_USDT`);
  expect([twice.status, twice.body.code]).toEqual([400, 317149]);
  const reused = await ask(exchange, 'POST', '/v3/trade/order', { ...order, clientOrderId: '4711' });
  expect(reused.body.success).toBe(true);
  await ask(exchange, 'DELETE', '/v3/trade/allOrders');
});

test('when both ids are sent the id of the system wins', async () => {
  const a = await ask(exchange, 'POST', '/v3/trade/order', { ...order, clientOrderId: 1 });
  await ask(exchange, 'POST', '/v3/trade/order', { ...order, clientOrderId: 2 });
  const [, id = ''] = /"orderId":(\d+)/.exec(a.text) ?? [];
  const read = await ask(exchange, 'GET', `/v3/trade/order?orderId=${id}&clientOrderId=2`);
  expect(read.body.data).toMatchObject({ clientOrderId: 1 });
  const neither = await ask(exchange, 'GET', '/v3/trade/order');
  expect([neither.status, neither.body.code]).toEqual([400, -1005]);
  await ask(exchange, 'DELETE', '/v3/trade/orders?symbol=PERP_BTC_USDT');
});

test('the sixth order of a symbol in one second is refused with 429 and -1003; another symbol is not', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(limited, 'POST', '/v3/trade/order', order)));
  expect(answers.map((heard) => heard.status).sort((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 429]);
  const refused = answers.find((heard) => heard.status === 429);
  expect([refused?.body.success, refused?.body.code]).toEqual([false, -1003]);
  const eth = { ...order, symbol: 'PERP_ETH_USDT', price: '3000', quantity: '1' };
  expect((await ask(limited, 'POST', '/v3/trade/order', eth)).status).toBe(200);
});

test('a body of 10 MB, bytes that are no HTTP, and a huge header get an envelope, and the exchange goes on', async () => {
  const large = await ask(exchange, 'POST', '/v3/trade/order', 'x'.repeat(10_000_000)).catch((error: Error) => error);
  // The answer may be cut off by the rest of the body; what counts is that it is refused.
  if (!(large instanceof Error)) expect([large.status, large.body.success]).toEqual([413, false]);
  const raw = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(exchange.rest).port), '127.0.0.1', () => socket.write(text));
      let heard = '';
      socket.on('data', (chunk) => (heard += chunk.toString()));
      socket.on('error', () => resolve(heard));
      socket.on('close', () => resolve(heard));
    });
  expect(await raw('no http at all\r\n\r\n')).toContain('"success":false');
  expect(await raw(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`)).toContain('"success":false');
  expect((await ask(exchange, 'GET', '/v3/public/systemInfo')).body.success).toBe(true);
});

test('two exchanges cannot take one port, and the reason is one line', async () => {
  const port = Number(new URL(exchange.rest).port);
  await expect(startPractice({ port, pastDays: 0 })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use.`);
});

test('a public parameter of the wrong type is HTTP 500 with -1000 and the id of the request; a signed one is -1005', async () => {
  const open = await ask(exchange, 'GET', '/v3/public/orderbook?symbol=PERP_BTC_USDT&maxLevel=many', null, {
    unsigned: true,
  });
  expect([open.status, open.body.code]).toEqual([500, -1000]);
  expect(open.body.message).toMatch(/Request id: [0-9a-f-]{36}$/);
  const signed = await ask(exchange, 'GET', '/v3/trade/orders?page=many');
  expect([signed.status, signed.body.code]).toEqual([400, -1005]);
});

test('reading orders is limited by the symbol of the order', async () => {
  const ids: string[] = [];
  for (const [symbol, price] of [
    ['PERP_SOL_USDT', '140'],
    ['SPOT_ETH_USDT', '3000'],
  ] as const) {
    const placed = await ask(limited, 'POST', '/v3/trade/order', { ...order, symbol, price, quantity: '1' });
    ids.push(/"orderId":(\d+)/.exec(placed.text)?.[1] ?? '');
  }
  const reads = (id: string | undefined) => ask(limited, 'GET', `/v3/trade/order?orderId=${id}`);
  const [perpetual, spot] = ids;
  const answers = await Promise.all(Array.from({ length: 6 }, () => reads(perpetual)));
  expect(answers.map((heard) => heard.status).sort((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await reads(spot)).status).toBe(200);
});

test('pages of a fixed time range stay as they are while new rows come in', async () => {
  const place = () => ask(exchange, 'POST', '/v3/trade/order', order);
  for (let i = 0; i < 9; i += 1) await place();
  const { timestamp } = (await ask(exchange, 'GET', '/v3/public/systemInfo')).body;
  const page = async (number: number): Promise<string[]> => {
    const { text } = await ask(
      exchange,
      'GET',
      `/v3/trade/orders?size=4&page=${number}&endTime=${String(timestamp)}&status=NEW`,
    );
    return [...text.matchAll(/"orderId":(\d+)/g)].map(([, id = '']) => id);
  };
  const first = await page(1);
  // Two orders never share a millisecond with the range's end here: it is inclusive.
  while (Number((await ask(exchange, 'GET', '/v3/public/systemInfo')).body.timestamp) <= Number(timestamp));
  await place();
  await place();
  const rest = [...(await page(2)), ...(await page(3))];
  const all = [...first, ...rest];
  expect([all.length, new Set(all).size]).toEqual([9, 9]);
  expect(all).toEqual([...all].sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1)));
  await ask(exchange, 'DELETE', '/v3/trade/orders');
});
