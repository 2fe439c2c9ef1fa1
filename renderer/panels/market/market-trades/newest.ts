import type { TradeRow } from '../../../../shared/contract/contract.ts';

/** Ids rise and are integers in text: the longer one is the newer one. */
function newerFirst(a: TradeRow, b: TradeRow): number {
  if (a.id.length !== b.id.length) return b.id.length - a.id.length;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

/** The newest trades, newest first. */
export function newestTrades(rows: Iterable<TradeRow>, most: number): TradeRow[] {
  return [...rows].sort(newerFirst).slice(0, most);
}

/** How many of `now` came after the newest of `held`. */
export function countNewer(held: readonly TradeRow[], now: readonly TradeRow[]): number {
  const [newest] = held;
  if (newest === undefined) return now.length;
  return now.filter((trade) => newerFirst(trade, newest) < 0).length;
}
