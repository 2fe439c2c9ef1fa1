import { dropTimers, setTimer } from '../engine/clock/schedule.ts';
import type { Venue } from '../engine/venue.ts';
import { MOODS, type Mood } from '../options.ts';
import { PRESETS, type Market } from './state.ts';
import { restartMarket } from './step.ts';

/** How long a crash falls before the market is merely wild. */
const CRASH_MS = 60_000;

/** Puts the venue into a mood at once; moods that were planned for later stay planned. */
export function setMood(venue: Venue, market: Market, mood: Mood): void {
  market.mood = mood;
  if (mood === 'maintenance') {
    dropTimers(venue.schedule, 'market');
    return;
  }
  const { depth, ...preset } = PRESETS[mood];
  market.preset = preset;
  market.depth = depth;
  restartMarket(venue, market);
  if (mood === 'crash') planMood(venue, 'wild', CRASH_MS);
}

/** Lets a mood begin so many exchange ms from now. */
export const planMood = (venue: Venue, mood: Mood, afterMs: number): void =>
  setTimer(venue.schedule, venue.now + afterMs, 'mood', mood);

/** A planned mood is due. The end of a crash ends no other mood that came meanwhile. */
export function moodDue(venue: Venue, key: string): void {
  const { market } = venue;
  const mood = MOODS.find((name) => name === key);
  if (market !== null && mood !== undefined) setMood(venue, market, mood);
}

/** When the next planned mood begins, in exchange ms; 0 where none is planned. */
export function nextMood(venue: Venue): number {
  const planned = venue.schedule.heap.filter(({ kind }) => kind === 'mood').map(({ at }) => at);
  return planned.length === 0 ? 0 : Math.min(...planned);
}
