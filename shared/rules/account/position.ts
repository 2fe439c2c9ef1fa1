import {
  abs,
  add,
  compare,
  decimal,
  divide,
  isNegative,
  isPositive,
  isZero,
  min,
  multiply,
  negate,
  subtract,
  ZERO,
  type Decimal,
} from '../../decimal.ts';

/** A position as the exchange reports it. */
export interface HeldPosition {
  /** Signed base quantity: negative is short. */
  readonly holding: Decimal;
  /** Average open price; null where it is not known. */
  readonly averageOpenPrice: Decimal | null;
  readonly markPrice: Decimal | null;
}

const ONE = decimal('1');
const HUNDRED = decimal('100');

/**
 * Profit or loss that is not taken yet: (mark − average open) × holding (protocol.md, 3.4).
 *
 * @returns quote currency, exact; null where a price is missing.
 */
export function unrealisedPnl({ holding, averageOpenPrice, markPrice }: HeldPosition): Decimal | null {
  if (averageOpenPrice === null || markPrice === null) return null;
  return multiply(subtract(markPrice, averageOpenPrice), holding);
}

/** Unrealised PnL that moves the free collateral, in quote currency: that of positions without margin of their own. */
export function crossPnl(positions: Iterable<HeldPosition & { readonly marginMode: string | null }>): Decimal {
  let sum = ZERO;
  for (const position of positions)
    if (position.marginMode !== 'ISOLATED') sum = add(sum, unrealisedPnl(position) ?? ZERO);
  return sum;
}

/**
 * Return on the margin that opened the position: unrealised PnL × leverage / (average open × |holding|).
 *
 * @param leverage of the position; null where it is not known.
 * @returns percent, cut after two decimals; null where a part is not known or nothing is held.
 */
export function returnOnEquity(position: HeldPosition, leverage: number | null): Decimal | null {
  const profit = unrealisedPnl(position);
  const { averageOpenPrice, holding } = position;
  if (profit === null || leverage === null || averageOpenPrice === null) return null;
  const opened = multiply(averageOpenPrice, abs(holding));
  return divide(multiply(multiply(profit, decimal(String(leverage))), HUNDRED), opened, 2);
}

/** How far the mark price is from liquidation. Zero and below mean that it has been reached. */
export interface LiquidationDistance {
  /** In price, exact. */
  readonly price: Decimal;
  /** In percent of the mark price, cut after two decimals. */
  readonly percent: Decimal;
  /** What is left of the way from the entry to liquidation, 0 to 1, cut after four decimals; null without an entry. */
  readonly left: Decimal | null;
}

/**
 * The distance between mark and liquidation price.
 *
 * @param highest price that the symbol can have; null or zero where it has no bound.
 * @returns null where a price is missing, is zero, which is how the exchange writes "none", or can never be.
 */
export function liquidationDistance(
  position: HeldPosition & { readonly liquidationPrice: Decimal | null },
  highest: Decimal | null = null,
): LiquidationDistance | null {
  const { holding, averageOpenPrice, markPrice, liquidationPrice } = position;
  if (isZero(holding) || markPrice === null || liquidationPrice === null) return null;
  if (!canBe(liquidationPrice, highest)) return null;
  const away = (from: Decimal): Decimal =>
    isPositive(holding) ? subtract(from, liquidationPrice) : subtract(liquidationPrice, from);
  const price = away(markPrice);
  const percent = isPositive(markPrice) ? divide(multiply(price, HUNDRED), markPrice, 2) : null;
  if (percent === null) return null;
  const whole = averageOpenPrice === null ? ZERO : away(averageOpenPrice);
  const left = isPositive(whole) ? divide(price, whole, 4) : null;
  return { price, percent, left: left === null ? null : between(left) };
}

/** Whether a symbol can have a price: above zero, and at most its highest where that is known. */
export const canBe = (price: Decimal, highest: Decimal | null): boolean =>
  isPositive(price) && (highest === null || isZero(highest) || compare(price, highest) <= 0);

const between = (share: Decimal): Decimal => (isNegative(share) ? ZERO : compare(share, ONE) > 0 ? ONE : share);

/** What a fill leaves of a position. */
export interface PositionAfter {
  /** Signed base quantity. */
  readonly holding: Decimal;
  /** Average open price; cut after twelve decimals where it is a mean; null where flat or not known. */
  readonly entry: Decimal | null;
  /** Base quantity that it takes off the position, without a sign. */
  readonly closed: Decimal;
  /** Base quantity that it opens, without a sign. */
  readonly opened: Decimal;
  /** (price − entry) × closed, turned round for a short, before fees; null where a price is not known. */
  readonly realised: Decimal | null;
}

/**
 * What a fill makes of a position. The average open price stays when a part is closed, is the mean by size when more
 * is opened, and is the fill's own beyond a turn (protocol.md, 3.4).
 *
 * @param entry average open price of what is held; null where it is not known.
 * @param fill `quantity` without a sign; `price` null where it is not known; `closes` where it can only reduce: it is
 *   then of what is held at most, and of nothing on the side of the position.
 */
export function positionAfter(
  { holding, entry }: { readonly holding: Decimal; readonly entry: Decimal | null },
  fill: {
    readonly side: 'BUY' | 'SELL';
    readonly quantity: Decimal;
    readonly price: Decimal | null;
    readonly closes: boolean;
  },
): PositionAfter {
  const { side, price } = fill;
  const against = side === 'BUY' ? isNegative(holding) : isPositive(holding);
  const closed = against ? min(fill.quantity, abs(holding)) : ZERO;
  const opened = fill.closes ? ZERO : subtract(fill.quantity, closed);
  const moved = side === 'BUY' ? add(closed, opened) : negate(add(closed, opened));
  const after = add(holding, moved);
  const gain = price === null || entry === null ? null : subtract(price, entry);
  const realised = isZero(closed)
    ? ZERO
    : gain === null
      ? null
      : multiply(gain, isNegative(holding) ? negate(closed) : closed);
  return { holding: after, entry: entryAfter(holding, entry, after, opened, price), closed, opened, realised };
}

function entryAfter(
  before: Decimal,
  entry: Decimal | null,
  after: Decimal,
  opened: Decimal,
  price: Decimal | null,
): Decimal | null {
  if (isZero(after)) return null;
  if (isZero(opened)) return entry;
  if (isZero(before) || isNegative(before) !== isNegative(after)) return price;
  if (entry === null || price === null) return null;
  return divide(add(multiply(abs(before), entry), multiply(opened, price)), abs(after), 12);
}
