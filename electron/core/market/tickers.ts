import { MOST_TICKERS, PERPETUALS, type TickerRow } from '../../../shared/contract/tickers.ts';
import { topics } from '../../../shared/v3/topics.ts';
import type { ExchangeClient, PublicStream } from '../exchange/types.ts';
import { createKeyedFeed, type FeedStore, type KeyedFeed } from '../page/feeds.ts';
import type { Clock, Unsubscribe } from '../world/ports.ts';
import { createRefresh } from '../exchange/refresh.ts';
import { isSymbolKey } from './symbol-key.ts';

/** All perpetuals are one read, of which ten a second are allowed (protocol.md, 3.1). */
const EVERY_MS = 2_000;
/** Figures that were not read again for so long are stale. */
const FRESH_MS = 8_000;

/**
 * Makes the contract's feed "tickers", for a list of symbols: perpetuals are read all together, as the
 * exchange has a ticker of them over REST; spot symbols are streamed one by one, as it has none of them
 * (protocol.md, 3.1 and 4.5). Nothing is asked while nobody looks.
 */
export function createTickers(client: ExchangeClient, stream: PublicStream, clock: Clock): KeyedFeed<TickerRow> {
  return createKeyedFeed<TickerRow>('symbol', isTickersKey, (key, store) =>
    key === PERPETUALS ? readPerpetuals(client, clock, store) : streamSpot(stream, clock, key.split(' '), store),
  );
}

function isTickersKey(key: string): boolean {
  if (key === PERPETUALS) return true;
  const symbols = key.split(' ');
  return symbols.length <= MOST_TICKERS && symbols.every((symbol) => symbol.startsWith('SPOT_') && isSymbolKey(symbol));
}

function readPerpetuals(client: ExchangeClient, clock: Clock, store: FeedStore<TickerRow>): Unsubscribe {
  let readAt = Math.round(clock.now());
  const age = (): void => markStale(store, readAt);
  let timer = clock.after(FRESH_MS, age);
  let stopped = false;
  const refresh = createRefresh(
    clock,
    async () => {
      const { rows } = await client.call('public.futures', {});
      if (stopped) return;
      readAt = Math.round(clock.now());
      timer.cancel();
      timer = clock.after(FRESH_MS, age);
      store.replace(
        rows.map((row) => ({
          symbol: row.symbol,
          last: row.close24h,
          open24h: row.open24h,
          amount24h: row.amount24h,
          fundingRate: row.estFundingRate,
          nextFundingTime: row.nextFundingTime,
          staleSince: null,
        })),
      );
    },
    { everyMs: EVERY_MS },
  );
  void refresh.now().catch(() => undefined);
  return () => {
    stopped = true;
    timer.cancel();
    refresh.stop();
  };
}

function streamSpot(
  stream: PublicStream,
  clock: Clock,
  symbols: readonly string[],
  store: FeedStore<TickerRow>,
): Unsubscribe {
  const follow = (symbol: string): Unsubscribe =>
    stream.subscribe(topics.ticker(symbol), (message) => {
      if (message.kind !== 'ticker') return;
      store.put({
        symbol,
        last: message.close,
        open24h: message.open,
        amount24h: message.amount,
        fundingRate: null,
        nextFundingTime: null,
        staleSince: null,
      });
    });
  const stops = symbols.map(follow);
  stops.push(
    stream.onStatus(({ state, heardAt }) => {
      if (state !== 'live') markStale(store, Math.round(heardAt ?? clock.now()));
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Marks all rows that are not marked yet. */
function markStale(store: FeedStore<TickerRow>, since: number): void {
  store.put(...[...store.rows()].flatMap((row) => (row.staleSince === null ? [{ ...row, staleSince: since }] : [])));
}
