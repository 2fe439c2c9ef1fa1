import { holdingOf, leverageOf, positionOf } from './account.ts';
import type { Account, Balance, MarginMode, Position, PositionSide, Side } from '../model.ts';
import { absolute, fixed, over, times, type Fixed } from './fixed.ts';
import { INSTRUMENTS, instrumentOf, tokenOf } from '../symbols.ts';
import { pricesOf, type Venue } from '../venue.ts';

/** Price of a token in USDT by the marks of its spot symbol, else its perpetual; 1 for USDT. */
export function tokenPrice(venue: Venue, token: string): Fixed {
  if (token === 'USDT') return 10n ** 18n;
  const listed =
    INSTRUMENTS.find((row) => row.base === token && row.kind === 'spot') ??
    INSTRUMENTS.find((row) => row.base === token);
  return listed === undefined ? 0n : BigInt(pricesOf(venue, listed.symbol).mark) * listed.tick;
}

/** Profit of a position at the mark price. */
export function unrealised(venue: Venue, position: Position): Fixed {
  if (position.lots === 0) return 0n;
  const { unit } = instrumentOf(position.symbol);
  return BigInt(position.lots) * BigInt(pricesOf(venue, position.symbol).mark) * unit - position.cost;
}

/** Worth of a position at the mark price, without sign. */
export function notional(venue: Venue, position: Position): Fixed {
  const { unit } = instrumentOf(position.symbol);
  return absolute(BigInt(position.lots) * BigInt(pricesOf(venue, position.symbol).mark) * unit);
}

/** Money that an account's perpetuals and open orders claim or give, in USDT. */
interface MarginState {
  /** Collateral with haircuts, plus the profit of cross positions. */
  readonly totalCollateral: Fixed;
  /** What new orders may still claim. */
  readonly freeCollateral: Fixed;
  readonly totalValue: Fixed;
  readonly initial: Fixed;
  readonly maintenance: Fixed;
  /** Worth of all positions. */
  readonly exposure: Fixed;
}

/** Lots that an order of the side could at most leave in its direction. */
function reach(position: Position, extraLong: number, extraShort: number): number {
  const long = Math.max(0, position.lots) + (position.lots < 0 ? position.lots : 0) + position.pendingLong + extraLong;
  const short =
    Math.max(0, -position.lots) + (position.lots > 0 ? -position.lots : 0) + position.pendingShort + extraShort;
  return Math.max(Math.abs(position.lots), long, short);
}

/** Initial margin that a position and its open orders claim. */
function initialMargin(venue: Venue, account: Account, position: Position, extraLong = 0, extraShort = 0): Fixed {
  const { unit } = instrumentOf(position.symbol);
  const lots =
    position.marginMode === 'ISOLATED'
      ? reach(position, extraLong, extraShort) - Math.abs(position.lots)
      : reach(position, extraLong, extraShort);
  const value = BigInt(lots) * BigInt(pricesOf(venue, position.symbol).mark) * unit;
  return value / BigInt(leverageOf(account, position.symbol, position.marginMode, position.side));
}

/** Tokens that an account would have to borrow for what it owes and has ordered, per token. */
const shortfall = (holding: Fixed, frozen: Fixed): Fixed => (frozen > holding ? frozen - holding : 0n);

/** Loans of margin mode need this much of their worth as equity before they are called. */
const LOAN_MAINTENANCE = fixed('0.03');

/** Worth of what an account owes of a token, interest included, in USDT; 0 where it holds some. */
const owedWorth = (venue: Venue, { token, holding, interest }: Balance): Fixed =>
  holding < 0n ? times(interest - holding, tokenPrice(venue, token)) : 0n;

/** What of a token's worth backs positions and loans: without what is being withdrawn, and what is owed in full. */
export function backing(venue: Venue, { token, holding, leaving, interest }: Balance): Fixed {
  const worth = times(holding - leaving - interest, tokenPrice(venue, token));
  if (worth < 0n) return worth;
  const terms = tokenOf(token);
  return terms?.canCollateral ? times(worth, terms.collateralRatio) : 0n;
}

export function marginState(venue: Venue, account: Account): MarginState {
  const isMargin = account.mode === 'MARGIN';
  let collateral = 0n;
  let value = 0n;
  let kept = 0n;
  let loans = 0n;
  let owed = 0n;
  for (const balance of account.balances.values()) {
    const { token, holding, frozen, leaving, interest } = balance;
    const price = tokenPrice(venue, token);
    value += times(holding - interest, price);
    collateral += backing(venue, balance);
    if (isMargin) {
      loans += times(shortfall(holding, frozen), price);
      owed += owedWorth(venue, balance);
    } else if (token === 'USDT') kept += frozen - leaving;
  }
  let initial = loans / BigInt(Math.max(1, account.marginLeverage - 1));
  let maintenance = times(owed, LOAN_MAINTENANCE);
  let exposure = loans;
  for (const position of account.positions.values()) {
    initial += initialMargin(venue, account, position);
    if (position.lots === 0) continue;
    const profit = unrealised(venue, position);
    value += profit + position.margin;
    const size = notional(venue, position);
    exposure += size;
    if (position.marginMode === 'CROSS') {
      collateral += profit;
      maintenance += times(size, instrumentOf(position.symbol).maintenanceRate);
    }
  }
  return {
    totalCollateral: collateral,
    freeCollateral: collateral - initial - kept,
    totalValue: value,
    initial,
    maintenance,
    exposure,
  };
}

/** Money of a token that transfers, withdrawals and orders without loans may still use. */
export function available(venue: Venue, account: Account, token: string): Fixed {
  const { holding, frozen } = holdingOf(account, token);
  const own = holding - frozen;
  const terms = tokenOf(token);
  if (account.mode === 'PURE_SPOT' || terms === undefined || !terms.canCollateral || own <= 0n) return own;
  const state = claims(account) ? marginState(venue, account) : null;
  if (state === null) return own;
  const price = times(tokenPrice(venue, token), terms.collateralRatio);
  if (price === 0n) return own;
  const limit = state.freeCollateral <= 0n ? 0n : over(state.freeCollateral, price);
  return own < limit ? own : limit;
}

/** Whether anything of an account claims its collateral. */
function claims(account: Account): boolean {
  for (const { lots, pendingLong, pendingShort } of account.positions.values())
    if (lots !== 0 || pendingLong !== 0 || pendingShort !== 0) return true;
  for (const { holding, frozen } of account.balances.values())
    if (holding < 0n || (account.mode === 'MARGIN' && shortfall(holding, frozen) > 0n)) return true;
  return false;
}

/** Whether a spot order may take so much more of a token: from what is held, in margin mode also on loan. */
export function canSpend(venue: Venue, account: Account, token: string, more: Fixed): boolean {
  if (account.mode !== 'MARGIN') return more <= available(venue, account, token);
  const { holding, frozen } = holdingOf(account, token);
  const loan = shortfall(holding, frozen + more) - shortfall(holding, frozen);
  if (loan <= 0n) return true;
  if (tokenOf(token)?.canShort !== true) return false;
  const claim = times(loan, tokenPrice(venue, token)) / BigInt(Math.max(1, account.marginLeverage - 1));
  return marginState(venue, account).freeCollateral >= claim;
}

/** Whether the account can carry an order of a perpetual; `fee` is what it would pay at most. */
export function canCarry(
  venue: Venue,
  account: Account,
  symbol: string,
  positionSide: PositionSide,
  marginMode: MarginMode,
  side: Side,
  lots: number,
  fee: Fixed,
): boolean {
  const position = positionOf(account, symbol, positionSide, marginMode);
  const before = initialMargin(venue, account, position);
  const after = initialMargin(venue, account, position, side === 'BUY' ? lots : 0, side === 'SELL' ? lots : 0);
  const more = after - before;
  if (more <= 0n) return true;
  return marginState(venue, account).freeCollateral >= more + fee;
}
