import { createHmac, createSecretKey } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { faultOf, type Fault } from '../../../../shared/errors.ts';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';
import {
  misbehavingServer,
  reply,
  type Behaviour,
  type MisbehavingServer,
} from '../../../../e2e/rigs/core/misbehaving-server.ts';
import { createClient, type MeasuringClient } from './client.ts';
import { createExchangeClock, type MeasuredClock } from './clock.ts';
import { createHttp } from './http.ts';
import type { CallOptions } from '../types.ts';

const NOW = 1_760_000_000_000;
const ORDER = {
  symbol: 'PERP_BTC_USDT',
  side: 'BUY',
  type: 'LIMIT',
  price: '64210.5',
  quantity: '0.25',
  clientOrderId: '9007199254740993',
} as const;
const PLACED = {
  orderId: 1_954_766,
  clientOrderId: '9007199254740993',
  type: 'LIMIT',
  price: 64210.5,
  quantity: 0.25,
  amount: null,
  bidAskLevel: null,
};
const ok = (data: object): object => ({ success: true, timestamp: NOW, data });
const no = (code: number | string, message = 'no'): object => ({ success: false, code, message, timestamp: NOW });

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Rig {
  readonly client: MeasuringClient;
  readonly clock: ManualClock;
  readonly exchangeClock: MeasuredClock;
}
function rig(rest: string, measured = true): Rig {
  const clock = new ManualClock(NOW);
  const exchangeClock = createExchangeClock(clock);
  if (measured) exchangeClock.observe({ sentAt: 0, receivedAt: 0, timestamp: NOW });
  const http = createHttp();
  closers.push(() => http.close());
  const world = { clock, http, random: { fraction: () => 0, bytes: () => new Uint8Array() }, sockets };
  const credentials = { key: 'key', secret: createSecretKey(Buffer.from('test-secret')) };
  return { client: createClient({ world, address: { rest }, credentials, exchangeClock }), clock, exchangeClock };
}
const sockets = {
  open: () => {
    throw new Error('REST opens no socket');
  },
};

async function server(behave: Behaviour): Promise<MisbehavingServer> {
  const started = await misbehavingServer(behave);
  closers.push(() => started.close());
  return started;
}

async function faultIn(calling: Promise<unknown>): Promise<Fault> {
  return calling.then(
    () => {
      throw new Error('the call succeeded');
    },
    (error: unknown) => faultOf(error),
  );
}

const SHORT: CallOptions = { timeoutMs: 150 };
const place = ({ client }: Rig): Promise<unknown> => client.call('trade.placeOrder', ORDER, SHORT);
const read = ({ client }: Rig): Promise<unknown> => client.call('trade.orders', { symbol: ORDER.symbol }, SHORT);

/** What each misbehaviour makes of a write and of a read (quality.md, faults 1 to 17). */
const OUTCOMES: readonly (readonly [string, Behaviour, Fault['kind'], Fault['kind']])[] = [
  ['no answer before the deadline', () => undefined, 'OutcomeUnknown', 'OutcomeUnknown'],
  [
    'a reset after the request was read',
    (_arrival, _response, request) => request.socket.resetAndDestroy(),
    'OutcomeUnknown',
    'OutcomeUnknown',
  ],
  [
    'a close after the request was read',
    (_arrival, _response, request) => request.socket.end(),
    'OutcomeUnknown',
    'OutcomeUnknown',
  ],
  [
    'an answer that ends before its length',
    (_arrival, response, request) => {
      response.writeHead(200, { 'content-length': 500 });
      response.write('{"success":true,"data":{', () => request.socket.destroy());
    },
    'OutcomeUnknown',
    'OutcomeUnknown',
  ],
  [
    'an answer cut in the middle of its JSON',
    (_arrival, response) => reply(response, 200, '{"success":true,"data":{"orderId":19'),
    'OutcomeUnknown',
    'OutcomeUnknown',
  ],
  ['an empty answer', (_arrival, response) => reply(response, 200, ''), 'OutcomeUnknown', 'OutcomeUnknown'],
  [
    'a proxy’s page with HTTP 200',
    (_arrival, response) => reply(response, 200, '<html>Bad gateway</html>'),
    'OutcomeUnknown',
    'OutcomeUnknown',
  ],
  [
    'a proxy’s page with HTTP 403',
    (_arrival, response) => reply(response, 403, '<html>Forbidden</html>'),
    'OutcomeUnknown',
    'OutcomeUnknown',
  ],
  [
    'a gateway’s error with HTTP 200 and no success field',
    (_arrival, response) => reply(response, 200, { code: 503, message: '[GW] no upstream server' }),
    'OutcomeUnknown',
    'ExchangeRejected',
  ],
  [
    'a refusal with HTTP 200',
    (_arrival, response) => reply(response, 200, no(-1101, 'margin')),
    'ExchangeRejected',
    'ExchangeRejected',
  ],
  [
    'a refusal with HTTP 400',
    (_arrival, response) => reply(response, 400, no(317207)),
    'ExchangeRejected',
    'ExchangeRejected',
  ],
  [
    'a refusal without a code',
    (_arrival, response) => reply(response, 400, { success: false, message: 'unknown symbol' }),
    'ExchangeRejected',
    'ExchangeRejected',
  ],
  ...[500, 502, 503, 504].map(
    (status) =>
      [
        `HTTP ${status} with a page`,
        (_arrival, response) => reply(response, status, '<html>'),
        'OutcomeUnknown',
        'OutcomeUnknown',
      ] as const satisfies readonly [string, Behaviour, Fault['kind'], Fault['kind']],
  ),
  [
    'HTTP 500 with a refusal',
    (_arrival, response) => reply(response, 500, no(-1000)),
    'OutcomeUnknown',
    'ExchangeRejected',
  ],
  [
    'a code that says it failed inside',
    (_arrival, response) => reply(response, 400, no(317154)),
    'OutcomeUnknown',
    'ExchangeRejected',
  ],
  [
    'a code that says it timed out',
    (_arrival, response) => reply(response, 400, no('302159')),
    'OutcomeUnknown',
    'ExchangeRejected',
  ],
  ['HTTP 429', (_arrival, response) => reply(response, 429, no(-1003)), 'RateLimited', 'RateLimited'],
  ['HTTP 429 with a page', (_arrival, response) => reply(response, 429, '<html>'), 'RateLimited', 'RateLimited'],
  [
    'the code of the rate limit as text with HTTP 400',
    (_arrival, response) => reply(response, 400, no('-1003')),
    'RateLimited',
    'RateLimited',
  ],
  [
    'a signature that does not fit',
    (_arrival, response) => reply(response, 401, no(-1001)),
    'ExchangeRejected',
    'ExchangeRejected',
  ],
  [
    'a key that was revoked',
    (_arrival, response) => reply(response, 401, no(-1002)),
    'ExchangeRejected',
    'ExchangeRejected',
  ],
  [
    'a success that cannot be read',
    (_arrival, response) => reply(response, 200, ok({ orderId: {}, rows: 7 })),
    'OutcomeUnknown',
    'OutcomeUnknown',
  ],
  [
    'a redirect',
    (_arrival, response) => {
      response.writeHead(307, { location: '/v3/elsewhere', 'content-length': 0 });
      response.end();
    },
    'OutcomeUnknown',
    'OutcomeUnknown',
  ],
];

test.each(OUTCOMES)(
  '%s: the request is sent once and its end is told as it is',
  async (_name, behave, write, reading) => {
    const bad = await server(behave);
    expect(await faultIn(place(rig(bad.rest)))).toMatchObject({ kind: write });
    expect(bad.arrivals).toHaveLength(1);
    expect(await faultIn(read(rig(bad.rest)))).toMatchObject({ kind: reading });
    expect(bad.arrivals).toHaveLength(2);
  },
);

test('an answer about another order leaves the outcome of a placement unknown', async () => {
  const bad = await server((_arrival, response) => reply(response, 200, ok({ ...PLACED, clientOrderId: 4711 })));
  expect(await faultIn(place(rig(bad.rest)))).toMatchObject({
    kind: 'OutcomeUnknown',
    reason: expect.stringContaining('clientOrderId'),
  });
  expect(bad.arrivals).toHaveLength(1);
});

test('a reset while a request is on its way up is not told as nothing sent', async () => {
  const bad = await misbehavingServer(
    () => undefined,
    (socket) => socket.once('readable', () => socket.resetAndDestroy()),
  );
  closers.push(() => bad.close());
  expect((await faultIn(place(rig(bad.rest)))).kind).toBe('OutcomeUnknown');
  expect(bad.connections()).toBe(1);
});

test('a kept-alive connection that dies as it is used again carries a write once', async () => {
  let count = 0;
  const bad = await server((_arrival, response, request) => {
    count += 1;
    if (count === 1) reply(response, 200, ok(PLACED));
    else request.socket.resetAndDestroy();
  });
  const it = rig(bad.rest);
  await place(it);
  for (const name of ['trade.placeOrder', 'trade.editOrder', 'trade.cancelOrder'] as const) {
    const before = bad.arrivals.length;
    const calling =
      name === 'trade.placeOrder'
        ? it.client.call(name, ORDER, SHORT)
        : name === 'trade.editOrder'
          ? it.client.call(name, { orderId: '13', price: '9001' }, SHORT)
          : it.client.call(name, { orderId: '13', symbol: ORDER.symbol }, SHORT);
    expect((await faultIn(calling)).kind).toBe('OutcomeUnknown');
    expect(bad.arrivals.length - before).toBe(1);
    count = 0;
    await place(it);
  }
});

test('a refused connection, an unknown name and a broken TLS handshake are told as nothing sent', async () => {
  const gone = await misbehavingServer(() => undefined);
  await gone.close();
  const plain = createServer((socket) => socket.resume().end('HTTP/1.1 200 OK\r\n\r\n'));
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => plain.close(() => resolve())));
  const { port } = plain.address() as AddressInfo; // a server that listens on TCP has one
  for (const rest of [gone.rest, 'http://exchange.invalid', `https://127.0.0.1:${port}`]) {
    const trips: (number | null)[] = [];
    const it = rig(rest);
    it.client.onRoundTrip((ms) => trips.push(ms));
    expect(await faultIn(it.client.call('trade.placeOrder', ORDER))).toMatchObject({ kind: 'ExchangeUnreachable' });
    expect(trips).toEqual([null]);
    expect(it.client.limits()).toEqual([]);
  }
});

test.each([
  ['a page of HTML with HTTP 503', 503, '<html>', 'it answers only HTTP 503'],
  ['an error inside', 500, '{"success":false,"code":-1000,"message":"x"}', 'it answers only HTTP 500'],
  ['a page of HTML', 200, '<html>', 'it answers only HTTP 200 with what cannot be read'],
  [
    'too many requests',
    429,
    '{"success":false,"code":-1003,"message":"x"}',
    'it answers only that requests are too many',
  ],
  ['a refusal in its own words', 400, '{"success":false,"code":-1006,"message":"x"}', ''],
])('an answer tells whether it says anything of what was asked: %s', async (_what, status, text, reason) => {
  const there = await server((_arrival, response) => reply(response, status, text));
  const it = rig(there.rest);
  const told: string[] = [];
  it.client.onRoundTrip((_ms, words) => told.push(words));
  await it.client.call('trade.order', { orderId: '13' }).catch(() => undefined);
  expect(told.at(-1)).toBe(reason);
});

test('a good answer is read, with ids as text, and what was sent is what was signed', async () => {
  const good = await server((_arrival, response) =>
    reply(
      response,
      200,
      `{"success":true,"timestamp":${NOW},"data":{"orderId":1954766344355779056,"clientOrderId":9007199254740993}}`,
    ),
  );
  const it = rig(good.rest);
  expect(await place(it)).toMatchObject({ orderId: '1954766344355779056', clientOrderId: '9007199254740993' });
  const [{ method, target, headers, body } = { method: '', target: '', headers: {}, body: '' }] = good.arrivals;
  expect(body).toContain('"clientOrderId":9007199254740993');
  const signed = `${String(headers['x-api-timestamp'])}${method}${target}${body}`;
  expect(headers['x-api-signature']).toBe(createHmac('sha256', 'test-secret').update(signed).digest('hex'));
  // The exchange's time, which goes on while the request is made.
  expect(Math.abs(Number(headers['x-api-timestamp']) - NOW)).toBeLessThan(1_000);
  expect(headers['content-type']).toBe('application/json');
});

test('input that the endpoint does not take is named by field, and nothing is sent', async () => {
  const good = await server((_arrival, response) => reply(response, 200, ok(PLACED)));
  const { client } = rig(good.rest);
  const fault = await faultIn(client.call('trade.placeOrder', { ...ORDER, price: '1e3,', amount: '5' }));
  expect(fault).toMatchObject({ kind: 'InvalidInput' });
  expect(fault.kind === 'InvalidInput' ? fault.problems.map(({ path }) => path) : []).toEqual(
    expect.arrayContaining(['price']),
  );
  expect(good.arrivals).toHaveLength(0);
});

test('without a key public data can be read and nothing signed leaves', async () => {
  const good = await server((_arrival, response) => reply(response, 200, ok({ status: 0 })));
  const { clock, exchangeClock } = rig(good.rest);
  const http = createHttp();
  closers.push(() => http.close());
  const world = { clock, http, random: { fraction: () => 0, bytes: () => new Uint8Array() }, sockets };
  const client = createClient({ world, address: good, credentials: null, exchangeClock });
  expect(await client.call('public.systemInfo', {})).toMatchObject({ status: 0 });
  expect(good.arrivals[0]?.headers['x-api-key']).toBeUndefined();
  expect(await faultIn(client.call('trade.orders', {}))).toMatchObject({ kind: 'NotAllowed' });
  expect(good.arrivals).toHaveLength(1);
});

test('the first signed call measures the exchange’s clock, and is signed with it', async () => {
  const ahead = NOW + 3_600_000;
  const good = await server(({ target }, response) =>
    target === '/v3/public/systemInfo'
      ? reply(response, 200, { success: true, timestamp: ahead, data: { status: 0 } })
      : reply(response, 200, { success: true, timestamp: ahead, data: PLACED }),
  );
  const it = rig(good.rest, false);
  await Promise.all([place(it), place(it)]);
  expect(good.arrivals.map(({ target }) => target)).toEqual([
    '/v3/public/systemInfo',
    '/v3/trade/order',
    '/v3/trade/order',
  ]);
  const signedAt = Number(good.arrivals[1]?.headers['x-api-timestamp']);
  expect(Math.abs(signedAt - ahead)).toBeLessThanOrEqual(1);
});

test('a jump of the local clock is measured again before anything else is signed', async () => {
  const good = await server((_arrival, response) => reply(response, 200, ok({ ...PLACED, rows: [], status: 0 })));
  const it = rig(good.rest);
  it.clock.wall -= 3_600_000;
  await read(it);
  expect(good.arrivals.map(({ target }) => target.split('?')[0])).toEqual([
    '/v3/public/systemInfo',
    '/v3/trade/orders',
  ]);
});

test('a refusal that may come from the clock has it measured before the next signed call', async () => {
  let refuses = true;
  const good = await server(({ target }, response) => {
    if (refuses && target !== '/v3/public/systemInfo') reply(response, 401, no(-1001));
    else reply(response, 200, ok({ ...PLACED, rows: [], status: 0 }));
  });
  const it = rig(good.rest);
  await faultIn(read(it));
  expect(it.exchangeClock.isSure()).toBe(false);
  refuses = false;
  await read(it);
  expect(good.arrivals.map(({ target }) => target.split('?')[0])).toEqual([
    '/v3/trade/orders',
    '/v3/public/systemInfo',
    '/v3/trade/orders',
  ]);
});

test('the order book’s timestamp never sets the clock, and is told to the caller', async () => {
  const old = NOW - 46_000;
  const good = await server((_arrival, response) =>
    reply(response, 200, { success: true, timestamp: old, data: { asks: [], bids: [] } }),
  );
  const it = rig(good.rest, false);
  const told: number[] = [];
  await it.client.call('public.orderbook', { symbol: ORDER.symbol }, { onTimestamp: (at) => told.push(at) });
  expect(told).toEqual([old]);
  expect(it.exchangeClock.offset()).toBeNull();
});

test('a caller who gives up before the slot sends nothing; after it, the outcome is unknown', async () => {
  const good = await server(() => undefined);
  const { client } = rig(good.rest);
  const early = new AbortController();
  early.abort();
  expect(await faultIn(client.call('trade.placeOrder', ORDER, { signal: early.signal }))).toMatchObject({
    kind: 'ExchangeUnreachable',
  });
  expect(good.arrivals).toHaveLength(0);
  const late = new AbortController();
  const calling = client.call('trade.placeOrder', ORDER, { signal: late.signal });
  const fault = faultIn(calling);
  await expect.poll(() => good.arrivals.length).toBe(1);
  late.abort();
  expect(await fault).toMatchObject({ kind: 'OutcomeUnknown' });
});

test('what cannot be recorded before sending is not sent, and its slot is free again', async () => {
  const good = await server((_arrival, response) => reply(response, 200, ok(PLACED)));
  const { client } = rig(good.rest);
  const refusal = new Error('the disk is full');
  const calling = client.call('trade.placeOrder', ORDER, {
    onSending: () => {
      throw refusal;
    },
  });
  await expect(calling).rejects.toBe(refusal);
  expect(good.arrivals).toHaveLength(0);
  expect(client.limits()).toEqual([]);
});

test('fault 12: a cancel that was refused for rate says when there is room, and is not sent again by itself', async () => {
  const bad = await server((_arrival, response) => reply(response, 429, no(-1003)));
  const { client, clock } = rig(bad.rest);
  const fault = await faultIn(client.call('trade.cancelOrder', { orderId: '13', symbol: ORDER.symbol }));
  expect(fault).toEqual({ kind: 'RateLimited', endpoint: 'trade.cancelOrder', retryAt: clock.now() + 1_000 });
  await clock.move(10_000);
  expect(bad.arrivals).toHaveLength(1);
});

test('fault 13: a storm of 429 for a minute is met with few requests, and the budget is whole again after it', async () => {
  let storm = true;
  const bad = await server((_arrival, response) =>
    storm ? reply(response, 429, no(-1003)) : reply(response, 200, ok({ rows: [] })),
  );
  const { client, clock } = rig(bad.rest);
  let done = 0;
  const ask = async (): Promise<void> => {
    while (storm) {
      await client.call('trade.orders', {}).catch(() => undefined);
      done += 1;
    }
  };
  const asking = Array.from({ length: 10 }, ask);
  for (let second = 0; second < 60; second += 1) {
    const seen = bad.arrivals.length;
    await clock.move(1_000);
    // Every request that left in this second is answered before time goes on.
    await expect.poll(() => bad.arrivals.length === seen || done >= bad.arrivals.length).toBe(true);
  }
  expect(bad.arrivals.length).toBeLessThan(90);
  storm = false;
  for (let second = 0; second < 20; second += 1) await clock.move(1_000);
  await Promise.all(asking);
  for (let second = 0; second < 20; second += 1) await clock.move(1_000);
  const before = bad.arrivals.length;
  await Promise.all(Array.from({ length: 10 }, () => client.call('trade.orders', {})));
  expect(bad.arrivals.length - before).toBe(10);
});

test('other bytes than those that were confirmed are not sent', async () => {
  const good = await server((_request, response) => reply(response, 200, ok({ withdrawId: '1' })));
  const { client } = rig(good.rest);
  const input = { token: 'USDT', network: 'TRX', amount: '25', address: 'T1' };
  const body = JSON.stringify(input);
  await client.call('asset.withdraw', input, { body });
  expect(good.arrivals.map((each) => each.body)).toEqual([body]);
  expect(await faultIn(client.call('asset.withdraw', { ...input, address: 'T2' }, { body }))).toMatchObject({
    kind: 'Defect',
  });
  expect(good.arrivals).toHaveLength(1);
});
