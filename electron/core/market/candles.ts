import { candleIntervalSchema, type Candle, type LiveCandleRow } from '../../../shared/contract/contract.ts';
import { compare, decimal, ZERO, type Decimal } from '../../../shared/decimal.ts';
import { restInterval, type CandleInterval } from '../../../shared/v3/candle-intervals.ts';
import { topics } from '../../../shared/v3/topics.ts';
import type { ExchangeClient, PublicStream } from '../exchange/types.ts';
import { createKeyedFeed, type FeedStore, type KeyedFeed } from '../page/feeds.ts';
import type { Clock } from '../world/ports.ts';
import { createRefresh } from '../exchange/refresh.ts';
import { awaitQuiet } from './await-quiet.ts';
import { isSymbolKey } from './symbol-key.ts';

/** Most candles of one answer (protocol.md, 3.1). */
const PAGE = 1_000;
/** Pages that a gap is read with. */
const MOST_PAGES = 5;
/** Candles a page of a look at a market that stands still. */
const FEW = 10;
/** Candles of a feed that are kept: all of the longest gap, or what was read would not arrive. */
const KEPT = MOST_PAGES * PAGE;

interface Series {
  readonly symbol: string;
  readonly interval: CandleInterval;
}

/** "SYMBOL interval" in its two parts; null for anything else. */
function readKey(key: string): Series | null {
  const [symbol = '', word, ...more] = key.split(' ');
  const interval = candleIntervalSchema.safeParse(word);
  return interval.success && more.length === 0 && isSymbolKey(symbol) ? { symbol, interval: interval.data } : null;
}

/**
 * Makes the feed of live candles: as the stream tells, and after a lost connection those of the gap, read over REST
 * until that succeeds. The stream may lose a message: the next one mends that, and where none comes the newest are read.
 *
 * @param quietMs without a word of the stream after which they are read; and again as long as it stays so.
 */
export function createLiveCandles(
  client: ExchangeClient,
  stream: PublicStream,
  clock: Clock,
  quietMs: number,
): KeyedFeed<LiveCandleRow> {
  return createKeyedFeed<LiveCandleRow>(
    'id',
    (key) => readKey(key) !== null,
    (key, store) => {
      const series = readKey(key);
      return series === null ? () => undefined : follow(series, store, client, stream, clock, quietMs);
    },
  );
}

function follow(
  series: Series,
  store: FeedStore<LiveCandleRow>,
  client: ExchangeClient,
  stream: PublicStream,
  clock: Clock,
  quietMs: number,
): () => void {
  let stopped = false;
  let wasLive = stream.status().state === 'live';
  /** What was missed since the connection was lost: from the last candle that was seen, null for none. */
  let gap: { readonly from: number | null; readonly page: number } | null = null;
  const refresh = createRefresh(clock, async () => {
    const reading = gap;
    if (reading === null) return;
    const missed = await readSince(client, series, reading.from, reading.page);
    if (stopped) return;
    // What the stream brought meanwhile may be newer: within a candle volume only grows.
    const news = missed.filter(({ start, volume }) => compare(volume, volumeOf(store, start)) > 0);
    keep(store, news);
    if (gap === reading) gap = null;
    quiet.heard();
  });
  const quiet = awaitQuiet(clock, quietMs, () => {
    if (gap !== null) return; // it is read once the connection is back
    gap = { from: lastStart(store), page: FEW };
    void refresh.now().catch(() => undefined); // it tries again by itself
  });
  quiet.heard();
  const stops = [
    stream.subscribe(topics.kline(series.symbol, series.interval), (message) => {
      if (message.kind !== 'kline') return;
      quiet.heard();
      const { startAt: start, open, high, low, close, volume } = message;
      keep(store, [{ start, open, high, low, close, volume: volume ?? ZERO }]);
    }),
    stream.onStatus(({ state }) => {
      if (state === 'live') wasLive = true;
      // A silent stream is not a lost one: what it says next is in line with what it said.
      else if (wasLive && state !== 'stale') gap = { from: gap === null ? lastStart(store) : gap.from, page: PAGE };
    }),
    stream.onReady(() => {
      if (gap === null) return;
      void refresh.now().catch(() => undefined); // it tries again by itself
      // One that was under way may have read before this connection was lost.
      refresh.soon();
    }),
  ];
  return () => {
    stopped = true;
    refresh.stop();
    quiet.stop();
    for (const stop of stops) stop();
  };
}

/** Below any volume for a candle that is not there. */
const volumeOf = (store: FeedStore<LiveCandleRow>, start: number): Decimal =>
  store.get(String(start))?.volume ?? decimal('-1');

function lastStart(store: FeedStore<LiveCandleRow>): number | null {
  let last: number | null = null;
  for (const { start } of store.rows()) last = Math.max(last ?? start, start);
  return last;
}

function keep(store: FeedStore<LiveCandleRow>, candles: readonly Candle[]): void {
  store.put(...candles.map((candle) => ({ id: String(candle.start), ...candle })));
  if (store.size <= KEPT) return;
  const byStart = [...store.rows()].sort((a, b) => a.start - b.start);
  store.drop(...byStart.slice(0, -KEPT).map(({ id }) => id));
}

/** Candles from a start on, that one included, as far as the pages reach; one page where it is null. Rejects with FaultError. */
async function readSince(
  client: ExchangeClient,
  series: Series,
  from: number | null,
  limit: number,
): Promise<readonly Candle[]> {
  const found: Candle[] = [];
  let before: number | null = null;
  for (let page = 0; page < (from === null ? 1 : MOST_PAGES); page += 1) {
    const { candles } = await readCandles(client, { ...series, before, limit });
    found.unshift(...candles);
    const oldest = candles[0];
    if (oldest === undefined || oldest.start <= (from ?? oldest.start) || candles.length < limit) break;
    before = oldest.start;
  }
  return from === null ? found : found.filter(({ start }) => start >= from);
}

/** What `market.candles` asks for. `before` is exclusive, null for the newest. */
interface CandleRange extends Series {
  readonly before: number | null;
  readonly limit: number;
}

/**
 * Reads past candles, oldest first, each start once. Rejects with FaultError. `before` is an exclusive
 * cursor on a candle's start (protocol.md, 3.1).
 */
export async function readCandles(
  client: ExchangeClient,
  { symbol, interval, before, limit }: CandleRange,
): Promise<{ candles: Candle[] }> {
  const { rows } = await client.call('public.klineHistory', {
    symbol,
    type: restInterval(interval),
    ...(before === null ? {} : { before }),
    limit,
  });
  const byStart = new Map<number, Candle>();
  for (const { startTimestamp: start, open, high, low, close, volume } of rows)
    byStart.set(start, { start, open, high, low, close, volume: volume ?? ZERO });
  return { candles: [...byStart.values()].sort((a, b) => a.start - b.start) };
}
