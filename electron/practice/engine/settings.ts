import { balanceOf, leverageOf, positionOf } from './money/account.ts';
import type { Account, AccountMode, MarginMode, PositionMode, PositionSide } from './model.ts';
import { absolute, type Fixed } from './money/fixed.ts';
import { noteMove, stamp, stampPosition } from './money/ledger.ts';
import { available, marginState, unrealised } from './money/margin.ts';
import { refuse } from './refusal.ts';
import { instrumentOf, type Instrument } from './symbols.ts';
import type { Venue } from './venue.ts';

/** Whether the account has a position, an order or an algo order on a perpetual (of one symbol, or any). */
function busy(account: Account, symbol: string | null): boolean {
  const concerns = (name: string): boolean => name.startsWith('PERP') && (symbol === null || name === symbol);
  for (const { symbol: name, lots } of account.positions.values()) if (lots !== 0 && concerns(name)) return true;
  for (const order of account.open.values()) if (concerns(order.symbol)) return true;
  for (const root of account.algos.roots.values()) if (concerns(root.symbol)) return true;
  return false;
}

/** E15. Refused while orders or positions are open (302195). */
export function setPositionMode(venue: Venue, account: Account, mode: PositionMode): void {
  if (account.positionMode === mode) return;
  if (busy(account, null))
    throw refuse('modeInUse', 'The position mode cannot change while futures orders or positions are open.');
  account.positionMode = mode;
  venue.outlet.onAccount(account);
}

/** Account mode. Refused while anything is open or owed (302195). */
export function setAccountMode(venue: Venue, account: Account, mode: AccountMode): void {
  if (account.mode === mode) return;
  let owes = false;
  for (const { holding, interest } of account.balances.values()) if (holding < 0n || interest > 0n) owes = true;
  if (busy(account, null) || account.open.size > 0 || account.algos.roots.size > 0 || owes)
    throw refuse('modeInUse', 'The account mode cannot change while orders, positions or loans are open.');
  account.mode = mode;
  venue.outlet.onAccount(account);
}

export const sidesOf = (account: Account): readonly PositionSide[] =>
  account.positionMode === 'HEDGE_MODE' ? ['LONG', 'SHORT'] : ['BOTH'];

/** E13. Refused when the margin of what is open would not suffice (302301). */
export function setLeverage(
  venue: Venue,
  account: Account,
  instrument: Instrument,
  marginMode: MarginMode,
  leverage: number,
  sides: readonly PositionSide[],
): void {
  if (instrument.kind === 'spot') throw refuse('invalidParameter', 'Leverage is for perpetuals.');
  const most = instrument.maxLeverage ?? 1;
  if (leverage < 1 || leverage > most) throw refuse('invalidParameter', `leverage must be from 1 to ${most}.`);
  const keys = sides.map((side) => `${instrument.symbol}/${marginMode}/${side}`);
  const before = keys.map((key) => account.leverages.get(key));
  for (const key of keys) account.leverages.set(key, leverage);
  if (marginState(venue, account).freeCollateral >= 0n) {
    for (const side of sides) {
      const position = positionOf(account, instrument.symbol, side, marginMode);
      if (position.lots !== 0) stampPosition(venue, account, position);
    }
    venue.outlet.onAccount(account);
    return;
  }
  for (const [i, key] of keys.entries()) {
    const old = before[i];
    if (old === undefined) account.leverages.delete(key);
    else account.leverages.set(key, old);
  }
  throw refuse('insufficientMargin', 'Not enough margin for this leverage.');
}

/** Values of E18 by account mode (interface-v3.md). */
const SPOT_MARGIN: Readonly<Record<AccountMode, readonly number[]>> = {
  PURE_SPOT: [],
  MARGIN: [3, 4, 5, 10],
  FUTURES: [1, 2, 3, 4, 5, 10, 15, 20, 30, 40, 50],
};

/** E18. */
export function setMarginLeverage(venue: Venue, account: Account, leverage: number): void {
  const allowed = SPOT_MARGIN[account.mode];
  if (allowed.length === 0) throw refuse('wrongAccountMode', 'The account is in spot mode.');
  if (!allowed.includes(leverage)) throw refuse('invalidParameter', `leverage must be one of ${allowed.join(', ')}.`);
  const before = account.marginLeverage;
  account.marginLeverage = leverage;
  if (marginState(venue, account).freeCollateral < 0n) {
    account.marginLeverage = before;
    throw refuse('insufficientMargin', 'Not enough margin for this leverage.');
  }
  venue.outlet.onAccount(account);
}

/** Moves money between the holding and the margin of an isolated position. */
export function adjustMargin(venue: Venue, account: Account, symbol: string, side: PositionSide, amount: Fixed): void {
  const { quote } = instrumentOf(symbol);
  const position = positionOf(account, symbol, side, 'ISOLATED');
  if (position.lots === 0) throw refuse('invalidParameter', 'There is no isolated position.');
  if (amount > 0n && amount > available(venue, account, quote))
    throw refuse('insufficientFunds', `Not enough ${quote}.`);
  const least = absolute(position.cost) / BigInt(leverageOf(account, symbol, 'ISOLATED', side));
  const profit = unrealised(venue, position);
  if (amount < 0n && position.margin + amount + (profit < 0n ? profit : 0n) < least)
    throw refuse('insufficientMargin', 'The position needs its margin.');
  position.margin += amount;
  balanceOf(account, quote).holding -= amount;
  noteMove(venue, account, 'SPECIAL', quote, -amount);
  stamp(venue, account, quote);
  stampPosition(venue, account, position);
}
