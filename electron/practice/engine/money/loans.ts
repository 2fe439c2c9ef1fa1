import { balanceOf } from './account.ts';
import type { Account } from '../model.ts';
import { absolute, smaller, times, type Fixed } from './fixed.ts';
import { move, noteMove, stamp } from './ledger.ts';
import { available } from './margin.ts';
import { keep, type InterestRecord } from '../records.ts';
import { refuse } from '../refusal.ts';
import { setTimer } from '../clock/schedule.ts';
import { tokenOf } from '../symbols.ts';
import { nextId, type Venue } from '../venue.ts';

const HOUR = 3_600_000;
const HOURS_A_YEAR = 8_760n;

export const hourlyRate = (token: string): Fixed => (tokenOf(token)?.annualRate ?? 0n) / HOURS_A_YEAR;
/** What an account owes of a token. */
const loanOf = (account: Account, token: string): Fixed => {
  const { holding } = balanceOf(account, token);
  return holding < 0n ? -holding : 0n;
};

export function startInterest(venue: Venue): void {
  setTimer(venue.schedule, venue.now - (venue.now % HOUR) + HOUR, 'interest');
}

/** Every full hour: loans accrue interest, and what is owed is paid from a holding that is there again. */
export function interestDue(venue: Venue): void {
  for (const account of venue.accounts.values()) {
    if (account.house) continue;
    for (const balance of account.balances.values()) {
      if (balance.interest > 0n && balance.holding > 0n)
        pay(venue, account, balance.token, smaller(balance.interest, balance.holding), 'AUTO_REPAY');
      if (balance.holding >= 0n) continue;
      const interest = times(absolute(balance.holding), hourlyRate(balance.token));
      if (interest === 0n) continue;
      balance.interest += interest;
      note(venue, account, balance.token, 'LOAN', interest);
      stamp(venue, account, balance.token);
    }
  }
  startInterest(venue);
}

/** E17: pays interest of a token from what is held of it. */
export function repayInterest(venue: Venue, account: Account, token: string, amount: Fixed): void {
  const balance = balanceOf(account, token);
  if (amount <= 0n) throw refuse('invalidParameter', 'amount must be above zero.');
  if (amount > balance.interest) throw refuse('invalidParameter', 'amount is more than the interest that is owed.');
  if (amount > available(venue, account, token)) throw refuse('insufficientFunds', `Not enough ${token}.`);
  pay(venue, account, token, amount, 'REPAY');
}

/** Pays interest that is owed of a token from what is held of it. */
export function pay(venue: Venue, account: Account, token: string, amount: Fixed, side: 'REPAY' | 'AUTO_REPAY'): void {
  balanceOf(account, token).interest -= amount;
  move(venue, token, amount, account, venue.houses.lender);
  noteMove(venue, account, 'INTEREST', token, -amount);
  note(venue, account, token, side, amount);
}

function note(venue: Venue, account: Account, token: string, side: InterestRecord['side'], interest: Fixed): void {
  keep(account.histories.interest, {
    id: nextId(venue),
    token,
    side,
    interest,
    loan: side === 'LOAN' ? loanOf(account, token) : null,
    hourlyRate: side === 'LOAN' ? hourlyRate(token) : null,
    annualRate: side === 'LOAN' ? (tokenOf(token)?.annualRate ?? 0n) : null,
    at: venue.now,
  });
}
