import { samplePremium } from '../engine/money/funding.ts';
import { bell, fraction, type Chance } from '../engine/random.ts';
import type { Fixed } from '../engine/money/fixed.ts';
import { dropTimers, setTimer } from '../engine/clock/schedule.ts';
import { INSTRUMENTS, type Instrument } from '../engine/symbols.ts';
import { pricesOf, type Venue } from '../engine/venue.ts';
import { lotsWorth, requote, send } from './makers.ts';
import type { Asset, Market } from './state.ts';

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
  if (market.replay === null) walk(asset, market.preset.stepMs, market.preset.volatility);
  if (market.homeAt > venue.now)
    asset.fair +=
      ((asset.home - asset.fair) * market.preset.stepMs) / (market.homeAt - venue.now + market.preset.stepMs);
  quote(venue, market, asset);
  for (const instrument of INSTRUMENTS) {
    if (instrument.base === base && market.replay === null)
      takers(venue, instrument, asset.chance, market.preset.takers);
  }
  setTimer(venue.schedule, venue.now + market.preset.stepMs, 'market', base);
}

/** Moves the fair price by chance; the perpetual's premium comes back to nothing by itself. */
export function walk(asset: Asset, ms: number, volatility: number): void {
  const spread = volatility * Math.sqrt(ms / 1_000);
  const next = asset.fair * (1 + spread * bell(asset.chance));
  if (next > 0) asset.fair = next;
  asset.basis = asset.basis * 0.999 + 0.00002 * bell(asset.chance);
}

/** Fair price of a symbol in ticks, with its fraction. */
function fairTicks(instrument: Instrument, asset: Asset): number {
  const price = instrument.kind === 'perpetual' ? asset.fair * (1 + asset.basis) : asset.fair;
  return price / (Number(instrument.tick) / 1e18);
}

/** Brings the price of a symbol's base asset to where it is said to be; makers and marks follow at once. */
export function followPrice(venue: Venue, instrument: Instrument, price: Fixed): void {
  const asset = venue.market?.assets.get(instrument.base);
  if (venue.market === null || asset === undefined) throw new RangeError('there is no market to move');
  asset.fair = Number(price) / 1e18;
  asset.basis = 0;
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
    prices.mark = Math.max(1, Math.round(fair));
    prices.index = Math.max(1, Math.round(asset.fair / (Number(instrument.tick) / 1e18)));
    if (prices.last === 0) prices.last = prices.mark;
    if (venue.watched.has(instrument.symbol)) venue.pending.marks.add(instrument.symbol);
    if (instrument.kind === 'perpetual') samplePremium(venue, instrument.symbol);
    const quotes = market.quotes.get(instrument.symbol);
    if (quotes !== undefined) requote(venue, quotes, fair, market.depth, asset.chance);
  }
}

/** Market orders of many small and a few large sizes; about a third of them placed by hand. */
function takers(venue: Venue, instrument: Instrument, state: Chance, mean: number): void {
  let count = Math.floor(mean * 2 * fraction(state));
  for (; count > 0; count -= 1) {
    const side = fraction(state) < 0.5 ? 'BUY' : 'SELL';
    const size = fraction(state);
    const money = 30 + 4_000 * size * size * size * (fraction(state) < 0.04 ? 8 : 1);
    const lots = lotsWorth(instrument, pricesOf(venue, instrument.symbol).mark, money);
    send(venue, venue.houses.taker, instrument, side, 'MARKET', 0, lots, fraction(state) < 0.35);
  }
}
