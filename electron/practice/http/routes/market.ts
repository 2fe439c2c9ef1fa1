import { holdingOf } from '../../engine/money/account.ts';
import { view } from '../../engine/orders/book.ts';
import { fixedText } from '../../engine/money/fixed.ts';
import { estimatedRate, lastFunding, nextFunding } from '../../engine/money/funding.ts';
import type { Trade } from '../../engine/model.ts';
import { Refusal } from '../../engine/refusal.ts';
import { findInstrument, INSTRUMENTS, type Instrument } from '../../engine/symbols.ts';
import { bookOf, pricesOf, tapeOf, type Venue } from '../../engine/venue.ts';
import { candles, endOf, REST_INTERVALS } from '../../market/intervals.ts';
import { lastDay, type Candle } from '../../market/tape.ts';
import { openInterest } from '../../wire/figures.ts';
import type { Answer, PublicCall, PublicRoute } from '../call.ts';
import { flag, integer, paged, paging, range, requiredText, requiredWord, text, type Fields } from '../fields.ts';
import { PRINTED_HERE, priceText, sizeText, valueText } from '../../wire/numbers.ts';

/** A symbol on the public side: an unknown one is refused with a message and no code (protocol.md, section 5). */
function listed(fields: Fields, status: number): Instrument {
  const symbol = requiredText(fields, 'symbol');
  const found = findInstrument(symbol);
  if (found === undefined) throw new Refusal(null, `The symbol ${symbol.slice(0, 40)} does not exist.`, status);
  return found;
}

export const orderbook: PublicRoute = (call) => {
  const instrument = listed(call.fields, 400);
  const depth = integer(call.fields, 'maxLevel', 1, 10_000) ?? 100;
  const rpi = flag(call.fields, 'rpi') ?? false;
  const { frozenBooks } = call.desk;
  if (frozenBooks === null) return bookNow(call, instrument, depth, rpi);
  const key = `${instrument.symbol} ${depth} ${rpi}`;
  const frozen = frozenBooks.get(key) ?? bookNow(call, instrument, depth, rpi);
  frozenBooks.set(key, frozen);
  return frozen;
};

function bookNow({ venue, desk }: PublicCall, instrument: Instrument, depth: number, rpi: boolean): Answer {
  const book = bookOf(venue, instrument.symbol);
  const streamed = desk.streamedBook(instrument.symbol, depth, rpi);
  const rows = (levels: readonly (readonly [number, number])[]): unknown =>
    levels.map(([ticks, lots]) => ({ price: priceText(instrument, ticks), quantity: sizeText(instrument, lots) }));
  return {
    data: {
      asks: rows(streamed?.asks ?? view(book, 'SELL', depth, rpi)),
      bids: rows(streamed?.bids ?? view(book, 'BUY', depth, rpi)),
    },
    timestamp: streamed?.at ?? (rpi ? book.rpiChangedAt : book.changedAt),
  };
}

const tradeRow = (instrument: Instrument, trade: Trade): Record<string, unknown> => ({
  symbol: trade.symbol,
  side: trade.side,
  source: PRINTED_HERE,
  executedPrice: priceText(instrument, trade.ticks),
  executedQuantity: sizeText(instrument, trade.lots),
  executedTimestamp: trade.at,
  rpi: trade.rpi,
});

export const marketTrades: PublicRoute = ({ venue, fields }) => {
  const instrument = listed(fields, 400);
  const limit = integer(fields, 'limit', 1, 1_000) ?? 10;
  const latest = tapeOf(venue, instrument.symbol).trades.slice(-limit).reverse();
  return { data: { rows: latest.map((trade) => tradeRow(instrument, trade)) } };
};

/** Prints from a start on, oldest first, as far back as they are kept. */
export const marketTradesHistory: PublicRoute = ({ venue, fields }) => {
  const instrument = listed(fields, 400);
  requiredText(fields, 'startTime');
  const { from, to } = range(fields);
  const page = paging(fields);
  const all = tapeOf(venue, instrument.symbol).trades.filter((trade) => trade.at >= from && trade.at <= to);
  const { rows, meta } = paged(all, page);
  return { data: { rows: rows.map((trade) => tradeRow(instrument, trade)), meta } };
};

function candleRow(instrument: Instrument, type: string, candle: Candle): Record<string, unknown> {
  return {
    symbol: instrument.symbol,
    open: priceText(instrument, candle.open),
    close: priceText(instrument, candle.close),
    high: priceText(instrument, candle.high),
    low: priceText(instrument, candle.low),
    volume: sizeText(instrument, candle.lots),
    amount: valueText(instrument, candle.value),
    type,
    startTimestamp: candle.start,
    endTimestamp: endOf(type, candle.start),
  };
}

/** The latest candles, newest first. */
export const kline: PublicRoute = ({ venue, fields }) => {
  const instrument = listed(fields, 400);
  const type = requiredWord(fields, 'type', REST_INTERVALS);
  const limit = integer(fields, 'limit', 1, 1_000) ?? 100;
  const rows = candles(tapeOf(venue, instrument.symbol), type, venue.now).slice(-limit).reverse();
  return { data: { rows: rows.map((candle) => candleRow(instrument, type, candle)) } };
};

/** Candles around exclusive cursors on their start: `before` pages backwards and wins over `after` (protocol.md, 3.1). */
export const klineHistory: PublicRoute = ({ venue, fields }) => {
  const instrument = listed(fields, 400);
  const type = requiredWord(fields, 'type', REST_INTERVALS);
  const limit = integer(fields, 'limit', 1, 1_000) ?? 100;
  const before = integer(fields, 'before', 0, Number.MAX_SAFE_INTEGER);
  const after = integer(fields, 'after', 0, Number.MAX_SAFE_INTEGER);
  const all = candles(tapeOf(venue, instrument.symbol), type, venue.now);
  const chosen =
    before !== null
      ? all.filter((candle) => candle.start < before).slice(-limit)
      : after !== null
        ? all.filter((candle) => candle.start > after).slice(0, limit)
        : all.slice(-limit);
  return { data: { rows: chosen.reverse().map((candle) => candleRow(instrument, type, candle)) } };
};

function tickerRow(venue: Venue, instrument: Instrument): Record<string, unknown> {
  const prices = pricesOf(venue, instrument.symbol);
  const day = lastDay(tapeOf(venue, instrument.symbol), venue.now);
  const price = (ticks: number | undefined): string => priceText(instrument, ticks ?? prices.last);
  return {
    symbol: instrument.symbol,
    indexPrice: price(prices.index),
    markPrice: price(prices.mark),
    estFundingRate: fixedText(estimatedRate(venue, instrument)),
    lastFundingRate: fixedText(lastFunding(venue, instrument.symbol)?.rate ?? 0n),
    nextFundingTime: nextFunding(instrument, venue.now),
    openInterest: sizeText(instrument, openInterest(venue, instrument.symbol)),
    '24hOpen': price(day?.open),
    '24hClose': price(day?.close),
    '24hHigh': price(day?.high),
    '24hLow': price(day?.low),
    '24hVolume': sizeText(instrument, day?.lots ?? 0),
    '24hAmount': valueText(instrument, day?.value ?? 0n),
  };
}

/** The perpetual that a call names, or all; an unknown one is HTTP 500 without a code (protocol.md, section 5). */
function perpetuals(fields: Fields): readonly Instrument[] {
  if (text(fields, 'symbol') === null) return INSTRUMENTS.filter((row) => row.kind === 'perpetual');
  const instrument = listed(fields, 500);
  if (instrument.kind === 'spot') throw new Refusal(null, `${instrument.symbol} is no futures symbol.`, 500);
  return [instrument];
}

/** The perpetuals' tickers; spot symbols have none. */
export const futures: PublicRoute = ({ venue, fields }) => ({
  data: { rows: perpetuals(fields).map((row) => tickerRow(venue, row)) },
});

export const fundingRate: PublicRoute = ({ venue, fields }) => ({
  data: {
    rows: perpetuals(fields).map((row) => ({
      symbol: row.symbol,
      estFundingRate: fixedText(estimatedRate(venue, row)),
      estFundingRateTimestamp: venue.now,
      lastFundingRate: fixedText(lastFunding(venue, row.symbol)?.rate ?? 0n),
      lastFundingRateTimestamp: lastFunding(venue, row.symbol)?.at ?? 0,
      nextFundingTime: nextFunding(row, venue.now),
      lastFundingIntervalHours: row.fundingIntervalHours,
      estFundingIntervalHours: row.fundingIntervalHours,
    })),
  },
});

export const fundingRateHistory: PublicRoute = ({ venue, fields }) => {
  const instrument = listed(fields, 500);
  const { from, to } = range(fields);
  const page = paging(fields);
  const all = (venue.fundingRates.get(instrument.symbol) ?? []).filter((row) => row.at >= from && row.at <= to);
  const { rows, meta } = paged(all.reverse(), page);
  return {
    data: {
      rows: rows.map(({ rate, at, mark }) => ({
        symbol: instrument.symbol,
        fundingRate: fixedText(rate),
        fundingRateTimestamp: at,
        nextFundingTime: nextFunding(instrument, at),
        markPrice: priceText(instrument, mark),
      })),
      meta,
    },
  };
};

/** Parameters and answer are not known; the fund's USDT is the plausible reading. */
export const insuranceFund: PublicRoute = ({ venue }) => ({
  data: { rows: [{ token: 'USDT', balance: fixedText(holdingOf(venue.houses.insurance, 'USDT').holding) }] },
});
