import type { Decimal } from '../../decimal.ts';
import type { JsonValue } from '../../wire/json.ts';
import { millis, type Millis } from '../../time.ts';
import {
  decimalOf,
  instantOf,
  isNothing,
  isObject,
  maybeDecimal,
  maybeFlag,
  maybeInstant,
  maybeInteger,
  maybeText,
  Misread,
  textOf,
  type JsonObject,
} from './plain.ts';

/** Price and size of one level of a book. */
export type Level = readonly [price: Decimal, size: Decimal];

interface Market<Kind extends string> {
  readonly kind: Kind;
  /** As subscribed. */
  readonly topic: string;
  readonly symbol: string;
  /** When the datum was made (`data.ts`), else when the frame was sent. */
  readonly at: Millis;
}

export interface TradeMessage extends Market<'trade'> {
  readonly price: Decimal;
  readonly quantity: Decimal;
  readonly side: string;
  /** "0" normal, "1" liquidation (inferred). */
  readonly source: string | null;
  readonly rpi: boolean;
}
export interface BboMessage extends Market<'bbo'> {
  /** Whether RPI quotes are included (topic bborpi). */
  readonly rpi: boolean;
  readonly bid: Decimal | null;
  readonly bidSize: Decimal | null;
  readonly ask: Decimal | null;
  readonly askSize: Decimal | null;
}
/** A whole book of ten levels a side. */
export interface BookMessage extends Market<'orderbook'> {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}
/** Changed levels; size 0 deletes one. `prevTs` is the `ts` of the update before (protocol.md, 4.5). */
export interface BookUpdateMessage extends Market<'orderbookupdate'> {
  readonly rpi: boolean;
  readonly depth: number;
  readonly prevTs: Millis;
  readonly ts: Millis;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}
export interface TickerMessage extends Market<'ticker'> {
  readonly open: Decimal | null;
  readonly close: Decimal | null;
  readonly high: Decimal | null;
  readonly low: Decimal | null;
  /** In base currency. */
  readonly volume: Decimal | null;
  /** In quote currency. */
  readonly amount: Decimal | null;
  readonly aggregatedVolume: Decimal | null;
  readonly aggregatedAmount: Decimal | null;
  readonly count: number | null;
  readonly lastTradeAt: Millis | null;
}
export interface KlineMessage extends Market<'kline'> {
  readonly interval: string;
  readonly open: Decimal;
  readonly close: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly volume: Decimal | null;
  readonly amount: Decimal | null;
  readonly startAt: Millis;
  readonly endAt: Millis;
  readonly lastTradeAt: Millis | null;
}
export interface MarkPriceMessage extends Market<'markprice'> {
  readonly price: Decimal;
}
/** Keyed by the spot symbol, also for a perpetual (protocol.md, 4.5). */
export interface IndexPriceMessage extends Market<'indexprice'> {
  readonly price: Decimal;
}
export interface FundingRateMessage extends Market<'estfundingrate'> {
  readonly rate: Decimal;
  readonly nextFundingAt: Millis | null;
}
export interface OpenInterestMessage extends Market<'openinterest'> {
  readonly openInterest: Decimal;
}

/** A message of the public stream. */
export type PublicMessage =
  | TradeMessage
  | BboMessage
  | BookMessage
  | BookUpdateMessage
  | TickerMessage
  | KlineMessage
  | MarkPriceMessage
  | IndexPriceMessage
  | FundingRateMessage
  | OpenInterestMessage;

/** What the envelope and topic text say, before `data` is read. */
export interface Heading {
  readonly topic: string;
  /** Parts of the topic between "@". */
  readonly parts: readonly string[];
  readonly symbol: string;
  readonly at: Millis;
}

/** Reads the `data` of one public message; throws Misread. */
export type MarketReader = (data: JsonObject, heading: Heading) => PublicMessage;

/** Frame's topic text and time, with the record's own symbol and time before the frame's. */
export function headingOf(topic: string, frameAt: Millis | null, data: JsonObject): Heading {
  const parts = topic.split('@');
  return {
    topic,
    parts,
    symbol: maybeText(data.s, 's') ?? textOf(parts[1], 'symbol'),
    at: maybeInstant(data.ts, 'ts') ?? instantOf(frameAt, 'ts'),
  };
}

/** Levels of a snapshot; a side that is missing must not read as an empty one. */
function levelsOf(value: JsonValue | undefined, field: string): Level[] {
  if (!Array.isArray(value)) throw new Misread(field, 'a list', value);
  return value.map((level: JsonValue): Level => {
    if (Array.isArray(level)) return [decimalOf(level[0], field), decimalOf(level[1], field)];
    if (isObject(level)) return [decimalOf(level.price, field), decimalOf(level.quantity, field)];
    throw new Misread(field, 'a level', level);
  });
}

/** Levels of an update; a side in which nothing changed may be missing. */
const changesOf = (value: JsonValue | undefined, field: string): Level[] =>
  isNothing(value) ? [] : levelsOf(value, field);

/** A message with one price. */
const priced =
  <Kind extends 'markprice' | 'indexprice'>(kind: Kind) =>
  (data: JsonObject, { topic, symbol, at }: Heading) => ({ kind, topic, symbol, at, price: decimalOf(data.px, 'px') });

const bbo =
  (rpi: boolean) =>
  (data: JsonObject, { topic, symbol, at }: Heading): BboMessage => ({
    kind: 'bbo',
    topic,
    symbol,
    at,
    rpi,
    bid: maybeDecimal(data.bp, 'bp'),
    bidSize: maybeDecimal(data.bq, 'bq'),
    ask: maybeDecimal(data.ap, 'ap'),
    askSize: maybeDecimal(data.aq, 'aq'),
  });

const bookUpdate =
  (rpi: boolean) =>
  (data: JsonObject, { topic, symbol, at, parts }: Heading): BookUpdateMessage => ({
    kind: 'orderbookupdate',
    topic,
    symbol,
    at,
    rpi,
    depth: maybeInteger(parts[2], 'depth') ?? 0,
    prevTs: maybeInstant(data.prevTs, 'prevTs') ?? millis(0),
    ts: instantOf(data.ts, 'ts'),
    bids: changesOf(data.bids, 'bids'),
    asks: changesOf(data.asks, 'asks'),
  });

/** One reader a topic; the key is the topic's first part (protocol.md, 4.5). */
export const marketReaders: ReadonlyMap<string, MarketReader> = new Map<string, MarketReader>([
  [
    'trade',
    (data, { topic, symbol, at }) => ({
      kind: 'trade',
      topic,
      symbol,
      at,
      price: decimalOf(data.px, 'px'),
      quantity: decimalOf(data.sx, 'sx'),
      side: textOf(data.sd, 'sd'),
      source: maybeText(data.src, 'src'),
      rpi: maybeFlag(data.rpi) ?? false,
    }),
  ],
  ['bbo', bbo(false)],
  ['bborpi', bbo(true)],
  [
    'orderbook10',
    (data, { topic, symbol, at }) => ({
      kind: 'orderbook',
      topic,
      symbol,
      at,
      bids: levelsOf(data.bids, 'bids'),
      asks: levelsOf(data.asks, 'asks'),
    }),
  ],
  ['orderbookupdate', bookUpdate(false)],
  ['orderbookupdaterpi', bookUpdate(true)],
  [
    'ticker',
    (data, { topic, symbol, at }) => ({
      kind: 'ticker',
      topic,
      symbol,
      at,
      open: maybeDecimal(data.o, 'o'),
      close: maybeDecimal(data.c, 'c'),
      high: maybeDecimal(data.h, 'h'),
      low: maybeDecimal(data.l, 'l'),
      volume: maybeDecimal(data.v, 'v'),
      amount: maybeDecimal(data.a, 'a'),
      aggregatedVolume: maybeDecimal(data.q, 'q'),
      aggregatedAmount: maybeDecimal(data.u, 'u'),
      count: maybeInteger(data.cnt, 'cnt'),
      lastTradeAt: maybeInstant(data.tts, 'tts'),
    }),
  ],
  [
    'kline',
    (data, { topic, symbol, at, parts }) => ({
      kind: 'kline',
      topic,
      symbol,
      at,
      interval: maybeText(data.t, 't') ?? textOf(parts[2], 'interval'),
      open: decimalOf(data.o, 'o'),
      close: decimalOf(data.c, 'c'),
      high: decimalOf(data.h, 'h'),
      low: decimalOf(data.l, 'l'),
      volume: maybeDecimal(data.v, 'v'),
      amount: maybeDecimal(data.a, 'a'),
      startAt: instantOf(data.st, 'st'),
      endAt: instantOf(data.et, 'et'),
      lastTradeAt: maybeInstant(data.tts, 'tts'),
    }),
  ],
  ['markprice', priced('markprice')],
  ['indexprice', priced('indexprice')],
  [
    'estfundingrate',
    (data, { topic, symbol, at }) => ({
      kind: 'estfundingrate',
      topic,
      symbol,
      at,
      rate: decimalOf(data.r, 'r'),
      nextFundingAt: maybeInstant(data.ft, 'ft'),
    }),
  ],
  [
    'openinterest',
    (data, { topic, symbol, at }) => ({
      kind: 'openinterest',
      topic,
      symbol,
      at,
      openInterest: decimalOf(data.oi, 'oi'),
    }),
  ],
]);
