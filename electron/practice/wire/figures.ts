import type { Account, Balance, Position } from '../engine/model.ts';
import { leverageOf } from '../engine/money/account.ts';
import { absolute, fixedText, over, type Fixed } from '../engine/money/fixed.ts';
import { unrealised } from '../engine/money/margin.ts';
import { instrumentOf } from '../engine/symbols.ts';
import { pricesOf, type Venue } from '../engine/venue.ts';

/** Figures that REST and the streams show alike. */

/** Share of b that a is, cut after 6 decimals; "10" stands for no exposure at all. */
export function share(a: Fixed, b: Fixed): string {
  if (b === 0n) return '10';
  const exact = over(a, b);
  return fixedText(exact - (exact % 1_000_000_000_000n));
}

/** Average price paid for what was bought and is still held of a token, cut after 8 decimals. */
export function averageOpen({ spent, bought }: Balance): string {
  if (bought === 0n) return '0';
  const exact = over(spent, bought);
  return fixedText(exact - (exact % 10_000_000_000n));
}

/** Average price at which a position was opened, cut after 12 decimals. */
export function averagePrice(position: Position): string {
  if (position.lots === 0) return '0';
  const { lot } = instrumentOf(position.symbol);
  const exact = over(position.cost, BigInt(position.lots) * lot);
  return fixedText(exact - (exact % 1_000_000n));
}

/** Lots of all long positions, which are as many as the short ones, those of people without an account here too. */
export function openInterest(venue: Venue, symbol: string): number {
  let lots = venue.market?.crowd.get(symbol) ?? 0;
  for (const account of venue.accounts.values()) {
    for (const position of account.positions.values())
      if (position.symbol === symbol && position.lots > 0) lots += position.lots;
  }
  return lots;
}

/** Result of the last 24 hours and of what is open, as a share of what the position cost, cut after 6 decimals. */
export function returnOf(venue: Venue, position: Position): string {
  const cost = absolute(position.cost);
  if (cost === 0n) return '0';
  const exact = over(lastDayOf(position, venue.now).profit + unrealised(venue, position), cost);
  return fixedText(exact - (exact % 1_000_000_000_000n));
}

/**
 * Which third of the positions is closed first when the insurance fund is empty: 1 for a loss, 2 for a profit, 3 for one
 * that is larger than what the position claims.
 */
export function adlQuantile(venue: Venue, account: Account, position: Position): number {
  const profit = unrealised(venue, position);
  if (profit <= 0n) return 1;
  const { symbol, marginMode, side } = position;
  return profit * BigInt(leverageOf(account, symbol, marginMode, side)) <= absolute(position.cost) ? 2 : 3;
}

/** Quote money that the open orders of an isolated position claim, by the side that they would add to. */
export function isolatedClaims(
  venue: Venue,
  account: Account,
  { symbol, marginMode, side, pendingLong, pendingShort }: Position,
): { readonly long: Fixed; readonly short: Fixed } {
  if (marginMode === 'CROSS') return { long: 0n, short: 0n };
  const { unit } = instrumentOf(symbol);
  const claim = (lots: number): Fixed =>
    (BigInt(lots) * BigInt(pricesOf(venue, symbol).mark) * unit) /
    BigInt(leverageOf(account, symbol, marginMode, side));
  return { long: claim(pendingLong), short: claim(pendingShort) };
}

const HOUR = 3_600_000;

/** Realised profit and fees of a position in the last 24 hours, by whole hours. */
export function lastDayOf(position: Position, now: number): { readonly profit: Fixed; readonly fee: Fixed } {
  let profit = 0n;
  let fee = 0n;
  for (const hour of position.hours) {
    if (hour.at <= now - 24 * HOUR) continue;
    profit += hour.profit;
    fee += hour.fee;
  }
  return { profit, fee };
}
