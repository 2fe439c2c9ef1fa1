import { expect, test } from 'vitest';
import { START } from '../../../e2e/rigs/practice/fixtures.ts';
import { advance } from '../engine/clock/advance.ts';
import { bestShown } from '../engine/orders/book.ts';
import { bookOf, pricesOf, tapeOf, type Venue } from '../engine/venue.ts';
import type { Mood } from '../options.ts';
import { openInterest } from '../wire/figures.ts';
import { moodDue, nextMood, planMood, setMood } from './mood.ts';
import { openVenue } from './opening.ts';

const SYMBOL = 'PERP_BTC_USDT';
const MINUTE = 60_000;

function opened(): { readonly venue: Venue; readonly put: (mood: Mood) => void } {
  const { venue } = openVenue(2, START, 'calm', 0, []);
  const put = (mood: Mood): void => {
    if (venue.market === null) throw new Error('no market');
    setMood(venue, venue.market, mood);
  };
  return { venue, put };
}

/** Looks at the book of a symbol at every tenth of a second for a while. */
function watched(venue: Venue, ms: number) {
  const seen = { levels: 0, empty: 0, looks: 0, marks: [] as number[] };
  for (const end = venue.now + ms; venue.now < end;) {
    advance(venue, venue.now + 100);
    const { bids, asks } = bookOf(venue, SYMBOL);
    seen.looks += 1;
    seen.levels = Math.max(seen.levels, bids.levels.length, asks.levels.length);
    if (bestShown(bids) === null || bestShown(asks) === null) seen.empty += 1;
    seen.marks.push(pricesOf(venue, SYMBOL).mark);
  }
  return seen;
}

test('a thin market has few levels, and sides that are empty for a while; a calm one never', () => {
  const { venue, put } = opened();
  const calm = watched(venue, 20_000);
  expect([calm.empty, calm.levels > 50]).toEqual([0, true]);
  put('thin');
  advance(venue, venue.now + 1_000);
  const thin = watched(venue, 20_000);
  expect(thin.levels).toBeLessThan(10);
  expect(thin.empty).toBeGreaterThan(5);
  expect(thin.empty).toBeLessThan(thin.looks / 2);
  put('calm');
  advance(venue, venue.now + 1_000);
  expect(watched(venue, 5_000).empty).toBe(0);
});

test('a crash takes more than a tenth of the price within a minute, most of it sold, and is wild afterwards', () => {
  const { venue, put } = opened();
  advance(venue, venue.now + 1_000);
  const before = pricesOf(venue, SYMBOL).mark;
  put('crash');
  const { trades } = tapeOf(venue, SYMBOL);
  const from = trades.length;
  advance(venue, venue.now + 55_000);
  expect(pricesOf(venue, SYMBOL).mark / before).toBeLessThan(0.9);
  const sold = trades.slice(from).filter(({ side }) => side === 'SELL').length;
  expect(sold / (trades.length - from)).toBeGreaterThan(0.7);
  expect(venue.market?.mood).toBe('crash');
  advance(venue, venue.now + 10_000);
  expect(venue.market?.mood).toBe('wild');
});

test('in maintenance the market stands still until its end, which is known', () => {
  const { venue, put } = opened();
  advance(venue, venue.now + 1_000);
  put('maintenance');
  planMood(venue, 'calm', MINUTE);
  expect(nextMood(venue)).toBe(venue.now + MINUTE);
  const { marks } = watched(venue, 50_000);
  expect(new Set(marks).size).toBe(1);
  advance(venue, venue.now + 20_000);
  expect([venue.market?.mood, nextMood(venue)]).toEqual(['calm', 0]);
  expect(new Set(watched(venue, 5_000).marks).size).toBeGreaterThan(1);
});

test('a planned mood begins at its time, and a word that is none does nothing', () => {
  const { venue } = opened();
  planMood(venue, 'wild', MINUTE);
  advance(venue, venue.now + MINUTE - 1);
  expect(venue.market?.mood).toBe('calm');
  advance(venue, venue.now + 1);
  expect(venue.market?.mood).toBe('wild');
  moodDue(venue, 'merry');
  expect(venue.market?.mood).toBe('wild');
});

test('index, mark and last price differ a little all the time, and the open interest is of many and moves', () => {
  const { venue } = opened();
  const seen = { index: 0, last: 0, farthest: 0, looks: 0 };
  const interests = new Set<number>();
  for (let i = 0; i < 600; i += 1) {
    advance(venue, venue.now + 500);
    const { mark, index, last } = pricesOf(venue, SYMBOL);
    seen.looks += 1;
    if (mark !== index) seen.index += 1;
    if (mark !== last) seen.last += 1;
    seen.farthest = Math.max(seen.farthest, Math.abs(mark - index) / index, Math.abs(last - index) / index);
    interests.add(openInterest(venue, SYMBOL));
  }
  expect(seen.index / seen.looks).toBeGreaterThan(0.8);
  expect(seen.last / seen.looks).toBeGreaterThan(0.8);
  expect(seen.farthest).toBeLessThan(0.005);
  expect(interests.size).toBeGreaterThan(100);
  // 0.0001 BTC a lot: between 1,000 and 2,000 BTC.
  for (const interest of interests) expect(interest > 10_000_000 && interest < 20_000_000).toBe(true);
});
