import { chance, type Chance } from '../engine/random.ts';
import type { Order, Side } from '../engine/model.ts';
import type { PresetName } from '../options.ts';

/** How a market moves. */
export interface Preset {
  /** Virtual ms between two steps of a base asset. */
  readonly stepMs: number;
  /** Standard deviation of the price over one second, as a share of the price. */
  readonly volatility: number;
  /** Mean number of takers a step. */
  readonly takers: number;
}

export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  calm: { stepMs: 400, volatility: 0.00006, takers: 0.9 },
  wild: { stepMs: 150, volatility: 0.0006, takers: 1.6 },
};

/** One base asset: a fair price that walks. A float, for it is nature and not money; quotes are whole ticks. */
export interface Asset {
  readonly base: string;
  fair: number;
  /** Where it started; a past comes back to it. */
  readonly home: number;
  /** Premium of the perpetual over the index, as a share. */
  basis: number;
  chance: Chance;
}

/** The quotes that the maker has in one book, best first. */
export interface Quotes {
  readonly symbol: string;
  bids: Order[];
  asks: Order[];
  rpi: Order[];
}

/** A recorded trade; `at` is ms after the first one. */
export interface Recorded {
  readonly at: number;
  readonly symbol: string;
  readonly ticks: number;
  readonly lots: number;
  readonly side: Side;
}

export interface Market {
  preset: Preset;
  /** Levels that the maker keeps on each side. */
  depth: number;
  /** Exchange ms at which prices are to be where they started; 0 lets them go where they go. */
  homeAt: number;
  /** Recorded trades that are being repeated, and since when; prices do not walk meanwhile. */
  replay: { readonly trades: readonly Recorded[]; readonly from: number } | null;
  readonly assets: Map<string, Asset>;
  readonly quotes: Map<string, Quotes>;
}

const START: Readonly<Record<string, number>> = { BTC: 64_210, ETH: 3_140, SOL: 148 };

export function newMarket(seed: number, preset: PresetName, symbols: readonly string[], depth: number): Market {
  const assets = new Map<string, Asset>();
  for (const [base, fair] of Object.entries(START))
    assets.set(base, { base, fair, home: fair, basis: 0, chance: chance(seed, base) });
  return {
    preset: PRESETS[preset],
    depth,
    homeAt: 0,
    replay: null,
    assets,
    quotes: new Map(symbols.map((symbol) => [symbol, { symbol, bids: [], asks: [], rpi: [] }])),
  };
}
