import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { sign } from './sign.ts';

const SECRET = createSecretKey(Buffer.from('test-secret'));

// protocol.md, 1.4
test.each([
  ['GET', '/v3/asset/balances', null, '03db4c510facd984bab684637c4ffd719397625904c5560f0bcfc734c3c36e49'],
  [
    'GET',
    '/v3/trade/orders?page=1&size=100&status=INCOMPLETE&symbol=SPOT_BTC_USDT',
    null,
    '74642db3fdddfa6fab804f2ebfcf1882d3ed1caf42375b85095bd7510eae600d',
  ],
  [
    'GET',
    '/v3/futures/fundingFee/history?endTime=1696118400000&page=1&size=25&startTime=1696032000000&symbol=PERP_BTC_USDT',
    null,
    '21a55bfc1315b1421f45ccee2cad48c700ddda04e4ce64a77790eda1201e1e87',
  ],
  ['GET', '/v3/trade/order?orderId=123', null, '33c0811c4f5da0d24bba0ba2c71c8a3841e76916e2c874abd3a3a4fac14708b8'],
  [
    'POST',
    '/v3/trade/order',
    '{"price":"64210.5","quantity":"0.25","side":"BUY","symbol":"PERP_BTC_USDT","type":"LIMIT"}',
    'b6b144c600ebc9881bbe6561dd481fcbcc9002c5fb4bb47d796b20bd936edde7',
  ],
  [
    'POST',
    '/v3/account/listenKey',
    '{"type":"WEBSOCKET"}',
    '6e7a4a0663e3a6f47980733d60a7a480801f3c7fe333a7cdbd62f13a9169a858',
  ],
  [
    'POST',
    '/v3/trade/cancelAllAfter',
    '{"triggerAfter":"0"}',
    '919962b83eadc07a2465dff3708f161a0e8abd9129ee09bb42ea13d2e18c1ecd',
  ],
  [
    'PUT',
    '/v3/trade/order',
    '{"orderId":13,"price":"9001"}',
    'cb985f9eb0f28ee4404cdec2fec385aaafa06de3947ae40f91ae445544016578',
  ],
  [
    'PUT',
    '/v3/futures/leverage',
    '{"symbol":"PERP_BTC_USDT","marginMode":"CROSS","leverage":10,"positionMode":"ONE_WAY"}',
    '8689bc0723ce1ccb08033e8aa2e6e3e95f2d463f58f2cf2a362ba0c02f00aaa5',
  ],
  [
    'DELETE',
    '/v3/trade/order?orderId=1954766344355779056&symbol=PERP_BTC_USDT',
    null,
    'b1758fd4f1227506f22acadb4cfb188d5f77285dd621dd44af2a150086ac6faa',
  ],
  ['DELETE', '/v3/trade/algoOrders', null, '1658979ebd22ca5e1a712056d4df3dc60784dcc5261ddfe66b4754e5dafdb86c'],
])('%s %s is signed as documented', (method, target, body, signature) => {
  expect(sign(SECRET, 1_700_000_000_000, method, target, body)).toBe(signature);
});
