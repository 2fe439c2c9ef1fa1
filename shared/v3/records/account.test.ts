import { describe, expect, it } from 'vitest';
import {
  accountInfoRecord,
  balancesRecord,
  credentialRecord,
  futuresLeverageRecord,
  listenKeyRecord,
  positionsRecord,
  subAccountRecord,
  tokenConfigRecord,
} from './account.ts';

describe('the account', () => {
  it('has modes, ratios and totals, each of which may be missing', () => {
    const info = accountInfoRecord.parse({
      applicationId: '5f2',
      accountMode: 'FUTURES',
      positionMode: 'ONE_WAY',
      leverage: 10,
      marginRatio: '10',
      totalAccountValue: '1000.50',
      otpauth: true,
      makerFeeRate: 0.0002,
    });
    expect(info).toMatchObject({
      accountMode: 'FUTURES',
      leverage: 10,
      totalAccountValue: '1000.50',
      otpauth: true,
      makerFeeRate: '0.0002',
      freeCollateral: null,
    });
  });

  it('opens its stream with a key and the time when it ends', () => {
    expect(listenKeyRecord.parse({ authKey: 'abc', expiredTime: 1752135462496 })).toEqual({
      authKey: 'abc',
      expiredTime: 1752135462496,
    });
    expect(listenKeyRecord.safeParse({ authKey: '', expiredTime: 1 }).success).toBe(false);
  });

  it('lists its keys; no list of addresses means from anywhere', () => {
    const key = { accountName: 'main', userId: 5, apiKey: 'k', permissions: ['READ', 'TRADE'] };
    expect(credentialRecord.parse(key)).toEqual({ ...key, userId: '5', allowedIPs: [] });
    expect(credentialRecord.parse({ ...key, allowedIPs: ['10.0.0.1'] }).allowedIPs).toEqual(['10.0.0.1']);
  });

  it('lists sub-accounts and settings of tokens', () => {
    expect(subAccountRecord.parse({ applicationId: 'a', name: 'x', createdTime: '1752049062.496' }).createdTime).toBe(
      1752049062496,
    );
    expect(tokenConfigRecord.parse({ token: 'BTC', collateralRatio: '0.95', canShort: true })).toMatchObject({
      collateralRatio: '0.95',
      canShort: true,
      marginFactor: null,
    });
  });
});

describe('balances and positions', () => {
  it('read the lists under the wire’s own names as rows', () => {
    const balance = { token: 'USDT', holding: '10.50', frozen: '1', availableBalance: '9.50', timestamp: 5 };
    expect(balancesRecord.parse({ holding: [balance] }).rows).toMatchObject([balance]);
    const position = { symbol: 'PERP_BTC_USDT', holding: '-0.5', leverage: 10, marginMode: 'CROSS', adlQuantile: 1 };
    expect(positionsRecord.parse({ positions: [position] }).rows).toMatchObject([{ ...position, estLiqPrice: null }]);
  });

  it('are not empty because the list is missing', () => {
    expect(balancesRecord.safeParse({}).success).toBe(false);
    expect(positionsRecord.safeParse({ positions: null }).success).toBe(false);
  });
});

describe('leverage of a symbol', () => {
  it('can differ by side in hedge mode', () => {
    const hedge = {
      symbol: 'PERP_BTC_USDT',
      marginMode: 'CROSS',
      positionMode: 'HEDGE_MODE',
      details: [
        { positionSide: 'LONG', leverage: 10 },
        { positionSide: 'SHORT', leverage: '20' },
      ],
    };
    expect(futuresLeverageRecord.parse(hedge).details.map((side) => side.leverage)).toEqual([10, 20]);
  });

  it.each([
    ['ONE_WAY', 10, [['BOTH', 10]]],
    [
      'ONE_WAY',
      20,
      [
        ['LONG', 10],
        ['SHORT', 20],
      ],
    ],
    [
      'HEDGE_MODE',
      10,
      [
        ['LONG', 10],
        ['SHORT', 10],
      ],
    ],
  ])('says a leverage of %s once where both sides have the same', (positionMode, short, read) => {
    const details = [
      { positionSide: 'LONG', leverage: 10 },
      { positionSide: 'SHORT', leverage: short },
    ];
    const setting = futuresLeverageRecord.parse({ symbol: 'A', marginMode: 'CROSS', positionMode, details });
    expect(setting.details.map(({ positionSide, leverage }) => [positionSide, leverage])).toEqual(read);
  });
});
