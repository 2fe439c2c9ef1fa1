import type { OrderRow } from '../../../shared/contract.ts';
import { isPositive } from '../../../shared/decimal.ts';
import { followFeed } from '../../state/feeds.ts';
import type { FillMark } from './chart-view.ts';
import type { CandleSource } from './use-candles.ts';

/** Where an order's execution is drawn: at the candle of its last report. */
export function fillMark(row: OrderRow, candles: CandleSource['list']): FillMark | null {
  if (!isPositive(row.executed) || row.updatedAt === null) return null;
  const candle = candles.at(row.updatedAt);
  return candle === undefined ? null : { id: row.id, start: candle.start, buy: row.side === 'BUY' };
}

/**
 * Follows the executions of own orders of a symbol, and the candles they fall into.
 *
 * @param tell is handed all marks, in the order of time, at most once a frame.
 */
export function followFills(
  symbol: string,
  source: CandleSource,
  tell: (marks: readonly FillMark[]) => void,
): () => void {
  const filled = new Map<string, OrderRow>();
  let frame = 0;
  function soon(): void {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      const marks = [...filled.values()].flatMap((row) => fillMark(row, source.list) ?? []);
      tell(marks.sort((a, b) => a.start - b.start));
    });
  }
  const stopOrders = followFeed('orders', '', ({ fresh, put, drop }) => {
    if (fresh) filled.clear();
    const before = filled.size;
    for (const id of drop) filled.delete(id);
    const mine = put.filter((row) => row.symbol === symbol && isPositive(row.executed));
    for (const row of mine) filled.set(row.id, row);
    if (fresh || mine.length > 0 || filled.size !== before) soon();
  });
  const stopCandles = source.onChange(({ kind }) => {
    if (kind === 'all') soon();
  });
  return () => {
    stopOrders();
    stopCandles();
    cancelAnimationFrame(frame);
  };
}
