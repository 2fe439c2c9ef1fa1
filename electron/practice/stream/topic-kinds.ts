import { bestShown, view, type Ladder } from '../engine/orders/book.ts';
import { INSTRUMENTS, type Instrument } from '../engine/symbols.ts';
import { bookOf, pricesOf, tapeOf, type Venue } from '../engine/venue.ts';
import { fixedText } from '../engine/money/fixed.ts';
import { estimatedRate, nextFunding } from '../engine/money/funding.ts';
import { openInterest } from '../wire/figures.ts';
import { currentCandle, endOf, STREAM_INTERVALS } from '../market/intervals.ts';
import { lastDay } from '../market/tape.ts';
import { priceText, sizeText, valueText } from '../wire/numbers.ts';
import type { Forms } from '../wire/forms.ts';
import { diffBook, type BookMemo } from './book-diff.ts';

/** One public topic that somebody listens to. */
export interface Feed {
  readonly topic: string;
  readonly instrument: Instrument;
  /** Depth or interval; "" for topics without one. */
  readonly argument: string;
  readonly kind: TopicKind;
  readonly forms: Forms;
  /** Real ms of the next look. */
  dueAt: number;
  /** What was sent last, for topics that send on change. */
  sent: string;
  book: BookMemo | null;
}

/** How a public topic is made (protocol.md, 4.5). */
interface TopicKind {
  readonly everyMs: number;
  readonly argumentsAllowed: readonly string[];
  readonly symbols: (instrument: Instrument) => boolean;
  /** `data` to send now, or null for nothing new. */
  readonly make: (venue: Venue, feed: Feed) => Record<string, unknown> | null;
}

const NO_ARGUMENT = [''];
const DEPTHS = ['50', '200', '500'];
const BOOK_MS: Readonly<Record<string, number>> = { '50': 50, '200': 100, '500': 200 };
const any = (): boolean => true;
const perpetual = (instrument: Instrument): boolean => instrument.kind === 'perpetual';

/** Sends only what differs from the last time, by the part that matters. */
function changed(feed: Feed, key: string): boolean {
  if (feed.sent === key) return false;
  feed.sent = key;
  return true;
}

function bestOf(plain: Ladder, rpi: Ladder | null): { readonly price: number; readonly lots: number } | null {
  const a = bestShown(plain);
  const b = rpi === null ? null : bestShown(rpi);
  if (b === null) return a === null ? null : { price: a.price, lots: a.shown };
  if (a === null) return { price: b.price, lots: b.shown };
  if (a.price === b.price) return { price: a.price, lots: a.shown + b.shown };
  const first = plain.side === 'BUY' ? a.price > b.price : a.price < b.price;
  return first ? { price: a.price, lots: a.shown } : { price: b.price, lots: b.shown };
}

const bbo =
  (rpi: boolean): TopicKind['make'] =>
  (venue, feed) => {
    const { instrument } = feed;
    const book = bookOf(venue, instrument.symbol);
    const bid = bestOf(book.bids, rpi ? book.rpiBids : null);
    const ask = bestOf(book.asks, rpi ? book.rpiAsks : null);
    if (!changed(feed, `${bid?.price}/${bid?.lots}/${ask?.price}/${ask?.lots}`)) return null;
    // Live, an empty side is left out (protocol.md, 9.20).
    const isShown = (side: { readonly price: number } | null): boolean => side !== null || feed.forms === 'documented';
    return {
      s: instrument.symbol,
      ...(isShown(ask) ? { ap: priceText(instrument, ask?.price ?? 0), aq: sizeText(instrument, ask?.lots ?? 0) } : {}),
      ...(isShown(bid) ? { bp: priceText(instrument, bid?.price ?? 0), bq: sizeText(instrument, bid?.lots ?? 0) } : {}),
      ts: rpi ? book.rpiChangedAt : book.changedAt,
    };
  };

const bookUpdate =
  (rpi: boolean): TopicKind['make'] =>
  (venue, feed) =>
    diffBook(venue, feed, Number(feed.argument), rpi);

const ticker: TopicKind['make'] = (venue, { instrument }) => {
  const tape = tapeOf(venue, instrument.symbol);
  const day = lastDay(tape, venue.now);
  const { last } = pricesOf(venue, instrument.symbol);
  const volume = sizeText(instrument, day?.lots ?? 0);
  const amount = valueText(instrument, day?.value ?? 0n);
  return {
    s: instrument.symbol,
    o: priceText(instrument, day?.open ?? last),
    c: priceText(instrument, day?.close ?? last),
    h: priceText(instrument, day?.high ?? last),
    l: priceText(instrument, day?.low ?? last),
    v: volume,
    a: amount,
    q: volume,
    u: amount,
    cnt: day?.trades ?? 0,
    ts: venue.now,
    tts: tape.trades.at(-1)?.at ?? 0,
  };
};

const kline: TopicKind['make'] = (venue, feed) => {
  const { instrument, argument } = feed;
  const tape = tapeOf(venue, instrument.symbol);
  const candle = currentCandle(tape, argument, venue.now);
  if (candle === null || !changed(feed, `${candle.start}/${candle.trades}`)) return null;
  return {
    s: instrument.symbol,
    t: argument,
    o: priceText(instrument, candle.open),
    c: priceText(instrument, candle.close),
    h: priceText(instrument, candle.high),
    l: priceText(instrument, candle.low),
    v: sizeText(instrument, candle.lots),
    a: valueText(instrument, candle.value),
    st: candle.start,
    et: endOf(argument, candle.start),
    ts: venue.now,
    tts: tape.trades.at(-1)?.at ?? 0,
  };
};

/** Trades are sent as they happen, so the timer has nothing to do for them. */
const NEVER = Number.MAX_SAFE_INTEGER;

const TOPIC_KINDS: ReadonlyMap<string, TopicKind> = new Map<string, TopicKind>([
  ['trade', { everyMs: NEVER, argumentsAllowed: NO_ARGUMENT, symbols: any, make: () => null }],
  ['bbo', { everyMs: 10, argumentsAllowed: NO_ARGUMENT, symbols: any, make: bbo(false) }],
  ['bborpi', { everyMs: 10, argumentsAllowed: NO_ARGUMENT, symbols: any, make: bbo(true) }],
  [
    'orderbook10',
    {
      everyMs: 200,
      argumentsAllowed: NO_ARGUMENT,
      symbols: any,
      make: (venue, feed) => {
        const { instrument } = feed;
        const book = bookOf(venue, instrument.symbol);
        if (!changed(feed, String(book.version))) return null;
        const rows = (side: 'BUY' | 'SELL'): unknown =>
          view(book, side, 10, true).map(([ticks, lots]) => [priceText(instrument, ticks), sizeText(instrument, lots)]);
        return { s: instrument.symbol, bids: rows('BUY'), asks: rows('SELL'), ts: book.rpiChangedAt };
      },
    },
  ],
  ['orderbookupdate', { everyMs: 50, argumentsAllowed: DEPTHS, symbols: any, make: bookUpdate(false) }],
  ['orderbookupdaterpi', { everyMs: 50, argumentsAllowed: DEPTHS, symbols: any, make: bookUpdate(true) }],
  ['ticker', { everyMs: 1_000, argumentsAllowed: NO_ARGUMENT, symbols: any, make: ticker }],
  ['kline', { everyMs: 100, argumentsAllowed: STREAM_INTERVALS, symbols: any, make: kline }],
  [
    'markprice',
    {
      everyMs: 1_000,
      argumentsAllowed: NO_ARGUMENT,
      symbols: any,
      make: (venue, { instrument }) => ({
        s: instrument.symbol,
        px: priceText(instrument, pricesOf(venue, instrument.symbol).mark),
        ts: venue.now,
      }),
    },
  ],
  [
    'indexprice',
    {
      everyMs: 1_000,
      argumentsAllowed: NO_ARGUMENT,
      symbols: (instrument) => instrument.kind === 'spot',
      make: (venue, { instrument }) => ({
        s: instrument.symbol,
        px: priceText(instrument, pricesOf(venue, instrument.symbol).index),
        ts: venue.now,
      }),
    },
  ],
  [
    'estfundingrate',
    {
      everyMs: 60_000,
      argumentsAllowed: NO_ARGUMENT,
      symbols: perpetual,
      make: (venue, { instrument }) => ({
        s: instrument.symbol,
        r: fixedText(estimatedRate(venue, instrument)),
        ft: nextFunding(instrument, venue.now),
        ts: venue.now,
      }),
    },
  ],
  [
    'openinterest',
    {
      everyMs: 1_000,
      argumentsAllowed: NO_ARGUMENT,
      symbols: perpetual,
      make: (venue, { instrument }) => ({
        s: instrument.symbol,
        oi: sizeText(instrument, openInterest(venue, instrument.symbol)),
        ts: venue.now,
      }),
    },
  ],
]);

/** Opens a topic's text; null for what the venue does not know. */
export function readTopic(topic: string, forms: Forms): Feed | null {
  const [name = '', symbol = '', argument = '', ...rest] = topic.split('@');
  const kind = TOPIC_KINDS.get(name);
  const instrument = INSTRUMENTS.find((row) => row.symbol === symbol);
  if (kind === undefined || instrument === undefined || rest.length > 0) return null;
  if (!kind.symbols(instrument) || !kind.argumentsAllowed.includes(argument)) return null;
  if (argument === '' && topic.split('@').length !== 2) return null;
  return { topic, instrument, argument, kind, forms, dueAt: 0, sent: '', book: null };
}

/** Real ms between two looks at a feed. */
export const cadence = ({ kind, argument }: Feed): number => BOOK_MS[argument] ?? kind.everyMs;
