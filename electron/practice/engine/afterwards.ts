import { positionOf } from './money/account.ts';
import { end, follow } from './algo/run.ts';
import { showMarks, showPrice } from './algo/triggers.ts';
import type { Venue } from './venue.ts';

/**
 * Looks at what an operation left behind until nothing is left: algo orders follow their orders, watch
 * the prices that were traded, and end with the position that they protect. Operations never do this
 * while they match, so that an order is always finished with the book before another one starts.
 */
export function afterwards(venue: Venue): void {
  const { orders, trades, marks, flat } = venue.pending;
  for (;;) {
    const [order] = orders;
    if (order !== undefined) {
      orders.delete(order);
      follow(venue, order);
      continue;
    }
    const [account] = flat;
    if (account !== undefined) {
      flat.delete(account);
      for (const node of [...account.algos.nodes.values()]) {
        if (node.algoType !== 'POSITIONAL_TP_SL' || node.stage !== 'holding' || node.symbol.startsWith('SPOT'))
          continue;
        const { lots } = positionOf(account, node.symbol, node.positionSide, node.marginMode);
        const working = node.children.some((child) => child.stage === 'working');
        if (!working && (node.side === 'SELL' ? lots <= 0 : lots >= 0))
          end(venue, node, 'CANCELLED', 'The position is closed.');
      }
      continue;
    }
    const [traded] = trades;
    if (traded !== undefined) {
      const [symbol, prices] = traded;
      trades.delete(symbol);
      for (const ticks of prices) showPrice(venue, symbol, 'MARKET_PRICE', ticks);
      continue;
    }
    const [symbol] = marks;
    if (symbol === undefined) return;
    marks.delete(symbol);
    showMarks(venue, symbol);
  }
}
