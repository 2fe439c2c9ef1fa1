import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endpoints, type EndpointName } from '../../../../shared/v3/endpoints.ts';
import type { Endpoint } from '../../../../shared/v3/endpoint.ts';
import { buildRequest } from './request.ts';

/** Parses and builds as the client does. */
function built(name: EndpointName, given: unknown): ReturnType<typeof buildRequest> {
  const endpoint: Endpoint = endpoints[name];
  return buildRequest(endpoint, endpoint.input.parse(given));
}

test('a query has its fields in the order of the table, whatever the order given', () => {
  const given = { size: 100, page: 1, status: 'INCOMPLETE', symbol: 'SPOT_BTC_USDT' };
  expect(built('trade.orders', given)).toEqual({
    target: '/v3/trade/orders?symbol=SPOT_BTC_USDT&status=INCOMPLETE&page=1&size=100',
    body: null,
  });
});

test('undefined fields are left out of query and body, and no fields are no question mark', () => {
  expect(built('trade.orders', { symbol: undefined })).toEqual({ target: '/v3/trade/orders', body: null });
  expect(built('trade.editOrder', { orderId: '13', price: '9001', quantity: undefined }).body).toBe(
    '{"orderId":13,"price":"9001"}',
  );
});

test('ids past 2^53 leave as integers with every digit', () => {
  expect(built('trade.editOrder', { orderId: '1954766344355779056', price: '1' }).body).toBe(
    '{"orderId":1954766344355779056,"price":"1"}',
  );
  expect(built('trade.cancelOrder', { orderId: '1954766344355779056', symbol: 'PERP_BTC_USDT' }).target).toBe(
    '/v3/trade/order?orderId=1954766344355779056&symbol=PERP_BTC_USDT',
  );
});

test('of two ids only the exchange’s leaves', () => {
  expect(built('trade.order', { clientOrderId: '7', orderId: '123' }).target).toBe('/v3/trade/order?orderId=123');
});

test('a field of the path is written into it, encoded, and not repeated', () => {
  expect(built('asset.cancelWithdraw', { withdrawId: 'a/b c' })).toEqual({
    target: '/v3/asset/wallet/withdraw/a%2Fb%20c',
    body: null,
  });
});

test.each(['.', '..'])('a field that would change the path is refused: %s', (withdrawId) => {
  expect(() => built('asset.cancelWithdraw', { withdrawId })).toThrow(
    expect.objectContaining({ fault: expect.objectContaining({ kind: 'InvalidInput' }) }),
  );
});

test('a POST without fields carries an empty object', () => {
  expect(built('account.setTradingMode', {}).body).toBe('{}');
});

test('whatever a query holds can be read back from it', () => {
  const row = { method: 'GET', path: '/v3/x', integers: [], numbers: [] } as const;
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' })),
      (fields) => {
        const { target } = buildRequest(row, fields);
        expect(target).toMatch(/^[!-~]*$/);
        const read = [...new URL(`http://127.0.0.1${target}`).searchParams];
        expect(read).toEqual(Object.entries(fields));
      },
    ),
  );
});

test('half of a character is refused by name', () => {
  const row = { method: 'GET', path: '/v3/x', integers: [], numbers: [] } as const;
  expect(() => buildRequest(row, { tag: 'a\ud800' })).toThrow(
    expect.objectContaining({ fault: { kind: 'InvalidInput', problems: [expect.objectContaining({ path: 'tag' })] } }),
  );
});
