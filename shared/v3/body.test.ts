import { describe, expect, it } from 'vitest';
import { bodyText } from './body.ts';
import { endpoints, type EndpointInput, type EndpointName } from './endpoints.ts';

const body = <Name extends EndpointName>(name: Name, input: EndpointInput<Name>): string =>
  bodyText(endpoints[name], endpoints[name].input.parse(input));

describe('the body of a request', () => {
  it('writes the bodies of the signature vectors (protocol.md, 1.4)', () => {
    expect(body('account.listenKey', { type: 'WEBSOCKET' })).toBe('{"type":"WEBSOCKET"}');
    expect(body('trade.cancelAllAfter', { triggerAfter: 0 })).toBe('{"triggerAfter":"0"}');
    expect(body('trade.editOrder', { price: '9001', orderId: '13' })).toBe('{"orderId":13,"price":"9001"}');
    expect(
      body('futures.setLeverage', {
        symbol: 'PERP_BTC_USDT',
        marginMode: 'CROSS',
        leverage: 10,
        positionMode: 'ONE_WAY',
      }),
    ).toBe('{"symbol":"PERP_BTC_USDT","marginMode":"CROSS","leverage":10,"positionMode":"ONE_WAY"}');
  });

  it('writes an id past 2^53 as an integer with every digit', () => {
    expect(
      body('trade.placeOrder', {
        type: 'MARKET',
        side: 'SELL',
        quantity: '0.10',
        clientOrderId: '9223372036854775807',
        symbol: 'SPOT_BTC_USDT',
      }),
    ).toBe(
      '{"symbol":"SPOT_BTC_USDT","clientOrderId":9223372036854775807,"side":"SELL","type":"MARKET","quantity":"0.10"}',
    );
  });

  it('writes amounts that the interface takes as numbers with every digit', () => {
    expect(body('spotMargin.repayInterest', { token: 'USDT', amount: '0.10000000000000000001' })).toBe(
      '{"token":"USDT","amount":0.10000000000000000001}',
    );
  });

  it('writes ids inside child orders bare too', () => {
    expect(
      body('trade.editAlgoOrder', {
        algoOrderId: '1954766344355779056',
        childOrders: [{ algoOrderId: '1954766344355779057', triggerPrice: '70000' }],
      }),
    ).toBe(
      '{"algoOrderId":1954766344355779056,"childOrders":[{"algoOrderId":1954766344355779057,"triggerPrice":"70000"}]}',
    );
  });

  it('leaves out fields that are undefined', () => {
    expect(body('trade.editOrder', { orderId: '5', price: undefined, quantity: '1' })).toBe(
      '{"orderId":5,"quantity":"1"}',
    );
  });

  it('refuses text that is no number where a number is due', () => {
    expect(() => bodyText({ integers: ['id'], numbers: [] }, { id: '1.5' })).toThrow(SyntaxError);
    expect(() => bodyText({ integers: [], numbers: ['amount'] }, { amount: '1,5' })).toThrow(SyntaxError);
  });
});
