import { afterwards } from '../afterwards.ts';
import { cancelAllAlgos, cancelEverything } from '../algo/edit.ts';
import type { Account, Position, Side } from '../model.ts';
import { cancel } from '../orders/change.ts';
import { place } from '../orders/place.ts';
import { Refusal } from '../refusal.ts';
import { INSTRUMENTS, instrumentOf, type Instrument } from '../symbols.ts';
import { pricesOf, type Venue } from '../venue.ts';
import { balanceOf } from './account.ts';
import { absolute, fixed, ONE, over, smaller, times, type Fixed } from './fixed.ts';
import { bookPosition, move, noteMove, release } from './ledger.ts';
import { maintenanceOf } from './liquidation-price.ts';
import { pay } from './loans.ts';
import { marginState, unrealised } from './margin.ts';

/** A margin call stands below this much of the maintenance; a liquidation goes on until it is reached again. */
const CALL_LEVEL = fixed('1.25');
/** Share of the value of what a liquidation closes that goes to the insurance fund. */
const LIQUIDATION_FEE = fixed('0.005');
/** A liquidation closes a position by a quarter at a time. */
const STEPS = 4;

/** Looks at the risk of everybody who has a position or a loan, after prices moved. */
export function checkRisk(venue: Venue): void {
  for (const account of venue.accounts.values()) {
    if (account.house) continue;
    for (const position of account.positions.values()) {
      if (position.lots === 0 || position.marginMode === 'CROSS') continue;
      if (position.margin + unrealised(venue, position) < maintenanceOf(venue, position))
        liquidateIsolated(venue, account, position);
    }
    if (isAtRisk(account)) checkAccount(venue, account);
    else account.calledAt = 0;
  }
}

const crossPositions = (account: Account): Position[] =>
  [...account.positions.values()].filter(({ lots, marginMode }) => lots !== 0 && marginMode === 'CROSS');

/** Whether an account has a cross position or owes a token. */
function isAtRisk(account: Account): boolean {
  for (const { lots, marginMode } of account.positions.values()) if (lots !== 0 && marginMode === 'CROSS') return true;
  for (const { holding } of account.balances.values()) if (holding < 0n) return true;
  return false;
}

function checkAccount(venue: Venue, account: Account): void {
  const { totalCollateral, maintenance } = marginState(venue, account);
  if (totalCollateral >= times(maintenance, CALL_LEVEL)) account.calledAt = 0;
  else if (totalCollateral >= maintenance) callMargin(venue, account);
  else liquidate(venue, account);
}

/** The margin call: what would add to the risk is taken out of the books, once; what protects or reduces stays. */
function callMargin(venue: Venue, account: Account): void {
  if (account.calledAt !== 0) return;
  account.calledAt = venue.now;
  for (const order of [...account.open.values()])
    if (!order.reduceOnly && order.algoId === '') cancel(venue, order, 'Cancelled: margin call.');
  venue.outlet.onAccount(account);
  afterwards(venue);
}

/** Closes the cross positions step by step until the account is safe again; then debts are settled where none is left. */
function liquidate(venue: Venue, account: Account): void {
  for (const symbol of new Set(crossPositions(account).map((position) => position.symbol)))
    cancelEverything(venue, account, symbol, 'Cancelled: liquidation.');
  for (;;) {
    const { totalCollateral, maintenance } = marginState(venue, account);
    if (totalCollateral >= times(maintenance, CALL_LEVEL)) break;
    const positions = crossPositions(account);
    const [largest] = positions.toSorted((a, b) => (maintenanceOf(venue, a) > maintenanceOf(venue, b) ? -1 : 1));
    if (largest === undefined) break;
    const size = Math.abs(largest.lots);
    // What is about to cost more than there is goes at once.
    const lots = totalCollateral * 2n <= maintenance ? size : Math.ceil(size / STEPS);
    close(venue, account, largest, lots);
  }
  if (crossPositions(account).length === 0) settleDebts(venue, account);
  venue.outlet.onAccount(account);
  afterwards(venue);
}

/** An isolated position costs its owner its margin and no more. */
function liquidateIsolated(venue: Venue, account: Account, position: Position): void {
  const { quote } = instrumentOf(position.symbol);
  cancelEverything(venue, account, position.symbol, 'Cancelled: liquidation.');
  const before = balanceOf(account, quote).holding;
  close(venue, account, position, Math.abs(position.lots));
  cover(venue, account, quote, before - balanceOf(account, quote).holding);
  afterwards(venue);
}

/** The insurance fund pays so much of a token, where it is above nothing. */
function cover(venue: Venue, account: Account, token: string, amount: Fixed): void {
  if (amount <= 0n) return;
  move(venue, token, amount, venue.houses.insurance, account);
  noteMove(venue, account, 'LIQUIDATION', token, amount);
}

/** Closes lots at the market; what the book does not take goes to the insurance fund at the mark. Charges the fee. */
function close(venue: Venue, account: Account, position: Position, lots: number): void {
  const { symbol, side, marginMode } = position;
  const { lot, quote, unit } = instrumentOf(symbol);
  const { mark } = pricesOf(venue, symbol);
  const sign = position.lots > 0 ? 1 : -1;
  const left = position.lots - sign * lots;
  force(venue, account, symbol, sign > 0 ? 'SELL' : 'BUY', BigInt(lots) * lot, position);
  const untaken = position.lots - left;
  if (untaken !== 0) {
    const realised = bookPosition(venue, account, symbol, side, marginMode, -untaken, mark);
    bookPosition(venue, venue.houses.insurance, symbol, 'BOTH', 'CROSS', untaken, mark);
    noteMove(venue, account, 'LIQUIDATION', quote, realised);
  }
  const fee = times(BigInt(lots) * BigInt(mark) * unit, LIQUIDATION_FEE);
  move(venue, quote, fee, account, venue.houses.insurance);
  noteMove(venue, account, 'LIQUIDATION', quote, -fee);
}

/** Places an order of the venue's own at the market; what the book refuses does not happen. */
function force(
  venue: Venue,
  account: Account,
  symbol: string,
  side: Side,
  quantity: Fixed,
  position: Position | null,
): void {
  try {
    place(venue, account, {
      symbol,
      side,
      type: 'MARKET',
      clientId: '0',
      tag: 'liquidation',
      positionSide: position?.side ?? null,
      marginMode: position?.marginMode ?? 'CROSS',
      reduceOnly: position !== null,
      price: null,
      quantity,
      amount: null,
      visible: null,
      bidAskLevel: null,
      postOnlyAdjusted: false,
      byHand: false,
      forced: true,
      algoId: '',
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/**
 * Settles all debts of an account: what is owed is bought back, or paid by what is held, interest included. The
 * insurance fund pays what nothing is left for, so that no debt stays behind.
 */
function settleDebts(venue: Venue, account: Account): void {
  if (![...account.balances.values()].some(({ holding }) => holding < 0n)) return;
  for (const order of [...account.open.values()])
    if (order.symbol.startsWith('SPOT')) cancel(venue, order, 'Cancelled: liquidation.');
  for (const root of [...account.algos.roots.values()])
    if (root.symbol.startsWith('SPOT')) cancelAllAlgos(venue, account, root.symbol, 'Cancelled: liquidation.');
  const spot = INSTRUMENTS.filter(({ kind }) => kind === 'spot');
  for (const instrument of spot) buyBack(venue, account, instrument);
  for (const instrument of spot) sellFor(venue, account, instrument);
  for (const { token, holding } of [...account.balances.values()]) cover(venue, account, token, -holding);
  for (const { token, holding, interest } of [...account.balances.values()])
    if (interest > 0n && holding > 0n) pay(venue, account, token, smaller(interest, holding), 'AUTO_REPAY');
}

/** What an account needs of a token so that it owes nothing, the fee for getting it included. */
function missing(account: Account, token: string, feeRate: Fixed): Fixed {
  const { holding, interest } = balanceOf(account, token);
  const owed = holding < 0n ? interest - holding : 0n;
  return over(owed, ONE - feeRate);
}

/** Buys back what is owed of a base token. */
function buyBack(venue: Venue, account: Account, instrument: Instrument): void {
  const needed = missing(account, instrument.base, instrument.takerRate);
  if (needed > 0n) exchange(venue, account, instrument, 'BUY', (needed + instrument.lot - 1n) / instrument.lot);
}

/** Sells a base token for what is owed of its quote. */
function sellFor(venue: Venue, account: Account, instrument: Instrument): void {
  const { holding, frozen } = balanceOf(account, instrument.base);
  const needed = missing(account, instrument.quote, instrument.takerRate);
  if (needed === 0n || holding <= frozen) return;
  const worth = BigInt(Math.max(1, pricesOf(venue, instrument.symbol).mark)) * instrument.unit;
  exchange(venue, account, instrument, 'SELL', smaller((holding - frozen) / instrument.lot, needed / worth + 1n));
  // The book may pay less than the mark: once more for what is missing still.
  const still = missing(account, instrument.quote, instrument.takerRate);
  const free = balanceOf(account, instrument.base).holding - balanceOf(account, instrument.base).frozen;
  if (still > 0n && free > 0n)
    exchange(venue, account, instrument, 'SELL', smaller(free / instrument.lot, still / worth + 1n));
}

/** Trades lots at the market; what the book does not take is swapped with the insurance fund at the mark. */
function exchange(venue: Venue, account: Account, instrument: Instrument, side: Side, lots: bigint): void {
  const { symbol, base, quote, lot, unit } = instrument;
  const before = balanceOf(account, base).holding;
  const most = BigInt(instrument.maxLots);
  for (let left = lots; left > 0n; left -= most) force(venue, account, symbol, side, smaller(left, most) * lot, null);
  const done = absolute(balanceOf(account, base).holding - before) / lot;
  const untaken = lots - done;
  // A fee in the base token makes a purchase look smaller by less than a lot in a thousand.
  if (untaken <= lots / 1_000n) return;
  const size = untaken * lot;
  const value = untaken * BigInt(pricesOf(venue, symbol).mark) * unit;
  const { insurance } = venue.houses;
  const [giver, taker] = side === 'SELL' ? [account, insurance] : [insurance, account];
  if (side === 'SELL') release(account, base, size);
  move(venue, base, size, giver, taker);
  move(venue, quote, value, taker, giver);
  noteMove(venue, account, 'LIQUIDATION', base, side === 'SELL' ? -size : size);
  noteMove(venue, account, 'LIQUIDATION', quote, side === 'SELL' ? value : -value);
}
