import { positionOf } from '../money/account.ts';
import type { Account, Order, OrderType, PositionSide, Side } from '../model.ts';
import { bestLevel, crosses, ladderOf, rest, unrest, view, type Book } from './book.ts';
import { checkFunds } from '../money/funds.ts';
import { checkFilters, ticksOf, type Sizes } from './filters.ts';
import type { Draft } from './draft.ts';
import { depthFor, match, opposite } from './match.ts';
import { remaining } from './order.ts';
import { refuse } from '../refusal.ts';
import { finish, open, report, reserve } from '../money/settle.ts';
import { instrumentOf, type Instrument } from '../symbols.ts';
import { bookOf, nextId, type Venue } from '../venue.ts';

const IGNORES_PRICE: ReadonlySet<OrderType> = new Set(['MARKET', 'ASK', 'BID']);
const TAKES_AMOUNT: ReadonlySet<OrderType> = new Set(['MARKET', 'ASK', 'BID']);
const RESTS: ReadonlySet<OrderType> = new Set(['LIMIT', 'POST_ONLY', 'ASK', 'BID', 'RPI']);

/**
 * Places an order: all rules are checked before anything changes, then it is accepted, meets the book
 * and rests or ends. Throws {@link import('../refusal.ts').Refusal} when a rule forbids it.
 */
export function place(venue: Venue, account: Account, draft: Draft): Order {
  const instrument = instrumentOf(draft.symbol);
  const book = bookOf(venue, draft.symbol);
  if (draft.quantity !== null && draft.amount !== null)
    throw refuse('invalidParameter', 'Give either quantity or amount, not both.');
  if (draft.quantity === null && draft.amount === null)
    throw refuse('invalidParameter', 'Either quantity or amount is required.');
  if (draft.amount !== null && !TAKES_AMOUNT.has(draft.type))
    throw refuse('invalidParameter', `amount is for MARKET, ASK and BID orders; ${draft.type} takes quantity.`);
  if (draft.type === 'RPI' && !instrument.isAllowedRpi)
    throw refuse('invalidParameter', `RPI is not enabled for ${draft.symbol}.`);
  if (instrument.kind === 'spot' && draft.marginMode === 'ISOLATED')
    throw refuse('invalidParameter', 'Spot orders have no isolated margin.');
  if (draft.clientId !== '0' && account.openByClient.has(draft.clientId))
    throw refuse('repeatedClientId', 'The client order id is in use by an open order.');
  const positionSide = sideOfPosition(account, instrument, draft);
  const price = IGNORES_PRICE.has(draft.type) ? joined(book, draft) : ticksOf(draft.price, instrument);
  const sizes = checkFilters(venue, account, instrument, book, draft, price);
  const reduceOnly = checkReduce(account, instrument, draft, positionSide, sizes);
  const order = accepted(venue, account, draft, positionSide, reduceOnly, sizes);
  checkFunds(venue, book, order);
  open(venue, order);
  reserve(venue, order);
  report(venue, order, null);
  execute(venue, book, order, draft.postOnlyAdjusted);
  return order;
}

/** Position side by the account's mode: 302186 when they do not fit, 302185 in a mode without perpetuals. */
export function sideOfPosition(
  account: Account,
  instrument: Instrument,
  draft: Pick<Draft, 'positionSide'>,
): PositionSide {
  if (instrument.kind === 'spot') {
    if (draft.positionSide !== null && draft.positionSide !== 'BOTH')
      throw refuse('wrongPositionSide', 'Spot orders have no position side.');
    return 'BOTH';
  }
  if (account.house) return 'BOTH';
  if (account.mode !== 'FUTURES')
    throw refuse('wrongAccountMode', `Perpetuals need the account mode FUTURES, not ${account.mode}.`);
  if (account.positionMode === 'HEDGE_MODE') {
    if (draft.positionSide === 'LONG' || draft.positionSide === 'SHORT') return draft.positionSide;
    throw refuse('wrongPositionSide', 'The account is in hedge mode: positionSide must be LONG or SHORT.');
  }
  if (draft.positionSide === null || draft.positionSide === 'BOTH') return 'BOTH';
  throw refuse('wrongPositionSide', 'The account is in one-way mode: positionSide must be BOTH.');
}

/** The price that ASK and BID join: the asked level of that side, or its last one where the book is shorter. */
function joined(book: Book, draft: Draft): number {
  if (draft.type === 'MARKET') return 0;
  const side: Side = draft.type === 'ASK' ? 'SELL' : 'BUY';
  const rows = view(book, side, draft.bidAskLevel ?? 1, false);
  const row = rows[rows.length - 1];
  if (row === undefined) throw refuse('invalidParameter', `There is no ${draft.type.toLowerCase()} to join.`);
  return row[0];
}

/** Closing in hedge mode is reduce only by itself; a reduce-only order must reduce and not by more than there is. */
function checkReduce(
  account: Account,
  instrument: Instrument,
  draft: Draft,
  side: PositionSide,
  sizes: Sizes,
): boolean {
  if (instrument.kind === 'spot' || account.house) return false;
  const closes = (side === 'LONG' && draft.side === 'SELL') || (side === 'SHORT' && draft.side === 'BUY');
  if (!draft.reduceOnly && !closes) return false;
  if (side !== 'BOTH' && !closes) throw refuse('notReducing', 'A reduce-only order must close the position.');
  const position = positionOf(account, instrument.symbol, side, draft.marginMode);
  const held = draft.side === 'BUY' ? -position.lots : position.lots;
  if (held <= 0) throw refuse('notReducing', 'Reduce only: there is no position to reduce.');
  let asked = sizes.quantity;
  for (const order of account.open.values()) {
    if (
      order.reduceOnly &&
      order.symbol === instrument.symbol &&
      order.side === draft.side &&
      order.positionSide === side &&
      order.marginMode === draft.marginMode
    )
      asked += remaining(order);
  }
  if (asked > held && !draft.forced)
    throw refuse('reducesTooMuch', 'Reduce only: the orders would close more than the position.');
  return true;
}

function accepted(
  venue: Venue,
  account: Account,
  draft: Draft,
  positionSide: PositionSide,
  reduceOnly: boolean,
  sizes: Sizes,
): Order {
  return {
    id: nextId(venue),
    account,
    symbol: draft.symbol,
    clientId: draft.clientId,
    tag: draft.tag,
    side: draft.side,
    type: draft.type,
    positionSide,
    marginMode: draft.marginMode,
    reduceOnly,
    bidAskLevel: draft.bidAskLevel,
    price: sizes.price,
    quantity: sizes.quantity,
    amount: draft.amount,
    visible: sizes.visible,
    shown: 0,
    executed: 0,
    executedValue: 0,
    fee: 0n,
    feeAsset: '',
    realised: 0n,
    status: 'NEW',
    reason: '',
    frozen: 0n,
    byHand: draft.byHand,
    forced: draft.forced,
    createdAt: venue.now,
    updatedAt: venue.now,
    algoId: draft.algoId,
  };
}

/** Takes an accepted order to the book. */
function execute(venue: Venue, book: Book, order: Order, adjust: boolean): void {
  if (order.type === 'POST_ONLY' || order.type === 'RPI') {
    if (!stayPassive(book, order, adjust)) {
      finish(venue, order, 'REJECTED', `${order.type === 'RPI' ? 'RPI' : 'Post only'}: it would have traded at once.`);
      return;
    }
    reserve(venue, order);
  } else {
    if (order.type === 'FOK' && depthFor(book, order, order.quantity).lots < order.quantity) {
      finish(venue, order, 'CANCELLED', 'Fill or kill: the book cannot fill it whole.');
      return;
    }
    match(venue, book, order);
  }
  settleRest(venue, book, order);
}

/** What is left of an order that met the book: it rests, or it is cancelled. */
export function settleRest(venue: Venue, book: Book, order: Order): void {
  if (order.status === 'FILLED' || order.status === 'CANCELLED' || order.status === 'REJECTED') return;
  if (RESTS.has(order.type) && remaining(order) > 0) {
    rest(book, order, venue.now);
    if (order.type !== 'RPI') clearCrossedRpi(venue, book, order);
    return;
  }
  if (order.amount !== null && order.price === 0) {
    // An order sized by amount has no quantity until the market has given it one.
    order.quantity = order.executed;
    if (order.executed > 0) {
      finish(venue, order, 'FILLED', '');
      return;
    }
  }
  finish(venue, order, 'CANCELLED', `${order.type}: the rest found nothing to trade with.`);
}

/** Whether a passive order can rest without trading; may move its price away by the book when asked to. */
function stayPassive(book: Book, order: Order, adjust: boolean): boolean {
  const other = opposite(order.side);
  for (const rpi of order.type === 'RPI' ? [false, true] : [false]) {
    // Hidden orders count: it would trade with them too.
    const best = bestLevel(ladderOf(book, other, rpi));
    if (best === undefined || !crosses(order.side, order.price, best.price)) continue;
    if (!adjust) return false;
    order.price = order.side === 'BUY' ? best.price - 1 : best.price + 1;
  }
  return order.price > 0;
}

/** RPI quotes never stand across the ordinary book: what an ordinary order now crosses is taken out. */
function clearCrossedRpi(venue: Venue, book: Book, order: Order): void {
  const ladder = ladderOf(book, opposite(order.side), true);
  for (;;) {
    const level = ladder.levels.at(-1);
    if (level === undefined || !crosses(order.side, order.price, level.price)) return;
    const [quote] = level.queue.length > 0 ? level.queue : level.hidden;
    if (quote === undefined) return;
    withdraw(venue, book, quote, 'RPI: the ordinary book crossed it.');
  }
}

/** Takes a resting order out of the book and ends it as cancelled. */
export function withdraw(venue: Venue, book: Book, order: Order, reason: string): void {
  unrest(book, order, venue.now);
  finish(venue, order, 'CANCELLED', reason);
}
