import { describe, expect, it } from 'vitest';
import { endpointRows, endpoints, type EndpointName } from './endpoints.ts';
import { spotMarginLeverages } from './endpoints/spot-margin.ts';
import type { Endpoint } from './endpoint.ts';

const rows: readonly (readonly [string, Endpoint])[] = endpointRows.map((row) => [row.name, row]);
/** What the operation would send, or the fields that are refused. */
function sent(name: EndpointName, input: unknown): Record<string, unknown> | readonly string[] {
  const read = endpoints[name].input.safeParse(input);
  return read.success ? read.data : read.error.issues.map((issue) => issue.path.join('.'));
}

describe('the table', () => {
  it('has every numbered operation once, by our name of it', () => {
    const numbered = endpointRows.filter((row) => row.number !== null).map((row) => [row.number, row.name]);
    expect(Object.fromEntries(numbered)).toEqual({
      E1: 'public.tokenNetwork',
      E2: 'public.tokenInfo',
      E3: 'asset.transfer',
      E4: 'asset.withdraw',
      E5: 'asset.walletHistory',
      E6: 'asset.transferHistory',
      E7: 'trade.placeOrder',
      E8: 'trade.editOrder',
      E9: 'trade.order',
      E10: 'trade.algoOrder',
      E11: 'trade.algoOrders',
      E12: 'trade.cancelAllAfter',
      E13: 'futures.setLeverage',
      E14: 'futures.leverage',
      E15: 'futures.setPositionMode',
      E16: 'futures.fundingFeeHistory',
      E17: 'spotMargin.repayInterest',
      E18: 'spotMargin.setLeverage',
      E19: 'spotMargin.interestHistory',
      E20: 'account.listenKey',
      E21: 'account.referralSummary',
      E22: 'account.referralRewardHistory',
    });
    expect(numbered).toHaveLength(22);
  });

  it('has every other operation of protocol.md, sections 2 and 3, with its limit, and no more', () => {
    const others = endpointRows.filter((row) => row.number === null);
    const limits = others.map(({ method, path, limit }) => [
      `${method} ${path}`,
      `${limit.requests}/${limit.windowMs / 1000} ${limit.scope}`,
    ]);
    expect(Object.fromEntries(limits)).toEqual({
      'GET /v3/public/systemInfo': '10/1 address',
      'GET /v3/public/instruments': '10/1 address',
      'GET /v3/public/token': '10/1 address',
      'GET /v3/public/marketTrades': '10/1 address',
      'GET /v3/public/marketTradesHistory': '10/1 address',
      'GET /v3/public/orderbook': '10/1 address',
      'GET /v3/public/kline': '10/1 address',
      'GET /v3/public/klineHistory': '10/1 address',
      'GET /v3/public/futures': '10/1 address',
      'GET /v3/public/fundingRate': '10/1 address',
      'GET /v3/public/fundingRateHistory': '10/1 address',
      'GET /v3/public/insuranceFund': '10/1 address',
      'GET /v3/trade/orders': '10/1 user',
      'DELETE /v3/trade/order': '10/1 user',
      'DELETE /v3/trade/orders': '10/1 user',
      'DELETE /v3/trade/allOrders': '10/1 user',
      'POST /v3/trade/algoOrder': '2/1 symbol',
      'PUT /v3/trade/algoOrder': '5/1 user',
      'DELETE /v3/trade/algoOrder': '10/1 user',
      'DELETE /v3/trade/algoOrders': '10/1 user',
      'GET /v3/trade/transaction': '10/1 user',
      'GET /v3/trade/transactionHistory': '2/1 user',
      'GET /v3/trade/tradingFee': '2/1 user',
      'GET /v3/account/info': '10/60 user',
      'GET /v3/account/tokenConfig': '10/1 user',
      'GET /v3/account/symbolConfig': '10/1 user',
      'POST /v3/account/tradingMode': '5/60 user',
      'GET /v3/account/credentials': '10/60 user',
      'GET /v3/account/subAccounts/all': '10/60 user',
      'GET /v3/asset/balances': '10/1 user',
      'GET /v3/asset/token/history': '10/60 user',
      'GET /v3/asset/wallet/deposit': '10/60 user',
      'DELETE /v3/asset/wallet/withdraw/{withdrawId}': '10/60 user',
      'GET /v3/asset/staking/yieldHistory': '10/60 user',
      'GET /v3/futures/positions': '30/10 user',
      'GET /v3/futures/defaultMarginMode': '10/60 user',
      'PUT /v3/futures/defaultMarginMode': '10/60 user',
      'GET /v3/spotMargin/interestRate': '10/60 user',
      'GET /v3/spotMargin/maxMargin': '10/60 user',
      'POST /v3/isolatedMargin/margin': '10/60 user',
    });
  });

  it('has no operation twice', () => {
    expect(new Set(endpointRows.map((row) => `${row.method} ${row.path}`)).size).toBe(endpointRows.length);
  });

  it.each(rows)('%s: name, path, signature and effect agree', (name, row) => {
    expect(endpoints[name as EndpointName]).toBe(row); // names of rows are names of the table
    expect(row.path).toMatch(/^\/v3(?:\/[A-Za-z]+|\/\{\w+\})+$/);
    expect(row.signed).toBe(!row.path.startsWith('/v3/public/'));
    expect(row.effect).toBe(row.method === 'GET' ? 'read' : 'write');
    expect(row.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(row.limit.requests).toBeGreaterThan(0);
    expect([1_000, 10_000, 60_000]).toContain(row.limit.windowMs);
    if (!row.signed) expect(row.limit.scope).toBe('address');
  });

  it.each(rows.filter(([, row]) => row.source === '?' && row.page === null))(
    '%s, whose parameters are not known, passes on what it is given',
    (_name, row) => {
      expect(row.input.parse({ b: 1, a: 'x', c: true })).toEqual({ b: 1, a: 'x', c: true });
      expect(row.input.safeParse({ a: { deep: 1 } }).success).toBe(false);
    },
  );

  it.each(rows.filter(([, row]) => row.source !== '?' || row.page !== null))(
    '%s refuses a field that it does not know',
    (_name, row) => {
      const issues = row.input.safeParse({ unheardOf: 1 }).error?.issues ?? [];
      expect(issues.map((issue) => issue.code)).toContain('unrecognized_keys');
    },
  );

  it('lets cancels and the dead-man switch go first, then what changes orders', () => {
    const lane = (wanted: Endpoint['lane']) => endpointRows.filter((row) => row.lane === wanted).map((row) => row.name);
    expect(lane('safety').sort()).toEqual([
      'trade.cancelAlgoOrder',
      'trade.cancelAlgoOrders',
      'trade.cancelAllAfter',
      'trade.cancelAllOrders',
      'trade.cancelOrder',
      'trade.cancelOrders',
    ]);
    expect(lane('trade').sort()).toEqual([
      'trade.editAlgoOrder',
      'trade.editOrder',
      'trade.placeAlgoOrder',
      'trade.placeOrder',
    ]);
  });

  it('has the limits of the interface page', () => {
    const limit = (name: EndpointName) => {
      const { requests, windowMs, scope } = endpoints[name].limit;
      return `${requests}/${windowMs / 1000} ${scope}`;
    };
    expect({
      E1: limit('public.tokenNetwork'),
      E3: limit('asset.transfer'),
      E4: limit('asset.withdraw'),
      E5: limit('asset.walletHistory'),
      E6: limit('asset.transferHistory'),
      E7: limit('trade.placeOrder'),
      E8: limit('trade.editOrder'),
      E9: limit('trade.order'),
      E10: limit('trade.algoOrder'),
      E11: limit('trade.algoOrders'),
      E12: limit('trade.cancelAllAfter'),
      E13: limit('futures.setLeverage'),
      E14: limit('futures.leverage'),
      E15: limit('futures.setPositionMode'),
      E16: limit('futures.fundingFeeHistory'),
      E17: limit('spotMargin.repayInterest'),
      E18: limit('spotMargin.setLeverage'),
      E19: limit('spotMargin.interestHistory'),
      E20: limit('account.listenKey'),
      E21: limit('account.referralSummary'),
    }).toEqual({
      E1: '10/1 address',
      E3: '20/60 user',
      E4: '10/60 user',
      E5: '10/60 user',
      E6: '20/60 user',
      E7: '5/1 symbol',
      E8: '5/1 user',
      E9: '5/1 symbol',
      E10: '10/1 user',
      E11: '10/1 user',
      E12: '10/1 user',
      E13: '10/60 user',
      E14: '10/60 user',
      E15: '5/60 user',
      E16: '20/60 user',
      E17: '10/60 user',
      E18: '5/60 user',
      E19: '10/60 user',
      E20: '5/10 user',
      E21: '10/60 user',
    });
  });
});

describe('pages', () => {
  const paged = rows.flatMap(([name, row]) => (row.page === null ? [] : [[name, row, row.page] as const]));

  it.each(paged)('%s takes its largest page and no larger, counts from 1', (name, row, { defaultSize, maxSize }) => {
    const symbol = name.startsWith('public.') ? { symbol: 'PERP_BTC_USDT' } : {};
    const needed = name === 'public.marketTradesHistory' ? { ...symbol, startTime: 1 } : symbol;
    const accepts = (more: object): boolean => row.input.safeParse({ ...needed, ...more }).success;
    expect(accepts({ page: 1, size: maxSize })).toBe(true);
    expect(accepts({ size: defaultSize })).toBe(true);
    expect(accepts({ size: maxSize + 1 })).toBe(false);
    expect([0, -1, 1.5, '1'].map((page) => accepts({ page }))).toEqual([false, false, false, false]);
    expect([0, -1, 0.5, '25'].map((size) => accepts({ size }))).toEqual([false, false, false, false]);
  });

  it.each(paged.filter(([, row]) => row.time === 'ms'))('%s takes whole milliseconds', (name, row) => {
    const needed = name.startsWith('public.') ? { symbol: 'PERP_BTC_USDT', startTime: 1 } : {};
    expect(row.input.safeParse({ ...needed, startTime: 1752049062496 }).success).toBe(true);
    expect(
      [-1, 1.5, '1752049062.496', null].map((startTime) => row.input.safeParse({ ...needed, startTime }).success),
    ).toEqual([false, false, false, false]);
  });

  it('has the caps of the interface page', () => {
    const cap = (name: EndpointName) => endpoints[name].page;
    for (const name of ['asset.walletHistory', 'asset.transferHistory', 'account.referralSummary'] as const) {
      expect(cap(name)).toEqual({ defaultSize: 25, maxSize: 1000 });
    }
    expect(cap('account.referralRewardHistory')).toEqual({ defaultSize: 25, maxSize: 1000 });
    expect(cap('futures.fundingFeeHistory')?.maxSize).toBe(500);
  });
});

describe('requests about money and settings', () => {
  it('take the enumerations of E5 and no other word', () => {
    const fields = { type: 'BALANCE', tokenSide: 'DEPOSIT', status: 'CANCELED' };
    expect(sent('asset.walletHistory', fields)).toEqual(fields);
    expect(sent('asset.walletHistory', { type: 'SPOT', tokenSide: 'deposit', status: 'CANCELLED' })).toEqual([
      'type',
      'tokenSide',
      'status',
    ]);
  });

  it.each(['0', '-1', '1e3', '', '1,000', 5])('refuse %j as an amount to move', (amount) => {
    const accounts = { from: { applicationId: 'a' }, to: { applicationId: 'b' } };
    expect(sent('asset.transfer', { token: 'USDT', amount, ...accounts })).toEqual(['amount']);
    expect(sent('asset.withdraw', { token: 'USDT', network: 'ETH', amount, address: '0x1' })).toEqual(['amount']);
    expect(sent('spotMargin.repayInterest', { token: 'USDT', amount })).toEqual(['amount']);
  });

  it('need everything that a withdrawal needs', () => {
    expect(sent('asset.withdraw', {})).toEqual(['token', 'network', 'amount', 'address']);
  });

  it.each([1, 2, 3, 4, 5, 10, 15, 20, 30, 40, 50])('set spot margin leverage %i, number or text', (leverage) => {
    expect(sent('spotMargin.setLeverage', { leverage })).toEqual({ leverage: String(leverage) });
    expect(sent('spotMargin.setLeverage', { leverage: String(leverage) })).toEqual({ leverage: String(leverage) });
  });

  it.each([0, 6, 9, 11, 14, 16, 25, 49, 51, -1, 1.5, '', '03', '10x', null])(
    'refuse spot margin leverage %j',
    (leverage) => {
      expect(sent('spotMargin.setLeverage', { leverage })).toEqual(['leverage']);
    },
  );

  it('know the leverages of either mode', () => {
    expect(spotMarginLeverages.MARGIN.every((leverage) => spotMarginLeverages.FUTURES.includes(leverage))).toBe(true);
  });

  it('set modes by their words', () => {
    expect(sent('futures.setPositionMode', { positionMode: 'HEDGE_MODE' })).toEqual({ positionMode: 'HEDGE_MODE' });
    expect(sent('futures.setPositionMode', { positionMode: 'HEDGE' })).toEqual(['positionMode']);
    expect(sent('futures.leverage', { symbol: 'perp', marginMode: 'BOTH' })).toEqual(['symbol', 'marginMode']);
    expect(sent('account.listenKey', { type: 'REST' })).toEqual(['type']);
  });

  it('take interest tokens in upper case and its three sides', () => {
    expect(sent('spotMargin.interestHistory', { token: 'usdt', side: 'BORROW' })).toEqual(['token', 'side']);
    expect(sent('spotMargin.interestHistory', { token: 'USDT', side: 'AUTO_REPAY' })).toEqual({
      token: 'USDT',
      side: 'AUTO_REPAY',
    });
  });
});

it.each([
  '',
  'btc',
  'SPOT_',
  'SPOT_BTC',
  'PERP_BTC_',
  'FUT_BTC_USDT',
  'PERP_BTC_USDT ',
  'PERP_BTC_USDT_X',
  'PERP_B TC_USDT',
  '../v3',
  5,
  null,
])('%j is no symbol', (symbol) => {
  expect(sent('futures.positions', { symbol })).toEqual(['symbol']);
});
