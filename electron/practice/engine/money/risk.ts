import { balanceOf } from './account.ts';
import type { Account, Position } from '../model.ts';
import { cancelEverything } from '../algo/edit.ts';
import { afterwards } from '../afterwards.ts';
import { times, type Fixed } from './fixed.ts';
import { bookPosition, move, noteMove } from './ledger.ts';
import { marginState, notional, tokenPrice, unrealised } from './margin.ts';
import { place } from '../orders/place.ts';
import { Refusal } from '../refusal.ts';
import { INSTRUMENTS, instrumentOf } from '../symbols.ts';
import { pricesOf, type Venue } from '../venue.ts';

/** Loans need this much of their worth as equity before they are called. */
const LOAN_MAINTENANCE = 30_000_000_000_000_000n;

/** Looks at the risk of everybody who has a position or a loan, after prices moved. */
export function checkRisk(venue: Venue): void {
  for (const account of venue.accounts.values()) {
    if (account.house) continue;
    let cross = false;
    for (const position of account.positions.values()) {
      if (position.lots === 0) continue;
      if (position.marginMode === 'CROSS') cross = true;
      else if (position.margin + unrealised(venue, position) < maintenanceOf(venue, position))
        liquidate(venue, account, [position]);
    }
    const loans = account.mode === 'MARGIN' ? loansOf(venue, account) : 0n;
    if (!cross && loans === 0n) continue;
    const { totalCollateral, maintenance } = marginState(venue, account);
    if (totalCollateral >= maintenance + times(loans, LOAN_MAINTENANCE)) continue;
    if (cross)
      liquidate(
        venue,
        account,
        [...account.positions.values()].filter(({ lots, marginMode }) => lots !== 0 && marginMode === 'CROSS'),
      );
    else callLoans(venue, account);
  }
}

const maintenanceOf = (venue: Venue, position: Position): Fixed =>
  times(notional(venue, position), instrumentOf(position.symbol).maintenanceRate);

/** Worth of what an account owes, in USDT. */
function loansOf(venue: Venue, account: Account): Fixed {
  let sum = 0n;
  for (const { token, holding, interest } of account.balances.values())
    if (holding < 0n) sum += times(interest - holding, tokenPrice(venue, token));
  return sum;
}

/** Closes positions at the market; what the book does not take goes to the insurance fund at the mark price. */
function liquidate(venue: Venue, account: Account, positions: readonly Position[]): void {
  for (const symbol of new Set(positions.map((position) => position.symbol)))
    cancelEverything(venue, account, symbol, 'Cancelled: liquidation.');
  for (const position of positions) {
    const { symbol, side, marginMode } = position;
    const { quote } = instrumentOf(symbol);
    const before = balanceOf(account, quote).holding;
    sell(venue, account, position);
    if (position.lots !== 0) {
      const { lots } = position;
      const { mark } = pricesOf(venue, symbol);
      const held = balanceOf(account, quote).holding;
      bookPosition(venue, account, symbol, side, marginMode, -lots, mark);
      bookPosition(venue, venue.houses.insurance, symbol, 'BOTH', 'CROSS', lots, mark);
      noteMove(venue, account, 'LIQUIDATION', quote, balanceOf(account, quote).holding - held);
    }
    const change = balanceOf(account, quote).holding - before;
    // An isolated position costs its owner its margin and no more.
    if (marginMode === 'ISOLATED' && change < 0n) move(venue, quote, -change, venue.houses.insurance, account);
  }
  const { totalCollateral } = marginState(venue, account);
  if (totalCollateral < 0n) move(venue, 'USDT', -totalCollateral, venue.houses.insurance, account);
  afterwards(venue);
}

function sell(venue: Venue, account: Account, position: Position): void {
  const { lot } = instrumentOf(position.symbol);
  try {
    forced(
      venue,
      account,
      position.symbol,
      position.lots > 0 ? 'SELL' : 'BUY',
      BigInt(Math.abs(position.lots)) * lot,
      position,
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

function forced(
  venue: Venue,
  account: Account,
  symbol: string,
  side: 'BUY' | 'SELL',
  quantity: Fixed,
  position: Position | null,
): void {
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
}

/** Buys back what is owed with what is held, or sells what is held against owed USDT. */
function callLoans(venue: Venue, account: Account): void {
  cancelEverything(venue, account, null, 'Cancelled: liquidation.');
  for (const instrument of INSTRUMENTS) {
    if (instrument.kind !== 'spot') continue;
    const owed = -balanceOf(account, instrument.base).holding;
    const inQuote = -balanceOf(account, instrument.quote).holding;
    const held = balanceOf(account, instrument.base).holding;
    const { mark } = pricesOf(venue, instrument.symbol);
    const worth = BigInt(Math.max(1, mark)) * instrument.unit;
    const lots =
      owed > 0n
        ? (owed + instrument.lot - 1n) / instrument.lot
        : inQuote > 0n && held > 0n
          ? smallest(held / instrument.lot, inQuote / worth + 1n)
          : 0n;
    if (lots === 0n) continue;
    try {
      forced(venue, account, instrument.symbol, owed > 0n ? 'BUY' : 'SELL', lots * instrument.lot, null);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  const { totalCollateral } = marginState(venue, account);
  if (totalCollateral < 0n) move(venue, 'USDT', -totalCollateral, venue.houses.insurance, account);
  afterwards(venue);
}

const smallest = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Mark price at which a position is taken over, in ticks; 0 when no price would do that. */
export function liquidationTicks(venue: Venue, account: Account, position: Position): number {
  if (position.lots === 0) return 0;
  const { unit, maintenanceRate } = instrumentOf(position.symbol);
  const { mark } = pricesOf(venue, position.symbol);
  const state = marginState(venue, account);
  const cushion =
    position.marginMode === 'ISOLATED'
      ? position.margin + unrealised(venue, position)
      : state.totalCollateral - (state.maintenance - maintenanceOf(venue, position));
  // cushion + lots * unit * (P - mark) = |lots| * unit * rate * P, solved for P.
  const size = BigInt(position.lots) * unit;
  const slope = size - times(size < 0n ? -size : size, maintenanceRate);
  if (slope === 0n) return 0;
  const price = (size * BigInt(mark) - cushion) / slope;
  return price <= 0n || price > 9_007_199_254_740_991n ? 0 : Number(price);
}
