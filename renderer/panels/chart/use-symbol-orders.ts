import { useEffect, useState } from 'react';
import type { OrderRow } from '../../../shared/contract.ts';
import { followFeed } from '../../state/feeds.ts';

/** Open orders of a symbol; draws again at most once a frame, and only when one of them changed. */
export function useSymbolOrders(symbol: string): readonly OrderRow[] {
  const [orders, setOrders] = useState<readonly OrderRow[]>([]);
  useEffect(() => {
    const open = new Map<string, OrderRow>();
    let frame = 0;
    const stop = followFeed('orders', '', ({ fresh, put, drop }) => {
      let changed = fresh;
      if (fresh) open.clear();
      for (const id of drop) changed = open.delete(id) || changed;
      for (const row of put) {
        if (row.symbol !== symbol) continue;
        if (row.open) open.set(row.id, row);
        else if (!open.delete(row.id)) continue;
        changed = true;
      }
      if (!changed || frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        setOrders([...open.values()]);
      });
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
      setOrders([]);
    };
  }, [symbol]);
  return orders;
}
