import type { Book } from '../orders/book.ts';
import { times, type Fixed } from './fixed.ts';
import { canCarry, canSpend } from './margin.ts';
import { depthFor } from '../orders/match.ts';
import type { Order } from '../model.ts';
import { refuse } from '../refusal.ts';
import { instrumentOf } from '../symbols.ts';
import { pricesOf, type Venue } from '../venue.ts';

/**
 * Holds an order against the money of its account: spot needs what it gives away (302102),
 * perpetuals need margin for what they add (302301).
 */
export function checkFunds(venue: Venue, book: Book, order: Order): void {
  const { account } = order;
  // A liquidation sells what there is.
  if (account.house || order.forced) return;
  const instrument = instrumentOf(order.symbol);
  const buys = order.side === 'BUY';
  if (instrument.kind === 'spot') {
    const token = buys ? instrument.quote : instrument.base;
    const need = buys ? spending(book, order) : BigInt(order.quantity) * instrument.lot;
    if (!canSpend(venue, account, token, need))
      throw refuse('insufficientFunds', `Not enough ${token} for this order.`);
    return;
  }
  if (order.reduceOnly) return;
  const mark = pricesOf(venue, order.symbol).mark;
  const lots =
    order.amount !== null && order.price === 0
      ? Number(order.amount / (BigInt(Math.max(1, mark)) * instrument.unit))
      : order.quantity;
  const fee = times(BigInt(lots) * BigInt(mark) * instrument.unit, instrument.takerRate);
  if (!canCarry(venue, account, order.symbol, order.positionSide, order.marginMode, order.side, lots, fee))
    throw refuse('insufficientMargin', 'Not enough margin for this order.');
}

/** Quote money that a spot buy can cost at most. */
function spending(book: Book, order: Order): Fixed {
  const { unit } = instrumentOf(order.symbol);
  if (order.price !== 0) return BigInt(order.price * order.quantity) * unit;
  if (order.amount !== null) return order.amount;
  return BigInt(depthFor(book, order, order.quantity).value) * unit;
}
