import { samplePremium } from '../engine/money/funding.ts';
import { bell, between, fraction, type Chance } from '../engine/random.ts';
import type { Fixed } from '../engine/money/fixed.ts';
import { dropTimers, setTimer } from '../engine/clock/schedule.ts';
import { INSTRUMENTS, type Instrument } from '../engine/symbols.ts';
import { pricesOf, type Venue } from '../engine/venue.ts';
import { lotsWorth, requote, send } from './makers.ts';
import type { Asset, Market } from './state.ts';
import { DAY, HOUR } from './tape.ts';
import { imitate } from './unseen.ts';
import { fairTicks, move } from './walk.ts';

const LONG_AGO_MS = 10 * DAY;
/** Share of the steps of a thin market that leave one side of a book empty. */
const EMPTY_SHARE = 0.15;

/** Sets the first step of every base asset. */
export function startMarket(venue: Venue, market: Market): void {
  for (const asset of market.assets.values()) {
    quote(venue, market, asset);
    setTimer(venue.schedule, venue.now + market.preset.stepMs, 'market', asset.base);
  }
}

/** Goes on from now with the steps that the preset has, whatever was set before. */
export function restartMarket(venue: Venue, market: Market): void {
  dropTimers(venue.schedule, 'market');
  startMarket(venue, market);
}

/** One step of a base asset: its price walks, makers quote anew, takers trade, the next step is set. */
export function stepMarket(venue: Venue, market: Market, base: string): void {
  const asset = market.assets.get(base);
  if (asset === undefined) return;
  const { preset, unseen } = market;
  if (unseen !== null) imitate(venue, market, asset, unseen);
  else if (market.replay === null) move(asset, market, preset.stepMs, preset.volatility, venue.now);
  follow(asset);
  quote(venue, market, asset);
  for (const instrument of INSTRUMENTS) {
    if (instrument.base === base && market.replay === null) takers(venue, market, instrument, asset.chance);
  }
  setTimer(venue.schedule, venue.now + stepMs(venue, market), 'market', base);
}

/** Ms to the next step; long ago nobody needs more than one an hour. */
function stepMs(venue: Venue, { unseen, homeAt, preset }: Market): number {
  return unseen !== null && homeAt - venue.now > LONG_AGO_MS ? HOUR : preset.stepMs;
}

/** Brings the price of a symbol's base asset to where it is said to be; makers and marks follow at once. */
export function followPrice(venue: Venue, instrument: Instrument, price: Fixed): void {
  const asset = venue.market?.assets.get(instrument.base);
  if (venue.market === null || asset === undefined) throw new RangeError('there is no market to move');
  asset.fair = Number(price) / 1e18;
  asset.basis = 0;
  asset.outside = 0;
  asset.premium = 0;
  quote(venue, venue.market, asset);
}

/** As {@link followPrice}, with a print on each book, so that whatever looks at trades sees the price too. */
export function forcePrice(venue: Venue, instrument: Instrument, price: Fixed): void {
  followPrice(venue, instrument, price);
  for (const row of INSTRUMENTS) {
    if (row.base !== instrument.base) continue;
    const lots = lotsWorth(row, pricesOf(venue, row.symbol).mark, 50);
    for (const side of ['BUY', 'SELL'] as const) send(venue, venue.houses.taker, row, side, 'MARKET', 0, lots);
  }
}

function quote(venue: Venue, market: Market, asset: Asset): void {
  for (const instrument of INSTRUMENTS) {
    if (instrument.base !== asset.base) continue;
    const fair = fairTicks(instrument, asset);
    const prices = pricesOf(venue, instrument.symbol);
    const index = (asset.fair * (1 + asset.outside)) / (Number(instrument.tick) / 1e18);
    prices.index = Math.max(1, Math.round(index));
    prices.mark = Math.max(1, Math.round(instrument.kind === 'perpetual' ? index * (1 + asset.premium) : fair));
    if (prices.last === 0) prices.last = prices.mark;
    if (venue.watched.has(instrument.symbol)) venue.pending.marks.add(instrument.symbol);
    if (instrument.kind === 'perpetual') {
      samplePremium(venue, instrument.symbol);
      gather(market, instrument.symbol, asset.chance);
    }
    const quotes = market.quotes.get(instrument.symbol);
    if (quotes === undefined) continue;
    const empty = market.mood === 'thin' && fraction(asset.chance) < EMPTY_SHARE ? between(asset.chance, 0, 1) : null;
    requote(venue, quotes, fair, [empty === 0 ? 0 : market.depth, empty === 1 ? 0 : market.depth], asset.chance);
  }
}

/** The index strays a little from the fair price, and the mark follows the mean premium of the perpetual over it. */
function follow(asset: Asset): void {
  asset.outside = asset.outside * 0.995 + 0.000005 * bell(asset.chance);
  asset.premium += 0.02 * ((1 + asset.basis) / (1 + asset.outside) - 1 - asset.premium);
}

/** What people hold changes a little all the time. */
function gather(market: Market, symbol: string, state: Chance): void {
  const held = market.crowd.get(symbol) ?? 0;
  market.crowd.set(symbol, Math.max(0, held + Math.round(held * 0.00002 * bell(state))));
}

/** Market orders of many small and a few large sizes; about a third of them placed by hand. In a crash most of them sell. */
function takers(venue: Venue, market: Market, instrument: Instrument, state: Chance): void {
  const buyers = market.mood === 'crash' ? 0.15 : 0.5;
  let count = Math.floor(market.preset.takers * 2 * fraction(state));
  for (; count > 0; count -= 1) {
    const side = fraction(state) < buyers ? 'BUY' : 'SELL';
    const size = fraction(state);
    const money = 30 + 4_000 * size * size * size * (fraction(state) < 0.04 ? 8 : 1);
    const lots = lotsWorth(instrument, pricesOf(venue, instrument.symbol).mark, money);
    send(venue, venue.houses.taker, instrument, side, 'MARKET', 0, lots, fraction(state) < 0.35);
  }
}
