import type { MarketRow } from '../../../shared/contract/contract.ts';
import { compare, type Decimal } from '../../../shared/decimal.ts';
import type { KeyedFeed } from '../page/feeds.ts';
import type { Clock, Unsubscribe } from '../world/ports.ts';
import type { AlgoBook } from './algo-book.ts';
import type { AlgoNode } from './node.ts';

/**
 * Follows the market of trailing orders that are active: the interface tells when one is, and not how far
 * the price has gone since. A sell looks for the highest price, a buy for the lowest.
 *
 * @param market quotes by symbol; one is listened to while an active trailing order needs it.
 * @returns ends it.
 */
export function followExtremes(
  book: Pick<AlgoBook, 'onChange' | 'extreme'>,
  market: KeyedFeed<MarketRow>,
  clock: Clock,
): Unsubscribe {
  const trails = new Map<string, { readonly node: AlgoNode; readonly since: number; best: Decimal | null }>();
  const listening = new Map<string, Unsubscribe>();

  function look(rows: Iterable<MarketRow>): void {
    for (const row of rows) {
      if (row.state !== 'live') continue;
      for (const [id, trail] of trails) {
        const { reported } = trail.node;
        if (reported.symbol !== row.symbol) continue;
        const price = reported.triggerPriceType === 'MARK_PRICE' ? row.mark : row.last;
        if (price === null) continue;
        const by = trail.best === null ? 1 : compare(price, trail.best);
        if (trail.best !== null && (reported.side === 'SELL' ? by <= 0 : by >= 0)) continue;
        trail.best = price;
        book.extreme(id, { best: price, bestSince: trail.since });
      }
    }
  }

  function listen(symbol: string): void {
    const source = listening.has(symbol) ? null : market.open(symbol);
    if (source === null) return;
    listening.set(
      symbol,
      source.subscribe(({ put }) => look(put)),
    );
    look(source.rows());
  }

  function forget(id: string): void {
    const symbol = trails.get(id)?.node.reported.symbol;
    trails.delete(id);
    if (symbol === undefined || symbol === null) return;
    if ([...trails.values()].some(({ node }) => node.reported.symbol === symbol)) return;
    listening.get(symbol)?.();
    listening.delete(symbol);
  }

  const unfollow = book.onChange((node, open) => {
    const { reported, id } = node;
    const trailing = reported.callbackRate !== null || reported.callbackValue !== null;
    if (!open || !trailing || !node.isActivated || node.isTriggered || reported.symbol === null) {
      if (trails.has(id)) forget(id);
      return;
    }
    const known = trails.get(id);
    trails.set(id, { node, since: known?.since ?? clock.now(), best: known?.best ?? null });
    listen(reported.symbol);
  });
  return () => {
    unfollow();
    for (const stop of listening.values()) stop();
    listening.clear();
    trails.clear();
  };
}
