import type { Account, Position } from '../model.ts';
import { instrumentOf } from '../symbols.ts';
import { pricesOf, type Venue } from '../venue.ts';
import { absolute, times, type Fixed } from './fixed.ts';
import { backing, marginState, notional, unrealised } from './margin.ts';

/** What a position needs not to be liquidated, in USDT at its mark. */
export const maintenanceOf = (venue: Venue, position: Position): Fixed =>
  times(notional(venue, position), instrumentOf(position.symbol).maintenanceRate);

/**
 * Mark price in ticks at which the liquidation of a position begins; 0 when no price that the symbol can have does it.
 * A cross position goes with its account: the other leg, and collateral and loans of the same token, move with the mark.
 */
export function liquidationTicks(venue: Venue, account: Account, position: Position): number {
  if (position.lots === 0) return 0;
  const { maxTicks } = instrumentOf(position.symbol);
  const { mark } = pricesOf(venue, position.symbol);
  if (mark === 0) return 0;
  const { cushion, slope } =
    position.marginMode === 'ISOLATED' ? alone(venue, position) : together(venue, account, position, BigInt(mark));
  // cushion + slope * (P - mark) = 0, solved for P.
  if (slope === 0n) return 0;
  const price = (BigInt(mark) * slope - cushion) / slope;
  return price <= 0n || price > BigInt(maxTicks) ? 0 : Number(price);
}

/** What is left above the maintenance now, and what a tick adds to it. */
interface Line {
  readonly cushion: Fixed;
  readonly slope: Fixed;
}

/** Worth that a tick adds to a position, and what it adds to its maintenance. */
function steps({ symbol, lots }: Position): { readonly profit: Fixed; readonly maintenance: Fixed } {
  const { unit, maintenanceRate } = instrumentOf(symbol);
  const profit = BigInt(lots) * unit;
  return { profit, maintenance: times(absolute(profit), maintenanceRate) };
}

function alone(venue: Venue, position: Position): Line {
  const { profit, maintenance } = steps(position);
  return {
    cushion: position.margin + unrealised(venue, position) - maintenanceOf(venue, position),
    slope: profit - maintenance,
  };
}

function together(venue: Venue, account: Account, { symbol }: Position, mark: bigint): Line {
  const { totalCollateral, maintenance } = marginState(venue, account);
  let slope = 0n;
  for (const leg of account.positions.values()) {
    if (leg.symbol !== symbol || leg.marginMode !== 'CROSS') continue;
    const step = steps(leg);
    slope += step.profit - step.maintenance;
  }
  const held = account.balances.get(instrumentOf(symbol).base);
  if (held !== undefined) slope += backing(venue, held) / mark;
  return { cushion: totalCollateral - maintenance, slope };
}
