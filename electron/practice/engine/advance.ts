import { stepMarket } from '../market/step.ts';
import { takeDue } from './schedule.ts';
import type { Venue } from './venue.ts';

/** What happens when a timer of a kind is due. */
const HAPPENINGS: Readonly<Record<string, (venue: Venue, key: string) => void>> = {
  market: (venue, key) => {
    if (venue.market !== null) stepMarket(venue, venue.market, key);
  },
};

/** Lets exchange time run to an instant: everything due happens at its own time, in order. Never goes back. */
export function advance(venue: Venue, to: number): void {
  for (;;) {
    const timer = takeDue(venue.schedule, to);
    if (timer === undefined) break;
    venue.now = Math.max(venue.now, timer.at);
    HAPPENINGS[timer.kind]?.(venue, timer.key);
  }
  venue.now = Math.max(venue.now, to);
}
