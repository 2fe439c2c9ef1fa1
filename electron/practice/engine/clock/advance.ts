import { moodDue } from '../../market/mood.ts';
import { replayDue } from '../../market/replay.ts';
import { stepMarket } from '../../market/step.ts';
import { afterwards } from '../afterwards.ts';
import { deadManDue } from '../orders/dead-man.ts';
import { fundingDue } from '../money/funding.ts';
import { interestDue } from '../money/loans.ts';
import { rewardsDue } from '../money/referrals.ts';
import { checkRisk } from '../money/risk.ts';
import { takeDue, type TimerKind } from './schedule.ts';
import type { Venue } from '../venue.ts';
import { walletDue } from '../money/wallet.ts';

/** One for each kind of timer. */
const HANDLERS: Readonly<Record<TimerKind, (venue: Venue, key: string) => void>> = {
  market: (venue, key) => {
    if (venue.market !== null) stepMarket(venue, venue.market, key);
  },
  replay: replayDue,
  funding: fundingDue,
  interest: interestDue,
  wallet: walletDue,
  'dead-man': deadManDue,
  mood: moodDue,
  rewards: (venue) => rewardsDue(venue, venue.chance),
};
/** Kinds that move prices or money, after which risk is looked at. */
const RISKY: ReadonlySet<TimerKind> = new Set(['market', 'replay', 'funding', 'interest']);

/** Lets exchange time run to an instant: everything due happens at its own time, in order. Never goes back. */
export function advance(venue: Venue, to: number): void {
  for (;;) {
    const timer = takeDue(venue.schedule, to);
    if (timer === undefined) break;
    venue.now = Math.max(venue.now, timer.at);
    HANDLERS[timer.kind](venue, timer.key);
    afterwards(venue);
    if (RISKY.has(timer.kind)) checkRisk(venue);
  }
  venue.now = Math.max(venue.now, to);
}
