import { describe, expect, it } from 'vitest';
import { endpoints, type EndpointName } from '../endpoints.ts';

function sent(name: EndpointName, input: unknown): Record<string, unknown> | readonly string[] {
  const read = endpoints[name].input.safeParse(input);
  return read.success ? read.data : read.error.issues.map((issue) => issue.path.join('.'));
}

const takeProfit = { algoType: 'TAKE_PROFIT', type: 'LIMIT', side: 'SELL', triggerPrice: '70000', price: '70000.5' };
const stopLoss = { algoType: 'STOP_LOSS', type: 'MARKET', side: 'SELL', triggerPrice: '60000', reduceOnly: true };
const base = { symbol: 'PERP_BTC_USDT', side: 'BUY', quantity: '0.25' };

describe('placing an algo order (protocol.md, 3.3)', () => {
  it.each<[string, Record<string, unknown>]>([
    [
      'STOP',
      { ...base, algoType: 'STOP', type: 'LIMIT', price: '1', triggerPrice: '2', triggerPriceType: 'MARK_PRICE' },
    ],
    [
      'TRAILING_STOP by rate',
      { ...base, algoType: 'TRAILING_STOP', type: 'MARKET', callbackRate: '0.03', activatedPrice: '1' },
    ],
    ['TRAILING_STOP by value', { ...base, algoType: 'TRAILING_STOP', type: 'MARKET', callbackValue: '150' }],
    ['OCO', { ...base, algoType: 'OCO', type: 'LIMIT', price: '1', childOrders: [{ ...stopLoss, algoType: 'STOP' }] }],
    ['TP_SL', { symbol: base.symbol, algoType: 'TP_SL', quantity: '1', childOrders: [takeProfit, stopLoss] }],
    [
      'POSITIONAL_TP_SL',
      { symbol: base.symbol, algoType: 'POSITIONAL_TP_SL', childOrders: [{ ...stopLoss, type: 'CLOSE_POSITION' }] },
    ],
    [
      'BRACKET',
      {
        ...base,
        algoType: 'BRACKET',
        type: 'LIMIT',
        price: '64000',
        clientAlgoOrderId: '5',
        childOrders: [{ algoType: 'TP_SL', symbol: base.symbol, childOrders: [takeProfit, stopLoss] }],
      },
    ],
  ])('takes a %s', (_kind, order) => {
    expect(sent('trade.placeAlgoOrder', order)).toEqual(order);
  });

  it.each([
    [{ ...base, algoType: 'TWAP' }, 'algoType'],
    [{ ...base, algoType: 'STOP', triggerPrice: '0' }, 'triggerPrice'],
    [{ ...base, algoType: 'STOP', triggerPriceType: 'LAST' }, 'triggerPriceType'],
    [{ ...base, algoType: 'TRAILING_STOP', callbackRate: '0.03', callbackValue: '1' }, 'callbackValue'],
    [
      { ...base, algoType: 'OCO', childOrders: [{ ...stopLoss, callbackRate: '1', callbackValue: '1' }] },
      'childOrders.0.callbackValue',
    ],
    [{ ...base, algoType: 'TP_SL', childOrders: [takeProfit, stopLoss, stopLoss] }, 'childOrders'],
    [{ ...base, algoType: 'TP_SL', childOrders: [{ ...takeProfit, triggerPrice: 'x' }] }, 'childOrders.0.triggerPrice'],
    [{ ...base, algoType: 'TP_SL', childOrders: [{ ...takeProfit, hidden: 1 }] }, 'childOrders.0'],
  ])('refuses %#', (order, field) => {
    expect(sent('trade.placeAlgoOrder', order)).toEqual([field]);
  });

  it('has three levels and no fourth', () => {
    const fourth = { ...takeProfit, childOrders: [stopLoss] };
    const order = { ...base, algoType: 'BRACKET', childOrders: [{ algoType: 'TP_SL', childOrders: [fourth] }] };
    expect(sent('trade.placeAlgoOrder', order)).toEqual(['childOrders.0.childOrders.0']);
  });
});

describe('editing an algo order (protocol.md, 3.2)', () => {
  it('changes the order or its legs', () => {
    const edit = { algoOrderId: '5', childOrders: [{ algoOrderId: '6', triggerPrice: '70000' }] };
    expect(sent('trade.editAlgoOrder', edit)).toEqual(edit);
    expect(sent('trade.editAlgoOrder', { clientAlgoOrderId: '7', callbackRate: '0.02' })).toEqual({
      clientAlgoOrderId: '7',
      callbackRate: '0.02',
    });
  });

  it.each([
    [{ algoOrderId: '5' }, 'price'],
    [{ algoOrderId: '5', quantity: undefined }, 'price'],
    [{ price: '1' }, 'algoOrderId'],
    [{ algoOrderId: '5', callbackRate: '1', callbackValue: '1' }, 'callbackValue'],
    [{ algoOrderId: '5', childOrders: [] }, 'childOrders'],
    [{ algoOrderId: '5', childOrders: [{ price: '1' }] }, 'childOrders.0.algoOrderId'],
  ])('refuses %j', (edit, field) => {
    expect(sent('trade.editAlgoOrder', edit)).toEqual([field]);
  });
});
