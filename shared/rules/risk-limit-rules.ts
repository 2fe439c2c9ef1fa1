import type { GuardLimits } from '../contract/guard.ts';
import {
  abs,
  add,
  compare,
  grouped,
  isPositive,
  isZero,
  multiply,
  negate,
  subtract,
  toDecimal,
  ZERO,
} from '../decimal.ts';
import type { Decimal } from '../decimal.ts';

/** What the guard has to know of an order before it leaves. Quantities are of the base currency. */
export interface GuardedOrder {
  readonly symbol: string;
  readonly quote: string;
  readonly side: 'BUY' | 'SELL';
  /** Null where only an amount was given. */
  readonly quantity: Decimal | null;
  /** In quote currency. */
  readonly amount: Decimal | null;
  /** Its own price, or the market's where it has none; null where neither is known. */
  readonly price: Decimal | null;
  /** It can only make a position smaller. */
  readonly reduces: boolean;
}

/** What stands against it. */
export interface GuardFacts {
  /** Signed: negative is short. */
  readonly holding: Decimal;
  /** What is left of own open orders on the same side. */
  readonly resting: Decimal;
  /** What those orders come to at their own prices, in quote currency; null where one has none. */
  readonly restingWorth: Decimal | null;
  /** Price at which the market values what is held; null while it is not known. */
  readonly mark: Decimal | null;
  readonly ordersLastMinute: number;
  /** Null while it is not known. */
  readonly realisedToday: Decimal | null;
}

export const noLimits: GuardLimits = {
  largestOrder: null,
  largestPosition: null,
  ordersPerMinute: null,
  dailyLoss: null,
};

/**
 * Which limit an order would pass, in words; null where it may go. What only reduces is held back by
 * nothing. What cannot be compared with a limit is refused: a guard that guesses is none.
 */
export function guardRefusal(order: GuardedOrder, limits: GuardLimits, facts: GuardFacts): string | null {
  if (order.reduces) return null;
  return loss(limits, facts) ?? pace(limits, facts) ?? value(order, limits) ?? position(order, limits, facts);
}

/** Whether today's loss lets only reducing orders through. */
export const lossReached = ({ dailyLoss }: GuardLimits, realised: Decimal | null): boolean =>
  dailyLoss !== null && realised !== null && compare(realised, negate(dailyLoss)) <= 0;

function loss(limits: GuardLimits, { realisedToday }: GuardFacts): string | null {
  const { dailyLoss } = limits;
  if (dailyLoss === null) return null;
  if (realisedToday === null)
    return `Your daily loss limit is ${grouped(dailyLoss)}, and today’s realised result is not known yet. Only reducing orders go out.`;
  return lossReached(limits, realisedToday)
    ? `Today’s realised result is ${grouped(realisedToday)}; your daily loss limit is ${grouped(dailyLoss)}. Only reducing orders go out until 00:00 UTC.`
    : null;
}

function pace({ ordersPerMinute }: GuardLimits, { ordersLastMinute }: GuardFacts): string | null {
  return ordersPerMinute !== null && ordersLastMinute >= ordersPerMinute
    ? `${ordersLastMinute} orders were sent in the last minute; your limit is ${ordersPerMinute} orders a minute.`
    : null;
}

const valueOf = ({ quantity, amount, price }: GuardedOrder): Decimal | null =>
  amount ?? (quantity === null || price === null || isZero(price) ? null : multiply(quantity, price));

function value(order: GuardedOrder, { largestOrder }: GuardLimits): string | null {
  if (largestOrder === null) return null;
  const worth = valueOf(order);
  if (worth === null) return unknown(order, `largest order of ${grouped(largestOrder)} ${order.quote}`);
  return compare(worth, largestOrder) > 0
    ? `It is worth ${grouped(worth)} ${order.quote}; your largest order is ${grouped(largestOrder)} ${order.quote}.`
    : null;
}

function position(order: GuardedOrder, { largestPosition }: GuardLimits, facts: GuardFacts): string | null {
  if (largestPosition === null) return null;
  const { side, price, amount, quantity, quote } = order;
  const limit = `largest position of ${grouped(largestPosition)} ${quote}`;
  if (price === null || isZero(price)) return unknown(order, limit);
  const held = side === 'BUY' ? facts.holding : negate(facts.holding);
  // An order far below the market makes nothing cheaper that is held or rests above it.
  const high = facts.mark !== null && compare(facts.mark, price) > 0 ? facts.mark : price;
  const before = isPositive(held)
    ? add(multiply(held, high), facts.restingWorth ?? multiply(facts.resting, high))
    : multiply(add(held, facts.resting), price);
  const worth = amount ?? multiply(quantity ?? ZERO, price);
  const after = add(before, worth);
  // From a position on the other side it is the rest that counts.
  if (!isPositive(after) || compare(after, largestPosition) <= 0) return null;
  const others = isZero(facts.resting) ? '' : ', with your open orders';
  return `The ${order.symbol} position could come to ${grouped(abs(after))} ${quote}${others}; your ${limit.replace(' of ', ' is ')}.`;
}

const unknown = ({ symbol }: GuardedOrder, limit: string): string =>
  `No price of ${symbol} is known to compare it with your ${limit}.`;

/** Whether new limits let anything through that the old ones did not: such a change is asked about. */
export function loosens(before: GuardLimits, after: GuardLimits): boolean {
  const looser = (old: Decimal | null, now: Decimal | null): boolean =>
    old !== null && (now === null || compare(now, old) > 0);
  const paced =
    before.ordersPerMinute !== null &&
    (after.ordersPerMinute === null || after.ordersPerMinute > before.ordersPerMinute);
  return (
    paced ||
    looser(before.largestOrder, after.largestOrder) ||
    looser(before.largestPosition, after.largestPosition) ||
    looser(before.dailyLoss, after.dailyLoss)
  );
}

/**
 * Reads one limit as typed.
 *
 * @param text "" is no limit.
 * @param whole only whole numbers, up to 600.
 * @returns the limit, or what is wrong with it.
 */
export function readLimit(
  text: string,
  whole: boolean,
): { readonly ok: true; readonly value: Decimal | null } | { readonly ok: false; readonly reason: string } {
  const typed = text.trim();
  if (typed === '') return { ok: true, value: null };
  const limit = toDecimal(typed);
  if (limit === null || typed.length > 30) return { ok: false, reason: 'A limit is a plain number such as 25000.' };
  if (!isPositive(limit)) return { ok: false, reason: 'A limit is above zero; leave it empty for none.' };
  if (whole && !/^[1-9]\d{0,2}$/.test(limit)) return { ok: false, reason: 'A whole number from 1 to 600.' };
  if (whole && Number(limit) > 600) return { ok: false, reason: 'A whole number from 1 to 600.' };
  return { ok: true, value: limit };
}

/**
 * Whether an order can only reduce what is held.
 *
 * @param mode the account's position mode; in HEDGE_MODE the position's side decides.
 * @param held the position that it trades against, signed; the base holding for spot.
 * @param resting own open orders of the same side.
 */
export function onlyReduces(
  order: {
    readonly side: 'BUY' | 'SELL';
    readonly positionSide: string | null;
    readonly reduceOnly: boolean;
    readonly quantity: Decimal | null;
  },
  kind: 'spot' | 'perpetual',
  held: Decimal,
  resting: Decimal,
): boolean {
  const { side, positionSide, reduceOnly, quantity } = order;
  if (reduceOnly) return true;
  if (kind === 'perpetual' && positionSide === 'LONG') return side === 'SELL';
  if (kind === 'perpetual' && positionSide === 'SHORT') return side === 'BUY';
  if (quantity === null || isZero(held)) return false;
  const against = side === 'BUY' ? negate(held) : held;
  return isPositive(against) && compare(subtract(against, resting), quantity) >= 0;
}
