import { useEffect, useState } from 'react';
import type { OrderRow } from '../../shared/contract.ts';
import { followFeed, useFeed, type FeedStep } from './feeds.ts';

/** Open orders counted as they change, without looking at all of them again. */
export interface OpenCount {
  take(step: FeedStep<Pick<OrderRow, 'id' | 'open' | 'symbol'>>): void;
  /** Of a symbol, or of all for null. */
  of(symbol: string | null): number;
}

export function createOpenCount(): OpenCount {
  /** Symbol by row. */
  const open = new Map<string, string>();
  const counts = new Map<string, number>();
  function remove(id: string): void {
    const symbol = open.get(id);
    if (symbol === undefined) return;
    open.delete(id);
    counts.set(symbol, (counts.get(symbol) ?? 0) - 1);
  }
  return {
    take({ fresh, put, drop }) {
      if (fresh) {
        open.clear();
        counts.clear();
      }
      for (const id of drop) remove(id);
      for (const row of put) {
        if (!row.open) remove(row.id);
        else if (!open.has(row.id)) {
          open.set(row.id, row.symbol);
          counts.set(row.symbol, (counts.get(row.symbol) ?? 0) + 1);
        }
      }
    },
    of: (symbol) => (symbol === null ? open.size : (counts.get(symbol) ?? 0)),
  };
}

/** How many ordinary orders are open, of a symbol or of all; draws again when the number changes. */
export function useOpenCount(symbol: string | null): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const counted = createOpenCount();
    return followFeed('orders', '', (step) => {
      counted.take(step);
      setCount(counted.of(symbol));
    });
  }, [symbol]);
  return count;
}

/** The same of algo orders: each once, by its root. */
export function useOpenAlgoCount(symbol: string | null): number {
  return useFeed('algoOrders', '', ({ rows }) => {
    let count = 0;
    for (const row of rows.values())
      if (row.open && row.parentId === null && (symbol === null || row.symbol === symbol)) count += 1;
    return count;
  });
}
