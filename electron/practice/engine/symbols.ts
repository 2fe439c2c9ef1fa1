import { fixed, ONE, unitsOf, type Fixed } from './money/fixed.ts';

/** One instrument as the wire shows it; all numbers are text. */
interface Listing {
  readonly symbol: string;
  readonly quoteTick: string;
  readonly quoteMin: string;
  readonly quoteMax: string;
  readonly baseTick: string;
  readonly baseMin: string;
  readonly baseMax: string;
  readonly minNotional: string;
  readonly isAllowedRpi: boolean;
  /** In basis points, as GET /v3/trade/tradingFee gives them. */
  readonly takerFee: string;
  readonly makerFee: string;
  readonly fundingIntervalHours?: number;
  readonly fundingCap?: string;
  readonly baseIMR?: string;
  readonly baseMMR?: string;
  readonly maxLeverage?: number;
}

/** Fees of the lowest tier, in basis points (protocol.md, 9.19). */
export const PERPETUAL_FEES = { takerFee: '3', makerFee: '0' } as const;
const SPOT_FEES = { takerFee: '6', makerFee: '0' } as const;

const LISTINGS: readonly Listing[] = [
  {
    symbol: 'PERP_BTC_USDT',
    quoteTick: '0.1',
    quoteMin: '0.1',
    quoteMax: '1000000',
    baseTick: '0.0001',
    baseMin: '0.0001',
    baseMax: '200',
    minNotional: '10',
    isAllowedRpi: true,
    ...PERPETUAL_FEES,
    fundingIntervalHours: 8,
    fundingCap: '0.0075',
    baseIMR: '0.02',
    baseMMR: '0.012',
    maxLeverage: 50,
  },
  {
    symbol: 'PERP_ETH_USDT',
    quoteTick: '0.01',
    quoteMin: '0.01',
    quoteMax: '100000',
    baseTick: '0.001',
    baseMin: '0.001',
    baseMax: '3000',
    minNotional: '10',
    isAllowedRpi: false,
    ...PERPETUAL_FEES,
    fundingIntervalHours: 8,
    fundingCap: '0.0075',
    baseIMR: '0.02',
    baseMMR: '0.012',
    maxLeverage: 50,
  },
  {
    symbol: 'PERP_SOL_USDT',
    quoteTick: '0.001',
    quoteMin: '0.001',
    quoteMax: '10000',
    baseTick: '0.01',
    baseMin: '0.01',
    baseMax: '50000',
    minNotional: '10',
    isAllowedRpi: false,
    ...PERPETUAL_FEES,
    fundingIntervalHours: 4,
    fundingCap: '0.01',
    baseIMR: '0.05',
    baseMMR: '0.03',
    maxLeverage: 20,
  },
  {
    symbol: 'SPOT_BTC_USDT',
    quoteTick: '0.01',
    quoteMin: '0.01',
    quoteMax: '1000000',
    baseTick: '0.00001',
    baseMin: '0.00001',
    baseMax: '100',
    minNotional: '5',
    isAllowedRpi: false,
    ...SPOT_FEES,
  },
  {
    symbol: 'SPOT_ETH_USDT',
    quoteTick: '0.01',
    quoteMin: '0.01',
    quoteMax: '100000',
    baseTick: '0.0001',
    baseMin: '0.0001',
    baseMax: '2000',
    minNotional: '5',
    isAllowedRpi: false,
    ...SPOT_FEES,
  },
];

/** Widest distances from the best opposite quote that a priced order may have (protocol.md, 2.1). */
export const CAPS = { bidCap: '1.1', askFloor: '0.9' } as const;

/** An instrument ready for arithmetic: prices are whole ticks, quantities whole lots, money is Fixed. */
export interface Instrument extends Listing {
  readonly kind: 'spot' | 'perpetual';
  readonly base: string;
  readonly quote: string;
  readonly tick: Fixed;
  readonly lot: Fixed;
  /** Worth of one tick times one lot, exact. */
  readonly unit: Fixed;
  readonly minTicks: number;
  readonly maxTicks: number;
  readonly minLots: number;
  readonly maxLots: number;
  readonly minimum: Fixed;
  readonly takerRate: Fixed;
  readonly makerRate: Fixed;
  readonly initialRate: Fixed;
  readonly maintenanceRate: Fixed;
}

const BASIS_POINT = ONE / 10_000n;

function prepare(listing: Listing): Instrument {
  const [kind, base = '', quote = ''] = listing.symbol.split('_');
  const tick = fixed(listing.quoteTick);
  const lot = fixed(listing.baseTick);
  if ((tick * lot) % ONE !== 0n) throw new RangeError(`${listing.symbol}: tick times lot is not exact`);
  const whole = (text: string, unit: Fixed): number => {
    const count = unitsOf(fixed(text), unit);
    if (count === null) throw new RangeError(`${listing.symbol}: ${text} is not on its grid`);
    return count;
  };
  const maxTicks = whole(listing.quoteMax, tick);
  const maxLots = whole(listing.baseMax, lot);
  // Sums of ticks times lots over one order are kept as plain integers.
  if (!Number.isSafeInteger(maxTicks * maxLots)) throw new RangeError(`${listing.symbol}: an order can pass 2^53`);
  return {
    ...listing,
    kind: kind === 'PERP' ? 'perpetual' : 'spot',
    base,
    quote,
    tick,
    lot,
    unit: (tick * lot) / ONE,
    minTicks: whole(listing.quoteMin, tick),
    maxTicks,
    minLots: whole(listing.baseMin, lot),
    maxLots,
    minimum: fixed(listing.minNotional),
    takerRate: (fixed(listing.takerFee) * BASIS_POINT) / ONE,
    makerRate: (fixed(listing.makerFee) * BASIS_POINT) / ONE,
    initialRate: fixed(listing.baseIMR ?? '1'),
    maintenanceRate: fixed(listing.baseMMR ?? '1'),
  };
}

export const INSTRUMENTS: readonly Instrument[] = LISTINGS.map(prepare);
const BY_SYMBOL = new Map(INSTRUMENTS.map((instrument) => [instrument.symbol, instrument]));

/** Looks up what a request named. */
export const findInstrument = (symbol: string): Instrument | undefined => BY_SYMBOL.get(symbol);

/** Looks up a symbol that the engine itself wrote down. */
export function instrumentOf(symbol: string): Instrument {
  const found = BY_SYMBOL.get(symbol);
  if (found === undefined) throw new RangeError(`no such symbol: ${symbol}`);
  return found;
}

/** A token's collateral terms in margin and futures mode. */
export interface Token {
  readonly token: string;
  readonly collateralRatio: Fixed;
  readonly canCollateral: boolean;
  readonly canShort: boolean;
  readonly annualRate: Fixed;
}
export const TOKENS: readonly Token[] = [
  { token: 'USDT', collateralRatio: ONE, canCollateral: true, canShort: true, annualRate: fixed('0.12') },
  { token: 'BTC', collateralRatio: fixed('0.95'), canCollateral: true, canShort: true, annualRate: fixed('0.03') },
  { token: 'ETH', collateralRatio: fixed('0.9'), canCollateral: true, canShort: true, annualRate: fixed('0.04') },
  { token: 'SOL', collateralRatio: 0n, canCollateral: false, canShort: false, annualRate: 0n },
];
const BY_TOKEN = new Map(TOKENS.map((token) => [token.token, token]));
export const tokenOf = (name: string): Token | undefined => BY_TOKEN.get(name);
