import {
  candleIntervalSchema,
  type Candle,
  type CandleInterval,
  type LiveCandleRow,
} from '../../../shared/contract.ts';
import { ZERO } from '../../../shared/decimal.ts';
import { topics } from '../../../shared/v3/topics.ts';
import type { ExchangeClient, PublicStream } from '../exchange/types.ts';
import { createKeyedFeed, type KeyedFeed } from '../feeds.ts';
import { isSymbolKey } from './symbol-key.ts';

/** "SYMBOL interval" in its two parts; null for anything else. */
function readKey(key: string): { readonly symbol: string; readonly interval: CandleInterval } | null {
  const [symbol = '', word, ...more] = key.split(' ');
  const interval = candleIntervalSchema.safeParse(word);
  return interval.success && more.length === 0 && isSymbolKey(symbol) ? { symbol, interval: interval.data } : null;
}

/** Makes the feed of the candle that is being drawn; the one before it stays, for its last change. */
export function createLiveCandles(stream: PublicStream): KeyedFeed<LiveCandleRow> {
  return createKeyedFeed<LiveCandleRow>(
    'id',
    (key) => readKey(key) !== null,
    (key, store) => {
      const parts = readKey(key);
      if (parts === null) return () => undefined;
      return stream.subscribe(topics.kline(parts.symbol, parts.interval), (message) => {
        if (message.kind !== 'kline') return;
        const { startAt: start, open, high, low, close, volume } = message;
        store.put({ id: String(start), start, open, high, low, close, volume: volume ?? ZERO });
        const old = [...store.rows()].filter((row) => row.start < start).map(({ id }) => id);
        store.drop(...old.slice(0, -1));
      });
    },
  );
}

/** What `market.candles` asks for. `before` is exclusive, null for the newest. */
interface CandleRange {
  readonly symbol: string;
  readonly interval: CandleInterval;
  readonly before: number | null;
  readonly limit: number;
}

/** Reads past candles, oldest first. Rejects with FaultError. */
export async function readCandles(
  client: ExchangeClient,
  { symbol, interval, before, limit }: CandleRange,
): Promise<{ candles: Candle[] }> {
  const { rows } = await client.call('public.klineHistory', {
    symbol,
    type: interval,
    ...(before === null ? {} : { before }),
    limit,
  });
  const candles = rows.map(({ startTimestamp, open, high, low, close, volume }) => ({
    start: startTimestamp,
    open,
    high,
    low,
    close,
    volume: volume ?? ZERO,
  }));
  return { candles: candles.sort((a, b) => a.start - b.start) };
}
