import { restartMarket } from '../../market/step.ts';
import { advance } from './advance.ts';
import { dropTimers } from './schedule.ts';
import type { Venue } from '../venue.ts';

/** Real ms that one catching-up may take before the market skips the rest. */
const BUDGET_MS = 40;
/** Exchange ms that are played between two looks at the real clock. */
const SLICE_MS = 500;

/**
 * Brings exchange time to an instant. Usually that plays every step in between. After a sleep of the
 * machine, or at a speed that it cannot keep up with, the market skips what would take too long and
 * goes on from its last prices; everything else that was due still happens, each at its time.
 */
export function catchUp(venue: Venue, to: number, realNow: () => number): void {
  const began = realNow();
  while (venue.now < to) {
    advance(venue, Math.min(to, venue.now + SLICE_MS));
    if (realNow() - began < BUDGET_MS) continue;
    skip(venue, to);
    return;
  }
}

/** Lets time pass in which the market stands still. */
function skip(venue: Venue, to: number): void {
  const moved = dropTimers(venue.schedule, 'market');
  advance(venue, to);
  if (moved && venue.market !== null) restartMarket(venue, venue.market);
}
