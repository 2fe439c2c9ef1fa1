import { expect, test } from 'vitest';
import { draft, funded, lots, quietVenue, ticks } from '../../../../e2e/rigs/practice/fixtures.ts';
import { balanceOf, positionOf } from '../money/account.ts';
import { view } from './book.ts';
import { fixed, fixedText } from '../money/fixed.ts';
import type { Order } from '../model.ts';
import { place } from './place.ts';
import { bookOf } from '../venue.ts';

const SYMBOL = 'PERP_BTC_USDT';
const held = (order: Order): string => `${order.status} ${order.executed}/${order.quantity}`;

function fair() {
  const venue = quietVenue();
  const [alice, bob, carol] = [funded(venue), funded(venue), funded(venue)];
  const sells = (account: typeof alice, price: string, quantity: string, more = {}): Order =>
    place(venue, account, draft({ side: 'SELL', price, quantity, ...more }));
  const buys = (account: typeof alice, price: string, quantity: string, more = {}): Order =>
    place(venue, account, draft({ side: 'BUY', price, quantity, ...more }));
  return { venue, alice, bob, carol, sells, buys, book: bookOf(venue, SYMBOL) };
}

test('the better price trades first, and at one price who came first', () => {
  const { alice, bob, carol, sells, buys } = fair();
  const dear = sells(alice, '64001', '1');
  const first = sells(alice, '64000', '1');
  const second = sells(bob, '64000', '1');
  const taker = buys(carol, '64001', '1.5');
  expect(held(taker)).toBe('FILLED 15000/15000');
  expect([held(first), held(second), held(dear)]).toEqual([
    'FILLED 10000/10000',
    'PARTIAL_FILLED 5000/10000',
    'NEW 0/10000',
  ]);
});

test('a taker trades at the price of who rests, not at its own', () => {
  const { alice, carol, sells, buys } = fair();
  sells(alice, '64000', '1');
  const taker = buys(carol, '64100', '1');
  expect(taker.executedValue).toBe(ticks(SYMBOL, '64000') * lots(SYMBOL, '1'));
});

test('the rest of a limit order stays in the book, of an IOC it is cancelled, a FOK trades whole or not at all', () => {
  const { venue, alice, bob, carol, sells, buys, book } = fair();
  sells(alice, '64000', '1');
  const limit = buys(carol, '64000', '1.5');
  expect(held(limit)).toBe('PARTIAL_FILLED 10000/15000');
  expect(view(book, 'BUY', 5, false)).toEqual([[640_000, 5_000]]);
  const fok = place(venue, bob, draft({ side: 'SELL', type: 'FOK', price: '64000', quantity: '0.6' }));
  expect(held(fok)).toBe('CANCELLED 0/6000');
  const ioc = place(venue, bob, draft({ side: 'SELL', type: 'IOC', price: '64000', quantity: '0.6' }));
  expect(held(ioc)).toBe('CANCELLED 5000/6000');
  expect(held(limit)).toBe('FILLED 15000/15000');
});

test('a FOK that the book can fill over several levels is filled', () => {
  const { venue, alice, carol, sells } = fair();
  sells(alice, '64000', '1');
  sells(alice, '64001', '1');
  const fok = place(venue, carol, draft({ side: 'BUY', type: 'FOK', price: '64001', quantity: '2' }));
  expect(fok.status).toBe('FILLED');
});

test('a post-only order that would trade is rejected, and with postOnlyAdjusted it steps back', () => {
  const { venue, alice, carol, sells } = fair();
  sells(alice, '64000', '1');
  const refused = place(venue, carol, draft({ side: 'BUY', type: 'POST_ONLY', price: '64000', quantity: '1' }));
  expect(refused.status).toBe('REJECTED');
  const moved = place(
    venue,
    carol,
    draft({ side: 'BUY', type: 'POST_ONLY', price: '64000', quantity: '1', postOnlyAdjusted: true }),
  );
  expect([moved.status, moved.price]).toEqual(['NEW', 639_999]);
});

test('a market order takes what there is and its rest is cancelled; by amount it spends at most that', () => {
  const { venue, alice, bob, carol, sells } = fair();
  sells(alice, '64000', '0.5');
  const all = place(venue, carol, draft({ side: 'BUY', type: 'MARKET', quantity: '1' }));
  expect(held(all)).toBe('CANCELLED 5000/10000');
  sells(alice, '64000', '0.5');
  const spent = place(venue, bob, draft({ side: 'BUY', type: 'MARKET', amount: '1000' }));
  // 1000 / 64000 = 0.015625, cut to the lot.
  expect([spent.status, spent.executed, spent.quantity]).toEqual(['FILLED', 156, 156]);
});

test('ASK and BID join a level of the book; BID to buy rests, ASK to buy trades', () => {
  const { venue, alice, bob, carol, sells, buys } = fair();
  sells(alice, '64010', '1');
  buys(alice, '63990', '1');
  buys(alice, '63980', '1');
  const joins = place(venue, bob, draft({ side: 'BUY', type: 'BID', quantity: '1', bidAskLevel: 2 }));
  expect([joins.status, joins.price]).toEqual(['NEW', 639_800]);
  const takes = place(venue, carol, draft({ side: 'BUY', type: 'ASK', quantity: '1', bidAskLevel: 1 }));
  expect([takes.status, takes.price]).toEqual(['FILLED', 640_100]);
});

test('an order shows only its visible quantity and comes back at the end of the queue', () => {
  const { alice, bob, carol, sells, buys, book } = fair();
  const iceberg = sells(alice, '64000', '3', { visible: '1' });
  const behind = sells(bob, '64000', '1');
  expect(view(book, 'SELL', 1, false)).toEqual([[640_000, 20_000]]);
  buys(carol, '64000', '1');
  expect(iceberg.executed).toBe(10_000);
  buys(carol, '64000', '1');
  expect([iceberg.executed, behind.status]).toEqual([10_000, 'FILLED']);
  expect(view(book, 'SELL', 1, false)).toEqual([[640_000, 10_000]]);
});

test('a hidden order is not in the book but trades after what is shown at its price', () => {
  const { alice, bob, carol, sells, buys, book } = fair();
  const hidden = sells(alice, '64000', '1', { visible: '0' });
  expect(view(book, 'SELL', 1, false)).toEqual([]);
  const shown = sells(bob, '64000', '1');
  buys(carol, '64000', '1.5');
  expect([shown.status, hidden.executed]).toEqual(['FILLED', 5_000]);
});

test('an order never trades with another of its account: the resting one is cancelled', () => {
  const { alice, bob, sells, buys } = fair();
  const own = sells(alice, '64000', '1');
  const other = sells(bob, '64001', '1');
  const taker = buys(alice, '64001', '1');
  expect([own.status, other.status, taker.status]).toEqual(['CANCELLED', 'FILLED', 'FILLED']);
});

test('an RPI order is met by hand-placed takers only, and only after ordinary orders at its price', () => {
  const { venue, alice, bob, carol, sells, book } = fair();
  const rpi = place(venue, alice, draft({ side: 'SELL', type: 'RPI', price: '64000', quantity: '1' }));
  expect(view(book, 'SELL', 5, false)).toEqual([]);
  expect(view(book, 'SELL', 5, true)).toEqual([[640_000, 10_000]]);
  const byApi = place(venue, carol, draft({ side: 'BUY', type: 'MARKET', quantity: '1' }));
  expect([byApi.status, rpi.executed]).toEqual(['CANCELLED', 0]);
  const plain = sells(bob, '64000', '1');
  place(venue, carol, draft({ side: 'BUY', type: 'MARKET', quantity: '1.5', byHand: true }));
  expect([plain.status, rpi.executed]).toEqual(['FILLED', 5_000]);
});

test('an RPI order that the ordinary book crosses is taken out', () => {
  const { venue, alice, bob, buys } = fair();
  const rpi = place(venue, alice, draft({ side: 'SELL', type: 'RPI', price: '64000', quantity: '1' }));
  buys(bob, '64000', '1');
  expect(rpi.status).toBe('CANCELLED');
});

test('fees: the taker pays the taker rate, the maker the maker rate, in quote for a perpetual', () => {
  const { alice, carol, sells, buys } = fair();
  const maker = sells(alice, '64000', '1');
  const taker = buys(carol, '64000', '1');
  expect([fixedText(maker.fee), fixedText(taker.fee), taker.feeAsset]).toEqual(['0', '19.2', 'USDT']);
});

test('spot: both legs and both fees are booked, and what is kept back is what the rest needs', () => {
  const { venue, alice, carol } = fair();
  const spot = { symbol: 'SPOT_BTC_USDT' } as const;
  place(venue, alice, draft({ ...spot, side: 'SELL', price: '64000', quantity: '1' }));
  place(venue, carol, draft({ ...spot, side: 'BUY', price: '64000', quantity: '1.5' }));
  const text = (account: typeof alice, token: string): string => fixedText(balanceOf(account, token).holding);
  expect([text(carol, 'BTC'), text(carol, 'USDT')]).toEqual(['10.9994', '936000']);
  expect([text(alice, 'BTC'), text(alice, 'USDT')]).toEqual(['9', '1064000']);
  expect(fixedText(balanceOf(carol, 'USDT').frozen)).toBe('32000');
  expect(balanceOf(alice, 'BTC').frozen).toBe(0n);
});

test('a position realises profit when it is reduced, and a turn through zero opens the other way', () => {
  const { alice, bob, sells, buys } = fair();
  sells(bob, '64000', '1');
  buys(alice, '64000', '1');
  buys(bob, '64100', '3');
  const out = sells(alice, '64100', '3');
  const position = positionOf(alice, SYMBOL, 'BOTH', 'CROSS');
  expect(fixedText(out.realised)).toBe('100');
  expect([position.lots, fixedText(position.cost)]).toEqual([-20_000, '-128200']);
});

test('a reduce-only order needs a position to reduce and never turns it', () => {
  const { alice, bob, sells, buys } = fair();
  expect(() => sells(alice, '64000', '1', { reduceOnly: true })).toThrow('no position');
  sells(bob, '64000', '1');
  buys(alice, '64000', '1');
  const resting = sells(alice, '64050', '1', { reduceOnly: true });
  expect(() => sells(alice, '64060', '0.1', { reduceOnly: true })).toThrow('more than the position');
  buys(bob, '63990', '1');
  sells(alice, '63990', '0.7');
  buys(bob, '64050', '1');
  expect([resting.executed, resting.status]).toEqual([3_000, 'CANCELLED']);
  expect(positionOf(alice, SYMBOL, 'BOTH', 'CROSS').lots).toBe(0);
});

test('an order that the account cannot pay is refused and leaves nothing behind', () => {
  const { venue, book } = fair();
  const poor = funded(venue, { USDT: '100' });
  const attempt = (more: Parameters<typeof draft>[0]) => () => place(venue, poor, draft(more));
  expect(attempt({ symbol: 'SPOT_BTC_USDT', side: 'BUY', price: '64000', quantity: '0.01' })).toThrow(
    'Not enough USDT',
  );
  expect(attempt({ symbol: 'SPOT_BTC_USDT', side: 'SELL', price: '64000', quantity: '0.01' })).toThrow(
    'Not enough BTC',
  );
  expect(attempt({ side: 'BUY', price: '64000', quantity: '1' })).toThrow('margin');
  expect(poor.open.size).toBe(0);
  expect(balanceOf(poor, 'USDT').frozen).toBe(0n);
  expect(book.bids.levels).toEqual([]);
  expect(balanceOf(poor, 'USDT').holding).toBe(fixed('100'));
});
