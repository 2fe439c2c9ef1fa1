import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, draft, ticks } from '../../e2e/rigs/practice/fixtures.ts';
import { listen, type Frame } from '../../e2e/rigs/practice/listen.ts';
import { afterwards } from './engine/afterwards.ts';
import { balanceOf } from './engine/money/account.ts';
import { fixed } from './engine/money/fixed.ts';
import { announceDeposit } from './engine/money/wallet.ts';
import type { Account } from './engine/model.ts';
import { place, withdraw } from './engine/orders/place.ts';
import { bookOf, pricesOf } from './engine/venue.ts';
import { startPractice, type Practice } from './server.ts';
import type { Forms } from './wire/forms.ts';

/**
 * Each row of protocol.md, section 9, in the live forms that are the default, and the documented forms beside them.
 * Answers are read with JSON.parse, so that a number and its text differ.
 */
type Fields = Readonly<Record<string, unknown>>;
const exchanges = new Map<Forms, Practice>();
let leapt = 0;
beforeAll(async () => {
  for (const forms of ['live', 'documented'] as const) {
    const started = await startPractice(
      { forms, limits: false, pastDays: 0, adminPort: 0 },
      () => performance.now() + leapt,
    );
    // Prices stand still, so that a trigger lies where it is said to lie.
    await fetch(`${started.admin}/market`, { method: 'POST', body: '{"still":true}' });
    exchanges.set(forms, started);
  }
});
afterAll(async () => {
  for (const exchange of exchanges.values()) await exchange.close();
});

const at = (forms: Forms): Practice => {
  const exchange = exchanges.get(forms);
  if (exchange === undefined) throw new Error('not started');
  return exchange;
};
const named = (forms: Forms, name: string): Account => {
  const account = [...at(forms).venue.accounts.values()].find((row) => !row.house && row.name === name);
  if (account === undefined) throw new Error(`no account ${name}`);
  return account;
};
/** Signs for another account than the first. */
const as = (forms: Forms, name: string) => {
  const key = at(forms).keys.find(({ account }) => account === name);
  if (key === undefined) throw new Error(`no key of ${name}`);
  return { key: key.key, secret: key.secret };
};
async function call(forms: Forms, method: string, target: string, body: unknown = null, bend = {}): Promise<Fields> {
  const { text } = await ask(at(forms), method, target, body, bend);
  return JSON.parse(text) as Fields; // an object by the envelope
}
async function data(forms: Forms, method: string, target: string, body: unknown = null, bend = {}): Promise<Fields> {
  const answer = await call(forms, method, target, body, bend);
  expect(answer).toMatchObject({ success: true });
  return answer.data as Fields; // the envelope's
}
const rows = async (forms: Forms, target: string, bend = {}): Promise<readonly Fields[]> =>
  (await data(forms, 'GET', target, null, bend)).rows as readonly Fields[]; // a page's

const ORDER = { symbol: 'PERP_BTC_USDT', side: 'BUY', type: 'LIMIT', price: '60000', quantity: '0.01' };

/** The private stream of an account with some topics, heard from now on. */
async function hear(forms: Forms, topics: readonly string[], bend = {}) {
  const { authKey } = await data(forms, 'POST', '/v3/account/listenKey', { type: 'WEBSOCKET' }, bend);
  const client = listen(`${at(forms).privateStream}?key=${String(authKey)}`);
  await client.opened();
  client.say({ id: '1', cmd: 'SUBSCRIBE', params: topics });
  await client.next((frame) => frame.id === '1');
  return client;
}
const dataOf = (frame: Frame): Fields => frame.data as unknown as Fields; // an object of a topic

describe('9.1: a root STOP is listed by the side of the market that its trigger lies on', () => {
  test.each([
    ['BUY', '60000', 'TAKE_PROFIT'],
    ['BUY', '70000', 'STOP_LOSS'],
    ['SELL', '70000', 'TAKE_PROFIT'],
    ['SELL', '60000', 'STOP_LOSS'],
  ])('%s at %s is a %s', async (side, triggerPrice, listed) => {
    const stop = { symbol: 'PERP_BTC_USDT', algoType: 'STOP', type: 'MARKET', side, quantity: '0.01', triggerPrice };
    const client = await hear('live', ['algoexecutionreport']);
    const placed = (await data('live', 'POST', '/v3/trade/algoOrder', stop)).rows as readonly Fields[];
    expect(placed).toMatchObject([{ algoType: listed }]);
    const [listedFirst] = await rows('live', '/v3/trade/algoOrders?status=INCOMPLETE');
    expect(listedFirst).toMatchObject({ algoType: listed, parentAlgoOrderId: 0, reduceOnly: false });
    for (const type of ['STOP', listed])
      expect((await rows('live', `/v3/trade/algoOrders?status=INCOMPLETE&algoType=${type}`)).length).toBeGreaterThan(0);
    const frame = await client.next(({ topic }) => topic === 'algoexecutionreport');
    expect(frame.data).toMatchObject([{ at: listed }]);
    client.socket.terminate();
    await call('live', 'DELETE', '/v3/trade/algoOrders');
    const documented = (await data('documented', 'POST', '/v3/trade/algoOrder', stop)).rows;
    expect(documented).toMatchObject([{ algoType: 'STOP' }]);
    await call('documented', 'DELETE', '/v3/trade/algoOrders');
  });
});

test('9.2: a page of orders has 100 rows unless asked, one of algo orders 25', async () => {
  const size = async (forms: Forms, path: string) => (await data(forms, 'GET', path)).meta as Fields; // a page's
  expect(await size('live', '/v3/trade/orders')).toMatchObject({ recordsPerPage: 100 });
  expect(await size('live', '/v3/trade/algoOrders')).toMatchObject({ recordsPerPage: 25 });
  expect(await size('documented', '/v3/trade/orders')).toMatchObject({ recordsPerPage: 25 });
  expect(await call('live', 'GET', '/v3/trade/orders?size=501')).toMatchObject({ code: -1005 });
});

test('9.3: the leverage of one-way mode is said of both sides', async () => {
  const target = '/v3/futures/leverage?symbol=PERP_BTC_USDT&marginMode=CROSS&positionMode=ONE_WAY';
  await data('live', 'PUT', '/v3/futures/leverage', { symbol: 'PERP_BTC_USDT', marginMode: 'CROSS', leverage: 7 });
  expect(await data('live', 'GET', target)).toMatchObject({
    positionMode: 'ONE_WAY',
    details: [
      { positionSide: 'LONG', leverage: 7 },
      { positionSide: 'SHORT', leverage: 7 },
    ],
  });
  expect(await data('documented', 'GET', target)).toMatchObject({ details: [{ positionSide: 'BOTH', leverage: 10 }] });
});

test('9.4: the account carries its fee rates, and nobody referred it', async () => {
  expect(await data('live', 'GET', '/v3/account/info')).toMatchObject({
    makerFeeRate: 0,
    takerFeeRate: 3,
    referrerID: null,
  });
  const documented = await data('documented', 'GET', '/v3/account/info');
  expect(documented).toMatchObject({ referrerID: '' });
  expect(documented).not.toHaveProperty('takerFeeRate');
});

test('9.5: levels inside an update stand in the order of the book', async () => {
  const { admin } = at('live');
  await fetch(`${admin}/market`, { method: 'POST', body: '{"still":false}' });
  const client = listen(at('live').publicStream);
  await client.opened();
  client.say({ id: '1', cmd: 'SUBSCRIBE', params: ['orderbookupdate@PERP_BTC_USDT@50'] });
  const updates = (): Frame[] => client.heard.filter(({ topic }) => topic !== undefined);
  await client.next(() => updates().length >= 8);
  client.socket.terminate();
  await fetch(`${admin}/market`, { method: 'POST', body: '{"still":true}' });
  let deleted = 0;
  for (const frame of updates()) {
    const { bids, asks } = frame.data as unknown as Record<'bids' | 'asks', [string, string][]>; // 4.5
    const prices = (side: [string, string][]) => side.map(([price]) => Number(price));
    expect(prices(bids)).toEqual(prices(bids).toSorted((a, b) => b - a));
    expect(prices(asks)).toEqual(prices(asks).toSorted((a, b) => a - b));
    deleted += [...bids, ...asks].filter(([, size]) => size === '0').length;
  }
  expect(deleted).toBeGreaterThan(0);
});

describe('9.6: an order record', () => {
  test('is written with bare numbers and no time of its last change', async () => {
    const { orderId } = await data('live', 'POST', '/v3/trade/order', { ...ORDER, clientOrderId: '61' });
    expect(typeof orderId).toBe('number');
    await data('live', 'PUT', '/v3/futures/leverage', { symbol: 'PERP_BTC_USDT', marginMode: 'CROSS', leverage: 6 });
    const record = await data('live', 'GET', '/v3/trade/order?clientOrderId=61');
    expect(record).toMatchObject({
      price: 60_000,
      quantity: 0.01,
      visible: 0.01,
      rebateAsset: 'USDT',
      leverage: '6',
      marginMode: 'CROSS',
      realizedPnl: null,
    });
    expect(record.createdTime).toMatch(/^\d{10}\.\d{3}$/);
    expect(record).not.toHaveProperty('updatedTime');
    await call('live', 'DELETE', '/v3/trade/orders');
  });
  test('of a market order shows nothing, and one of spot has no margin mode', async () => {
    const market = { symbol: 'SPOT_BTC_USDT', side: 'BUY', type: 'MARKET', amount: '100', clientOrderId: '62' };
    await data('live', 'POST', '/v3/trade/order', market);
    const record = await data('live', 'GET', '/v3/trade/order?clientOrderId=62');
    expect(record).toMatchObject({ visible: '0', rebateAsset: 'USDT', status: 'FILLED', amount: 100 });
    expect(record).not.toHaveProperty('marginMode');
    expect(record).not.toHaveProperty('leverage');
  });
  test('is text and milliseconds where it is documented', async () => {
    const placed = await data('documented', 'POST', '/v3/trade/order', { ...ORDER, clientOrderId: '63' });
    expect(placed).toMatchObject({ price: '60000', quantity: '0.01' });
    const record = await data('documented', 'GET', '/v3/trade/order?clientOrderId=63');
    expect(record).toMatchObject({ price: '60000', quantity: '0.01', amount: 'null', rebateCurrency: '' });
    expect(Number.isInteger(record.createdTime)).toBe(true);
    expect(record).not.toHaveProperty('realizedPnl');
    await call('documented', 'DELETE', '/v3/trade/orders');
  });
});

test('9.7: an edit is reported with the state and the new values, or as REPLACED where that is switched on', async () => {
  const edited = async (exchange: Practice): Promise<Fields> => {
    const before = exchanges.get('live');
    exchanges.set('live', exchange);
    const client = await hear('live', ['executionreport']);
    await data('live', 'POST', '/v3/trade/order', { ...ORDER, clientOrderId: '71' });
    await data('live', 'PUT', '/v3/trade/order', { clientOrderId: '71', price: '59999' });
    const frame = await client.next(({ topic, data: told }) => topic !== undefined && (told as Fields).px === '59999');
    client.socket.terminate();
    await call('live', 'DELETE', '/v3/trade/orders');
    if (before !== undefined) exchanges.set('live', before);
    return dataOf(frame);
  };
  expect(await edited(at('live'))).toMatchObject({ mt: 0, ss: 'NEW', sx: '0.01' });
  const other = await startPractice({ saysReplaced: true, limits: false, pastDays: 0 });
  expect(await edited(other)).toMatchObject({ mt: 0, ss: 'REPLACED', sx: '0.01' });
  await other.close();
});

test('9.8: a refusal carries no time, may carry a second code, and has an id to trace it', async () => {
  const refused = await call('live', 'POST', '/v3/trade/order', { ...ORDER, price: 'much' });
  expect(refused).toMatchObject({ success: false, code: -1005, error_code: 90000 });
  expect(refused).not.toHaveProperty('timestamp');
  expect(await call('documented', 'POST', '/v3/trade/order', { ...ORDER, price: 'much' })).toHaveProperty('timestamp');
  const { headers } = await fetch(`${at('live').rest}/v3/public/systemInfo`);
  expect(headers.get('x-trace-id')).toMatch(/^\d+$/);
  expect(headers.get('x-request-id')).toMatch(/^\d+$/);
});

describe('9.9: the topic account', () => {
  const MARGIN = ['fc', 'imr', 'mmr', 'mr', 'omr', 'tc'];
  test.each([
    ['practice', 'FUTURES', 'FUTURE', ['M', 'P', ...MARGIN, 'm', 'v']],
    ['borrower', 'MARGIN', 'MARGIN', [...MARGIN, 'l', 'm', 'v']],
    ['visitor', 'PURE_SPOT', 'PURE_SPOT', ['m', 'v']],
  ])('of %s in %s is pushed every second as %s with its own letters', async (name, mode, word, letters) => {
    await data('live', 'POST', '/v3/account/tradingMode', { tradingMode: mode }, as('live', name));
    const client = await hear('live', ['account'], as('live', name));
    const frames = (): Frame[] => client.heard.filter(({ topic }) => topic === 'account');
    await client.next(() => frames().length >= 2);
    client.socket.terminate();
    const [frame] = frames();
    if (frame === undefined) throw new Error('nothing heard');
    expect(dataOf(frame).m).toBe(word);
    expect(Object.keys(dataOf(frame)).toSorted()).toEqual(letters.toSorted());
  });
  test('is pushed on change alone, with all letters, where it is documented', async () => {
    const client = await hear('documented', ['account']);
    await data('documented', 'POST', '/v3/spotMargin/leverage', { leverage: '5' });
    const frame = await client.next(({ topic }) => topic === 'account');
    client.socket.terminate();
    expect(dataOf(frame)).toMatchObject({ m: 'FUTURES', l: 5, M: 'CROSS', P: 'ONE_WAY' });
    expect(dataOf(frame)).toHaveProperty('ts');
  });
});

test('9.10: the terms of symbols are those of the perpetuals', async () => {
  const all = await rows('live', '/v3/account/symbolConfig');
  expect(all.map(({ symbol }) => symbol)).toEqual(['PERP_BTC_USDT', 'PERP_ETH_USDT', 'PERP_SOL_USDT']);
  expect(all[0]).toEqual({
    symbol: 'PERP_BTC_USDT',
    margin_factor: expect.stringMatching(/^0\.\d+$/) as unknown,
    maxLeverage: 50,
    maxPosition: 200,
  });
});

test('9.11: interest rates are base rates of now and the next hour', async () => {
  const [usdt] = await rows('live', '/v3/spotMargin/interestRate');
  expect(usdt).toEqual({
    token: 'USDT',
    currentHourlyBaseRate: '0.000013698630136986',
    estHourlyBaseRate: '0.000013698630136986',
    currentAnnualBaseRate: '0.12',
    estAnnualBaseRate: '0.12',
    estTime: expect.any(Number) as unknown,
  });
});

test('9.12: the largest loan is told by spot symbol, in margin mode alone', async () => {
  const target = '/v3/spotMargin/maxMargin?symbol=SPOT_BTC_USDT';
  const most = await data('live', 'GET', target, null, as('live', 'borrower'));
  expect(Object.keys(most)).toEqual(['symbol', 'availableBaseQuantity', 'availableQuoteQuantity']);
  // 20,000 USDT and 0.5 BTC at 95 % lend nine times as much.
  expect(Number(most.availableBaseQuantity)).toBeGreaterThan(3);
  expect(await data('live', 'GET', target)).toMatchObject({ availableBaseQuantity: '0', availableQuoteQuantity: '0' });
  expect(await call('live', 'GET', '/v3/spotMargin/maxMargin?token=BTC')).toMatchObject({ code: -1005 });
});

test('9.13: every print is one of the venue itself', async () => {
  const client = listen(at('live').publicStream);
  await client.opened();
  client.say({ id: '1', cmd: 'SUBSCRIBE', params: ['trade@PERP_BTC_USDT'] });
  await client.next((frame) => frame.id === '1');
  await data('live', 'POST', '/v3/trade/order', { ...ORDER, type: 'MARKET' });
  expect(dataOf(await client.next(({ topic }) => topic !== undefined))).toMatchObject({ src: 1 });
  client.socket.terminate();
  const history = await rows('live', '/v3/public/marketTradesHistory?symbol=PERP_BTC_USDT&startTime=1');
  expect(history.length).toBeGreaterThan(0);
  expect(history.every(({ source }) => source === 1)).toBe(true);
});

test('9.14: a fill is found by its own id or the client’s, and fills by their order', async () => {
  for (const clientOrderId of ['141', '142'])
    await data('live', 'POST', '/v3/trade/order', { ...ORDER, type: 'MARKET', clientOrderId });
  const [newest, older] = await rows('live', '/v3/trade/transactionHistory?limit=2');
  expect(await data('live', 'GET', '/v3/trade/transaction?clientOrderId=141')).toMatchObject({ id: older?.id });
  const both = `/v3/trade/transaction?clientOrderId=141&tradeId=${String(newest?.id)}`;
  expect(await data('live', 'GET', both)).toMatchObject({ id: newest?.id });
  expect(await call('live', 'GET', '/v3/trade/transaction')).toMatchObject({ code: -1005 });
  const order = named('live', 'practice').finishedByClient.get('141');
  const own = (await ask(at('live'), 'GET', `/v3/trade/transactionHistory?orderId=${order?.id ?? ''}`)).body;
  expect(own.data).toMatchObject({ meta: { total: 1 }, rows: [{ orderId: order?.id }] });
});

test('9.15: a loan has its quantity, a payment by itself has none, and nothing has more than eight decimals', async () => {
  const at15 = at('live').venue.now;
  const row = { token: 'USDT', hourlyRate: fixed('0.000013698630136986'), annualRate: fixed('0.12'), at: at15 };
  const { interest } = named('live', 'practice').histories;
  interest.push(
    { ...row, id: '1', side: 'LOAN', interest: fixed('0.203123456789'), loan: fixed('14896.05440493123') },
    { ...row, id: '2', side: 'AUTO_REPAY', interest: fixed('0.5'), loan: null, hourlyRate: null, annualRate: null },
    { ...row, id: '3', side: 'REPAY', interest: fixed('0.25'), loan: null, hourlyRate: null, annualRate: null },
  );
  expect(await rows('live', '/v3/spotMargin/interestHistory')).toMatchObject([
    { side: 'REPAY', quantity: '0.25', interest: '0.25', loanAmount: null },
    { side: 'AUTO_REPAY', quantity: null, interest: '0.5', loanAmount: null },
    {
      side: 'LOAN',
      quantity: '14896.05440493',
      loanAmount: '14896.05440493',
      interest: '-0.20312345',
      hourlyRate: '0.00001369',
    },
  ]);
});

describe('9.16: JSON types of', () => {
  test('token terms', async () => {
    const [usdt] = await rows('live', '/v3/account/tokenConfig');
    expect(usdt).toMatchObject({ collateralRatio: '1', marginMaxLeverage: 10, marginMaxPosition: 10_000_000 });
  });
  test('fills', async () => {
    const spot = { symbol: 'SPOT_BTC_USDT', side: 'BUY', type: 'MARKET', amount: '100' };
    for (const forms of ['live', 'documented'] as const) await data(forms, 'POST', '/v3/trade/order', spot);
    const [live] = await rows('live', '/v3/trade/transactionHistory?symbol=SPOT_BTC_USDT&limit=1');
    expect([typeof live?.executedPrice, typeof live?.executedQuantity, typeof live?.fee]).toEqual([
      'number',
      'number',
      'number',
    ]);
    expect(live?.realizedPnl).toBeNull();
    expect(live?.executedTimestamp).toMatch(/^\d{10}\.\d{3}$/);
    const [documented] = await rows('documented', '/v3/trade/transactionHistory?symbol=SPOT_BTC_USDT&limit=1');
    expect([typeof documented?.executedPrice, documented?.realizedPnl]).toEqual(['string', '0']);
    expect(Number.isInteger(documented?.executedTimestamp)).toBe(true);
  });
  test('deposits and withdrawals', async () => {
    for (const forms of ['live', 'documented'] as const)
      announceDeposit(at(forms).venue, named(forms, 'practice'), 'USDT', 'TRX', fixed('250'));
    leapt += 120_000;
    const [live] = await rows('live', '/v3/asset/wallet/history');
    expect(live).toMatchObject({
      token: 'TRON_USDT',
      status: 'COMPLETED',
      confirmingThreshold: null,
      confirmedNumber: null,
      feeToken: '',
      feeAmount: '0',
    });
    expect(await rows('live', '/v3/asset/wallet/history?token=USDT&network=TRX')).toHaveLength(1);
    const [documented] = await rows('documented', '/v3/asset/wallet/history');
    expect(documented).toMatchObject({ token: 'USDT', confirmingThreshold: 20, feeToken: null, feeAmount: null });
  });
});

describe('9.17: protection', () => {
  const leg = (algoType: string, triggerPrice: string) => ({ algoType, type: 'MARKET', triggerPrice });
  const LEGS = [leg('TAKE_PROFIT', '70000'), leg('STOP_LOSS', '50000')];
  const BRACKET = {
    symbol: 'PERP_BTC_USDT',
    algoType: 'BRACKET',
    type: 'LIMIT',
    side: 'BUY',
    quantity: '0.02',
    price: '60000',
    childOrders: [{ algoType: 'TP_SL', childOrders: LEGS }],
  };
  const tree = async (forms: Forms) => (await rows(forms, '/v3/trade/algoOrders?status=INCOMPLETE'))[0];
  test('below a bracket has no quantity until the entry is executed; the group itself does not say that it reduces', async () => {
    const placed = (await data('live', 'POST', '/v3/trade/algoOrder', BRACKET)).rows as readonly Fields[];
    expect(placed.map(({ algoType, quantity }) => [algoType, quantity])).toEqual([
      ['TAKE_PROFIT', 0],
      ['STOP_LOSS', 0],
      ['TP_SL', 0],
      ['BRACKET', 0.02],
    ]);
    const legs = [
      { quantity: 0, reduceOnly: true },
      { quantity: 0, reduceOnly: true },
    ];
    expect(await tree('live')).toMatchObject({
      quantity: 0.02,
      childOrders: [{ quantity: 0, reduceOnly: false, childOrders: legs }],
    });
    const { venue } = at('live');
    const [entry] = [...named('live', 'practice').open.values()];
    if (entry === undefined) throw new Error('no entry');
    for (const bid of [...bookOf(venue, 'PERP_BTC_USDT').bids.levels])
      for (const order of [...bid.queue])
        if (order.account.house) withdraw(venue, bookOf(venue, order.symbol), order, '');
    place(venue, venue.houses.taker, draft({ side: 'SELL', type: 'IOC', price: '60000', quantity: '0.02' }));
    afterwards(venue);
    expect(await tree('live')).toMatchObject({
      childOrders: [{ quantity: 0.02, childOrders: [{ quantity: 0.02 }, {}] }],
    });
    await call('live', 'DELETE', '/v3/trade/algoOrders');
    await data('documented', 'POST', '/v3/trade/algoOrder', BRACKET);
    expect(await tree('documented')).toMatchObject({ childOrders: [{ quantity: '0.02', reduceOnly: true }] });
    await call('documented', 'DELETE', '/v3/trade/algoOrders');
  });
  test('of a position says nothing of its trigger, has a leverage, and is taken on spot', async () => {
    const closing = (algoType: string, triggerPrice: string) => ({ algoType, type: 'CLOSE_POSITION', triggerPrice });
    const positional = {
      symbol: 'PERP_BTC_USDT',
      algoType: 'POSITIONAL_TP_SL',
      side: 'SELL',
      childOrders: [closing('TAKE_PROFIT', '70000'), closing('STOP_LOSS', '50000')],
    };
    await data('live', 'PUT', '/v3/futures/leverage', { symbol: 'PERP_BTC_USDT', marginMode: 'CROSS', leverage: 8 });
    await data('live', 'POST', '/v3/trade/algoOrder', positional);
    expect(await tree('live')).toMatchObject({
      triggerStatus: 'NEW',
      triggerPriceType: 'USELESS',
      isActivated: true,
      leverage: 8,
    });
    await call('live', 'DELETE', '/v3/trade/algoOrders');
    await data('live', 'POST', '/v3/trade/algoOrder', { ...positional, symbol: 'SPOT_BTC_USDT' });
    const { venue } = at('live');
    const account = named('live', 'practice');
    const order = [...account.algos.nodes.values()].find(({ algoType }) => algoType === 'STOP_LOSS');
    Object.assign(pricesOf(venue, 'SPOT_BTC_USDT'), { last: ticks('SPOT_BTC_USDT', '50000') });
    venue.pending.trades.set('SPOT_BTC_USDT', [ticks('SPOT_BTC_USDT', '50000')]);
    afterwards(venue);
    expect(order?.isTriggered).toBe(true);
    expect(balanceOf(account, 'BTC').holding).toBeLessThan(fixed('0.00001'));
  });
  test('and orders on spot have no isolated margin', async () => {
    const spot = { ...ORDER, symbol: 'SPOT_BTC_USDT', marginMode: 'ISOLATED' };
    expect(await call('live', 'POST', '/v3/trade/order', spot)).toMatchObject({ code: -1005 });
    const stop = { ...spot, algoType: 'STOP', type: 'MARKET', triggerPrice: '70000', price: undefined };
    expect(await call('live', 'POST', '/v3/trade/algoOrder', stop)).toMatchObject({ code: -1005 });
  });
});

test('9.18: orders of a liquidation can be asked for, and flags may be 1 and 0', async () => {
  const { venue } = at('live');
  const account = named('live', 'practice');
  place(venue, account, draft({ type: 'MARKET', quantity: '0.001', forced: true, tag: 'liquidation' }));
  const found = await rows('live', '/v3/trade/orders?type=LIQUIDATE&withRealizedPnl=1');
  expect(found).toMatchObject([{ type: 'LIQUIDATE', orderTag: 'liquidation', realizedPnl: '0' }]);
  const [plain] = await rows('live', '/v3/trade/orders?type=LIQUIDATE&withRealizedPnl=0');
  expect(plain?.realizedPnl).toBeNull();
});

test('9.19: fees are those of the lowest tier', async () => {
  const fee = (symbol: string) => data('live', 'GET', `/v3/trade/tradingFee?symbol=${symbol}`);
  expect(await fee('PERP_BTC_USDT')).toMatchObject({ takerFee: '3', makerFee: '0' });
  expect(await fee('SPOT_BTC_USDT')).toMatchObject({ takerFee: '6', makerFee: '0' });
});

test('9.20: eleven topics in one request are refused whole, and an empty side of the best prices is left out', async () => {
  const best = async (forms: Forms): Promise<Fields> => {
    const client = listen(at(forms).publicStream);
    await client.opened();
    const eleven = Array.from({ length: 11 }, (_, i) => `trade@${i}`);
    client.say({ id: '11', cmd: 'SUBSCRIBE', params: eleven });
    expect(await client.next((frame) => frame.id === '11')).toMatchObject({ success: false });
    await fetch(`${at(forms).admin}/sweep`, { method: 'POST', body: '{"symbol":"PERP_ETH_USDT","side":"BUY"}' });
    client.say({ id: '1', cmd: 'SUBSCRIBE', params: ['bbo@PERP_ETH_USDT'] });
    const frame = await client.next(({ topic }) => topic === 'bbo@PERP_ETH_USDT');
    client.socket.terminate();
    return dataOf(frame);
  };
  expect(Object.keys(await best('live'))).toEqual(['s', 'bp', 'bq', 'ts']);
  expect(await best('documented')).toMatchObject({ ap: '0', aq: '0' });
});

test('9.21: the default margin mode is set by symbol and set back', async () => {
  const path = '/v3/futures/defaultMarginMode';
  await data('live', 'PUT', `${path}/PERP_ETH_USDT`, { marginMode: 'ISOLATED' });
  expect(await data('live', 'GET', path)).toMatchObject({ defaultMarginMode: 'ISOLATED' });
  await data('live', 'POST', `${path}/reset`, {});
  expect(await data('live', 'GET', path)).toMatchObject({ defaultMarginMode: 'CROSS' });
});

test('an algo record is written with bare numbers live, with text and milliseconds where it is documented', async () => {
  const record = async (forms: Forms) => {
    await data(forms, 'POST', '/v3/trade/algoOrder', {
      symbol: 'PERP_BTC_USDT',
      algoType: 'STOP',
      type: 'LIMIT',
      side: 'BUY',
      quantity: '0.01',
      price: '69000',
      triggerPrice: '70000',
    });
    return (await rows(forms, '/v3/trade/algoOrders?status=INCOMPLETE'))[0];
  };
  const live = await record('live');
  expect(live).toMatchObject({ quantity: 0.01, price: 69_000, triggerPrice: 70_000, rebateAsset: '' });
  expect(live?.updatedTime).toMatch(/^\d{10}\.\d{3}$/);
  const documented = await record('documented');
  expect(documented).toMatchObject({ quantity: '0.01', price: '69000', triggerPrice: '70000', rebateCurrency: '' });
  expect(Number.isInteger(documented?.updatedTime)).toBe(true);
});
