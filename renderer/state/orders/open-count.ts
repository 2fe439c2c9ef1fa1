import { useEffect, useState } from 'react';
import type { OrderRow } from '../../../shared/contract/contract.ts';
import { atMostEvery } from '../at-most-every.ts';
import { followFeed, type FeedStep } from '../feeds/feeds.ts';

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
        if (open.get(row.id) === (row.open ? row.symbol : undefined)) continue;
        remove(row.id);
        if (row.open) {
          open.set(row.id, row.symbol);
          counts.set(row.symbol, (counts.get(row.symbol) ?? 0) + 1);
        }
      }
    },
    of: (symbol) => (symbol === null ? open.size : (counts.get(symbol) ?? 0)),
  };
}

/** A count that changes all the time is drawn this often. */
const EVERY_MS = 200;

/** How many ordinary orders are open, of a symbol or of all; draws again when the number changes. */
export function useOpenCount(symbol: string | null): number {
  return useCount(symbol, followOrders);
}

/** The same of algo orders: each once, by its root. */
export function useOpenAlgoCount(symbol: string | null): number {
  return useCount(symbol, followRoots);
}

type Take = OpenCount['take'];
const followOrders = (take: Take): (() => void) => followFeed('orders', '', take);
const followRoots = (take: Take): (() => void) =>
  followFeed('algoOrders', '', ({ fresh, put, drop }) => {
    const roots = put.map(({ id, symbol, open, parentId }) => ({ id, symbol, open: open && parentId === null }));
    take({ fresh, put: roots, drop });
  });

function useCount(symbol: string | null, follow: (take: Take) => () => void): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const counted = createOpenCount();
    const draw = atMostEvery(EVERY_MS, () => setCount(counted.of(symbol)));
    const stop = follow((step) => {
      counted.take(step);
      draw.soon();
    });
    return () => {
      stop();
      draw.stop();
    };
  }, [symbol, follow]);
  return count;
}
