import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_ACCOUNTS } from '../accounts/accounts.ts';
import { START } from '../../../e2e/rigs/practice/fixtures.ts';
import { advance } from '../engine/clock/advance.ts';
import type { Account } from '../engine/model.ts';
import { INSTRUMENTS } from '../engine/symbols.ts';
import { tapeOf, type Venue } from '../engine/venue.ts';
import { candles } from './intervals.ts';
import { openVenue } from './opening.ts';
import { DAY, HOUR, MINUTE, type Candle } from './tape.ts';

/** What a stretch of candles looks like: volume, trades and the square of the change, each in the mean. */
function look(rows: readonly Candle[]) {
  const mean = (of: (row: Candle) => number): number => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  return {
    volume: mean(({ lots }) => lots),
    trades: mean(({ trades }) => trades),
    unrest: Math.sqrt(mean(({ open, close }) => ((close - open) / open) ** 2)),
    range: mean(({ high, low }) => (high - low) / low),
  };
}
const between = (venue: Venue, symbol: string, type: string, from: number, to: number): Candle[] =>
  candles(tapeOf(venue, symbol), type, venue.now).filter(({ start }) => start >= from && start + MINUTE <= to);

describe('a past of three days', () => {
  let venue: Venue;
  beforeAll(() => {
    ({ venue } = openVenue(3, START, 'calm', 3, DEFAULT_ACCOUNTS));
    advance(venue, START + 30 * MINUTE);
  });

  test.each(INSTRUMENTS.map(({ symbol }) => symbol))('of %s has trades in every minute of its candles', (symbol) => {
    const minutes = between(venue, symbol, '1m', START - 3 * DAY + MINUTE, START);
    expect(minutes.length).toBeGreaterThan(3 * 24 * 60 - 3);
    expect(minutes.filter(({ trades }) => trades === 0)).toEqual([]);
    for (const { open, high, low, close } of minutes) {
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
    }
    // No jump from one to the next that the market does not make, the last one into the present among them.
    const all = between(venue, symbol, '1m', START - 3 * DAY + MINUTE, START + 20 * MINUTE);
    for (const [i, { open }] of all.slice(1).entries()) {
      const before = all[i]?.close ?? open;
      expect(Math.abs(open - before) / before).toBeLessThan(0.003);
    }
  });

  test.each(['PERP_BTC_USDT', 'SPOT_ETH_USDT'])('of %s looks as the market does after the start', (symbol) => {
    const now = look(between(venue, symbol, '1m', START + MINUTE, START + 30 * MINUTE));
    for (const [from, to] of [
      [START - 2 * DAY, START - DAY],
      [START - 7 * HOUR, START - 2 * HOUR],
      [START - HOUR, START],
    ] as const) {
      const then = look(between(venue, symbol, '1m', from, to));
      for (const figure of ['volume', 'trades', 'unrest', 'range'] as const) {
        expect([figure, then[figure] / now[figure] > 0.5]).toEqual([figure, true]);
        expect([figure, then[figure] / now[figure] < 2]).toEqual([figure, true]);
      }
    }
  });

  test('has prints as dense before the start as after it', () => {
    const { trades } = tapeOf(openVenue(3, START, 'calm', 1, []).venue, 'PERP_BTC_USDT');
    const last = trades.filter(({ at }) => at >= START - 5 * MINUTE);
    expect(last.length).toBeGreaterThan(150);
    expect(trades.map(({ at }) => at)).toEqual(trades.map(({ at }) => at).toSorted((a, b) => a - b));
  });
});

test('a past of four hundred days has candles of every hour, and an account that traded all along', () => {
  const { venue } = openVenue(5, START, 'calm', 400, DEFAULT_ACCOUNTS);
  const from = START - 400 * DAY;
  const hours = between(venue, 'PERP_BTC_USDT', '1h', from + HOUR, START);
  expect(hours.length).toBeGreaterThan(400 * 24 - 4);
  expect(hours.filter(({ trades }) => trades === 0)).toEqual([]);
  expect(between(venue, 'PERP_BTC_USDT', '1d', from, START).length).toBeGreaterThan(398);
  const account = [...venue.accounts.values()].find(({ name }) => name === 'practice');
  if (account === undefined) throw new Error('no account');
  const months = new Set(account.fills.map(({ at }) => Math.floor((at - from) / (30 * DAY))));
  expect(months.size).toBeGreaterThan(12);
  expect(ledger(account)).toEqual([...account.balances.values()].map(({ token, holding }) => [token, holding]));
}, 300_000);

/** What the history of token changes adds up to. */
function ledger(account: Account): [string, bigint][] {
  const sums = new Map([...account.balances.keys()].map((token) => [token, 0n]));
  for (const { token, amount } of account.histories.moves) sums.set(token, (sums.get(token) ?? 0n) + amount);
  return [...sums];
}

test('the past holds deposits and withdrawals that failed, and they moved no money', () => {
  const { venue } = openVenue(1, START, 'calm', 10, DEFAULT_ACCOUNTS);
  const account = [...venue.accounts.values()].find(({ name }) => name === 'practice');
  if (account === undefined) throw new Error('no account');
  const { wallet, moves } = account.histories;
  for (const side of ['DEPOSIT', 'WITHDRAW'] as const) {
    const failed = wallet.filter((row) => row.tokenSide === side && row.status === 'CANCELED');
    const done = wallet.filter((row) => row.tokenSide === side && row.status === 'COMPLETED');
    expect([side, failed.length > 0, done.length > failed.length]).toEqual([side, true, true]);
    const noted = moves.filter(({ type, at }) => type === side && wallet.some(({ updatedAt }) => updatedAt === at));
    expect(noted.length).toBe(done.length);
  }
  expect(ledger(account)).toEqual([...account.balances.values()].map(({ token, holding }) => [token, holding]));
});
