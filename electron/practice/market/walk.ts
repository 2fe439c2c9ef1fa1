import { bell } from '../engine/random.ts';
import type { Instrument } from '../engine/symbols.ts';
import type { Asset, Market } from './state.ts';

/** By how much a price falls in a second of a crash, as a share. */
const CRASH_A_SECOND = 0.0027;

/** Lets so much time pass for a price: it walks, falls in a crash, and comes home in time where it is to. */
export function move(asset: Asset, market: Market, ms: number, volatility: number, now: number): void {
  walk(asset, ms, volatility);
  if (market.mood === 'crash') asset.fair *= 1 - (CRASH_A_SECOND * ms) / 1_000;
  if (market.homeAt > now) asset.fair += ((asset.home - asset.fair) * ms) / (market.homeAt - now + ms);
}

/** Moves the fair price by chance; the perpetual's premium comes back to nothing by itself. */
function walk(asset: Asset, ms: number, volatility: number): void {
  const spread = volatility * Math.sqrt(ms / 1_000);
  const next = asset.fair * (1 + spread * bell(asset.chance));
  if (next > 0) asset.fair = next;
  asset.basis = asset.basis * 0.999 + 0.00002 * bell(asset.chance);
}

/** Fair price of a symbol's book in ticks, with its fraction. */
export function fairTicks(instrument: Instrument, asset: Pick<Asset, 'fair' | 'basis'>): number {
  const price = instrument.kind === 'perpetual' ? asset.fair * (1 + asset.basis) : asset.fair;
  return price / (Number(instrument.tick) / 1e18);
}
