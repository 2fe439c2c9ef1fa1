import type { InstrumentRow, OrderDraft } from '../../../shared/contract.ts';
import {
  abs,
  add,
  compare,
  cut,
  decimal,
  decimalsOf,
  divide,
  isPositive,
  isZero,
  min,
  multiply,
  neighbours,
  ZERO,
  type Decimal,
} from '../../../shared/decimal.ts';
import { onlyCloses } from '../../../shared/position-math.ts';

/** What is known of the account and the market; null where it is not. */
export interface Means {
  /** What new spot orders can use. */
  readonly quoteAvailable: Decimal | null;
  readonly baseAvailable: Decimal | null;
  /** Collateral that no position or order claims, in quote currency. */
  readonly freeCollateral: Decimal | null;
  /** Local ms for which it was said last. */
  readonly freeCollateralAt: number | null;
  readonly leverage: number | null;
  /** Signed base quantity of the position that the order would change. */
  readonly holding: Decimal | null;
  /** Price at which the order would be filled or rest. */
  readonly price: Decimal | null;
  /** Share of the value that a fill pays, such as 0.0005. */
  readonly takerFee: Decimal | null;
}

/** The most that can be ordered, in the field that sizes the order, or why that cannot be known. */
export type Room =
  | {
      readonly kind: 'known';
      readonly field: 'quantity' | 'amount';
      readonly most: Decimal;
      readonly from: string;
      /** Where it comes from, once that is a while ago, and the local ms for which it was said. */
      readonly later?: { readonly from: string; readonly at: number };
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
  const { freeCollateral, freeCollateralAt: at, leverage, price } = means;
  if (freeCollateral === null) return unknown('The free collateral is not known yet.');
  if (leverage === null) return unknown(`The leverage of ${instrument.symbol} is not known yet.`);
  if (price === null) return NO_PRICE;
  // Each unit claims its value by the leverage as margin, and pays its fee.
  const margin = divide(decimal('1'), decimal(String(leverage)));
  if (margin === null) return unknown(`The leverage of ${instrument.symbol} is not known yet.`);
  const cost = multiply(price, add(margin, means.takerFee ?? ZERO));
  const most = divide(freeCollateral, cost);
  if (most === null) return NO_PRICE;
  return {
    kind: 'known',
    field: 'quantity',
    most: onLot(most, instrument),
    from: `${leverage}× free collateral`,
    ...(at === null ? {} : { later: { from: `${leverage}× free`, at } }),
  };
}

function spotRoom(
  side: OrderDraft['side'],
  instrument: InstrumentRow,
  means: Means,
  sizedBy: 'quantity' | 'amount',
): Room {
  const token = side === 'BUY' ? instrument.quote : instrument.base;
  const available = side === 'BUY' ? means.quoteAvailable : means.baseAvailable;
  if (available === null) return unknown(`The available ${token} is not known.`);
  const from = `available ${token}`;
  if (side === 'SELL') return { kind: 'known', field: 'quantity', most: onLot(available, instrument), from };
  if (sizedBy === 'amount') {
    const places = decimalsOf(instrument.priceTick);
    return { kind: 'known', field: 'amount', most: cut(available, places), from };
  }
  const most = means.price === null ? null : divide(available, means.price);
  return most === null ? NO_PRICE : { kind: 'known', field: 'quantity', most: onLot(most, instrument), from };
}

function closingRoom(
  { side, positionSide }: Pick<OrderDraft, 'side' | 'positionSide'>,
  { holding }: Pick<Means, 'holding'>,
): Room {
  if (holding === null) return unknown('The position is not known yet.');
  const closes = side === 'SELL' ? isPositive(holding) : !isPositive(holding) && !isZero(holding);
  const word = side.toLowerCase();
  if (!closes && positionSide !== 'BOTH')
    return unknown(`There is no ${positionSide} position that this ${word} would close.`);
  if (!closes) return unknown(`There is no position that a reduce only ${word} would close.`);
  return { kind: 'known', field: 'quantity', most: abs(holding), from: 'the position' };
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

/** From so old on the age is said; it is read once a minute, so that what is older than the second was missed. */
const SAID_MS = 10_000;
const OLD_MS = 90_000;

/** Where the room comes from and, once that is a while ago, when it was said; in the same length of words. */
export function fromWords(
  { from, later }: Extract<Room, { kind: 'known' }>,
  now: number,
): { readonly text: string; readonly old: boolean } {
  const age = later === undefined ? 0 : now - later.at;
  if (later === undefined || age < SAID_MS) return { text: from, old: false };
  const span = age < 60_000 ? `${Math.floor(age / 1000)} s` : `${Math.floor(age / 60_000)} min`;
  return { text: `${later.from} ${span} ago`, old: age >= OLD_MS };
}
