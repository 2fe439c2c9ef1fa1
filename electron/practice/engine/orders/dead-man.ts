import type { Account } from '../model.ts';
import { cancelEverything } from '../algo/edit.ts';
import { refuse } from '../refusal.ts';
import { setTimer } from '../clock/schedule.ts';
import type { Venue } from '../venue.ts';

/** Longest countdown in ms (interface-v3.md, E12). */
export const LONGEST_COUNTDOWN = 900_000;

/**
 * Arms, replaces or (with 0) cancels the countdown of an account. For VIP accounts alone.
 *
 * @returns when it fires, in exchange ms; 0 when it is disarmed.
 */
export function armDeadMan(venue: Venue, account: Account, after: number): number {
  if (!account.vip) throw refuse('badKey', 'cancelAllAfter is available to VIP users only.');
  if (!Number.isInteger(after) || after < 0 || after > LONGEST_COUNTDOWN)
    throw refuse('outOfRange', `triggerAfter must be from 0 to ${LONGEST_COUNTDOWN}.`);
  account.deadManAt = after === 0 ? 0 : venue.now + after;
  if (after > 0) setTimer(venue.schedule, account.deadManAt, 'dead-man', account.id);
  return account.deadManAt;
}

/** A countdown's timer is due: it counts only when it was not replaced since. */
export function deadManDue(venue: Venue, accountId: string): void {
  const account = venue.accounts.get(accountId);
  if (account === undefined || account.deadManAt === 0 || account.deadManAt > venue.now) return;
  account.deadManAt = 0;
  cancelEverything(venue, account, null, 'Cancelled: the dead-man switch fired.');
}
