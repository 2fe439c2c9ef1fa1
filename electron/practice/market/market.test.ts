import { expect, test } from 'vitest';
import { START } from '../../../e2e/rigs/practice/fixtures.ts';
import { advance } from '../engine/clock/advance.ts';
import { audit } from '../engine/audit.ts';
import { view } from '../engine/orders/book.ts';
import { INSTRUMENTS } from '../engine/symbols.ts';
import { bookOf, newVenue, tapeOf, type Venue } from '../engine/venue.ts';
import type { PresetName } from '../options.ts';
import { DEFAULT_ACCOUNTS } from '../accounts/accounts.ts';
import { fixedText } from '../engine/money/fixed.ts';
import { openVenue } from './opening.ts';
import { candles, currentCandle, endOf, startOf } from './intervals.ts';
import { newMarket } from './state.ts';
import { startMarket } from './step.ts';
import { DAY, newTape, record } from './tape.ts';

function running(seed: number, preset: PresetName = 'calm', depth = 30): Venue {
  const venue = newVenue(seed, START);
  venue.market = newMarket(
    seed,
    preset,
    INSTRUMENTS.map((row) => row.symbol),
    depth,
  );
  startMarket(venue, venue.market);
  return venue;
}

const picture = (venue: Venue): string =>
  JSON.stringify(
    INSTRUMENTS.map(({ symbol }) => {
      const book = bookOf(venue, symbol);
      return [view(book, 'BUY', 50, true), view(book, 'SELL', 50, true), tapeOf(venue, symbol).trades];
    }),
  );

test('the same seed gives the same market, however often somebody looks; another seed another one', () => {
  const once = running(1);
  advance(once, START + 20_000);
  const often = running(1);
  for (let at = START; at <= START + 20_000; at += 7) advance(often, at);
  advance(often, START + 20_000);
  const other = running(2);
  advance(other, START + 20_000);
  expect(picture(often)).toBe(picture(once));
  expect(picture(other)).not.toBe(picture(once));
});

test('books never cross, always quote both sides, and no money comes or goes', () => {
  const venue = running(3, 'wild');
  const before = audit(venue);
  for (let i = 0; i < 100; i += 1) {
    advance(venue, venue.now + 300);
    for (const { symbol } of INSTRUMENTS) {
      const book = bookOf(venue, symbol);
      const [bid] = view(book, 'BUY', 1, true);
      const [ask] = view(book, 'SELL', 1, true);
      expect(bid?.[0]).toBeLessThan(ask?.[0] ?? 0);
    }
  }
  expect([...audit(venue).money.values()].every((sum) => sum === 0n)).toBe(true);
  expect(before.lots.size).toBeLessThanOrEqual(audit(venue).lots.size);
});

test('a wild market moves more than a calm one', () => {
  const travelled = (preset: PresetName): number => {
    const venue = running(5, preset);
    let path = 0;
    let last = venue.prices.get('PERP_BTC_USDT')?.mark ?? 0;
    for (let i = 0; i < 60; i += 1) {
      advance(venue, venue.now + 1_000);
      const mark = venue.prices.get('PERP_BTC_USDT')?.mark ?? 0;
      path += Math.abs(mark - last);
      last = mark;
    }
    return path;
  };
  expect(travelled('wild')).toBeGreaterThan(3 * travelled('calm'));
});

test('candles agree with the trades', () => {
  const venue = running(4);
  advance(venue, START + 180_000);
  const tape = tapeOf(venue, 'PERP_ETH_USDT');
  for (const candle of candles(tape, '1m', venue.now)) {
    const own = tape.trades.filter((trade) => startOf('1m', trade.at) === candle.start);
    if (own.length === 0) continue;
    expect(candle).toMatchObject({
      open: own[0]?.ticks,
      close: own.at(-1)?.ticks,
      high: Math.max(...own.map((trade) => trade.ticks)),
      low: Math.min(...own.map((trade) => trade.ticks)),
      lots: own.reduce((sum, trade) => sum + trade.lots, 0),
      trades: own.length,
    });
  }
  const whole = candles(tape, '1d', venue.now).reduce((sum, candle) => sum + candle.lots, 0);
  expect(whole).toBe(candles(tape, '1m', venue.now).reduce((sum, candle) => sum + candle.lots, 0));
});

test('candles of weeks, months and years start where the calendar does', () => {
  const at = Date.UTC(2026, 1, 28, 12);
  expect(new Date(startOf('1w', at)).toISOString()).toBe('2026-02-23T00:00:00.000Z');
  expect(new Date(startOf('1mon', at)).toISOString()).toBe('2026-02-01T00:00:00.000Z');
  expect(new Date(endOf('1M', startOf('1M', at))).toISOString()).toBe('2026-03-01T00:00:00.000Z');
  expect(new Date(startOf('1y', at)).toISOString()).toBe('2026-01-01T00:00:00.000Z');
  expect(endOf('1w', startOf('1w', at)) - startOf('1w', at)).toBe(7 * DAY);
});

test('the market of a seed is the same with and without a past, and at whatever time it opens', () => {
  const relative = (now: number, pastDays: number): string => {
    const { venue } = openVenue(9, now, 'calm', pastDays, []);
    advance(venue, now + 5_000);
    return JSON.stringify(
      INSTRUMENTS.map(({ symbol }) => [
        view(bookOf(venue, symbol), 'BUY', 20, true),
        tapeOf(venue, symbol)
          .trades.filter((trade) => trade.at > now)
          .map(({ ticks, lots, at }) => [ticks, lots, at - now]),
      ]),
    );
  };
  expect(relative(START + 12_345_678, 1)).toBe(relative(START, 0));
});

test('a past ends where the market starts, with nothing open, whole money and several pages of everything', () => {
  const { venue } = openVenue(1, START, 'calm', 10, DEFAULT_ACCOUNTS);
  const account = [...venue.accounts.values()].find(({ name }) => name === 'practice');
  if (account === undefined) throw new Error('no account');
  const { histories, finished, fills, algos, open, balances, positions } = account;
  for (const rows of [histories.funding, histories.interest, histories.wallet, histories.referrals, histories.rewards])
    expect(rows.length).toBeGreaterThan(50);
  expect(histories.transfers.length).toBeGreaterThan(30);
  for (const count of [finished.size, fills.length, algos.finished.size, histories.moves.length])
    expect(count).toBeGreaterThan(50);
  expect([open.size, algos.roots.size]).toEqual([0, 0]);
  expect(Object.fromEntries([...balances.values()].map((row) => [row.token, fixedText(row.holding)]))).toEqual({
    USDT: '100000',
    BTC: '2',
    ETH: '20',
    SOL: '100',
  });
  expect([...positions.values()].every(({ lots, cost, margin }) => lots === 0 && cost === 0n && margin === 0n)).toBe(
    true,
  );
  expect([...balances.values()].every(({ frozen, interest }) => frozen === 0n && interest === 0n)).toBe(true);
  expect([...audit(venue).money.values()].every((sum) => sum === 0n)).toBe(true);
  expect(venue.prices.get('PERP_BTC_USDT')?.mark).toBe(642_100);
});

test('candles have no gaps: a span without trades stands where the one before ended', () => {
  const tape = newTape('PERP_BTC_USDT');
  const print = (at: number, ticks: number): void =>
    record(tape, { symbol: 'PERP_BTC_USDT', ticks, lots: 1, side: 'BUY', rpi: false, at });
  print(60_000, 100);
  print(61_000, 105);
  print(240_500, 90);
  const rows = candles(tape, '1m', 301_000).map(({ start, open, close, lots }) => [start, open, close, lots]);
  expect(rows).toEqual([
    [60_000, 100, 105, 2],
    [120_000, 105, 105, 0],
    [180_000, 105, 105, 0],
    [240_000, 90, 90, 1],
    [300_000, 90, 90, 0],
  ]);
  expect(currentCandle(tape, '1m', 301_000)).toMatchObject({ start: 300_000, close: 90, lots: 0 });
  expect(candles(newTape('PERP_BTC_USDT'), '1m', 301_000)).toEqual([]);
});
