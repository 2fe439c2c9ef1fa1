import { balanceOf, positionOf } from './account.ts';
import type { Account, Balance, Fill, Order } from '../model.ts';
import { times, type Fixed } from './fixed.ts';
import { bookPosition, boundBought, freeze, move, noteMove, release, stampPosition } from './ledger.ts';
import { isOpen, remaining } from '../orders/order.ts';
import { instrumentOf, type Instrument } from '../symbols.ts';
import { record } from '../../market/tape.ts';
import { nextTradeId, pricesOf, tapeOf, type Venue } from '../venue.ts';

/** Finished orders and fills kept for each account; older ones are forgotten, so that memory stays flat. */
const KEPT_ORDERS = 20_000;
const KEPT_FILLS = 20_000;

/** Books one trade between a resting order and a taker on both accounts, the tape and the streams. */
export function trade(venue: Venue, maker: Order, taker: Order, ticks: number, lots: number): void {
  const instrument = instrumentOf(taker.symbol);
  const tradeId = nextTradeId(venue);
  const rpi = maker.type === 'RPI';
  const makerFill = settleSide(venue, instrument, maker, maker.account, taker.account, ticks, lots, true, tradeId, rpi);
  const takerFill = settleSide(
    venue,
    instrument,
    taker,
    taker.account,
    maker.account,
    ticks,
    lots,
    false,
    tradeId,
    rpi,
  );
  pricesOf(venue, taker.symbol).last = ticks;
  if (venue.watched.has(taker.symbol)) {
    const seen = venue.pending.trades.get(taker.symbol);
    if (seen === undefined) venue.pending.trades.set(taker.symbol, [ticks]);
    else if (seen.at(-1) !== ticks) seen.push(ticks);
  }
  const print = { symbol: taker.symbol, ticks, lots, side: taker.side, rpi, at: venue.now };
  // While the market is imitated its candles are made as a whole, and a fill may be at a price of long ago.
  if (venue.market === null || venue.market.unseen === null) record(tapeOf(venue, taker.symbol), print);
  venue.outlet.onTrade(print);
  report(venue, maker, makerFill);
  report(venue, taker, takerFill);
}

function settleSide(
  venue: Venue,
  instrument: Instrument,
  order: Order,
  account: Account,
  other: Account,
  ticks: number,
  lots: number,
  maker: boolean,
  tradeId: string,
  rpi: boolean,
): Fill {
  const value = BigInt(ticks * lots) * instrument.unit;
  const rate = maker ? instrument.makerRate : instrument.takerRate;
  const buys = order.side === 'BUY';
  order.executed += lots;
  order.executedValue += ticks * lots;
  order.updatedAt = venue.now;
  let fee: Fixed;
  let feeAsset: string;
  let realised = 0n;
  if (instrument.kind === 'spot') {
    const size = BigInt(lots) * instrument.lot;
    // Each side pays what it gives to the other; the pair of calls moves both legs of the trade.
    if (buys) {
      move(venue, instrument.quote, value, account, other);
      if (!account.house) noteBought(balanceOf(account, instrument.base), value, size, maker);
    } else {
      if (!account.house) release(account, instrument.base, size);
      move(venue, instrument.base, size, account, other);
    }
    feeAsset = buys ? instrument.base : instrument.quote;
    fee = times(buys ? size : value, rate);
  } else {
    realised = bookPosition(
      venue,
      account,
      instrument.symbol,
      order.positionSide,
      order.marginMode,
      buys ? lots : -lots,
      ticks,
    );
    feeAsset = instrument.quote;
    fee = times(value, rate);
  }
  if (account.house) fee = 0n;
  else {
    move(venue, feeAsset, fee, account, venue.houses.fees);
    noteHour(venue, order, realised, fee);
    noteFill(venue, instrument, account, buys, value, BigInt(lots) * instrument.lot, realised, feeAsset, fee);
  }
  order.fee += fee;
  order.feeAsset = feeAsset;
  order.realised += realised;
  const sized = order.amount === null || order.price !== 0;
  order.status = sized && remaining(order) === 0 ? 'FILLED' : 'PARTIAL_FILLED';
  reserve(venue, order);
  const fill: Fill = { tradeId, order, ticks, lots, maker, fee, feeAsset, realised, rpi, at: venue.now };
  if (!account.house) {
    account.fills.push(fill);
    if (account.fills.length > KEPT_FILLS + 1_000) account.fills.splice(0, 1_000);
  }
  if (order.status === 'FILLED') archive(venue, order);
  return fill;
}

/** Adds a purchase to what is held. The other side has given the base to a taker already, and gives it to a maker next. */
function noteBought(balance: Balance, value: Fixed, size: Fixed, maker: boolean): void {
  balance.spent += value;
  balance.bought += size;
  if (!maker) boundBought(balance);
}

const HOUR = 3_600_000;

/** Adds an execution of a perpetual to its position's figures of the day. */
function noteHour(venue: Venue, order: Order, profit: Fixed, fee: Fixed): void {
  if (!order.symbol.startsWith('PERP')) return;
  const { hours } = positionOf(order.account, order.symbol, order.positionSide, order.marginMode);
  const at = venue.now - (venue.now % HOUR);
  const last = hours.at(-1);
  if (last?.at === at) {
    last.profit += profit;
    last.fee += fee;
    return;
  }
  hours.push({ at, profit, fee });
  if (hours.length > 25) hours.shift();
}

/** Writes an execution into the history of token changes. */
function noteFill(
  venue: Venue,
  instrument: Instrument,
  account: Account,
  buys: boolean,
  value: Fixed,
  size: Fixed,
  realised: Fixed,
  feeAsset: string,
  fee: Fixed,
): void {
  if (instrument.kind === 'spot') {
    noteMove(venue, account, 'SPOT_TRANSACTION', instrument.base, buys ? size : -size);
    noteMove(venue, account, 'SPOT_TRANSACTION', instrument.quote, buys ? -value : value);
  } else if (realised !== 0n) noteMove(venue, account, 'REALIZED_PNL', instrument.quote, realised);
  noteMove(venue, account, 'TRANSACTION_FEE', feeAsset, -fee);
}

/** Tells the stream, for orders of people; bots need no news. */
export function report(venue: Venue, order: Order, fill: Fill | null): void {
  if (order.account.house) return;
  if (order.algoId !== '') venue.pending.orders.add(order);
  venue.outlet.onReport(order, fill, order.status);
}

/** Sets what is kept back for an order to what it may still need: spot money, or pending lots of a position. */
export function reserve(venue: Venue, order: Order): void {
  const { account } = order;
  if (account.house) return;
  const instrument = instrumentOf(order.symbol);
  const left = isOpen(order) && order.price !== 0 ? remaining(order) : 0;
  const buys = order.side === 'BUY';
  if (instrument.kind === 'spot') {
    const need = buys ? BigInt(order.price * left) * instrument.unit : BigInt(left) * instrument.lot;
    freeze(venue, account, buys ? instrument.quote : instrument.base, need - order.frozen);
    order.frozen = need;
    return;
  }
  const had = Number(order.frozen);
  if (had === left) return;
  const position = positionOf(account, order.symbol, order.positionSide, order.marginMode);
  if (buys) position.pendingLong += left - had;
  else position.pendingShort += left - had;
  order.frozen = BigInt(left);
  stampPosition(venue, account, position);
}

/** Files an order under the open ones. */
export function open(venue: Venue, order: Order): void {
  venue.orders.set(order.id, order);
  if (order.account.house) return;
  order.account.open.set(order.id, order);
  if (order.clientId !== '0') order.account.openByClient.set(order.clientId, order);
}

/** Files an order under the finished ones. Its status says how it ended. */
function archive(venue: Venue, order: Order): void {
  const { account } = order;
  venue.orders.delete(order.id);
  if (account.house) return;
  account.open.delete(order.id);
  if (account.openByClient.get(order.clientId) === order) account.openByClient.delete(order.clientId);
  account.finished.set(order.id, order);
  if (order.clientId !== '0') account.finishedByClient.set(order.clientId, order);
  if (account.finished.size <= KEPT_ORDERS) return;
  for (const [id, oldest] of account.finished) {
    account.finished.delete(id);
    if (account.finishedByClient.get(oldest.clientId) === oldest) account.finishedByClient.delete(oldest.clientId);
    break;
  }
}

/** Ends an order that is not in the book (any more) and tells the stream. */
export function finish(venue: Venue, order: Order, status: 'FILLED' | 'CANCELLED' | 'REJECTED', reason: string): void {
  order.status = status;
  order.reason = reason;
  order.updatedAt = venue.now;
  reserve(venue, order);
  archive(venue, order);
  report(venue, order, null);
}
