import { balanceOf, positionOf } from './account.ts';
import type { Account, Balance, MarginMode, Position, PositionSide } from '../model.ts';
import { absolute, type Fixed } from './fixed.ts';
import { leverageOf } from './account.ts';
import { instrumentOf } from '../symbols.ts';
import { keep, type TokenMoveType } from '../records.ts';
import { nextId, type Venue } from '../venue.ts';

/** Moves money from one account to another. The only way in which a holding changes. */
export function move(venue: Venue, token: string, amount: Fixed, from: Account, to: Account): void {
  if (amount === 0n || from === to) return;
  credit(venue, from, token, -amount);
  credit(venue, to, token, amount);
}

function credit(venue: Venue, account: Account, token: string, amount: Fixed): void {
  const balance = balanceOf(account, token);
  balance.holding += amount;
  boundBought(balance);
  stamp(venue, account, balance.token);
}

/**
 * Writes a change of a token into the account's history, in which every change of a holding stands. SPECIAL is money
 * between a holding and the margin of an isolated position, and what an account was opened with.
 */
export function noteMove(venue: Venue, account: Account, type: TokenMoveType, token: string, amount: Fixed): void {
  if (account.house || amount === 0n) return;
  keep(account.histories.moves, { id: nextId(venue), type, token, amount, at: venue.now });
}

/** Marks a balance as changed and tells the stream. */
export function stamp(venue: Venue, account: Account, token: string): void {
  const balance = balanceOf(account, token);
  balance.version += 1;
  balance.updatedAt = venue.now;
  if (!account.house) venue.outlet.onBalance(account, token);
}

export function stampPosition(venue: Venue, account: Account, position: Position): void {
  position.version += 1;
  position.updatedAt = venue.now;
  if (!account.house) venue.outlet.onPosition(account, position);
}

/** Nobody holds more that was bought than there is: what ends a loan is none of a holding. */
export function boundBought(balance: Balance): void {
  if (balance.bought === 0n) return;
  const held = balance.holding > 0n ? balance.holding : 0n;
  if (balance.bought <= held) return;
  balance.spent = (balance.spent * held) / balance.bought;
  balance.bought = held;
}

/** Takes what leaves a holding out of what was bought of it: its average price stays, its weight shrinks. */
export function release(account: Account, token: string, amount: Fixed): void {
  const balance = balanceOf(account, token);
  if (balance.bought === 0n) return;
  const left = balance.holding - amount;
  balance.spent = left <= 0n ? 0n : (balance.spent * left) / balance.holding;
  balance.bought = left <= 0n ? 0n : (balance.bought * left) / balance.holding;
}

/** Keeps money back (positive) or lets it go (negative). */
export function freeze(venue: Venue, account: Account, token: string, amount: Fixed): void {
  if (amount === 0n) return;
  balanceOf(account, token).frozen += amount;
  stamp(venue, account, token);
}

/**
 * Books one execution of a perpetual on an account.
 *
 * A reduction realises its share of the cost, cut toward zero (the rest stays in the cost, so nothing
 * is lost); a turn through zero is a reduction and an opening. For an isolated position the margin
 * moves between holding and position. Sums over all accounts stay the same: holdings plus margins
 * minus costs (see audit.ts).
 *
 * @returns realised profit, also added to the holding of the quote token.
 */
export function bookPosition(
  venue: Venue,
  account: Account,
  symbol: string,
  side: PositionSide,
  marginMode: MarginMode,
  lots: number,
  ticks: number,
): Fixed {
  const { unit, quote } = instrumentOf(symbol);
  const position = positionOf(account, symbol, side, marginMode);
  const worth = (count: number): Fixed => BigInt(count) * BigInt(ticks) * unit;
  let realised = 0n;
  let opening = lots;
  if (position.lots !== 0 && position.lots > 0 !== lots > 0) {
    const closing = Math.abs(lots) <= Math.abs(position.lots) ? lots : -position.lots;
    opening = lots - closing;
    const share = (position.cost * BigInt(Math.abs(closing))) / BigInt(Math.abs(position.lots));
    // Closing lots have the opposite sign: selling brings in -worth(closing).
    realised = -worth(closing) - share;
    position.cost -= share;
    const freed = (position.margin * BigInt(Math.abs(closing))) / BigInt(Math.abs(position.lots));
    position.margin -= freed;
    position.lots += closing;
    const balance = balanceOf(account, quote);
    balance.holding += realised + freed;
    noteMove(venue, account, 'SPECIAL', quote, freed);
  }
  if (opening !== 0) {
    if (position.lots === 0) position.openedAt = venue.now;
    position.cost += worth(opening);
    position.lots += opening;
    if (marginMode === 'ISOLATED') {
      const margin = absolute(worth(opening)) / BigInt(leverageOf(account, symbol, marginMode, side));
      position.margin += margin;
      balanceOf(account, quote).holding -= margin;
      noteMove(venue, account, 'SPECIAL', quote, -margin);
    }
  }
  if (!account.house && opening !== lots && (position.lots === 0 || opening !== 0)) venue.pending.flat.add(account);
  stamp(venue, account, quote);
  stampPosition(venue, account, position);
  return realised;
}
