import { advance } from '../engine/clock/advance.ts';
import { balanceOf, positionOf } from '../engine/money/account.ts';
import type { Account } from '../engine/model.ts';
import { cancelEverything } from '../engine/algo/edit.ts';
import { afterwards } from '../engine/afterwards.ts';
import { fixed, type Fixed } from '../engine/money/fixed.ts';
import { move, noteMove } from '../engine/money/ledger.ts';
import { repayInterest } from '../engine/money/loans.ts';
import { place } from '../engine/orders/place.ts';
import { chance, fraction, type Chance } from '../engine/random.ts';
import { refer } from '../engine/money/referrals.ts';
import { Refusal } from '../engine/refusal.ts';
import { instrumentOf } from '../engine/symbols.ts';
import type { Venue } from '../engine/venue.ts';
import { borrow, order, trade } from './past-orders.ts';
import { announceDeposit, transferFunds, withdrawFunds } from '../engine/money/wallet.ts';

const HOUR = 3_600_000;
/** Time between two things that the account did in a past of up to a month; in a longer one it took its time. */
const EVERY_MS = HOUR / 2;
const MONTH_MS = 30 * 24 * HOUR;
/** Share of the past that the account traded on margin, before it turned to futures. */
const ON_MARGIN = 0.4;

/**
 * Lets an account live through the past: it trades, borrows, pays and is paid, moves money, and in the
 * end stands with nothing open and exactly the money that it has on the first day. The same engine
 * makes all of it, so every row of a history agrees with every other.
 *
 * @param until exchange ms at which the account stops doing things.
 * @returns brings the money to what it has on the first day; to be called when the past is over.
 */
export function livePast(venue: Venue, account: Account, savings: Account | null, until: number): () => void {
  const state = chance(venue.seed, 'past');
  const funds = new Map([...account.balances.values()].map(({ token, holding }) => [token, holding]));
  const { mode, positionMode } = account;
  const turn = venue.now + (until - venue.now) * ON_MARGIN;
  account.mode = 'MARGIN';
  const every = EVERY_MS * Math.max(1, Math.ceil((until - venue.now) / MONTH_MS));
  for (let count = 0; venue.now + every < until; count += 1) {
    advance(venue, venue.now + every);
    if (account.mode === 'MARGIN' && venue.now >= turn) {
      settleDebts(venue, account);
      account.mode = 'FUTURES';
    }
    if (count % 6 === 0) refer(venue, account, account.histories.referrals.length + 1);
    attempt(() =>
      account.mode === 'MARGIN' ? borrow(venue, account, state, count) : trade(venue, account, state, count),
    );
    attempt(() => moveMoney(venue, account, savings, state, count));
  }
  advance(venue, until);
  cancelEverything(venue, account, null, 'Cancelled by the user.');
  closePositions(venue, account);
  settleDebts(venue, account);
  account.mode = mode;
  account.positionMode = positionMode;
  return () => {
    for (const { token, holding } of [...account.balances.values()]) {
      const change = (funds.get(token) ?? 0n) - holding;
      move(venue, token, change, venue.houses.world, account);
      noteMove(venue, account, 'SPECIAL', token, change);
      const balance = balanceOf(account, token);
      balance.spent = 0n;
      balance.bought = 0n;
    }
  };
}

/** What the exchange refuses did not happen. */
function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Deposits, withdrawals and transfers, in turns. */
function moveMoney(venue: Venue, account: Account, savings: Account | null, state: Chance, count: number): void {
  const cents = (money: number): Fixed => BigInt(Math.round(money * 100)) * 10_000_000_000_000_000n;
  if (count % 7 === 3)
    announceDeposit(
      venue,
      account,
      'USDT',
      fraction(state) < 0.5 ? 'TRX' : 'ETH',
      cents(100 + 900 * fraction(state)),
      fraction(state) < 0.1,
    );
  if (count % 9 === 5 && balanceOf(account, 'USDT').holding > fixed('20000'))
    withdrawFunds(
      venue,
      account,
      {
        token: 'USDT',
        network: 'TRX',
        amount: cents(50 + 500 * fraction(state)),
        address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
        extra: '',
      },
      count % 36 === 5,
    );
  if (count % 8 === 1 && savings !== null) {
    const out = fraction(state) < 0.5;
    transferFunds(
      venue,
      account,
      'USDT',
      cents(10 + 90 * fraction(state)),
      out ? account.id : savings.id,
      out ? savings.id : account.id,
    );
  }
}

function closePositions(venue: Venue, account: Account): void {
  for (const { symbol, lots } of [...account.positions.values()]) {
    if (lots === 0) continue;
    const quantity = BigInt(Math.abs(lots)) * instrumentOf(symbol).lot;
    for (let i = 0; i < 20 && positionOf(account, symbol, 'BOTH', 'CROSS').lots !== 0; i += 1) {
      const left = BigInt(Math.abs(positionOf(account, symbol, 'BOTH', 'CROSS').lots)) * instrumentOf(symbol).lot;
      attempt(() => {
        place(
          venue,
          account,
          order(symbol, lots > 0 ? 'SELL' : 'BUY', { quantity: left < quantity ? left : quantity, reduceOnly: true }),
        );
      });
      afterwards(venue);
      advance(venue, venue.now + 1);
    }
  }
}

/** Pays loans and interest from outside, so that the mode can change. */
function settleDebts(venue: Venue, account: Account): void {
  cancelEverything(venue, account, null, 'Cancelled by the user.');
  for (const balance of [...account.balances.values()]) {
    const { token } = balance;
    if (balance.holding < 0n || balance.holding < balance.interest) {
      const owed = balance.interest - balance.holding;
      move(venue, token, owed, venue.houses.world, account);
      noteMove(venue, account, 'DEPOSIT', token, owed);
    }
    if (balance.interest > 0n) repayInterest(venue, account, token, balance.interest);
  }
}
