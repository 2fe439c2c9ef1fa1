import { describe, expect, it } from 'vitest';
import { endpoints, type EndpointName } from '../endpoints.ts';

function sent(name: EndpointName, input: unknown): Record<string, unknown> | readonly string[] {
  const read = endpoints[name].input.safeParse(input);
  return read.success ? read.data : read.error.issues.map((issue) => issue.path.join('.'));
}

const limit = { symbol: 'PERP_BTC_USDT', side: 'BUY', type: 'LIMIT', price: '64210.5', quantity: '0.25' };

describe('placing an order (E7)', () => {
  it('writes the fields in the order of the interface page, whatever order they were given in', () => {
    const full = {
      bidAskLevel: 1,
      marginMode: 'CROSS',
      visibleQuantity: '0',
      reduceOnly: true,
      quantity: '0.25',
      price: '64210.50',
      type: 'POST_ONLY',
      positionSide: 'BOTH',
      side: 'SELL',
      orderTag: 'desk',
      clientOrderId: '9223372036854775807',
      symbol: 'PERP_BTC_USDT',
      postOnlyAdjusted: true,
    };
    const read = sent('trade.placeOrder', full);
    expect(read).toEqual(full);
    expect(Object.keys(read)).toEqual([
      'symbol',
      'clientOrderId',
      'orderTag',
      'side',
      'positionSide',
      'type',
      'price',
      'quantity',
      'reduceOnly',
      'visibleQuantity',
      'marginMode',
      'bidAskLevel',
      'postOnlyAdjusted',
    ]);
  });

  it.each(['LIMIT', 'IOC', 'FOK', 'POST_ONLY', 'RPI', 'AC', 'MARKET', 'ASK', 'BID'])('takes the type %s', (type) => {
    expect(sent('trade.placeOrder', { ...limit, type })).toMatchObject({ type });
  });

  it.each(['LIMIT', 'IOC', 'FOK', 'POST_ONLY'])('needs a price for %s', (type) => {
    expect(sent('trade.placeOrder', { ...limit, type, price: undefined })).toEqual(['price']);
  });

  it.each(['MARKET', 'ASK', 'BID'])('needs none for %s, which may be sized by amount', (type) => {
    const order = { symbol: 'SPOT_BTC_USDT', side: 'BUY', type, amount: '100' };
    expect(sent('trade.placeOrder', order)).toEqual(order);
  });

  it.each([
    [{ ...limit, amount: '5' }, ['amount', 'amount']],
    [{ ...limit, type: 'MARKET', amount: '5' }, ['amount']],
    [{ ...limit, quantity: undefined }, ['quantity']],
    [{ ...limit, quantity: undefined, amount: '5' }, ['amount']],
    [{ ...limit, symbol: 'BTCUSDT' }, ['symbol']],
    [{ ...limit, side: 'buy' }, ['side']],
    [{ ...limit, type: 'STOP' }, ['type']],
    [{ ...limit, positionSide: 'UP' }, ['positionSide']],
    [{ ...limit, marginMode: 'cross' }, ['marginMode']],
    [{ ...limit, price: '0' }, ['price']],
    [{ ...limit, price: 64210.5 }, ['price']],
    [{ ...limit, price: '-1' }, ['price']],
    [{ ...limit, price: '1e3' }, ['price']],
    [{ ...limit, quantity: '0.000' }, ['quantity']],
    [{ ...limit, quantity: '1,000' }, ['quantity']],
    [{ ...limit, quantity: '٣' }, ['quantity']],
    [{ ...limit, quantity: '9'.repeat(81) }, ['quantity']],
    [{ ...limit, visibleQuantity: '-1' }, ['visibleQuantity']],
    [{ ...limit, clientOrderId: '9223372036854775808' }, ['clientOrderId']],
    [{ ...limit, clientOrderId: '-1' }, ['clientOrderId']],
    [{ ...limit, clientOrderId: 5 }, ['clientOrderId']],
    [{ ...limit, orderTag: 'x'.repeat(65) }, ['orderTag']],
    [{ ...limit, bidAskLevel: 0 }, ['bidAskLevel']],
    [{ ...limit, bidAskLevel: 6 }, ['bidAskLevel']],
    [{ ...limit, reduceOnly: 'false' }, ['reduceOnly']],
    [{ ...limit, broker: 'x' }, ['']],
    [null, ['']],
    [[], ['']],
  ])('refuses %#', (order, fields) => {
    expect(sent('trade.placeOrder', order)).toEqual(fields);
  });
});

describe('editing an order (E8)', () => {
  it.each([
    [
      { orderId: '5', price: '1' },
      { orderId: '5', price: '1' },
    ],
    [
      { clientOrderId: '0', quantity: '1' },
      { clientOrderId: '0', quantity: '1' },
    ],
    [
      { orderId: '5', amount: '100' },
      { orderId: '5', amount: '100' },
    ],
    [
      { price: '1', quantity: '2', clientOrderId: '7', orderId: '5' },
      { orderId: '5', price: '1', quantity: '2' },
    ],
  ])('sends %j as %j', (edit, wire) => {
    const read = sent('trade.editOrder', edit);
    expect(read).toEqual(wire);
    expect(Object.keys(read)).toEqual(Object.keys(wire));
  });

  it.each([
    [{ orderId: '5', quantity: '1', amount: '1' }, ['amount']],
    [{ orderId: '5' }, ['price']],
    [{ orderId: '5', price: undefined, quantity: undefined }, ['price']],
    [{ price: '1' }, ['orderId']],
    [{ orderId: '0', price: '1' }, ['orderId']],
    [{ orderId: '05', price: '1' }, ['orderId']],
    [{ orderId: 5, price: '1' }, ['orderId']],
    [{ orderId: '5', price: '' }, ['price']],
  ])('refuses %j', (edit, fields) => {
    expect(sent('trade.editOrder', edit)).toEqual(fields);
  });
});

describe('naming one order', () => {
  it.each([
    ['trade.order', 'orderId', 'clientOrderId', {}],
    ['trade.cancelOrder', 'orderId', 'clientOrderId', { symbol: 'PERP_BTC_USDT' }],
    ['trade.algoOrder', 'algoOrderId', 'clientAlgoOrderId', {}],
    ['trade.cancelAlgoOrder', 'algoOrderId', 'clientAlgoOrderId', {}],
  ] as const)('%s needs one of two ids, and sends the exchange’s when both are given', (name, theirs, ours, more) => {
    const id = '1954766344355779056';
    expect(sent(name, { [ours]: '7', [theirs]: id, ...more })).toEqual({ [theirs]: id, ...more });
    expect(sent(name, { [ours]: '7', ...more })).toEqual({ [ours]: '7', ...more });
    expect(sent(name, { [ours]: '7', [theirs]: undefined, ...more })).toMatchObject({ [ours]: '7' });
    expect(sent(name, { ...more })).toEqual([theirs]);
  });

  it('cancelling needs the symbol too', () => {
    expect(sent('trade.cancelOrder', { orderId: '5' })).toEqual(['symbol']);
  });
});

describe('the dead-man switch (E12)', () => {
  it.each<[unknown, string]>([
    [0, '0'],
    ['0', '0'],
    [1, '1'],
    [60_000, '60000'],
    ['900000', '900000'],
    [900_000, '900000'],
  ])('takes %j and writes %j', (triggerAfter, text) => {
    expect(sent('trade.cancelAllAfter', { triggerAfter })).toEqual({ triggerAfter: text });
  });

  it.each([-1, 900_001, 0.5, '-1', '900001', '1e3', '', '1000000', null, true, NaN, Infinity])(
    'refuses %j',
    (triggerAfter) => {
      expect(sent('trade.cancelAllAfter', { triggerAfter })).toEqual(['triggerAfter']);
    },
  );
});

describe('listing orders', () => {
  it.each(['NEW', 'PARTIAL_FILLED', 'FILLED', 'CANCELLED', 'REJECTED', 'INCOMPLETE', 'COMPLETED'])(
    'filters by %s',
    (status) => {
      expect(sent('trade.orders', { status })).toEqual({ status });
      expect(sent('trade.algoOrders', { status })).toEqual({ status });
    },
  );

  it('filters by RPI and writes booleans as they are', () => {
    expect(sent('trade.orders', { type: 'RPI', withRealizedPnl: true, symbol: 'SPOT_BTC_USDT' })).toEqual({
      symbol: 'SPOT_BTC_USDT',
      type: 'RPI',
      withRealizedPnl: true,
    });
    expect(sent('trade.orders', { status: 'OPEN' })).toEqual(['status']);
  });

  it('pages fills by limit, not by size', () => {
    expect(sent('trade.transactionHistory', { limit: 500, fromId: '5' })).toEqual({ fromId: '5', limit: 500 });
    expect(sent('trade.transactionHistory', { limit: 501 })).toEqual(['limit']);
    expect(sent('trade.transactionHistory', { size: 5 })).toEqual(['']);
  });
});
