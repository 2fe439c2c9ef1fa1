import type { OrderRow } from '../../shared/contract.ts';

/** How many ordinary orders are open, of one symbol and of all. */
export function openOrderCounts(
  orders: Iterable<Pick<OrderRow, 'open' | 'symbol'>>,
  symbol: string,
): { readonly symbol: number; readonly everything: number } {
  const counts = { symbol: 0, everything: 0 };
  for (const order of orders) {
    if (!order.open) continue;
    counts.everything += 1;
    if (order.symbol === symbol) counts.symbol += 1;
  }
  return counts;
}

export const ordersWords = (count: number): string => (count === 1 ? '1 order' : `${count} orders`);
