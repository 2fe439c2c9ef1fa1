import type { InstrumentRow, OrderDraft } from '../../../../shared/contract/contract.ts';
import { largestCarried, lendable, spendable, type Carry } from '../../../../shared/rules/account/margin.ts';
import {
  abs,
  add,
  compare,
  cut,
  decimal,
  decimalsOf,
  divide,
  grouped,
  isNegative,
  isPositive,
  isZero,
  known,
  max,
  min,
  multiply,
  neighbours,
  subtract,
  ZERO,
  type Decimal,
} from '../../../../shared/decimal.ts';
import { onlyCloses } from '../../../../shared/rules/position-math.ts';

/** What was said of the account and the market; null where it is not known. */
export interface SaidMeans {
  /** What new spot orders can use without a loan. */
  readonly quoteAvailable: Decimal | null;
  readonly baseAvailable: Decimal | null;
  /** What the exchange lends besides; zero in an account mode without loans. */
  readonly quoteLoan: Decimal | null;
  readonly baseLoan: Decimal | null;
  /** Leverage of spot margin, and the marks of both tokens, by which a loan claims collateral. */
  readonly loanLeverage: number | null;
  readonly quoteMark: Decimal | null;
  readonly baseMark: Decimal | null;
  /** Collateral that no position or order claims, in quote currency. */
  readonly freeCollateral: Decimal | null;
  /** Local ms for which it was said last. */
  readonly freeCollateralAt: number | null;
  readonly leverage: number | null;
  /** Signed base quantity of the position that the order would change. */
  readonly holding: Decimal | null;
  /** Price at which the order would be filled or rest. */
  readonly price: Decimal | null;
  /** Whether that is a price of its own, and not the market's, which moves before the order arrives. */
  readonly ownPrice: boolean;
  /** By which the exchange claims margin. */
  readonly mark: Decimal | null;
  /** Share of the value that a fill pays, such as 0.0005. */
  readonly takerFee: Decimal | null;
}

/** The same with what came since. All quantities are what is left of own open orders of the same position. */
export interface Means extends SaidMeans {
  /** Of the same side, reducing ones aside; base currency. */
  readonly resting: Decimal;
  /** Of the other side, reducing ones aside; base currency. */
  readonly restingOther: Decimal;
  /** Of the same side that only reduce; base currency. */
  readonly reducing: Decimal;
  /** What own orders and the market took of the free collateral since it was said; null where that is not known. */
  readonly taken: Decimal | null;
  /** Local ms of the last change of own orders that came after it was said; null where none did. */
  readonly changedAt: number | null;
}

/** The most that can be ordered, in the field that sizes the order, or why that cannot be known. */
export type Room =
  | {
      readonly kind: 'known';
      readonly field: 'quantity' | 'amount';
      readonly most: Decimal;
      readonly from: string;
      /** What it is made of, in words. */
      readonly parts: readonly string[];
      /** Where it comes from, once that is a while ago, and the local ms for which it was said. */
      readonly later?: { readonly from: string; readonly at: number; readonly changedAt: number | null };
    }
  | { readonly kind: 'unknown'; readonly why: string };

const unknown = (why: string): Room => ({ kind: 'unknown', why });
const NO_PRICE = unknown('There is no price to size it by.');

/**
 * The most that the account can order.
 *
 * @param sizedBy the field that sizes the order of this type and side.
 */
export function roomOf(
  draft: Pick<OrderDraft, 'side' | 'positionSide' | 'reduceOnly'>,
  instrument: InstrumentRow,
  means: Means,
  sizedBy: 'quantity' | 'amount',
): Room {
  if (instrument.kind === 'spot') return spotRoom(draft.side, instrument, means, sizedBy);
  if (onlyCloses(draft)) return closingRoom(draft, means);
  const { freeCollateral, freeCollateralAt: at, taken, leverage, changedAt } = means;
  if (freeCollateral === null || taken === null) return unknown('The free collateral is not known yet.');
  if (leverage === null) return unknown(`The leverage of ${instrument.symbol} is not known yet.`);
  const free = subtract(freeCollateral, taken);
  const carry = carried(draft.side, means, free, leverage);
  if (carry === null) return NO_PRICE;
  return {
    kind: 'known',
    field: 'quantity',
    most: onLot(carry.most, instrument),
    from: `${leverage}× free collateral`,
    parts: carryWords(carry, free, leverage, instrument),
    ...(at === null ? {} : { later: { from: `${leverage}× free`, at, changedAt } }),
  };
}

/** So much is kept back where the market decides the price, since it moves until the order arrives. */
const MOVES = decimal('1.001');

/** How much of a perpetual the free collateral carries: margin is claimed at the mark. Null without a price. */
function carried(
  side: OrderDraft['side'],
  { price, ownPrice, mark, holding, resting, restingOther, reducing, takerFee }: Means,
  free: Decimal,
  leverage: number,
): Carry | null {
  // Where the exchange says no mark the order is valued by its own price.
  const at = known(mark) ?? known(price);
  if (at === null) return null;
  // The exchange counts orders that only reduce among those of their side; on the other side they claim nothing surely.
  const own = add(resting, reducing);
  const [buys, sells] = side === 'BUY' ? [own, restingOther] : [restingOther, own];
  return largestCarried({
    side,
    holding: holding ?? ZERO,
    buys,
    sells,
    mark: mark === null && ownPrice ? at : multiply(at, MOVES),
    leverage,
    free,
    takerFee: takerFee ?? ZERO,
  });
}

const CENTS = 2;

function carryWords(
  { margin, fee, unclaimed }: Carry,
  free: Decimal,
  leverage: number,
  { quote, base }: InstrumentRow,
): readonly string[] {
  const money = (value: Decimal): string => `${grouped(cut(value, CENTS))} ${quote}`;
  return [
    `Free ${money(free)}`,
    `margin ${money(margin)} at ${leverage}×`,
    `fees ${money(fee)}`,
    ...(isZero(unclaimed) ? [] : [`${grouped(unclaimed)} ${base} need no margin: they close or mirror the other side`]),
  ];
}

function spotRoom(
  side: OrderDraft['side'],
  instrument: InstrumentRow,
  means: Means,
  sizedBy: 'quantity' | 'amount',
): Room {
  const [token, available, lent] =
    side === 'BUY'
      ? [instrument.quote, means.quoteAvailable, lentOf(means, means.quoteLoan, means.quoteMark)]
      : [instrument.base, means.baseAvailable, lentOf(means, means.baseLoan, means.baseMark)];
  if (available === null) return unknown(`The available ${token} is not known.`);
  const all = spendable({ available, borrowable: lent ?? ZERO });
  const lends = lent !== null && isPositive(lent);
  const own = `Own ${grouped(max(available, ZERO))} ${token}`;
  const shared = {
    kind: 'known',
    from: lends ? `available and lent ${token}` : `available ${token}`,
    parts:
      lent === null
        ? [own, 'what can be borrowed besides is not known']
        : lends
          ? [own, `to borrow ${grouped(cut(lent, decimalsOf(instrument.quantityStep)))} ${token}`]
          : [],
  } as const;
  if (side === 'SELL') return { ...shared, field: 'quantity', most: onLot(all, instrument) };
  if (sizedBy === 'amount') return { ...shared, field: 'amount', most: cut(all, decimalsOf(instrument.priceTick)) };
  const most = means.price === null ? null : divide(all, means.price);
  return most === null ? NO_PRICE : { ...shared, field: 'quantity', most: onLot(most, instrument) };
}

/** What can be borrowed of a token: what the exchange lends, and no more than the collateral that is free now carries. */
function lentOf(
  { freeCollateral, taken, loanLeverage }: Means,
  most: Decimal | null,
  mark: Decimal | null,
): Decimal | null {
  if (most === null || isZero(most)) return most;
  if (freeCollateral === null || taken === null || loanLeverage === null) return null;
  const bound = lendable(subtract(freeCollateral, taken), loanLeverage, known(mark));
  return bound === null ? null : min(most, bound);
}

function closingRoom(
  { side, positionSide }: Pick<OrderDraft, 'side' | 'positionSide'>,
  { holding, reducing }: Pick<Means, 'holding' | 'reducing'>,
): Room {
  if (holding === null) return unknown('The position is not known yet.');
  const closes = side === 'SELL' ? isPositive(holding) : isNegative(holding);
  const word = side.toLowerCase();
  if (!closes && positionSide !== 'BOTH')
    return unknown(`There is no ${positionSide} position that this ${word} would close.`);
  if (!closes) return unknown(`There is no position that a reduce only ${word} would close.`);
  // All orders together may close what is held and no more.
  const left = subtract(abs(holding), reducing);
  return {
    kind: 'known',
    field: 'quantity',
    most: max(left, ZERO),
    from: 'the position',
    parts: isZero(reducing) ? [] : [`${grouped(reducing)} are in open orders that reduce it`],
  };
}

function onLot(quantity: Decimal, instrument: InstrumentRow): Decimal {
  if (!isPositive(quantity)) return ZERO;
  const capped = isZero(instrument.quantityMax) ? quantity : min(quantity, instrument.quantityMax);
  return neighbours(capped, instrument.quantityStep).below;
}

export const SHARES = ['25', '50', '75', '100'] as const;
const ONE_PERCENT = decimal('0.01');
export type Share = (typeof SHARES)[number];

/**
 * A share of the room, cut to the lot (or to the tick's decimals for an amount), never rounded up.
 *
 * @returns null when that is less than the smallest order.
 */
export function shareOf(
  room: Extract<Room, { kind: 'known' }>,
  share: Share,
  instrument: InstrumentRow,
): Decimal | null {
  const part = share === '100' ? room.most : multiply(room.most, multiply(decimal(share), ONE_PERCENT));
  const size = room.field === 'amount' ? cut(part, decimalsOf(instrument.priceTick)) : onLot(part, instrument);
  const least = room.field === 'amount' ? instrument.minNotional : instrument.quantityMin;
  return isPositive(size) && compare(size, least) >= 0 ? size : null;
}

/** What is older than an own order or fill for so long is not offered as a size: the read that should follow failed. */
const OVERDUE_MS = 15_000;

/** The room as it may be offered now. */
export function offered(room: Room, now: number): Room {
  const later = room.kind === 'known' ? room.later : undefined;
  if (later === undefined || later.changedAt === null || later.changedAt <= later.at) return room;
  return now - later.changedAt < OVERDUE_MS
    ? room
    : unknown('The free collateral was not read since your last order. It is asked for again.');
}

/** From so old on the age is said; it is read once a minute, so that what is older than the second was missed. */
const SAID_MS = 10_000;
const OLD_MS = 90_000;

/** Where the room comes from; whether it is being read anew, or how old it is; in about the same length of words. */
export function fromWords(
  { from, later }: Extract<Room, { kind: 'known' }>,
  now: number,
): { readonly text: string; readonly old: boolean } {
  if (later !== undefined && later.changedAt !== null && later.changedAt > later.at)
    return { text: `${later.from}, being read`, old: false };
  const age = later === undefined ? 0 : now - later.at;
  if (later === undefined || age < SAID_MS) return { text: from, old: false };
  const span = age < 60_000 ? `${Math.floor(age / 1000)} s` : `${Math.floor(age / 60_000)} min`;
  return { text: `${later.from}, ${span} old`, old: age >= OLD_MS };
}
