import { expect, test } from 'vitest';
import { START } from '../../../../e2e/rigs/practice/fixtures.ts';
import { openVenue } from '../../market/opening.ts';
import { DEFAULT_ACCOUNTS } from '../../accounts/accounts.ts';
import { view } from '../orders/book.ts';
import { catchUp } from './catch-up.ts';
import { armDeadMan } from '../orders/dead-man.ts';
import { bookOf, tapeOf } from '../venue.ts';

const open = () => openVenue(1, START, 'calm', 0, DEFAULT_ACCOUNTS);

test('a gap that can be played is played whole', () => {
  const { venue } = open();
  catchUp(venue, START + 20_000, () => 0);
  expect(venue.now).toBe(START + 20_000);
  expect(tapeOf(venue, 'PERP_BTC_USDT').trades.length).toBeGreaterThan(5);
});

test('a gap that would take too long is skipped by the market alone; what else is due happens at its time', () => {
  const { venue, keys } = open();
  const account = keys[0]?.account;
  if (account === undefined) throw new Error('no account');
  armDeadMan(venue, account, 900_000);
  let real = 0;
  // A clock on which every look costs 30 ms: the second slice is over the budget.
  catchUp(venue, START + 90 * 86_400_000, () => (real += 30));
  expect(venue.now).toBe(START + 90 * 86_400_000);
  expect(account.deadManAt).toBe(0);
  expect(venue.fundingRates.get('PERP_BTC_USDT')).toHaveLength(270);
  const { trades } = tapeOf(venue, 'PERP_BTC_USDT');
  expect(trades.every((trade) => trade.at < START + 10_000)).toBe(true);
  expect(view(bookOf(venue, 'PERP_BTC_USDT'), 'BUY', 1, false)).toHaveLength(1);
  catchUp(venue, venue.now + 20_000, () => 0);
  expect(trades.at(-1)?.at).toBeGreaterThan(START + 90 * 86_400_000);
});
