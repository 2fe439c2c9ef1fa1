import {
  add,
  compare,
  decimal,
  divide,
  isPositive,
  isZero,
  min,
  multiply,
  neighbours,
  subtract,
  ZERO,
  type Decimal,
} from '../../decimal.ts';

/** Price and size of a level of the book. */
type Level = readonly [price: Decimal, size: Decimal];

/** How an order is sized: in base currency, or by what it spends or receives in quote currency. */
export type SizedBy =
  | { readonly quantity: Decimal; readonly amount?: undefined }
  | { readonly amount: Decimal; readonly quantity?: undefined };

/** What an order that takes finds in the book. */
export interface BookCost {
  /** Base currency that is there for it. */
  readonly filled: Decimal;
  /** Quote currency that this costs or brings: the sum of price × size. */
  readonly value: Decimal;
  /** value / filled, cut after twelve decimals. */
  readonly average: Decimal;
  readonly best: Decimal;
  readonly worst: Decimal;
  /** What is not there: base currency, or quote where the order is sized by amount and could buy a lot more. */
  readonly rest: Decimal;
}

const PLACES = 12;

/**
 * Walks the side of the book that an order takes, best price first.
 *
 * @param levels best first, of the side that is taken: asks for a buy.
 * @param lot quantities are multiples of it; an amount buys whole lots at each level.
 * @param limit the order's worst price; null for none.
 * @returns null where nothing of it is there: the side is empty, or its best price is beyond the limit.
 */
export function costThrough(
  levels: readonly Level[],
  side: 'BUY' | 'SELL',
  size: SizedBy,
  lot: Decimal,
  limit: Decimal | null = null,
): BookCost | null {
  let left = size.quantity ?? size.amount;
  let [filled, value] = [ZERO, ZERO];
  let worst: Decimal | null = null;
  for (const [price, offered] of levels) {
    if (!isPositive(left) || !isPositive(price) || isBeyond(side, price, limit)) break;
    const wanted = size.amount === undefined ? left : lotsFor(left, price, lot);
    const taken = min(wanted, offered);
    // What is left of an amount buys no lot any more.
    if (!isPositive(taken)) break;
    filled = add(filled, taken);
    value = add(value, multiply(taken, price));
    left = size.amount === undefined ? subtract(left, taken) : subtract(left, multiply(taken, price));
    worst = price;
  }
  const best = levels[0]?.[0];
  const average = divide(value, filled, PLACES);
  if (best === undefined || worst === null || average === null) return null;
  const rest = size.amount !== undefined && isZero(lotsFor(left, worst, lot)) ? ZERO : left;
  return { filled, value, average, best, worst, rest };
}

const isBeyond = (side: 'BUY' | 'SELL', price: Decimal, limit: Decimal | null): boolean =>
  limit !== null && (side === 'BUY' ? compare(price, limit) > 0 : compare(price, limit) < 0);

const lotsFor = (amount: Decimal, price: Decimal, lot: Decimal): Decimal =>
  neighbours(divide(amount, price) ?? ZERO, lot).below;

/** By how much an order is filled worse than at the best price. All are zero or above. */
export interface Slippage {
  /** Average less best, turned round for a sell; quote for one of base. */
  readonly price: Decimal;
  /** Share of the best price, cut after eight decimals. */
  readonly share: Decimal;
  /** Quote currency, exact: value less filled × best, turned round for a sell. */
  readonly money: Decimal;
}

/** Slippage of what is there for an order. */
export function slippageOf({ filled, value, average, best }: BookCost, side: 'BUY' | 'SELL'): Slippage {
  const worse = (a: Decimal, b: Decimal): Decimal => (side === 'BUY' ? subtract(a, b) : subtract(b, a));
  const money = worse(value, multiply(filled, best));
  return { price: worse(average, best), share: divide(money, multiply(filled, best), 8) ?? ZERO, money };
}

const ONE = decimal('1');

/**
 * The worst price that a limit on slippage allows, on the tick and never beyond the limit: best × (1 ± share).
 *
 * @param share such as 0.005.
 */
export function worstAllowed(best: Decimal, share: Decimal, side: 'BUY' | 'SELL', tick: Decimal): Decimal {
  const { below, above } = neighbours(multiply(best, side === 'BUY' ? add(ONE, share) : subtract(ONE, share)), tick);
  return side === 'BUY' ? below : above;
}
