import { useEffect, useState } from 'react';
import type { OrderRow } from '../../../../../shared/contract/contract.ts';
import { atMostEvery } from '../../../../state/at-most-every.ts';
import { followFeed } from '../../../../state/feeds/feeds.ts';
import { inFrame } from '../../../../state/feeds/in-frame.ts';
import { nearestOrders } from './nearest.ts';

/** Lines follow the orders this often at most. */
const EVERY_MS = 200;

export interface SymbolOrders {
  /** Those nearest to the market. */
  readonly drawn: readonly OrderRow[];
  readonly total: number;
}

/**
 * Open orders of a symbol; draws again only when one of them changed.
 *
 * @param place of the market on the price axis now.
 */
export function useSymbolOrders(symbol: string, place: () => number | null): SymbolOrders {
  const [orders, setOrders] = useState<SymbolOrders>({ drawn: [], total: 0 });
  useEffect(() => {
    const open = new Map<string, OrderRow>();
    let cancel = (): void => undefined;
    const draw = (): void => setOrders({ drawn: nearestOrders(open.values(), place()), total: open.size });
    const follow = atMostEvery(EVERY_MS, () => {
      cancel = inFrame(draw);
    });
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
      if (!changed) return;
      follow.soon();
    });
    return () => {
      stop();
      follow.stop();
      cancel();
      setOrders({ drawn: [], total: 0 });
    };
  }, [symbol, place]);
  return orders;
}
