import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnvelope } from '../../shared/v3/envelope.ts';
import type { Endpoint } from '../../shared/v3/endpoint.ts';
import { endpointRows } from '../../shared/v3/endpoints.ts';
import { audit } from './engine/audit.ts';
import { ask, type Heard } from '../../e2e/rigs/practice/fixtures.ts';
import { findRoute } from './http/router.ts';
import { startPractice, type Practice } from './server.ts';

/**
 * The endpoint table against the exchange, both ways: every operation of the table is answered, every
 * answer is in the table, valid input gives a record that the table can read, and each kind of invalid
 * input gives its error and moves no money.
 */
let exchange: Practice;
beforeAll(async () => {
  exchange = await startPractice({ limits: false });
});
afterAll(() => exchange.close());

/** Sends what the table makes of an input: the path's parts, the query or the body. */
function send(row: Endpoint, given: Readonly<Record<string, unknown>>): Promise<Heard> {
  const input = { ...row.input.parse(given) };
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = encodeURIComponent(String(input[name]));
    delete input[name];
    return value;
  });
  const bend = row.signed ? {} : { unsigned: true };
  if (row.method === 'POST' || row.method === 'PUT') return ask(exchange, row.method, path, input, bend);
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return ask(exchange, row.method, query === '' ? path : `${path}?${query}`, null, bend);
}

const rowOf = (name: string): Endpoint => {
  const row = endpointRows.find((candidate) => candidate.name === name);
  if (row === undefined) throw new Error(`no such operation: ${name}`);
  return row;
};

/** Reads a success with the schema of the table; the message of the first problem otherwise. */
function read(row: Endpoint, heard: Heard): unknown {
  const envelope = readEnvelope(heard.status, heard.body);
  if (!envelope.ok) throw new Error(`${row.name}: ${envelope.code} ${envelope.message}`);
  expect(typeof heard.body.timestamp).toBe('number');
  return row.output.parse(envelope.data);
}

const call = async (name: string, given: Readonly<Record<string, unknown>> = {}): Promise<unknown> =>
  read(rowOf(name), await send(rowOf(name), given));
/** Fields of a record by name; the schemas have been through it. */
const part = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value);

test('every operation of the table is found by its method and path', () => {
  for (const { name, method, path } of endpointRows)
    expect(findRoute(method, path.replaceAll(/\{\w+\}/g, '7'))?.row.name).toBe(name);
  expect(findRoute('GET', '/v3/elsewhere')).toBeNull();
});

test.each(
  endpointRows
    .filter((row) => row.effect === 'read' && !row.path.includes('{'))
    .filter((row) => !['trade.order', 'trade.algoOrder', 'trade.transaction'].includes(row.name))
    .map((row) => [row.name, row] as const),
)('%s answers records that the table reads', async (name, row) => {
  const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'public.marketTrades': { symbol: 'PERP_BTC_USDT', limit: 50 },
    'public.marketTradesHistory': { symbol: 'PERP_BTC_USDT', startTime: 1 },
    'public.orderbook': { symbol: 'PERP_BTC_USDT', maxLevel: 20, rpi: true },
    'public.kline': { symbol: 'SPOT_ETH_USDT', type: '1mon' },
    'public.klineHistory': { symbol: 'SPOT_ETH_USDT', type: '5m', limit: 1000 },
    'public.fundingRateHistory': { symbol: 'PERP_SOL_USDT' },
    'trade.tradingFee': { symbol: 'PERP_BTC_USDT' },
    'futures.leverage': { symbol: 'PERP_BTC_USDT', marginMode: 'CROSS' },
    'asset.depositAddress': { token: 'USDT', network: 'TRX' },
    'spotMargin.maxMargin': { symbol: 'SPOT_BTC_USDT' },
  };
  const record = await call(name, inputs[name]);
  // Public lists set unreadable records aside instead of refusing; there must be none.
  if (typeof record === 'object' && record !== null && 'unreadable' in record) expect(record.unreadable).toEqual([]);
  const lists = [
    'public.',
    'trade.orders',
    'trade.algoOrders',
    'trade.transactionHistory',
    'asset.',
    'account.referral',
    'futures.funding',
  ];
  if (
    lists.some((prefix) => row.name.startsWith(prefix)) &&
    typeof record === 'object' &&
    record !== null &&
    'rows' in record
  ) {
    if (row.name !== 'asset.yieldHistory') expect(part(record, 'rows', 'length')).toBeGreaterThan(0);
  }
});

test.each(endpointRows.filter((row) => row.page !== null && row.signed).map((row) => [row.name, row] as const))(
  '%s pages: the parts make the whole, the cap holds, a page past the end is empty',
  async (name, row) => {
    const { defaultSize, maxSize } = row.page ?? { defaultSize: 0, maxSize: 0 };
    const all = await call(name, { size: maxSize });
    const total = Number(part(all, 'meta', 'total'));
    const first = await call(name);
    expect(part(first, 'meta', 'recordsPerPage')).toBe(defaultSize);
    expect(part(first, 'rows', 'length')).toBe(Math.min(defaultSize, total));
    const parts: unknown[] = [];
    const size = Math.max(1, Math.ceil(Math.min(total, 60) / 3));
    for (const page of [1, 2, 3]) {
      const rows = part(await call(name, { page, size }), 'rows');
      if (Array.isArray(rows)) parts.push(...(rows as unknown[])); // rows of unknown kind
    }
    expect(parts).toEqual((part(all, 'rows') as unknown[]).slice(0, parts.length)); // a list by the schema
    expect(part(await call(name, { page: 9_999 }), 'rows', 'length')).toBe(0);
    const path = row.path;
    for (const query of [
      `size=${maxSize + 1}`,
      'size=0',
      'page=0',
      'page=-1',
      'page=x',
      'startTime=5000000000000&endTime=4000000000000',
    ]) {
      const heard = await ask(exchange, 'GET', `${path}?${query}`);
      // Credentials have no times.
      if (query.startsWith('startTime') && name === 'account.credentials') continue;
      expect([query, heard.status, heard.body.success, heard.body.code]).toEqual([query, 400, false, -1005]);
    }
  },
);

test('an order lives through the table: placed, read, edited, listed, cancelled, with a fill to look up', async () => {
  const placed = await call('trade.placeOrder', {
    symbol: 'PERP_BTC_USDT',
    side: 'BUY',
    type: 'LIMIT',
    price: '60000',
    quantity: '0.01',
    clientOrderId: '31415926535',
  });
  const orderId = String(part(placed, 'orderId'));
  expect(await call('trade.order', { orderId, withRealizedPnl: true })).toMatchObject({ orderId, status: 'NEW' });
  expect(await call('trade.editOrder', { orderId, price: '60001' })).toMatchObject({ status: 'EDIT_SENT' });
  expect(await call('trade.orders', { status: 'INCOMPLETE' })).toMatchObject({ rows: [{ orderId, price: '60001' }] });
  expect(await call('trade.cancelOrder', { orderId, symbol: 'PERP_BTC_USDT' })).toMatchObject({
    status: 'CANCEL_SENT',
  });
  await call('trade.placeOrder', { symbol: 'SPOT_ETH_USDT', side: 'BUY', type: 'MARKET', amount: '50' });
  const fills = await call('trade.transactionHistory', { limit: 1 });
  const tradeId = String(part(fills, 'rows', 0, 'id'));
  expect(await call('trade.transaction', { tradeId })).toMatchObject({ id: tradeId, symbol: 'SPOT_ETH_USDT' });
  expect(await call('trade.cancelOrders', {})).toMatchObject({ status: 'CANCEL_ALL_SENT' });
});

test('an algo tree lives through the table: placed legs first, read, edited, listed, cancelled', async () => {
  const leg = (algoType: string, triggerPrice: string) => ({ algoType, type: 'MARKET', triggerPrice });
  const placed = await call('trade.placeAlgoOrder', {
    symbol: 'PERP_ETH_USDT',
    algoType: 'BRACKET',
    type: 'LIMIT',
    side: 'BUY',
    quantity: '1',
    price: '2900',
    clientAlgoOrderId: '271828',
    childOrders: [{ algoType: 'TP_SL', childOrders: [leg('TAKE_PROFIT', '3500'), leg('STOP_LOSS', '2500')] }],
  });
  const rows = part(placed, 'rows') as { algoType: string; algoOrderId: string }[]; // by the schema
  expect(rows.map((row) => row.algoType)).toEqual(['TAKE_PROFIT', 'STOP_LOSS', 'TP_SL', 'BRACKET']);
  const root = rows.at(-1)?.algoOrderId;
  expect(await call('trade.algoOrder', { clientAlgoOrderId: '271828' })).toMatchObject({
    algoOrderId: root,
    parentAlgoOrderId: null,
    triggerStatus: 'SUCCESS',
    isTriggered: false,
    childOrders: [{ algoType: 'TP_SL', triggerStatus: 'USELESS', childOrders: [{}, {}] }],
  });
  expect(await call('trade.editAlgoOrder', { algoOrderId: root, price: '2901' })).toMatchObject({
    status: 'EDIT_SENT',
  });
  expect(await call('trade.algoOrders', { status: 'INCOMPLETE' })).toMatchObject({
    rows: [{ algoOrderId: root, price: '2901' }],
  });
  expect(await call('trade.cancelAlgoOrder', { algoOrderId: root })).toMatchObject({ status: 'CANCEL_SENT' });
  expect(await call('trade.cancelAlgoOrders', {})).toMatchObject({ status: 'CANCEL_ALL_SENT' });
  expect(await call('trade.cancelAllOrders', {})).toMatchObject({ status: 'CANCEL_ALL_SENT' });
});

test('every other write answers what the table reads', async () => {
  const [main, , , savings] = [...exchange.venue.accounts.values()].filter(
    (row) => !row.house && row.name.startsWith('practice'),
  );
  const other = savings ?? [...exchange.venue.accounts.values()].find((row) => row.ownerId === main?.id);
  await call('account.listenKey', { type: 'WEBSOCKET' });
  await call('account.setTradingMode', { tradingMode: 'FUTURES' });
  await call('futures.setLeverage', { symbol: 'PERP_SOL_USDT', marginMode: 'CROSS', leverage: 7 });
  expect(await call('futures.leverage', { symbol: 'PERP_SOL_USDT', marginMode: 'CROSS' })).toMatchObject({
    details: [{ positionSide: 'BOTH', leverage: 7 }],
  });
  await call('futures.setPositionMode', { positionMode: 'HEDGE_MODE' });
  await call('futures.setPositionMode', { positionMode: 'ONE_WAY' });
  await call('futures.setDefaultMarginMode', { marginMode: 'CROSS' });
  await call('spotMargin.setLeverage', { leverage: 10 });
  expect(part(await call('trade.cancelAllAfter', { triggerAfter: 60_000 }), 'expectedTriggerTime')).toBeGreaterThan(
    Date.now(),
  );
  expect(await call('trade.cancelAllAfter', { triggerAfter: '0' })).toEqual({ expectedTriggerTime: null });
  await call('asset.transfer', {
    token: 'USDT',
    amount: '12.5',
    from: { applicationId: main?.id },
    to: { applicationId: other?.id },
  });
  const withdrawn = await call('asset.withdraw', {
    token: 'USDT',
    network: 'TRX',
    amount: '20',
    address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  });
  const withdrawId = String(part(withdrawn, 'withdrawId'));
  expect(await call('asset.walletHistory', { id: withdrawId })).toMatchObject({
    rows: [{ id: withdrawId, status: 'NEW' }],
  });
  await call('asset.cancelWithdraw', { withdrawId });
  expect(await call('asset.walletHistory', { id: withdrawId })).toMatchObject({ rows: [{ status: 'CANCELED' }] });
});

/** Money of every account, without prices and times that move by themselves. */
const money = (): string =>
  JSON.stringify(
    [...exchange.venue.accounts.values()]
      .filter((account) => !account.house)
      .map((account) =>
        [...account.balances.values()].map(({ token, holding, frozen }) => [token, `${holding}/${frozen}`]),
      ),
  );

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const WITHDRAWAL = { token: 'USDT', network: 'TRX', amount: '20', address: ADDRESS };
const STOP = {
  symbol: 'PERP_BTC_USDT',
  algoType: 'STOP',
  type: 'MARKET',
  side: 'BUY',
  quantity: '0.01',
  triggerPrice: '70000',
};
const invalid: readonly (readonly [
  string,
  'GET' | 'POST' | 'PUT' | 'DELETE',
  string,
  Readonly<Record<string, unknown>> | null,
  number,
  number,
])[] = [
  [
    'a withdrawal to a wrong address',
    'POST',
    '/v3/asset/wallet/withdraw',
    { ...WITHDRAWAL, address: `${ADDRESS}x0` },
    400,
    -1005,
  ],
  [
    'a withdrawal on an unknown network',
    'POST',
    '/v3/asset/wallet/withdraw',
    { ...WITHDRAWAL, network: 'MOON' },
    400,
    -1005,
  ],
  [
    'a withdrawal that is switched off',
    'POST',
    '/v3/asset/wallet/withdraw',
    { ...WITHDRAWAL, network: 'BSC', address: `0x${'a'.repeat(40)}` },
    400,
    -1009,
  ],
  [
    'a withdrawal without its memo',
    'POST',
    '/v3/asset/wallet/withdraw',
    { ...WITHDRAWAL, network: 'TON', address: 'E'.repeat(48) },
    400,
    -1005,
  ],
  [
    'a withdrawal of more than there is',
    'POST',
    '/v3/asset/wallet/withdraw',
    { ...WITHDRAWAL, amount: '10000000' },
    400,
    302102,
  ],
  ['a withdrawal below the minimum', 'POST', '/v3/asset/wallet/withdraw', { ...WITHDRAWAL, amount: '1' }, 400, -1005],
  ['a withdrawal of nothing', 'POST', '/v3/asset/wallet/withdraw', { ...WITHDRAWAL, amount: '0' }, 400, -1005],
  ['a cancel of an unknown withdrawal', 'DELETE', '/v3/asset/wallet/withdraw/123', null, 400, -1006],
  [
    'a transfer to a stranger',
    'POST',
    '/v3/asset/transfer',
    { token: 'USDT', amount: 1, from: { applicationId: 'x' }, to: { applicationId: 'y' } },
    400,
    -1005,
  ],
  [
    'a transfer without parties',
    'POST',
    '/v3/asset/transfer',
    { token: 'USDT', amount: 1, from: 'x', to: null },
    400,
    -1005,
  ],
  ['a transfer of an unknown token', 'POST', '/v3/asset/transfer', { token: 'DOGE', amount: 1 }, 400, -1005],
  ['a repayment of what is not owed', 'POST', '/v3/spotMargin/interestRepay', { token: 'USDT', amount: 1 }, 400, -1005],
  ['spot margin leverage 6', 'POST', '/v3/spotMargin/leverage', { leverage: '6' }, 400, -1005],
  ['spot margin leverage 51', 'POST', '/v3/spotMargin/leverage', { leverage: 51 }, 400, -1005],
  [
    'leverage 51',
    'PUT',
    '/v3/futures/leverage',
    { symbol: 'PERP_BTC_USDT', marginMode: 'CROSS', leverage: 51 },
    400,
    -1005,
  ],
  [
    'leverage 0',
    'PUT',
    '/v3/futures/leverage',
    { symbol: 'PERP_BTC_USDT', marginMode: 'CROSS', leverage: 0 },
    400,
    -1005,
  ],
  [
    'leverage of a spot symbol',
    'PUT',
    '/v3/futures/leverage',
    { symbol: 'SPOT_BTC_USDT', marginMode: 'CROSS', leverage: 5 },
    400,
    -1005,
  ],
  ['an unknown position mode', 'PUT', '/v3/futures/positionMode', { positionMode: 'BOTH_WAYS' }, 400, -1005],
  ['a countdown of 900001 ms', 'POST', '/v3/trade/cancelAllAfter', { triggerAfter: '900001' }, 400, 317176],
  ['a countdown of -1 ms', 'POST', '/v3/trade/cancelAllAfter', { triggerAfter: -1 }, 400, 317176],
  ['a countdown that is text', 'POST', '/v3/trade/cancelAllAfter', { triggerAfter: 'soon' }, 400, 317176],
  ['a listen key of another type', 'POST', '/v3/account/listenKey', { type: 'HTTP' }, 400, -1005],
  ['a token history of an unknown type', 'GET', '/v3/asset/token/history?type=GIFT', null, 400, -1005],
  ['an interest history in lower case', 'GET', '/v3/spotMargin/interestHistory?token=usdt', null, 400, -1005],
  ['orders of an unknown status', 'GET', '/v3/trade/orders?status=OPEN', null, 400, -1005],
  ['an unknown order', 'GET', '/v3/trade/order?orderId=1', null, 400, 317149],
  ['an unknown algo order', 'GET', '/v3/trade/algoOrder?algoOrderId=1', null, 400, 317149],
  ['a cancel of an unknown algo order', 'DELETE', '/v3/trade/algoOrder?clientAlgoOrderId=1', null, 400, 317149],
  [
    'an algo order without its trigger',
    'POST',
    '/v3/trade/algoOrder',
    { ...STOP, triggerPrice: undefined },
    400,
    -1005,
  ],
  ['an algo order off the tick', 'POST', '/v3/trade/algoOrder', { ...STOP, triggerPrice: '70000.05' }, 400, -1103],
  [
    'an index trigger on a perpetual',
    'POST',
    '/v3/trade/algoOrder',
    { ...STOP, triggerPriceType: 'INDEX_PRICE' },
    400,
    317144,
  ],
  ['a stop with children', 'POST', '/v3/trade/algoOrder', { ...STOP, childOrders: [STOP] }, 400, -1005],
  ['a bracket without children', 'POST', '/v3/trade/algoOrder', { ...STOP, algoType: 'BRACKET' }, 400, -1005],
  [
    'a trailing stop without a callback',
    'POST',
    '/v3/trade/algoOrder',
    { ...STOP, algoType: 'TRAILING_STOP' },
    400,
    -1005,
  ],
  [
    'a trailing stop with both callbacks',
    'POST',
    '/v3/trade/algoOrder',
    { ...STOP, algoType: 'TRAILING_STOP', callbackRate: '0.01', callbackValue: '10' },
    400,
    -1005,
  ],
  [
    'a callback of 100 %',
    'POST',
    '/v3/trade/algoOrder',
    { ...STOP, algoType: 'TRAILING_STOP', callbackRate: '1' },
    400,
    -1005,
  ],
  [
    'a positional TP/SL without a position',
    'POST',
    '/v3/trade/algoOrder',
    {
      symbol: 'PERP_BTC_USDT',
      algoType: 'POSITIONAL_TP_SL',
      side: 'SELL',
      childOrders: [{ algoType: 'STOP_LOSS', type: 'CLOSE_POSITION', triggerPrice: '50000' }],
    },
    400,
    302162,
  ],
  [
    'an isolated margin without a position',
    'POST',
    '/v3/isolatedMargin/margin',
    { symbol: 'PERP_BTC_USDT', adjustAmount: '10', action: 'ADD' },
    400,
    -1005,
  ],
  ['a candle type of the stream', 'GET', '/v3/public/kline?symbol=PERP_BTC_USDT&type=1M', null, 400, -1005],
  ['1001 candles', 'GET', '/v3/public/klineHistory?symbol=PERP_BTC_USDT&type=1m&limit=1001', null, 400, -1005],
];
test.each(invalid)('%s is refused and moves no money', async (_name, method, target, body, status, code) => {
  const before = money();
  const heard = await ask(exchange, method, target, body);
  expect([heard.status, heard.body.success, heard.body.code]).toEqual([status, false, code]);
  expect(money()).toBe(before);
});

test('a view-only key reads and changes nothing, a trade-only key does not withdraw', async () => {
  const [, view, trade] = exchange.keys;
  if (view === undefined || trade === undefined) throw new Error('no keys');
  expect((await ask(exchange, 'GET', '/v3/asset/balances', null, view)).body.success).toBe(true);
  const order = { symbol: 'PERP_BTC_USDT', side: 'BUY', type: 'LIMIT', price: '60000', quantity: '0.01' };
  for (const [method, target, body] of [
    ['POST', '/v3/trade/order', order],
    ['DELETE', '/v3/trade/allOrders', null],
    ['PUT', '/v3/futures/positionMode', { positionMode: 'ONE_WAY' }],
    ['POST', '/v3/trade/cancelAllAfter', { triggerAfter: '1000' }],
  ] as const) {
    const heard = await ask(exchange, method, target, body, view);
    expect([target, heard.status, heard.body.code]).toEqual([target, 401, -1002]);
  }
  expect((await ask(exchange, 'POST', '/v3/asset/wallet/withdraw', WITHDRAWAL, trade)).body.code).toBe(-1002);
  expect((await ask(exchange, 'POST', '/v3/trade/order', order, trade)).body.success).toBe(true);
  await ask(exchange, 'DELETE', '/v3/trade/allOrders');
});

test('the dead-man switch is for VIP accounts', async () => {
  const visitor = exchange.keys.find((row) => row.account === 'visitor');
  const heard = await ask(exchange, 'POST', '/v3/trade/cancelAllAfter', { triggerAfter: '5000' }, visitor);
  expect([heard.status, heard.body.code]).toEqual([401, -1002]);
});

test('after all of this the money of the exchange is whole', () => {
  expect([...audit(exchange.venue).money.values()].every((sum) => sum === 0n)).toBe(true);
});
