import type { z } from 'zod';
import type { TradeRow } from '../../../shared/contract/contract.ts';
import type { marketTradeRecord } from '../../../shared/v3/records/market.ts';
import { compare } from '../../../shared/decimal.ts';
import { topics } from '../../../shared/v3/topics.ts';
import type { ExchangeClient, PublicStream } from '../exchange/types.ts';
import type { Clock, Timer } from '../world/ports.ts';
import { createKeyedFeed, type KeyedFeed } from '../page/feeds.ts';
import { awaitQuiet } from './await-quiet.ts';
import { isSymbolKey } from './symbol-key.ts';

/** Trades of a symbol that are kept. */
const KEPT = 100;
/** How often the past is asked for before the tape goes on without it, and when again. */
const TRIES = 3;
const AGAIN_MS = 1_000;

type Trade = Omit<TradeRow, 'id'>;
type MarketTrade = z.output<typeof marketTradeRecord>;

/**
 * Makes the feed of market trades: the latest over REST, then each as it comes, and after a lost connection those of the
 * gap. The stream may lose the last one before a silence.
 *
 * @param quietMs without a trade of the stream after which the latest are read; and again as long as it stays so.
 */
export function createTrades(
  client: ExchangeClient,
  stream: PublicStream,
  clock: Clock,
  quietMs: number,
): KeyedFeed<TradeRow> {
  return createKeyedFeed<TradeRow>('id', isSymbolKey, (symbol, store) => {
    let last = 0;
    /** Exchange ms of the newest trade that is shown. */
    let newest = Number.NEGATIVE_INFINITY;
    /** What the stream brings before the past is there. */
    let early: Trade[] | null = [];
    /** Rises when the past is asked for anew; what was asked for before says nothing then. */
    let turn = 0;
    let timer: Timer | null = null;
    const quiet = awaitQuiet(clock, quietMs, () => {
      if (early === null) readPast();
    });
    const put = (trades: readonly Trade[]): void => {
      store.put(
        ...trades.map((trade) => {
          last += 1;
          newest = Math.max(newest, trade.at);
          return { ...trade, id: String(last) };
        }),
      );
      const old: string[] = [];
      for (let gone = last - trades.length - KEPT + 1; gone <= last - KEPT; gone += 1)
        if (gone > 0) old.push(String(gone));
      store.drop(...old);
    };
    const begin = (past: readonly Trade[]): void => {
      if (early === null) return;
      const came = early;
      early = null;
      const until = came[0]?.at ?? Number.POSITIVE_INFINITY;
      const read = past.filter(({ at }) => at < until);
      const shown = [...store.rows()];
      // A read that lags behind the stream says nothing new.
      const first = (read.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < newest ? null : (read[0]?.at ?? null);
      const all = first === null ? [...shown, ...came] : [...shown.filter(({ at }) => at < first), ...read, ...came];
      // The stream may have lost one between others, too.
      const isPrefix = shown.every((trade, index) => isSame(trade, all[index]));
      if (!isPrefix) store.drop(...shown.map(({ id }) => id));
      put((isPrefix ? all.slice(shown.length) : all).slice(-KEPT));
      quiet.heard();
    };
    const read = (mine: number, tries: number): void => {
      client.call('public.marketTrades', { symbol, limit: KEPT }).then(
        ({ rows }) => {
          if (mine === turn) begin(oldestFirst(rows).map((row) => tradeRow(symbol, row)));
        },
        () => {
          if (mine !== turn) return;
          // What comes is not held back for long.
          if (tries === 1) begin([]);
          else timer = clock.after(AGAIN_MS, () => read(mine, tries - 1));
        },
      );
    };
    const leave = (): void => {
      turn += 1;
      timer?.cancel();
      early ??= [];
    };
    const readPast = (): void => {
      leave();
      read(turn, TRIES);
    };
    const stops = [
      stream.subscribe(topics.trade(symbol), (message) => {
        if (message.kind !== 'trade') return;
        quiet.heard();
        const { price, quantity, side, rpi, at } = message;
        const trade = { symbol, price, quantity, side, rpi, at };
        if (early === null) put([trade]);
        else early.push(trade);
      }),
      stream.onStatus(({ state }) => {
        if (state !== 'live' && state !== 'stale') leave();
      }),
      stream.onReady(readPast),
    ];
    readPast();
    return () => {
      leave();
      quiet.stop();
      for (const stop of stops) stop();
    };
  });
}

const tradeRow = (symbol: string, row: MarketTrade): Trade => ({
  symbol,
  price: row.executedPrice,
  quantity: row.executedQuantity,
  side: row.side,
  rpi: row.rpi,
  at: row.executedTimestamp,
});

const isSame = (a: Trade, b: Trade | undefined): boolean =>
  a.at === b?.at && a.side === b.side && compare(a.price, b.price) === 0 && compare(a.quantity, b.quantity) === 0;

/**
 * The interface gives no order of the list. Where times do not show it, the newest is first, as in all of its lists.
 * Within a millisecond the list's own order is all there is.
 */
function oldestFirst<Row extends { readonly executedTimestamp: number }>(rows: readonly Row[]): readonly Row[] {
  const rising = (rows[0]?.executedTimestamp ?? 0) < (rows.at(-1)?.executedTimestamp ?? 0);
  return (rising ? [...rows] : rows.toReversed()).sort((a, b) => a.executedTimestamp - b.executedTimestamp);
}
