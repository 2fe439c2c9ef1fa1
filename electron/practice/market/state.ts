import { chance, type Chance } from '../engine/random.ts';
import type { Order, Side } from '../engine/model.ts';
import type { Mood, PresetName } from '../options.ts';
import { INSTRUMENTS } from '../engine/symbols.ts';

/** How a market moves. */
export interface Preset {
  /** Virtual ms between two steps of a base asset. */
  readonly stepMs: number;
  /** Standard deviation of the price over one second, as a share of the price. */
  readonly volatility: number;
  /** Mean number of takers a step. */
  readonly takers: number;
}

/** Levels of quotes that the maker keeps on each side. */
export const DEPTH = 100;
const THIN_DEPTH = 3;

/** What a mood does to the market; in maintenance nothing moves. */
export const PRESETS: Readonly<Record<Exclude<Mood, 'maintenance'>, Preset & { readonly depth: number }>> = {
  calm: { stepMs: 400, volatility: 0.00006, takers: 0.9, depth: DEPTH },
  wild: { stepMs: 150, volatility: 0.0006, takers: 1.6, depth: DEPTH },
  thin: { stepMs: 400, volatility: 0.00015, takers: 0.6, depth: THIN_DEPTH },
  crash: { stepMs: 150, volatility: 0.0006, takers: 2.5, depth: 30 },
};

/** One base asset: a fair price that walks. A float, for it is nature and not money; quotes are whole ticks. */
export interface Asset {
  readonly base: string;
  fair: number;
  /** Where it started; a past comes back to it. */
  readonly home: number;
  /** Premium of the perpetual's book over the fair price, as a share. */
  basis: number;
  /** By how much the index, which is of other venues, differs from the fair price, as a share. */
  outside: number;
  /** Mean premium of the perpetual over the index, by which its mark stands above it. */
  premium: number;
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
  /** The market that is imitated by whole candles while nobody looks; null while somebody may. */
  unseen: Preset | null;
  /** Until when each base asset has been imitated, in exchange ms. */
  readonly seenTo: Map<string, number>;
  mood: Mood;
  /** Lots of each perpetual that people hold who have no account here: the better part of the open interest. */
  readonly crowd: Map<string, number>;
  readonly assets: Map<string, Asset>;
  readonly quotes: Map<string, Quotes>;
}

const START: Readonly<Record<string, number>> = { BTC: 64_210, ETH: 3_140, SOL: 148 };

/** Open interest at the start, in USDT. */
const CROWD = 90_000_000;

export const newCrowd = (): Map<string, number> =>
  new Map(
    INSTRUMENTS.filter(({ kind }) => kind === 'perpetual').map(({ symbol, base, lot }) => [
      symbol,
      Math.round(CROWD / (START[base] ?? 1) / (Number(lot) / 1e18)),
    ]),
  );

export function newMarket(seed: number, preset: PresetName, symbols: readonly string[], depth = DEPTH): Market {
  const assets = new Map<string, Asset>();
  for (const [base, fair] of Object.entries(START))
    assets.set(base, { base, fair, home: fair, basis: 0, outside: 0, premium: 0, chance: chance(seed, base) });
  return {
    preset: PRESETS[preset],
    depth,
    homeAt: 0,
    replay: null,
    unseen: null,
    seenTo: new Map(),
    mood: preset,
    crowd: newCrowd(),
    assets,
    quotes: new Map(symbols.map((symbol) => [symbol, { symbol, bids: [], asks: [], rpi: [] }])),
  };
}
