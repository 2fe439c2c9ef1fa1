import { z } from 'zod';
import {
  decimalField,
  flagField,
  instantField,
  integerField,
  maybeDecimalField,
  maybeFlagField,
  maybeInstantField,
  maybeIntegerField,
  maybeTextField,
} from '../fields.ts';
import { renamed } from './rows.ts';

/** Public records (interface-v3.md, E1 and E2; protocol.md, 3.1). Unknown fields are kept. */

/** 0 is running, 1 trading maintenance, 2 system maintenance. */
export const systemInfoRecord = z.looseObject({
  status: integerField,
  msg: maybeTextField,
  estimatedEndTime: maybeInstantField,
});

/** A token on one network. Flags: 1 is allowed. `network` is the id that a withdrawal takes. */
export const tokenNetworkRecord = z.looseObject({
  protocol: maybeTextField,
  network: z.string(),
  token: z.string(),
  name: maybeTextField,
  minimumWithdrawal: maybeDecimalField,
  withdrawalFee: maybeDecimalField,
  allowDeposit: flagField,
  allowWithdraw: flagField,
});

export const tokenInfoRecord = z.looseObject({
  token: z.string(),
  delisted: flagField,
  canCollateral: maybeFlagField,
  canShort: maybeFlagField,
});

/** A tradable symbol with its filters. The last five fields belong to perpetuals. */
export const instrumentRecord = z.looseObject({
  symbol: z.string(),
  status: z.string(),
  baseAsset: z.string(),
  baseAssetMultiplier: maybeIntegerField,
  quoteAsset: z.string(),
  quoteMin: decimalField,
  quoteMax: decimalField,
  quoteTick: decimalField,
  baseMin: decimalField,
  baseMax: decimalField,
  baseTick: decimalField,
  minNotional: decimalField,
  bidCapRatio: maybeDecimalField,
  bidFloorRatio: maybeDecimalField,
  askCapRatio: maybeDecimalField,
  askFloorRatio: maybeDecimalField,
  orderMode: maybeTextField,
  impactNotional: maybeDecimalField,
  isAllowedRpi: flagField,
  fundingIntervalHours: maybeIntegerField,
  fundingCap: maybeDecimalField,
  fundingFloor: maybeDecimalField,
  baseIMR: maybeDecimalField,
  baseMMR: maybeDecimalField,
});

/** `source`: 0 normal, 1 liquidation (inferred). */
export const marketTradeRecord = z.looseObject({
  symbol: z.string(),
  side: z.string(),
  source: maybeIntegerField,
  executedPrice: decimalField,
  executedQuantity: decimalField,
  executedTimestamp: instantField,
  rpi: flagField,
});

const bookLevel = z.looseObject({ price: decimalField, quantity: decimalField });
/** Bids descending, asks ascending. Its time is the envelope's timestamp. */
export const bookRecord = z.looseObject({ bids: z.array(bookLevel), asks: z.array(bookLevel) });

/** One candle; `type` is its interval. */
export const candleRecord = z.looseObject({
  symbol: z.string(),
  open: decimalField,
  close: decimalField,
  high: decimalField,
  low: decimalField,
  volume: maybeDecimalField,
  amount: maybeDecimalField,
  type: maybeTextField,
  startTimestamp: instantField,
  endTimestamp: maybeInstantField,
});

/** Ticker of a perpetual: the only one over REST. The wire's `24hOpen` is `open24h` here, and so on. */
export const futuresTickerRecord = renamed(
  {
    '24hOpen': 'open24h',
    '24hClose': 'close24h',
    '24hHigh': 'high24h',
    '24hLow': 'low24h',
    '24hVolume': 'volume24h',
    '24hAmount': 'amount24h',
  },
  z.looseObject({
    symbol: z.string(),
    indexPrice: maybeDecimalField,
    markPrice: maybeDecimalField,
    estFundingRate: maybeDecimalField,
    lastFundingRate: maybeDecimalField,
    openInterest: maybeDecimalField,
    open24h: maybeDecimalField,
    close24h: maybeDecimalField,
    high24h: maybeDecimalField,
    low24h: maybeDecimalField,
    volume24h: maybeDecimalField,
    amount24h: maybeDecimalField,
    nextFundingTime: maybeInstantField,
  }),
);

export const fundingRateRecord = z.looseObject({
  symbol: z.string(),
  estFundingRate: maybeDecimalField,
  estFundingRateTimestamp: maybeInstantField,
  lastFundingRate: maybeDecimalField,
  lastFundingRateTimestamp: maybeInstantField,
  nextFundingTime: maybeInstantField,
  lastFundingIntervalHours: maybeIntegerField,
  estFundingIntervalHours: maybeIntegerField,
});

export const fundingRateHistoryRecord = z.looseObject({
  symbol: z.string(),
  fundingRate: decimalField,
  fundingRateTimestamp: instantField,
  nextFundingTime: maybeInstantField,
  markPrice: maybeDecimalField,
});
