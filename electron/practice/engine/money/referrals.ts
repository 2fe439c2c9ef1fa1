import type { Account } from '../model.ts';
import type { Fixed } from './fixed.ts';
import { move, noteMove } from './ledger.ts';
import { fraction, type Chance } from '../random.ts';
import { keep, type Referral } from '../records.ts';
import { setTimer } from '../clock/schedule.ts';
import { nextId, type Venue } from '../venue.ts';

const DAY = 86_400_000;
/** Smallest part of a reward. */
const CENT: Fixed = 10_000_000_000_000_000n;

/** A user signs up with an account's code. */
export function refer(venue: Venue, account: Account, index: number): Referral {
  const referral: Referral = {
    id: nextId(venue),
    registeredAt: venue.now,
    code: `QD${String(account.userId).padStart(6, '0')}`,
    email: `trader${index}@example.com`,
    traded: false,
    earned: 0n,
    bonus: 0n,
  };
  account.histories.referrals.push(referral);
  return referral;
}

export function startRewards(venue: Venue): void {
  setTimer(venue.schedule, venue.now - (venue.now % DAY) + DAY, 'rewards');
}

/** Once a day every account gets its share of the fees that those it referred paid. */
export function rewardsDue(venue: Venue, chances: Chance): void {
  for (const account of venue.accounts.values()) {
    for (const referral of account.histories.referrals) {
      if (fraction(chances) < 0.45) continue;
      referral.traded = true;
      const earned = CENT * BigInt(1 + Math.floor(400 * fraction(chances)));
      const bonus = fraction(chances) < 0.2 ? CENT * BigInt(1 + Math.floor(100 * fraction(chances))) : 0n;
      referral.earned += earned;
      referral.bonus += bonus;
      move(venue, 'USDT', earned + bonus, venue.houses.world, account);
      noteMove(venue, account, 'REFERRAL', 'USDT', earned + bonus);
      keep(account.histories.rewards, { referral, earned, bonus, at: venue.now });
    }
  }
  startRewards(venue);
}
