import type { TradeRow } from '../../../shared/contract.ts';
import { topics } from '../../../shared/v3/topics.ts';
import type { ExchangeClient, PublicStream } from '../exchange/types.ts';
import { createKeyedFeed, type KeyedFeed } from '../feeds.ts';
import { isSymbolKey } from './symbol-key.ts';

/** Trades of a symbol that are kept. */
const KEPT = 100;

/** Makes the feed of market trades: the latest over REST, then each as it comes. */
export function createTrades(client: ExchangeClient, stream: PublicStream): KeyedFeed<TradeRow> {
  return createKeyedFeed<TradeRow>('id', isSymbolKey, (symbol, store) => {
    let last = 0;
    let stopped = false;
    /** What the stream brings before the past is there. */
    let early: Omit<TradeRow, 'id'>[] | null = [];
    const put = (trades: readonly Omit<TradeRow, 'id'>[]): void => {
      store.put(
        ...trades.map((trade) => {
          last += 1;
          return { id: String(last), ...trade };
        }),
      );
      const old: string[] = [];
      for (let gone = last - trades.length - KEPT + 1; gone <= last - KEPT; gone += 1)
        if (gone > 0) old.push(String(gone));
      store.drop(...old);
    };
    const stop = stream.subscribe(topics.trade(symbol), (message) => {
      if (message.kind !== 'trade') return;
      const { price, quantity, side, rpi, at } = message;
      const trade = { symbol, price, quantity, side, rpi, at };
      if (early === null) put([trade]);
      else early.push(trade);
    });
    const begin = (past: readonly Omit<TradeRow, 'id'>[]): void => {
      if (stopped || early === null) return;
      const since = early[0]?.at ?? Number.POSITIVE_INFINITY;
      const together = [...past.filter(({ at }) => at < since), ...early];
      early = null;
      put(together.slice(-KEPT));
    };
    client.call('public.marketTrades', { symbol, limit: KEPT }).then(
      ({ rows }) =>
        begin(
          oldestFirst(rows).map((row) => ({
            symbol,
            price: row.executedPrice,
            quantity: row.executedQuantity,
            side: row.side,
            rpi: row.rpi,
            at: row.executedTimestamp,
          })),
        ),
      () => begin([]),
    );
    return () => {
      stopped = true;
      stop();
    };
  });
}

/** REST does not say in which order it lists trades; within a millisecond its own order is all there is. */
function oldestFirst<Row extends { readonly executedTimestamp: number }>(rows: readonly Row[]): readonly Row[] {
  const falling = (rows[0]?.executedTimestamp ?? 0) > (rows.at(-1)?.executedTimestamp ?? 0);
  return (falling ? [...rows].reverse() : [...rows]).sort((a, b) => a.executedTimestamp - b.executedTimestamp);
}
