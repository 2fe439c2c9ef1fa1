import { expect, test } from 'vitest';
import { scriptedClient } from '../../../e2e/rigs/core/scripted-client.ts';
import { readCollateral, readFees, readLeverage, readLoans } from './terms.ts';

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

test('what counts as collateral is null for a token that is none', async () => {
  const rows = [
    { token: 'BTC', collateralRatio: '0.95', canCollateral: true },
    { token: 'SOL', collateralRatio: '0.5', canCollateral: false },
  ];
  const { client } = scriptedClient(() => Promise.resolve({ rows }));
  expect(await readCollateral(client)).toEqual({
    tokens: [
      { token: 'BTC', ratio: '0.95' },
      { token: 'SOL', ratio: null },
    ],
  });
});

test('loans have their rates where the exchange says them, and are told without them where it does not', async () => {
  const most = { symbol: 'SPOT_BTC_USDT', availableBaseQuantity: '38.664', availableQuoteQuantity: 900 };
  const rows = [{ token: 'BTC', currentAnnualBaseRate: '0.03' }];
  const { client, calls } = scriptedClient(({ name }) =>
    Promise.resolve(name === 'spotMargin.maxMargin' ? most : { rows }),
  );
  const loans = { base: { most: '38.664', annualRate: '0.03' }, quote: { most: '900', annualRate: null } };
  expect(await readLoans(client, { symbol: 'SPOT_BTC_USDT' })).toEqual(loans);
  expect(calls).toMatchObject([{ input: { symbol: 'SPOT_BTC_USDT' } }, { input: {} }]);
  const silent = scriptedClient(({ name }) =>
    name === 'spotMargin.maxMargin' ? Promise.resolve(most) : Promise.reject(new Error('not offered')),
  );
  expect(await readLoans(silent.client, { symbol: 'SPOT_BTC_USDT' })).toMatchObject({ base: { annualRate: null } });
});
