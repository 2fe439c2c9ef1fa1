import type { AccountSpec } from '../accounts/accounts.ts';
import { openAccounts } from '../accounts/accounts.ts';
import { advance } from '../engine/clock/advance.ts';
import { startFunding } from '../engine/money/funding.ts';
import { startInterest } from '../engine/money/loans.ts';
import { startRewards } from '../engine/money/referrals.ts';
import { dropTimers } from '../engine/clock/schedule.ts';
import { INSTRUMENTS } from '../engine/symbols.ts';
import { isOpen } from '../engine/orders/order.ts';
import { withdraw } from '../engine/orders/place.ts';
import { chance } from '../engine/random.ts';
import { bookOf, newVenue, type Venue } from '../engine/venue.ts';
import type { ApiKey } from '../http/keys.ts';
import { livePast } from './past.ts';
import { setMood } from './mood.ts';
import { DEPTH, newCrowd, newMarket, PRESETS, type Market, type Preset } from './state.ts';
import { restartMarket } from './step.ts';
import type { PresetName } from '../options.ts';
import { DAY, forgetMinutes, HOUR, KEPT_MINUTES, MINUTE } from './tape.ts';

/** Levels of quotes in the past, that nobody looks into. */
const PAST_DEPTH = 5;
/** The past goes in coarse steps, its last days in finer ones. What is traded meanwhile is imitated (unseen.ts). */
const COARSE: Preset = { stepMs: 600_000, volatility: 0, takers: 3 };
const FINE: Preset = { stepMs: 30_000, volatility: 0, takers: 1 };
const FINE_MS = 8 * HOUR;
const FINEST: Preset = { stepMs: 6_000, volatility: 0, takers: 0.6 };
const FINEST_MS = 1.5 * HOUR;

/**
 * Opens a venue at an instant, with accounts, a market and, where asked, a past behind them.
 *
 * @param now exchange ms at which it opens.
 */
export function openVenue(
  seed: number,
  now: number,
  preset: PresetName,
  pastDays: number,
  accounts: readonly AccountSpec[],
): { readonly venue: Venue; readonly keys: readonly ApiKey[] } {
  const venue = newVenue(seed, now - Math.round(pastDays * DAY));
  const keys = openAccounts(venue, accounts);
  const market = newMarket(
    seed,
    preset,
    INSTRUMENTS.map((row) => row.symbol),
    DEPTH,
  );
  venue.market = market;
  startFunding(venue);
  startInterest(venue);
  startRewards(venue);
  if (pastDays > 0) makePast(venue, market, accounts, now, preset);
  setMood(venue, market, preset);
  return { venue, keys };
}

/** Lets the market and the accounts that are to have a past live through it, up to an instant. */
function makePast(
  venue: Venue,
  market: Market,
  accounts: readonly AccountSpec[],
  now: number,
  preset: PresetName,
): void {
  market.depth = PAST_DEPTH;
  market.homeAt = now;
  const finish: (() => void)[] = [];
  const fineFrom = Math.max(venue.now, now - FINE_MS);
  const until = (instant: number, steps: Preset, like: Preset): void => {
    market.unseen = like;
    enter(venue, steps);
    advance(venue, Math.max(venue.now, instant));
  };
  for (const { base } of market.assets.values()) market.seenTo.set(base, venue.now);
  until(venue.now, COARSE, PRESETS.calm);
  for (const spec of accounts) {
    if (spec.past !== true) continue;
    const named = (name: string | undefined) =>
      [...venue.accounts.values()].find((row) => row.name === name && !row.house);
    const account = named(spec.name);
    const savings = named(accounts.find((row) => row.subAccountOf === spec.name)?.name);
    if (account !== undefined) finish.push(livePast(venue, account, savings ?? null, fineFrom));
  }
  until(fineFrom, COARSE, PRESETS.calm);
  until(now - FINEST_MS, FINE, PRESETS[preset]);
  until(now, FINEST, PRESETS[preset]);
  for (const settle of finish) settle();
  renew(venue, market);
}

/** Ends the past of a market: from here on it is the market of its seed alone, whatever the past was and when. */
function renew(venue: Venue, market: Market): void {
  for (const quotes of market.quotes.values()) {
    for (const order of [...quotes.bids, ...quotes.asks, ...quotes.rpi])
      if (isOpen(order)) withdraw(venue, bookOf(venue, quotes.symbol), order, '');
    quotes.bids = [];
    quotes.asks = [];
    quotes.rpi = [];
  }
  for (const asset of market.assets.values()) {
    asset.fair = asset.home;
    asset.basis = 0;
    asset.outside = 0;
    asset.premium = 0;
    asset.chance = chance(venue.seed, asset.base);
  }
  market.depth = DEPTH;
  market.homeAt = 0;
  market.unseen = null;
  market.seenTo.clear();
  for (const [symbol, lots] of newCrowd()) market.crowd.set(symbol, lots);
  for (const tape of venue.tapes.values()) forgetMinutes(tape, venue.now - KEPT_MINUTES * MINUTE);
}

/**
 * Takes a venue up again that stood still since it was kept: funding, interest, wallets and countdowns
 * catch up, each at its time; the market goes on from its last prices.
 *
 * @param now exchange ms at which it goes on.
 */
export function resumeVenue(venue: Venue, now: number, preset: PresetName): void {
  dropTimers(venue.schedule, 'market');
  dropTimers(venue.schedule, 'replay');
  if (venue.market !== null) venue.market.replay = null;
  advance(venue, now);
  if (venue.market !== null) setMood(venue, venue.market, preset);
}

/** Goes on with other steps from now. */
function enter(venue: Venue, preset: Preset): void {
  const { market } = venue;
  if (market === null) return;
  market.preset = preset;
  restartMarket(venue, market);
}
