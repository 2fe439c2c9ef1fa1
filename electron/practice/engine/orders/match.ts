import { positionOf } from '../money/account.ts';
import {
  availableAt,
  bestLevel,
  better,
  consume,
  crosses,
  firstAt,
  ladderOf,
  unrest,
  type Book,
  type Ladder,
  type Level,
} from './book.ts';
import { remaining } from './order.ts';
import type { Order, Side } from '../model.ts';
import { finish, trade } from '../money/settle.ts';
import { instrumentOf } from '../symbols.ts';
import type { Venue } from '../venue.ts';

export const opposite = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY');

/** Lots that a taker still wants at a price: the rest of its quantity, or what its amount still buys. */
function wanted(order: Order, ticks: number): number {
  if (order.amount === null || order.price !== 0) return remaining(order);
  const { unit, maxLots } = instrumentOf(order.symbol);
  const left = order.amount - BigInt(order.executedValue) * unit;
  const lots = left / (BigInt(ticks) * unit);
  return lots > BigInt(maxLots) ? maxLots : Number(lots);
}

/** Lots by which an order may still change its position: all, or for reduce only what is left to reduce. */
function reducible(order: Order): number {
  if (!order.reduceOnly) return Number.MAX_SAFE_INTEGER;
  const position = positionOf(order.account, order.symbol, order.positionSide, order.marginMode);
  const against = order.side === 'BUY' ? -position.lots : position.lots;
  return Math.max(0, against);
}

/** The level that a taker meets next: the best plain one, or for a hand-placed taker a better RPI one. */
function facing(book: Book, taker: Order): Level | undefined {
  const side = opposite(taker.side);
  const plain = bestLevel(ladderOf(book, side, false));
  if (!taker.byHand) return plain;
  const extra = bestLevel(ladderOf(book, side, true));
  if (extra === undefined) return plain;
  // At the same price ordinary orders come before RPI orders.
  return plain === undefined || better(side, extra.price, plain.price) ? extra : plain;
}

/**
 * Lets an incoming order meet the book: best price first, at a price the earliest first, shown before
 * hidden. An own resting order in the way is cancelled, never traded with.
 */
export function match(venue: Venue, book: Book, taker: Order): void {
  for (;;) {
    const level = facing(book, taker);
    if (level === undefined || !crosses(taker.side, taker.price, level.price)) return;
    const maker = firstAt(level);
    if (maker === undefined) return;
    const lots = Math.min(wanted(taker, level.price), reducible(taker));
    if (lots <= 0) return;
    if (maker.account === taker.account) {
      unrest(book, maker, venue.now);
      finish(venue, maker, 'CANCELLED', 'Cancelled: it would have traded with an own order.');
      continue;
    }
    const offered = Math.min(maker.visible === 0 ? remaining(maker) : maker.shown, reducible(maker));
    if (offered <= 0) {
      unrest(book, maker, venue.now);
      finish(venue, maker, 'CANCELLED', 'Reduce only: there is no position left to reduce.');
      continue;
    }
    const size = Math.min(lots, offered);
    trade(venue, maker, taker, level.price, size);
    consume(book, level, maker, size, venue.now);
  }
}

/** What a taker would get now, without own orders: lots up to `lots`, and the sum of ticks times lots. */
export function depthFor(
  book: Book,
  taker: Order,
  lots: number,
): { readonly lots: number; readonly value: number; readonly worst: number } {
  const side = opposite(taker.side);
  const ladders: readonly Ladder[] = taker.byHand
    ? [ladderOf(book, side, false), ladderOf(book, side, true)]
    : [ladderOf(book, side, false)];
  const levels = ladders
    .flatMap((ladder) => ladder.levels)
    .filter((level) => crosses(taker.side, taker.price, level.price))
    .sort((a, b) => (better(side, a.price, b.price) ? -1 : 1));
  let left = lots;
  let value = 0;
  let worst = 0;
  for (const level of levels) {
    if (left <= 0) break;
    const taken = Math.min(left, availableAt(level, taker));
    if (taken === 0) continue;
    left -= taken;
    value += taken * level.price;
    worst = level.price;
  }
  return { lots: lots - left, value, worst };
}
