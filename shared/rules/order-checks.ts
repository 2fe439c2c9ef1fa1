import type { InstrumentRow, OrderDraft } from '../contract/contract.ts';
import {
  compare,
  grouped,
  isMultipleOf,
  isPositive,
  isZero,
  multiply,
  neighbours,
  toDecimal,
  ZERO,
  type Decimal,
} from '../decimal.ts';
import { MAX_BID_ASK_LEVEL, type OrderContext } from './order-fields.ts';
import type { Say } from './problem.ts';
import { onlyCloses } from './position-math.ts';

/** Names of the number fields inside a sentence. */
export const LABELS: Readonly<Record<'price' | 'quantity' | 'amount' | 'visibleQuantity' | 'bidAskLevel', string>> = {
  price: 'price',
  quantity: 'quantity',
  amount: 'amount',
  visibleQuantity: 'visible quantity',
  bidAskLevel: 'bid/ask level',
};

function readNumber(path: keyof typeof LABELS, text: string, say: Say): Decimal | null {
  const value = toDecimal(text);
  if (value === null) {
    say(path, `“${text.slice(0, 40)}” is not a plain number such as 64210.5.`);
    return null;
  }
  if (text.length > 40) {
    say(path, 'A number has at most 40 digits.');
    return null;
  }
  return value;
}

/** Reads a price: positive, between quoteMin and quoteMax (0: no bound), on the tick. Null when empty or refused. */
export function checkPrice(text: string, instrument: InstrumentRow, say: Say): Decimal | null {
  if (text === '') return null;
  const price = readNumber('price', text, say);
  if (price === null) return null;
  if (!isPositive(price)) return refuse(say, 'price', 'The price must be above zero.');
  if (compare(price, instrument.priceMin) < 0)
    return refuse(say, 'price', `The lowest price is ${grouped(instrument.priceMin)}.`, instrument.priceMin);
  if (!isZero(instrument.priceMax) && compare(price, instrument.priceMax) > 0)
    return refuse(say, 'price', `The highest price is ${grouped(instrument.priceMax)}.`, instrument.priceMax);
  return onGrid('price', price, instrument.priceTick, 'Prices move in steps of', instrument.priceMin, say);
}

/** Reads a quantity: positive, between baseMin and baseMax (0: no bound), on the lot. Null when empty or refused. */
export function checkQuantity(
  path: 'quantity' | 'visibleQuantity',
  text: string,
  instrument: InstrumentRow,
  say: Say,
): Decimal | null {
  if (text === '') return null;
  const quantity = readNumber(path, text, say);
  if (quantity === null) return null;
  if (!isPositive(quantity)) return refuse(say, path, 'The quantity must be above zero.');
  if (compare(quantity, instrument.quantityMin) < 0)
    return refuse(
      say,
      path,
      `The smallest quantity is ${grouped(instrument.quantityMin)} ${instrument.base}.`,
      instrument.quantityMin,
    );
  if (!isZero(instrument.quantityMax) && compare(quantity, instrument.quantityMax) > 0)
    return refuse(
      say,
      path,
      `The largest quantity is ${grouped(instrument.quantityMax)} ${instrument.base}.`,
      instrument.quantityMax,
    );
  return onGrid(path, quantity, instrument.quantityStep, 'Quantities move in steps of', instrument.quantityMin, say);
}

/** Reads an amount in quote currency: positive. Null when empty or refused. */
export function checkAmount(text: string, say: Say): Decimal | null {
  if (text === '') return null;
  const amount = readNumber('amount', text, say);
  if (amount === null) return null;
  return isPositive(amount) ? amount : refuse(say, 'amount', 'The amount must be above zero.');
}

/** Reads a visible quantity: 0 hides the order, more than the whole is refused. Null when empty or refused. */
export function checkVisible(
  text: string,
  quantity: Decimal | null,
  instrument: InstrumentRow,
  say: Say,
): Decimal | null {
  if (text === '') return null;
  const whole = toDecimal(text);
  if (whole !== null && isZero(whole)) return ZERO; // hides the order, however it is written
  const visible = checkQuantity('visibleQuantity', text, instrument, say);
  if (visible !== null && quantity !== null && compare(visible, quantity) > 0)
    return refuse(say, 'visibleQuantity', 'No more can be visible than the whole quantity.', quantity);
  return visible;
}

/** Reads the book level that ASK and BID join: 1 to 5. Null when empty or refused. */
export function checkLevel(text: string, say: Say): number | null {
  if (text === '') return null;
  if (/^[1-9]$/.test(text) && Number(text) <= MAX_BID_ASK_LEVEL) return Number(text);
  say('bidAskLevel', `The bid/ask level is a whole number from 1 to ${MAX_BID_ASK_LEVEL}.`);
  return null;
}

function onGrid(
  path: keyof typeof LABELS,
  value: Decimal,
  step: Decimal,
  words: string,
  lowest: Decimal,
  say: Say,
): Decimal | null {
  if (isMultipleOf(value, step)) return value;
  const { below, above } = neighbours(value, step);
  const suggestion = compare(below, lowest) >= 0 && isPositive(below) ? below : above;
  say(path, `${words} ${grouped(step)}: ${grouped(below)} or ${grouped(above)}.`, suggestion);
  return null;
}

function refuse(say: Say, path: string, reason: string, suggestion?: Decimal): null {
  say(path, reason, suggestion);
  return null;
}

/** The words for an order below the smallest notional. */
export const tooSmall = (notional: Decimal, instrument: InstrumentRow): string =>
  `Worth ${grouped(notional)} ${instrument.quote}; the smallest order is ${grouped(instrument.minNotional)} ${instrument.quote}.`;

/**
 * Compares price times quantity, or the amount, with minNotional; an order without a price is judged by the market
 * where known. The rest of a position may be worth less and can be closed all the same.
 */
export function checkNotional(
  draft: OrderDraft,
  price: Decimal | null,
  quantity: Decimal | null,
  amount: Decimal | null,
  instrument: InstrumentRow,
  context: OrderContext,
  say: Say,
): void {
  if (onlyCloses(draft)) return;
  if (amount !== null && compare(amount, instrument.minNotional) < 0)
    say('amount', tooSmall(amount, instrument), instrument.minNotional);
  const reference = price ?? (draft.side === 'BUY' ? context.bestAsk : context.bestBid) ?? null;
  // Without a price of its own the order is judged by the market only where the market is known.
  if (quantity === null || reference === null) return;
  const notional = multiply(reference, quantity);
  if (compare(notional, instrument.minNotional) < 0) say('quantity', tooSmall(notional, instrument));
}

/** Holds the position side against the account's position mode where that is known (302185, 302186, 302195). */
export function checkPositionSide(draft: OrderDraft, instrument: InstrumentRow, context: OrderContext, say: Say): void {
  if (instrument.kind !== 'perpetual') return;
  if (context.positionMode === 'HEDGE_MODE' && draft.positionSide === 'BOTH')
    say('positionSide', 'The account is in hedge mode: choose LONG or SHORT.');
  if (context.positionMode === 'ONE_WAY' && draft.positionSide !== 'BOTH')
    say('positionSide', 'The account is in one-way mode: the position side is BOTH.', 'BOTH');
}
