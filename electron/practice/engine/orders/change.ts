import type { Account, Order } from '../model.ts';
import { crosses, ladderOf, rest, unrest } from './book.ts';
import { checkDistance, lotsOf, ticksOf } from './filters.ts';
import type { Fixed } from '../money/fixed.ts';
import { canCarry, canSpend } from '../money/margin.ts';
import { match, opposite } from './match.ts';
import { isOpen, remaining } from './order.ts';
import { settleRest, withdraw } from './place.ts';
import { refuse } from '../refusal.ts';
import { reserve } from '../money/settle.ts';
import { instrumentOf } from '../symbols.ts';
import { bookOf, type Venue } from '../venue.ts';

/** Finds an open order by its own id, or by the client's when that is null. Throws 317149 when there is none. */
export function openOrder(account: Account, orderId: string | null, clientId: string | null): Order {
  const order =
    orderId !== null ? account.open.get(orderId) : clientId !== null ? account.openByClient.get(clientId) : undefined;
  if (order === undefined) throw refuse('orderNotFound', 'The order does not exist or is finished.');
  return order;
}

/** Ends an open order. */
export function cancel(venue: Venue, order: Order, reason: string): void {
  if (isOpen(order)) withdraw(venue, bookOf(venue, order.symbol), order, reason);
}

/** Ends the open ordinary orders of an account, of one symbol or of all. */
export function cancelAll(venue: Venue, account: Account, symbol: string | null, reason: string): number {
  let count = 0;
  for (const order of [...account.open.values()]) {
    if (symbol !== null && order.symbol !== symbol) continue;
    cancel(venue, order, reason);
    count += 1;
  }
  return count;
}

/**
 * Changes price or quantity of a resting order (E8). `quantity` is the new whole, executed part
 * included. A smaller quantity at the same price keeps the place in the queue; a new price or a larger
 * quantity goes to the back, and may trade at once.
 */
export function edit(venue: Venue, order: Order, price: Fixed | null, quantity: Fixed | null): void {
  const instrument = instrumentOf(order.symbol);
  const book = bookOf(venue, order.symbol);
  if (price === null && quantity === null) throw refuse('invalidParameter', 'Give a new price or a new quantity.');
  const free = order.type === 'ASK' || order.type === 'BID' || order.type === 'MARKET';
  const ticks = price === null || free ? order.price : ticksOf(price, instrument);
  const lots = quantity === null ? order.quantity : lotsOf(quantity, instrument);
  if (lots <= order.executed) throw refuse('invalidParameter', 'quantity must be above what is executed already.');
  if (BigInt(ticks) * BigInt(lots) * instrument.unit < instrument.minimum && !order.reduceOnly)
    throw refuse('belowNotional', `The order must be worth at least ${instrument.minNotional} ${instrument.quote}.`);
  if (ticks !== order.price) checkDistance(instrument, book, order, ticks);
  if (order.reduceOnly && lots > order.quantity)
    throw refuse('reducesTooMuch', 'A reduce-only order cannot be made larger.');
  checkMore(venue, order, ticks, lots);
  const passive = order.type === 'POST_ONLY' || order.type === 'RPI';
  const best = ladderOf(book, opposite(order.side), false).levels.at(-1);
  if (passive && best !== undefined && crosses(order.side, ticks, best.price))
    throw refuse('invalidParameter', 'The new price would trade at once, which this order must not.');

  const whole = order.visible === order.quantity;
  const show = order.visible === 0 ? 0 : whole ? lots : Math.min(order.visible, lots);
  order.updatedAt = venue.now;
  if (ticks === order.price && lots < order.quantity) {
    shrink(venue, order, lots, show);
    reserve(venue, order);
    replaced(venue, order);
    return;
  }
  unrest(book, order, venue.now);
  order.price = ticks;
  order.quantity = lots;
  order.visible = show;
  reserve(venue, order);
  replaced(venue, order);
  if (passive) rest(book, order, venue.now);
  else {
    match(venue, book, order);
    settleRest(venue, book, order);
  }
}

/** Takes lots off the end of an order without moving it. */
function shrink(venue: Venue, order: Order, lots: number, show: number): void {
  const book = bookOf(venue, order.symbol);
  const level = ladderOf(book, order.side, order.type === 'RPI').levels.find((row) => row.price === order.price);
  order.quantity = lots;
  order.visible = show;
  const shown = order.visible === 0 ? 0 : Math.min(order.shown, remaining(order));
  if (level !== undefined && shown !== order.shown) {
    level.shown -= order.shown - shown;
    order.shown = shown;
    book.changedAt = venue.now;
    book.rpiChangedAt = venue.now;
    book.version += 1;
  }
}

/** An edit is reported as such; the order's status stays what it was. */
function replaced(venue: Venue, order: Order): void {
  if (!order.account.house) venue.outlet.onReport(order, null, 'REPLACED');
}

/** Money for what an edit adds. */
function checkMore(venue: Venue, order: Order, ticks: number, lots: number): void {
  const { account } = order;
  if (account.house || order.reduceOnly) return;
  const instrument = instrumentOf(order.symbol);
  const left = lots - order.executed;
  if (instrument.kind === 'spot') {
    const buys = order.side === 'BUY';
    const need = buys ? BigInt(ticks * left) * instrument.unit : BigInt(left) * instrument.lot;
    const token = buys ? instrument.quote : instrument.base;
    const more = need - order.frozen;
    if (more > 0n && !canSpend(venue, account, token, more))
      throw refuse('insufficientFunds', `Not enough ${token} for this change.`);
    return;
  }
  const more = left - remaining(order);
  if (more > 0 && !canCarry(venue, account, order.symbol, order.positionSide, order.marginMode, order.side, more, 0n))
    throw refuse('insufficientMargin', 'Not enough margin for this change.');
}
