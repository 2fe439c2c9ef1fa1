import { z } from 'zod';
import { historyRange, instantInput, looseInput, noInput, pageInput, sizeInput, symbolInput } from '../inputs.ts';
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
} from '../records/market.ts';
import { list, page, tolerantList } from '../records/rows.ts';
import { page500, per, row } from './row.ts';
import { restIntervals } from '../candle-intervals.ts';

/** What public operations share: no credentials, ten a second for an address (protocol.md, 3.1). */
const open = { signed: false, limit: per(10, 1, 'address'), lane: 'read' } as const;
const oneSymbol = z.strictObject({ symbol: symbolInput.optional() });

/** Public operations (interface-v3.md, E1, E2 and the release notes; protocol.md, 3.1). */
export const publicEndpoints = {
  'public.systemInfo': row('GET', '/v3/public/systemInfo', {
    ...open,
    input: noInput,
    output: systemInfoRecord,
    source: 'C',
    summary: 'Whether the exchange runs; the cheap way to read its clock',
  }),
  'public.tokenNetwork': row('GET', '/v3/public/tokenNetwork', {
    ...open,
    number: 'E1',
    input: noInput,
    output: tolerantList(tokenNetworkRecord),
    source: 'S',
    summary: 'Networks of each token, with what may be deposited and withdrawn',
  }),
  'public.tokenInfo': row('GET', '/v3/public/tokenInfo', {
    ...open,
    number: 'E2',
    input: noInput,
    output: tolerantList(tokenInfoRecord),
    source: 'S',
    summary: 'Spot tokens',
  }),
  'public.instruments': row('GET', '/v3/public/instruments', {
    ...open,
    input: oneSymbol,
    output: tolerantList(instrumentRecord),
    source: 'C',
    summary: 'Symbols with their filters',
  }),
  'public.token': row('GET', '/v3/public/token', {
    ...open,
    input: looseInput,
    output: z.unknown(),
    source: '?',
    summary: 'Tokens; parameters and answer are not known',
  }),
  'public.marketTrades': row('GET', '/v3/public/marketTrades', {
    ...open,
    // the largest limit is not known: 1,000 is the largest seen anywhere in the interface
    input: z.strictObject({ symbol: symbolInput, limit: sizeInput(1000).optional() }),
    output: list(marketTradeRecord),
    source: 'C',
    summary: 'Latest trades of a symbol',
  }),
  'public.marketTradesHistory': row('GET', '/v3/public/marketTradesHistory', {
    ...open,
    lane: 'history',
    // names inferred from the older twin and the family's pattern
    input: z.strictObject({
      symbol: symbolInput,
      startTime: instantInput,
      page: pageInput.optional(),
      size: sizeInput(500).optional(),
    }),
    output: page(marketTradeRecord),
    page: page500,
    time: 'ms',
    source: '?',
    summary: 'Past trades of a symbol',
  }),
  'public.orderbook': row('GET', '/v3/public/orderbook', {
    ...open,
    input: z.strictObject({
      symbol: symbolInput,
      maxLevel: z.int().min(1).max(1000).optional(),
      rpi: z.boolean().optional(),
    }),
    output: bookRecord,
    source: 'C',
    summary: 'Book of a symbol; its timestamp is the last change, not the clock',
  }),
  'public.kline': row('GET', '/v3/public/kline', {
    ...open,
    input: z.strictObject({
      symbol: symbolInput,
      type: z.enum(restIntervals),
      limit: sizeInput(1000).optional(),
    }),
    output: list(candleRecord),
    source: 'D',
    summary: 'Latest candles',
  }),
  'public.klineHistory': row('GET', '/v3/public/klineHistory', {
    ...open,
    lane: 'history',
    // exclusive cursors on a candle's start: before goes back, after goes on, before wins
    input: z.strictObject({
      symbol: symbolInput,
      type: z.enum(restIntervals),
      before: instantInput.optional(),
      after: instantInput.optional(),
      limit: sizeInput(1000).optional(),
    }),
    output: list(candleRecord),
    time: 'ms',
    source: 'D',
    summary: 'Past candles',
  }),
  'public.futures': row('GET', '/v3/public/futures', {
    ...open,
    input: oneSymbol,
    output: tolerantList(futuresTickerRecord),
    source: 'C',
    summary: 'Ticker of perpetuals',
  }),
  'public.fundingRate': row('GET', '/v3/public/fundingRate', {
    ...open,
    input: oneSymbol,
    output: tolerantList(fundingRateRecord),
    source: 'C',
    summary: 'Estimated and last funding rate',
  }),
  'public.fundingRateHistory': row('GET', '/v3/public/fundingRateHistory', {
    ...open,
    lane: 'history',
    input: z.strictObject({ symbol: symbolInput, ...historyRange(500) }),
    output: page(fundingRateHistoryRecord),
    page: page500,
    time: 'ms',
    source: 'C',
    summary: 'Past funding rates',
  }),
  'public.insuranceFund': row('GET', '/v3/public/insuranceFund', {
    ...open,
    input: looseInput,
    output: z.unknown(),
    source: '?',
    summary: 'Insurance fund; parameters and answer are not known',
  }),
} as const;
