import { expect, test } from 'vitest';
import { scriptedClient } from '../../../e2e/rigs/core/scripted-client.ts';
import { readFees, readLeverage } from './terms.ts';

test('fees are those of the symbol, as sent', async () => {
  const { client, calls } = scriptedClient(() => Promise.resolve({ symbol: 'X', makerFee: '2', takerFee: 5 }));
  expect(await readFees(client, { symbol: 'PERP_BTC_USDT' })).toEqual({ makerFee: '2', takerFee: '5' });
  expect(calls).toMatchObject([{ name: 'trade.tradingFee', input: { symbol: 'PERP_BTC_USDT' } }]);
});

test('leverage stands apart for each position side', async () => {
  const details = [
    { positionSide: 'LONG', leverage: 10, more: 1 },
    { positionSide: 'SHORT', leverage: '20' },
  ];
  const { client, calls } = scriptedClient(() => Promise.resolve({ symbol: 'PERP_BTC_USDT', details }));
  expect(await readLeverage(client, { symbol: 'PERP_BTC_USDT', marginMode: 'CROSS' })).toEqual({
    sides: [
      { positionSide: 'LONG', leverage: 10 },
      { positionSide: 'SHORT', leverage: 20 },
    ],
  });
  expect(calls).toMatchObject([{ name: 'futures.leverage', input: { symbol: 'PERP_BTC_USDT', marginMode: 'CROSS' } }]);
});
