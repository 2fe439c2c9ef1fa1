import type { OrderRow } from '../../../shared/contract.ts';
import { isPositive } from '../../../shared/decimal.ts';
import { followFeed, type FeedStep } from '../../state/feeds.ts';
import type { CandleList } from './candle-list.ts';
import type { FillMark } from './chart-view.ts';
import type { CandleSource } from './use-candles.ts';

/** Executions of own orders by candle and side: however many there are, a candle has at most two marks. */
export interface FillMarks {
  /** @returns whether the marks are others than before. */
  take(step: Pick<FeedStep<OrderRow>, 'fresh' | 'put' | 'drop'>): boolean;
  /** The candles are others: every execution is placed again. */
  place(): void;
  /** Oldest first. */
  all(): readonly FillMark[];
}

export function createFillMarks(symbol: string, candles: Pick<CandleList, 'at'>): FillMarks {
  const filled = new Map<string, OrderRow>();
  /** Mark by order. */
  const markOf = new Map<string, FillMark>();
  /** Marks with how many orders they stand for. */
  const marks = new Map<string, { readonly mark: FillMark; orders: number }>();

  function remove(id: string): boolean {
    const mark = markOf.get(id);
    if (mark === undefined) return false;
    markOf.delete(id);
    const shown = marks.get(mark.id);
    if (shown === undefined) return false;
    shown.orders -= 1;
    return shown.orders === 0 && marks.delete(mark.id);
  }

  /** An order's execution stands at the candle of its last report. */
  function add(row: OrderRow): boolean {
    const candle = row.updatedAt === null ? undefined : candles.at(row.updatedAt);
    if (candle === undefined) return remove(row.id);
    const buy = row.side === 'BUY';
    const id = `${candle.start} ${row.side}`;
    if (markOf.get(row.id)?.id === id) return false;
    const gone = remove(row.id);
    const mark: FillMark = { id, start: candle.start, buy };
    markOf.set(row.id, mark);
    const shown = marks.get(id);
    if (shown !== undefined) {
      shown.orders += 1;
      return gone;
    }
    marks.set(id, { mark, orders: 1 });
    return true;
  }

  return {
    take({ fresh, put, drop }) {
      let changed = fresh;
      if (fresh) for (const map of [filled, markOf, marks]) map.clear();
      for (const id of drop) {
        filled.delete(id);
        changed = remove(id) || changed;
      }
      for (const row of put) {
        if (row.symbol !== symbol || !isPositive(row.executed)) continue;
        filled.set(row.id, row);
        changed = add(row) || changed;
      }
      return changed;
    },
    place() {
      markOf.clear();
      marks.clear();
      for (const row of filled.values()) add(row);
    },
    all: () => [...marks.values()].map(({ mark }) => mark).sort((a, b) => a.start - b.start),
  };
}

/**
 * Follows the executions of own orders of a symbol, and the candles they fall into.
 *
 * @param tell is handed all marks whenever they change.
 */
export function followFills(
  symbol: string,
  source: CandleSource,
  tell: (marks: readonly FillMark[]) => void,
): () => void {
  const marks = createFillMarks(symbol, source.list);
  const stopOrders = followFeed('orders', '', (step) => {
    if (marks.take(step)) tell(marks.all());
  });
  const stopCandles = source.onChange(({ kind }) => {
    if (kind !== 'all') return;
    marks.place();
    tell(marks.all());
  });
  return () => {
    stopOrders();
    stopCandles();
  };
}
