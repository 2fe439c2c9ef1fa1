import { abs, add, decimal, divide, max, multiply, subtract, ZERO, type Decimal } from '../../decimal.ts';

/*
 * Margin of perpetuals. The exchange claims it at the mark price for the larger of both directions that a position and
 * its open orders can go to (interface-v3.md, E14; protocol.md, 3.4; the practice exchange reads it so too).
 */

/** What of one position claims margin. All in base currency. */
export interface Claimed {
  /** Signed: negative is short. */
  readonly holding: Decimal;
  /** What is left of own open buy orders, and of sell orders, that may open something. */
  readonly buys: Decimal;
  readonly sells: Decimal;
}

/**
 * As far as a position and its open orders reach, on the side on which that is more: max(|holding|, holding + buys,
 * sells − holding).
 *
 * @returns base currency, zero or above.
 */
export const reachOf = ({ holding, buys, sells }: Claimed): Decimal =>
  max(abs(holding), max(add(holding, buys), subtract(sells, holding)));

/**
 * Initial margin: reach × mark / leverage, cut after eighteen decimals.
 *
 * @param leverage a whole number from 1.
 * @returns quote currency.
 */
export const initialMargin = (reach: Decimal, mark: Decimal, leverage: number): Decimal =>
  divide(multiply(reach, mark), decimal(String(leverage)), 18) ?? ZERO; // a leverage is above zero

/** What the largest order of a side is worked out from. */
export interface CarryFacts extends Claimed {
  readonly side: 'BUY' | 'SELL';
  /** Quote for one of base, at which margin is claimed. */
  readonly mark: Decimal;
  readonly leverage: number;
  /** Collateral that no position or order claims, in quote currency; may be below zero. */
  readonly free: Decimal;
  /** Share of the value, such as 0.0005. */
  readonly takerFee: Decimal;
}

/** The largest order of a side and its parts. */
export interface Carry {
  /** Base currency: `unclaimed` + `added`. */
  readonly most: Decimal;
  /** Base currency that claims nothing new: it closes the other side, and goes as far as margin is claimed already. */
  readonly unclaimed: Decimal;
  /** Base currency that claims margin. */
  readonly added: Decimal;
  /** Margin that `added` claims, and the fee of `most`; quote currency. */
  readonly margin: Decimal;
  readonly fee: Decimal;
}

/**
 * The largest order that the free collateral carries: unclaimed + (free − fee of unclaimed) / (mark / leverage + mark ×
 * fee), cut after eighteen decimals. The fee is that of the whole order as a taker; what claims no margin needs none.
 */
export function largestCarried({
  side,
  holding,
  buys,
  sells,
  mark,
  leverage,
  free,
  takerFee,
}: CarryFacts): Carry | null {
  const own = side === 'BUY' ? add(holding, buys) : subtract(sells, holding);
  const unclaimed = subtract(reachOf({ holding, buys, sells }), own);
  const fee = multiply(mark, takerFee);
  const times = decimal(String(leverage));
  const left = subtract(free, multiply(unclaimed, fee));
  const beyond = divide(multiply(left, times), add(mark, multiply(fee, times)), 18);
  if (beyond === null) return null;
  const added = max(beyond, ZERO);
  const most = add(unclaimed, added);
  return { most, unclaimed, added, margin: initialMargin(added, mark, leverage), fee: multiply(most, fee) };
}

/**
 * How much margin an order claims beyond what is claimed already: (reach after − reach before) × mark / leverage.
 *
 * @returns quote currency, zero or above.
 */
export function marginNeeded(
  claimed: Claimed,
  order: { readonly side: 'BUY' | 'SELL'; readonly quantity: Decimal },
  mark: Decimal,
  leverage: number,
): Decimal {
  const after =
    order.side === 'BUY'
      ? { ...claimed, buys: add(claimed.buys, order.quantity) }
      : { ...claimed, sells: add(claimed.sells, order.quantity) };
  return initialMargin(subtract(reachOf(after), reachOf(claimed)), mark, leverage);
}

/**
 * Free collateral once a symbol has another leverage: what is claimed at the old one is claimed at the new one.
 *
 * @param free quote currency.
 * @param reach base currency, of everything whose leverage changes.
 * @returns quote currency; below zero where the collateral does not carry it.
 */
export const freeAtLeverage = (free: Decimal, reach: Decimal, mark: Decimal, now: number, wanted: number): Decimal =>
  add(free, subtract(initialMargin(reach, mark, now), initialMargin(reach, mark, wanted)));

/** What a spot order can use of the token that it gives away. */
export interface SpotMeans {
  readonly available: Decimal;
  /** What can be borrowed of it besides; zero where nothing is lent. */
  readonly borrowable: Decimal;
}

/** Everything that can be given away: what is available, and what is lent. A debt is no means. */
export const spendable = ({ available, borrowable }: SpotMeans): Decimal =>
  add(max(available, ZERO), max(borrowable, ZERO));

/** What of a spot order is borrowed: the part of its need beyond what is available. */
export const borrowed = (need: Decimal, available: Decimal): Decimal => max(subtract(need, max(available, ZERO)), ZERO);

/**
 * What the free collateral lets one borrow: a loan claims its worth / (leverage − 1), since the loan itself is part of
 * what the leverage multiplies (interface-v3.md, E18; the practice exchange reads it so too).
 *
 * @param free quote currency.
 * @param price of the token that is borrowed; quote currency.
 * @returns of the token, cut after eighteen decimals; null where the price is not known.
 */
export function lendable(free: Decimal, leverage: number, price: Decimal | null): Decimal | null {
  if (price === null) return null;
  return divide(multiply(max(free, ZERO), decimal(String(Math.max(0, leverage - 1)))), price, 18);
}
