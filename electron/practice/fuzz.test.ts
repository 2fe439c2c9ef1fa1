import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { endpointRows } from '../../shared/v3/endpoints.ts';
import { between, chance, fraction, type Chance } from './engine/random.ts';
import { ask } from '../../e2e/rigs/practice/fixtures.ts';
import { answer, type Received } from './http/answer.ts';
import type { Desk } from './http/call.ts';
import { apiKey } from './http/keys.ts';
import { noLimits } from './http/limits.ts';
import { startPractice, type Practice } from './server.ts';
import { proves } from '../../e2e/rigs/proof.ts';

/**
 * 100,000 malformed requests and frames: signed ones that reach the routes, raw bytes on the socket,
 * and stream commands. None crashes the exchange, changes its state, or is answered without an envelope.
 */
let exchange: Practice;
beforeAll(async () => {
  exchange = await startPractice({ limits: false, pastDays: 0 });
  // Without a market the state stands still by itself.
  exchange.venue.market = null;
});
afterAll(() => exchange.close());

const DEEP = '['.repeat(30_000);
const JUNK: readonly string[] = [
  '""',
  '" 1"',
  '"+1"',
  '"-1"',
  '-1',
  '"-0"',
  '-0',
  '0',
  '"0"',
  '"1e3"',
  '1e400',
  '"0x10"',
  '"1,000"',
  '"1.000,5"',
  '"٣"',
  '"１"',
  '"NaN"',
  'NaN',
  '"Infinity"',
  '".5"',
  '"5."',
  '"00.1"',
  `"${'9'.repeat(40)}"`,
  '9'.repeat(400),
  '0.1000000000000000055511151231257827',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  'null',
  'true',
  '[]',
  '{}',
  '[[[]]]',
  '{"a":{"b":{"c":[1,2,3]}}}',
  `${'['.repeat(1_000)}${']'.repeat(1_000)}`,
  `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
  DEEP,
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202eabc"',
  '"\u200b"',
  '"😀"',
  '"__proto__"',
  '"constructor"',
  '"<img onerror=alert(1)>"',
  '"${process.exit()}"',
  '"../../etc/passwd"',
  '"a\\r\\nx-api-key: b"',
  `"${'x'.repeat(100_000)}"`,
  '{"toString":1}',
  '"undefined"',
  'undefined',
  '"PERP_BTC_USDT"',
  '"perp_btc_usdt"',
  '"SPOT_"',
  '1.5',
  '"1.5.5"',
  '[{"algoType":"STOP"}]',
];
const NAMES =
  'symbol side type price quantity amount orderId clientOrderId algoOrderId clientAlgoOrderId triggerAfter leverage marginMode positionMode token network address extra from to page size startTime endTime status limit maxLevel rpi algoType triggerPrice childOrders callbackRate callbackValue activatedPrice positionSide bidAskLevel visibleQuantity reduceOnly __proto__ constructor toString hasOwnProperty'.split(
    ' ',
  );

/** Valid bodies of the writes; the fuzz spoils a part of them that they cannot do without. */
const BODIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST /v3/trade/order': {
    symbol: '"PERP_BTC_USDT"',
    side: '"BUY"',
    type: '"LIMIT"',
    price: '"60000"',
    quantity: '"0.01"',
  },
  'PUT /v3/trade/order': { orderId: '1', price: '"60000"' },
  'POST /v3/trade/algoOrder': {
    symbol: '"PERP_BTC_USDT"',
    algoType: '"STOP"',
    type: '"MARKET"',
    side: '"BUY"',
    quantity: '"0.01"',
    triggerPrice: '"70000"',
  },
  'PUT /v3/trade/algoOrder': { algoOrderId: '1', triggerPrice: '"70000"' },
  'POST /v3/trade/cancelAllAfter': { triggerAfter: '"-1"' },
  'POST /v3/asset/transfer': {
    token: '"USDT"',
    amount: '1',
    from: '{"applicationId":"a"}',
    to: '{"applicationId":"b"}',
  },
  'POST /v3/asset/wallet/withdraw': { token: '"USDT"', network: '"TRX"', amount: '"20"', address: '"nowhere"' },
  'PUT /v3/futures/leverage': { symbol: '"PERP_BTC_USDT"', marginMode: '"CROSS"', leverage: '9999' },
  'PUT /v3/futures/positionMode': { positionMode: '"SIDEWAYS"' },
  'POST /v3/spotMargin/interestRepay': { token: '"USDT"', amount: '1' },
  // A digit that is changed leaves it too high.
  'POST /v3/spotMargin/leverage': { leverage: '9999' },
  'POST /v3/account/listenKey': { type: '"HTTP"' },
  'POST /v3/account/tradingMode': { tradingMode: '"NONE"' },
};
/** Fields whose every junk value must be refused, by write. */
const VITAL: Readonly<Record<string, readonly string[]>> = {
  'POST /v3/trade/order': ['symbol', 'side', 'type'],
  'POST /v3/trade/algoOrder': ['algoType', 'side', 'type'],
};

const pick = <Item>(state: Chance, items: readonly Item[]): Item => {
  const item = items[between(state, 0, items.length - 1)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
};

/** A JSON text that is broken, cut, or has its bytes changed. */
function mangle(state: Chance, text: string): string {
  const at = between(state, 0, text.length);
  const kind = fraction(state);
  if (kind < 0.3) return text.slice(0, at);
  if (kind < 0.6) return `${text.slice(0, at)}${String.fromCharCode(between(state, 0, 0x10_00))}${text.slice(at + 1)}`;
  if (kind < 0.8) return text + text;
  return pick(state, JUNK);
}

function malformed(state: Chance): { readonly method: string; readonly target: string; readonly body: string } {
  const writes = Object.keys(BODIES);
  if (fraction(state) < 0.5) {
    const name = pick(state, writes);
    const [method = '', path = ''] = name.split(' ');
    const fields = { ...BODIES[name] };
    for (const field of VITAL[name] ?? [])
      fields[field] = pick(
        state,
        JUNK.filter((value) => !value.includes('PERP_BTC')),
      );
    for (let i = between(state, 0, 3); i > 0; i -= 1) {
      const extra = pick(state, NAMES);
      // What makes a body invalid stays so.
      if (!(extra in fields)) fields[extra] = pick(state, JUNK);
    }
    const body = `{${Object.entries(fields)
      .map(([field, value]) => `${JSON.stringify(field)}:${value}`)
      .join(',')}}`;
    return {
      method,
      target: path,
      body: fraction(state) < 0.3 && VITAL[name] === undefined ? mangle(state, body) : body,
    };
  }
  const row = pick(state, endpointRows);
  const known = fraction(state) < 0.5 ? ['symbol=PERP_BTC_USDT'] : [];
  const query = [
    ...known,
    ...Array.from({ length: between(state, 0, 6) }, () => {
      const junk = pick(state, JUNK).slice(0, 4_000);
      const value = fraction(state) < 0.5 ? junk.replaceAll('"', '') : junk;
      return `${pick(state, NAMES)}=${fraction(state) < 0.5 ? encodeURIComponent(value.replaceAll(/[\ud800-\udfff]/g, '')) : '%%%zz'}`;
    }),
  ].join('&');
  // Cancels of everything do nothing here, for nothing is open; other writes are above.
  const method = row.method === 'POST' || row.method === 'PUT' ? 'GET' : row.method;
  const path = fraction(state) < 0.05 ? `${row.path}${pick(state, ['/', '/..', '//', '%00', '{', '/v3'])}` : row.path;
  return { method, target: `${path}?${query}`, body: '' };
}

const picture = (): string =>
  JSON.stringify(
    [...exchange.venue.accounts.values()].map((account) => [
      account.mode,
      account.positionMode,
      account.marginLeverage,
      [...account.leverages],
      [...account.balances.values()].map(({ token, holding, frozen, interest }) => [
        token,
        `${holding} ${frozen} ${interest}`,
      ]),
      [...account.positions.values()].map(({ symbol, lots }) => [symbol, lots]),
      account.open.size,
      account.finished.size,
      account.algos.roots.size,
      account.deadManAt,
      account.histories.moves.length,
      account.histories.wallet.length,
    ]),
  );

/** Whether a reply is an envelope, or the gateway's error for a path that is none. */
function isEnvelope(text: string): boolean {
  const body: unknown = JSON.parse(text);
  if (typeof body !== 'object' || body === null) return false;
  if ('code' in body && body.code === 503 && !('success' in body)) return true;
  if (!('success' in body) || typeof body.success !== 'boolean') return false;
  return body.success || ('message' in body && typeof body.message === 'string' && body.message !== '');
}

const COUNT = proves ? 1_000_000 : 80_000;

test(`${COUNT} signed malformed requests are refused, or read something, and change nothing`, () => {
  const state = chance(99, 'fuzz');
  const account = [...exchange.venue.accounts.values()].find((row) => row.name === 'practice');
  if (account === undefined) throw new Error('no account');
  const key = apiKey(account, 'fuzz', 'secret');
  const desk: Desk = {
    forms: 'live',
    skewMs: 0,
    maintenance: 0,
    lagMs: 0,
    frozenBooks: null,
    observers: new Set(),
    keys: new Map([['fuzz', key]]),
    newListenKey: () => ({ authKey: 'x', expiredTime: 0 }),
    streamedBook: () => null,
  };
  const before = picture();
  const statuses = new Map<number, number>();
  for (let i = 0; i < COUNT; i += 1) {
    const { method, target, body } = malformed(state);
    const timestamp = String(exchange.venue.now);
    const bytes = body === '' ? null : Buffer.from(body);
    const hash = createHmac('sha256', 'secret').update(timestamp + method + target);
    if (bytes !== null) hash.update(bytes);
    const request: Received = {
      method,
      target,
      headers: { 'x-api-key': 'fuzz', 'x-api-timestamp': timestamp, 'x-api-signature': hash.digest('hex') },
      body: bytes,
      address: '127.0.0.1',
    };
    const reply = answer(exchange.venue, desk, noLimits, request, 0);
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    if (!isEnvelope(reply.body))
      throw new Error(`no envelope for ${method} ${target} ${body.slice(0, 300)}: ${reply.body}`);
    // A defect of the exchange itself would be a -1000.
    if (reply.body.includes('"code":-1000') && !reply.body.includes('Request id'))
      throw new Error(`defect at ${method} ${target} ${body.slice(0, 300)}`);
    if ((method === 'POST' || method === 'PUT') && reply.status === 200)
      throw new Error(`accepted: ${method} ${target} ${body.slice(0, 300)}: ${reply.body}`);
  }
  expect(picture()).toBe(before);
  // Most were refused, some read.
  expect(statuses.get(400) ?? 0).toBeGreaterThan(40_000);
  expect(statuses.get(200) ?? 0).toBeGreaterThan(1_000);
}, 300_000);

test('15,000 malformed frames on both streams are answered or ignored, and the streams go on', async () => {
  const state = chance(7, 'frames');
  const { body } = await ask(exchange, 'POST', '/v3/account/listenKey', { type: 'WEBSOCKET' });
  const authKey = (body.data as { authKey: string }).authKey; // the record of E20
  const before = picture();
  for (const address of [exchange.publicStream, `${exchange.privateStream}?key=${authKey}`]) {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    await once(socket, 'open');
    const command = '{"id":"1","cmd":"SUBSCRIBE","params":["trade@PERP_BTC_USDT"]}';
    for (let i = 0; i < 7_500; i += 1) {
      const junk = pick(state, JUNK).slice(0, 20_000);
      const kind = fraction(state);
      if (kind < 0.2) socket.send(Buffer.from(junk));
      else if (kind < 0.5) socket.send(mangle(state, command).slice(0, 20_000));
      else if (kind < 0.7)
        socket.send(`{"id":${junk},"cmd":"SUBSCRIBE","params":${pick(state, JUNK).slice(0, 20_000)}}`);
      else if (kind < 0.8) socket.send(`{"cmd":${junk}}`);
      else
        socket.send(
          `{"id":"x","cmd":"SUBSCRIBE","params":[${junk},"__proto__@PERP_BTC_USDT","kline@PERP_BTC_USDT@constructor"]}`,
        );
    }
    let alive = false;
    socket.on('message', (message) => {
      const text = (message as Buffer).toString(); // whole messages are Buffers
      const frame: unknown = JSON.parse(text);
      expect(typeof frame).toBe('object');
      if (text.includes('"id":"last"')) alive = true;
    });
    socket.send('{"id":"last","cmd":"UN_SUBSCRIBE","params":["nothing"]}');
    while (!alive) await once(socket, 'message');
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  }
  const large = new WebSocket(exchange.publicStream, { perMessageDeflate: false });
  await once(large, 'open');
  const gone = once(large, 'close');
  large.send('x'.repeat(200_000));
  expect((await gone)[0]).toBe(1009);
  expect(picture()).toBe(before);
});

test('5,000 connections of raw bytes get an envelope or nothing, and the exchange goes on', async () => {
  const state = chance(5, 'bytes');
  const port = Number(new URL(exchange.rest).port);
  const before = picture();
  const raw = (bytes: Buffer): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
      let heard = '';
      socket.on('data', (chunk) => (heard += chunk.toString('latin1')));
      socket.on('error', () => resolve(heard));
      socket.on('close', () => resolve(heard));
    });
  const request =
    'POST /v3/trade/order HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{"symbol":"PERP_BTC"';
  for (let round = 0; round < 100; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => {
        const text = mangle(state, request);
        return raw(
          fraction(state) < 0.2
            ? Buffer.from(Array.from({ length: 200 }, () => between(state, 0, 255)))
            : Buffer.from(text),
        );
      }),
    );
    for (const heard of answers) {
      if (heard === '') continue; // cut off before it said anything
      const [first = ''] = heard.split('\r\n\r\n').slice(1);
      const text = first.split('HTTP/1.1')[0] ?? '';
      if (!isEnvelope(Buffer.from(text, 'latin1').toString('utf8'))) throw new Error(`no envelope: ${heard}`);
    }
  }
  expect(picture()).toBe(before);
  expect((await ask(exchange, 'GET', '/v3/public/systemInfo')).body.success).toBe(true);
}, 180_000);
