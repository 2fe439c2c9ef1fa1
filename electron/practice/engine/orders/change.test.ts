import { expect, test } from 'vitest';
import { draft, funded, quietVenue } from '../../../../e2e/rigs/practice/fixtures.ts';
import { balanceOf } from '../money/account.ts';
import { view } from './book.ts';
import { cancel, cancelAll, edit } from './change.ts';
import { fixed, fixedText } from '../money/fixed.ts';
import type { Order } from '../model.ts';
import { place } from './place.ts';
import { bookOf, deaf } from '../venue.ts';

function queue() {
  const venue = quietVenue();
  const [alice, bob, carol] = [funded(venue), funded(venue), funded(venue)];
  const first = place(venue, alice, draft({ side: 'SELL', price: '64000', quantity: '1' }));
  const second = place(venue, bob, draft({ side: 'SELL', price: '64000', quantity: '1' }));
  const take = (quantity: string): Order => place(venue, carol, draft({ side: 'BUY', price: '64000', quantity }));
  return { venue, alice, bob, carol, first, second, take };
}

test('a smaller quantity keeps the place in the queue', () => {
  const { venue, first, second, take } = queue();
  edit(venue, first, null, fixed('0.5'));
  take('0.5');
  expect([first.status, second.executed]).toEqual(['FILLED', 0]);
});

test('a larger quantity loses the place, and so does a new price', () => {
  const { venue, first, second, take } = queue();
  edit(venue, first, null, fixed('1.5'));
  take('1');
  expect([first.executed, second.status]).toEqual([0, 'FILLED']);
  edit(venue, first, fixed('64001'), null);
  edit(venue, first, fixed('64000'), null);
  expect(view(bookOf(venue, 'PERP_BTC_USDT'), 'SELL', 3, false)).toEqual([[640_000, 15_000]]);
});

test('an edit to a price that crosses trades at once', () => {
  const { venue, carol, first } = queue();
  const bid = place(venue, carol, draft({ side: 'BUY', price: '63000', quantity: '1' }));
  edit(venue, bid, fixed('64000'), null);
  expect([bid.status, first.status]).toEqual(['FILLED', 'FILLED']);
});

test('an edit reports REPLACED and keeps the order itself open', () => {
  const { venue, first } = queue();
  const heard: string[] = [];
  venue.outlet = { ...deaf, onReport: (_order, _fill, status) => heard.push(status) };
  edit(venue, first, fixed('64010'), fixed('2'));
  expect([heard, first.status]).toEqual([['REPLACED'], 'NEW']);
});

test.each([
  [null, null, 'new price or a new quantity'],
  ['64000.05', null, 'multiple of 0.1'],
  [null, '0.00005', 'multiple of 0.0001'],
  [null, '0.0001', 'worth at least 10'],
  ['40000', null, 'too far'],
  ['0', null, 'above zero'],
  [null, '500', 'at most 200'],
])('an edit to price %s, quantity %s is refused and changes nothing', (price, quantity, words) => {
  const { venue, carol, first } = queue();
  place(venue, carol, draft({ side: 'BUY', price: '63000', quantity: '0.1' }));
  const before = JSON.stringify([first.price, first.quantity, first.visible, first.status]);
  expect(() =>
    edit(venue, first, price === null ? null : fixed(price), quantity === null ? null : fixed(quantity)),
  ).toThrow(words);
  expect(JSON.stringify([first.price, first.quantity, first.visible, first.status])).toBe(before);
});

test('an edit cannot go below what is executed, nor beyond the money', () => {
  const { venue, carol, first, take } = queue();
  take('0.6');
  expect(() => edit(venue, first, null, fixed('0.6'))).toThrow('executed already');
  const bid = place(venue, carol, draft({ symbol: 'SPOT_BTC_USDT', side: 'BUY', price: '60000', quantity: '1' }));
  expect(() => edit(venue, bid, null, fixed('50'))).toThrow('Not enough USDT');
  expect(fixedText(balanceOf(carol, 'USDT').frozen)).toBe('60000');
});

test('a cancelled order leaves the book and frees its money; cancel all takes a symbol or everything', () => {
  const { venue, carol, first } = queue();
  cancel(venue, first, 'test');
  expect(view(bookOf(venue, 'PERP_BTC_USDT'), 'SELL', 3, false)).toEqual([[640_000, 10_000]]);
  place(venue, carol, draft({ symbol: 'SPOT_BTC_USDT', side: 'BUY', price: '60000', quantity: '1' }));
  place(venue, carol, draft({ side: 'BUY', price: '60000', quantity: '1' }));
  expect(cancelAll(venue, carol, 'SPOT_BTC_USDT', 'test')).toBe(1);
  expect(balanceOf(carol, 'USDT').frozen).toBe(0n);
  expect(cancelAll(venue, carol, null, 'test')).toBe(1);
  expect(carol.open.size).toBe(0);
});
