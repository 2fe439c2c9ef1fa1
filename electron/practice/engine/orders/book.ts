import { isRpi, remaining } from './order.ts';
import type { Order, Side } from '../model.ts';

/** All resting orders at one price. Who came first is first in its queue; hidden ones come after all shown ones. */
export interface Level {
  readonly price: number;
  readonly queue: Order[];
  readonly hidden: Order[];
  /** Lots on show. */
  shown: number;
}

/** One side of a book: levels from the worst price to the best, so that the best is the last element. */
export interface Ladder {
  readonly side: Side;
  readonly levels: Level[];
}

/**
 * The book of a symbol. RPI orders rest in ladders of their own: they are part of the RPI view and
 * meet only takers placed by hand.
 */
export interface Book {
  readonly symbol: string;
  readonly bids: Ladder;
  readonly asks: Ladder;
  readonly rpiBids: Ladder;
  readonly rpiAsks: Ladder;
  /** Exchange time of the last change of what is shown; without and with RPI. */
  changedAt: number;
  rpiChangedAt: number;
  /** Counts changes of what is shown, for readers that look now and then. */
  version: number;
}

export function emptyBook(symbol: string, now: number): Book {
  const ladder = (side: Side): Ladder => ({ side, levels: [] });
  return {
    symbol,
    bids: ladder('BUY'),
    asks: ladder('SELL'),
    rpiBids: ladder('BUY'),
    rpiAsks: ladder('SELL'),
    changedAt: now,
    rpiChangedAt: now,
    version: 0,
  };
}

/** Whether price `a` is better than `b` for those who rest on this side. */
export const better = (side: Side, a: number, b: number): boolean => (side === 'BUY' ? a > b : a < b);

/** Whether a taker of this side with this limit (0: any price) may trade at a price. */
export const crosses = (side: Side, limit: number, price: number): boolean =>
  limit === 0 || (side === 'BUY' ? price <= limit : price >= limit);

export function ladderOf(book: Book, side: Side, rpi: boolean): Ladder {
  if (rpi) return side === 'BUY' ? book.rpiBids : book.rpiAsks;
  return side === 'BUY' ? book.bids : book.asks;
}

/** Best level with anything in it, hidden orders included. */
export const bestLevel = (ladder: Ladder): Level | undefined => ladder.levels[ladder.levels.length - 1];

/** Best price that the public can see, or null. */
export function bestShown(ladder: Ladder): Level | null {
  for (let i = ladder.levels.length - 1; i >= 0; i -= 1) {
    const level = ladder.levels[i];
    if (level !== undefined && level.shown > 0) return level;
  }
  return null;
}

/** Index of the first level whose price is not worse than `price`. */
function placeOf(ladder: Ladder, price: number): number {
  let low = 0;
  let high = ladder.levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const level = ladder.levels[middle];
    if (level !== undefined && better(ladder.side, price, level.price)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Tells readers of the book that something on show changed. */
function touch(book: Book, rpi: boolean, now: number): void {
  if (!rpi) book.changedAt = now;
  book.rpiChangedAt = now;
  book.version += 1;
}

/** Puts an order at the back of its price's queue. */
export function rest(book: Book, order: Order, now: number): void {
  const ladder = ladderOf(book, order.side, isRpi(order));
  const index = placeOf(ladder, order.price);
  let level = ladder.levels[index];
  if (level?.price !== order.price) {
    level = { price: order.price, queue: [], hidden: [], shown: 0 };
    ladder.levels.splice(index, 0, level);
  }
  order.shown = Math.min(order.visible, remaining(order));
  if (order.visible === 0) {
    level.hidden.push(order);
    return;
  }
  level.queue.push(order);
  level.shown += order.shown;
  touch(book, isRpi(order), now);
}

/** Takes an order out of the book. */
export function unrest(book: Book, order: Order, now: number): void {
  const ladder = ladderOf(book, order.side, isRpi(order));
  const index = placeOf(ladder, order.price);
  const level = ladder.levels[index];
  if (level?.price !== order.price) return;
  const queue = order.visible === 0 ? level.hidden : level.queue;
  const at = queue.indexOf(order);
  if (at === -1) return;
  queue.splice(at, 1);
  level.shown -= order.shown;
  if (level.queue.length === 0 && level.hidden.length === 0) ladder.levels.splice(index, 1);
  if (order.shown > 0) touch(book, isRpi(order), now);
  order.shown = 0;
}

/** Takes lots off what an order shows; what it still hides comes up at the back of the queue. */
export function consume(book: Book, level: Level, order: Order, lots: number, now: number): void {
  if (order.visible === 0) {
    if (remaining(order) === 0) removeFirst(level.hidden, order);
  } else {
    order.shown -= lots;
    level.shown -= lots;
    if (order.shown === 0) {
      removeFirst(level.queue, order);
      order.shown = Math.min(order.visible, remaining(order));
      if (order.shown > 0) {
        level.queue.push(order);
        level.shown += order.shown;
      }
    }
    touch(book, isRpi(order), now);
  }
  if (level.queue.length === 0 && level.hidden.length === 0) {
    const ladder = ladderOf(book, order.side, isRpi(order));
    const index = placeOf(ladder, level.price);
    if (ladder.levels[index] === level) ladder.levels.splice(index, 1);
  }
}

function removeFirst(queue: Order[], order: Order): void {
  if (queue[0] === order) queue.shift();
  else queue.splice(queue.indexOf(order), 1);
}

/** The order that a taker meets next at a level. */
export const firstAt = (level: Level): Order | undefined => level.queue[0] ?? level.hidden[0];

/** Lots that can be had from a level by one taker order: what it holds in all, less the taker's own orders. */
export function availableAt(level: Level, taker: Order): number {
  let lots = 0;
  for (const order of level.queue) if (order.account !== taker.account) lots += remaining(order);
  for (const order of level.hidden) if (order.account !== taker.account) lots += remaining(order);
  return lots;
}

/** Best `depth` levels on show as [ticks, lots], best first; with RPI quotes merged in where asked. */
export function view(book: Book, side: Side, depth: number, rpi: boolean): [number, number][] {
  const rows: [number, number][] = [];
  const plain = ladderOf(book, side, false).levels;
  const extra = rpi ? ladderOf(book, side, true).levels : [];
  let i = plain.length - 1;
  let j = extra.length - 1;
  while (rows.length < depth && (i >= 0 || j >= 0)) {
    const a = plain[i];
    const b = extra[j];
    const takeA = a !== undefined && (b === undefined || !better(side, b.price, a.price));
    const takeB = b !== undefined && (a === undefined || !better(side, a.price, b.price));
    const price = takeA ? a.price : (b?.price ?? 0);
    let lots = 0;
    if (takeA) {
      lots += a.shown;
      i -= 1;
    }
    if (takeB) {
      lots += b.shown;
      j -= 1;
    }
    if (lots > 0) rows.push([price, lots]);
  }
  return rows;
}
