import { describe, expect, it } from 'vitest';
import { parseLossless } from '../../wire/json.ts';
import {
  bookRecord,
  candleRecord,
  fundingRateHistoryRecord,
  fundingRateRecord,
  futuresTickerRecord,
  instrumentRecord,
  marketTradeRecord,
  systemInfoRecord,
  tokenInfoRecord,
  tokenNetworkRecord,
} from './market.ts';

describe('public records', () => {
  it('say whether the exchange runs', () => {
    expect(
      systemInfoRecord.parse({ status: 0, msg: 'System is functioning properly.', estimatedEndTime: null }),
    ).toEqual({
      status: 0,
      msg: 'System is functioning properly.',
      estimatedEndTime: null,
    });
    expect(systemInfoRecord.parse({ status: '2' })).toEqual({ status: 2, msg: null, estimatedEndTime: null });
  });

  it('describe networks and tokens with flags of 0 and 1', () => {
    const network = parseLossless(
      '{"protocol":"ERC20","network":"ETH","token":"USDT","name":"Ethereum","minimumWithdrawal":10.50,"withdrawalFee":1e-3,"allowDeposit":1,"allowWithdraw":0}',
    );
    expect(tokenNetworkRecord.parse(network)).toEqual({
      protocol: 'ERC20',
      network: 'ETH',
      token: 'USDT',
      name: 'Ethereum',
      minimumWithdrawal: '10.50',
      withdrawalFee: '0.001',
      allowDeposit: true,
      allowWithdraw: false,
    });
    expect(tokenInfoRecord.parse({ token: 'BTC', delisted: 0, canCollateral: true, canShort: false })).toEqual({
      token: 'BTC',
      delisted: false,
      canCollateral: true,
      canShort: false,
    });
  });

  it('describe an instrument; what spot does not have is null', () => {
    const spot = {
      symbol: 'SPOT_BTC_USDT',
      status: 'TRADING',
      baseAsset: 'BTC',
      baseAssetMultiplier: 1,
      quoteAsset: 'USDT',
      quoteMin: '0',
      quoteMax: '200000',
      quoteTick: '0.10',
      baseMin: '0.00001',
      baseMax: '300',
      baseTick: '0.00000001',
      minNotional: '1',
      bidCapRatio: '1.1',
      bidFloorRatio: null,
      askCapRatio: null,
      askFloorRatio: '0.9',
      orderMode: 'NORMAL',
      impactNotional: null,
      isAllowedRpi: false,
      tickGranularity: null,
    };
    const nothingOfPerpetuals = {
      fundingIntervalHours: null,
      fundingCap: null,
      fundingFloor: null,
      baseIMR: null,
      baseMMR: null,
    };
    expect(instrumentRecord.parse(spot)).toEqual({ ...spot, ...nothingOfPerpetuals });
    const perpetual = {
      fundingIntervalHours: 8,
      fundingCap: '0.0375',
      fundingFloor: '-0.0375',
      baseIMR: '0.05',
      baseMMR: '0.027',
    };
    expect(instrumentRecord.parse({ ...spot, ...perpetual, isAllowedRpi: true })).toMatchObject({
      ...perpetual,
      isAllowedRpi: true,
    });
    expect(instrumentRecord.safeParse({ ...spot, quoteTick: null }).success).toBe(false);
  });

  it('carry a trade, a book, a candle', () => {
    const trade = {
      symbol: 'X',
      side: 'SELL',
      source: 0,
      executedPrice: '1.0',
      executedQuantity: '2',
      executedTimestamp: 5,
    };
    expect(marketTradeRecord.parse(trade)).toEqual({ ...trade, rpi: false });
    expect(bookRecord.parse({ asks: [{ price: '2', quantity: '1.0' }], bids: [{ price: 1, quantity: '3' }] })).toEqual({
      asks: [{ price: '2', quantity: '1.0' }],
      bids: [{ price: '1', quantity: '3' }],
    });
    expect(bookRecord.safeParse({ asks: [] }).success).toBe(false);
    const candle = { symbol: 'X', open: '1', close: '2', high: '3', low: '0.5', volume: '4', amount: '5', type: '1m' };
    expect(candleRecord.parse({ ...candle, startTimestamp: 5, endTimestamp: 6 })).toEqual({
      ...candle,
      startTimestamp: 5,
      endTimestamp: 6,
    });
  });

  it('name the figures of a day in words that code can write', () => {
    const ticker = futuresTickerRecord.parse({
      symbol: 'PERP_BTC_USDT',
      indexPrice: null,
      markPrice: '64210.51',
      estFundingRate: '-0.0001',
      lastFundingRate: '0.0001',
      openInterest: '12',
      '24hOpen': '1',
      '24hClose': '2',
      '24hHigh': '3',
      '24hLow': '4',
      '24hVolume': '5',
      '24hAmount': '6',
      nextFundingTime: 1752049062496,
    });
    expect(ticker).toEqual({
      symbol: 'PERP_BTC_USDT',
      indexPrice: null,
      markPrice: '64210.51',
      estFundingRate: '-0.0001',
      lastFundingRate: '0.0001',
      openInterest: '12',
      open24h: '1',
      close24h: '2',
      high24h: '3',
      low24h: '4',
      volume24h: '5',
      amount24h: '6',
      nextFundingTime: 1752049062496,
    });
  });

  it('carry funding rates of now and then', () => {
    expect(
      fundingRateRecord.parse({ symbol: 'X', estFundingRate: '0.0001', lastFundingIntervalHours: 8 }),
    ).toMatchObject({
      estFundingRate: '0.0001',
      lastFundingIntervalHours: 8,
      nextFundingTime: null,
    });
    expect(
      fundingRateHistoryRecord.parse({ symbol: 'X', fundingRate: 1e-4, fundingRateTimestamp: 5, markPrice: '1' }),
    ).toMatchObject({ fundingRate: '0.0001', fundingRateTimestamp: 5, nextFundingTime: null });
  });
});
