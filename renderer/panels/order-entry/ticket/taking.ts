import type { InstrumentRow, OrderDraft } from '../../../../shared/contract/contract.ts';
import { costThrough, slippageOf, type BookCost, type Slippage } from '../../../../shared/rules/account/book-cost.ts';
import { isZero, known, toDecimal, type Decimal } from '../../../../shared/decimal.ts';
import type { Books } from '../available/use-book.ts';

/** What an order that takes finds in the book. */
export interface Taking {
  /** Null where nothing of it is there. */
  readonly found: { readonly cost: BookCost; readonly slippage: Slippage } | null;
  /** What is not there, in the field that sizes the order; null where all of it is. */
  readonly rest: Decimal | null;
  readonly sizedBy: 'quantity' | 'amount';
  /** Whether the book goes on beyond the levels that are known. */
  readonly goesOn: boolean;
  /** Average with RPI orders, which only some orders meet; null where it is the same or not known. */
  readonly averageWithRpi: Decimal | null;
}

/** The core tells so many levels of each side. */
const LEVELS = 50;
const ALWAYS_TAKES = new Set<OrderDraft['type']>(['MARKET', 'IOC', 'FOK']);

/** Whether an order takes what is in the book. @param crosses whether its own price does. */
export function takesLiquidity({ type, side }: Pick<OrderDraft, 'type' | 'side'>, crosses: boolean): boolean {
  if (ALWAYS_TAKES.has(type)) return true;
  // ASK joins the offers: a sell rests there, a buy takes them.
  if (type === 'ASK') return side === 'BUY';
  if (type === 'BID') return side === 'SELL';
  return type === 'LIMIT' && crosses;
}

/**
 * What an order finds in the book as it is; null while the order has no size or the book is not known. Orders of this
 * interface are measured by the book without RPI orders, which not every order meets (protocol.md, 9; interface-v3.md).
 *
 * @param draft as it would be sent.
 */
export function takingOf(draft: OrderDraft, instrument: InstrumentRow, books: Books): Taking | null {
  const quantity = known(toDecimal(draft.quantity));
  const amount = known(toDecimal(draft.amount));
  const size = quantity !== null ? { quantity } : amount !== null ? { amount } : null;
  if (size === null || books.plain === null) return null;
  const side = draft.side === 'BUY' ? 'asks' : 'bids';
  const limit = known(toDecimal(draft.price));
  const walk = (book: Books['plain']): BookCost | null =>
    book === null ? null : costThrough(book[side], draft.side, size, instrument.quantityStep, limit);
  const cost = walk(books.plain);
  const withRpi = walk(books.rpi);
  const rest = cost === null ? (quantity ?? amount) : isZero(cost.rest) ? null : cost.rest;
  return {
    found: cost === null ? null : { cost, slippage: slippageOf(cost, draft.side) },
    rest,
    sizedBy: quantity !== null ? 'quantity' : 'amount',
    goesOn: books.plain[side].length >= LEVELS,
    averageWithRpi: withRpi === null || withRpi.average === cost?.average ? null : withRpi.average,
  };
}
