import type { BookRow } from '../../../shared/contract.ts';
import { topics, type BookMessage, type Level, type PublicMessage } from '../../../shared/v3/topics.ts';
import type { ExchangeClient, PublicStream } from '../exchange/types.ts';
import { createKeyedFeed, type FeedStore, type KeyedFeed } from '../feeds.ts';
import type { Clock, Timer, Unsubscribe } from '../ports.ts';
import { beginning, takeSnapshot, takeUpdate, type Alignment, type Update } from './alignment.ts';
import { createLadder } from './ladder.ts';
import { isSymbolKey } from './symbol-key.ts';

const LEVELS_SHOWN = 50;
const DEPTH = 50;
/** A row at most this often. */
const EVERY_MS = 50;
/** Waits before the snapshots of one attempt; after the last one the book is unaligned. */
const RETRIES_MS = [0, 250, 500, 1_000, 2_000] as const;
/** When an unaligned book tries again. */
const LATER_MS = 30_000;

/**
 * Makes the feed of aggregate books, keyed by "SYMBOL" or "SYMBOL rpi". Where snapshot and updates never
 * meet, ten levels of the stream's own snapshots stand in, and the row says so.
 */
export function createBooks(client: ExchangeClient, stream: PublicStream, clock: Clock): KeyedFeed<BookRow> {
  return createKeyedFeed<BookRow>(
    'id',
    (key) => isSymbolKey(key.endsWith(' rpi') ? key.slice(0, -4) : key),
    (key, store) => followBook(key, store, client, stream, clock),
  );
}

function followBook(
  key: string,
  store: FeedStore<BookRow>,
  client: ExchangeClient,
  stream: PublicStream,
  clock: Clock,
): Unsubscribe {
  const rpi = key.endsWith(' rpi');
  const symbol = rpi ? key.slice(0, -4) : key;
  const bids = createLadder('bids');
  const asks = createLadder('asks');
  let alignment: Alignment = beginning;
  let state: BookRow['state'] = 'loading';
  let message = '';
  let at: number | null = null;
  let attempt = 0;
  let stopped = false;
  let showTimer: Timer | null = null;
  let retryTimer: Timer | null = null;
  let stopFallback: Unsubscribe | null = null;

  const show = (): void => {
    showTimer = null;
    const row = {
      id: key,
      symbol,
      rpi,
      bids: bids.top(LEVELS_SHOWN),
      asks: asks.top(LEVELS_SHOWN),
      at,
      state,
      message,
    };
    store.put(row);
  };
  const showSoon = (): void => {
    showTimer ??= clock.after(EVERY_MS, show);
  };
  const say = (next: BookRow['state'], words: string): void => {
    if (state === next && message === words) return;
    state = next;
    message = words;
    showSoon();
  };
  const apply = (updates: readonly Update[]): void => {
    for (const update of updates) {
      bids.apply(update.bids);
      asks.apply(update.asks);
      at = update.ts;
    }
    if (updates.length > 0) showSoon();
  };
  const reset = (bidLevels: readonly Level[], askLevels: readonly Level[], time: number | null): void => {
    bids.clear();
    asks.clear();
    bids.apply(bidLevels);
    asks.apply(askLevels);
    at = time;
    showSoon();
  };

  /** Begins to look for a snapshot that meets the updates. */
  function seed(): void {
    alignment = beginning;
    attempt = 0;
    retry();
  }

  function retry(): void {
    retryTimer?.cancel();
    const wait = RETRIES_MS[attempt];
    if (wait === undefined) giveUp();
    else retryTimer = clock.after(wait, () => void readSnapshot());
    attempt += 1;
  }

  function giveUp(): void {
    if (stopFallback === null) {
      stopFallback = stream.subscribe(topics.orderbook10(symbol), (frame) => fallback(frame));
      say('unaligned', 'The snapshot and the updates of this book do not meet.');
    }
    retryTimer = clock.after(LATER_MS, seed);
  }

  function fallback(frame: PublicMessage): void {
    if (frame.kind !== 'orderbook' || alignment.state === 'aligned') return;
    const book: BookMessage = frame;
    reset(book.bids, book.asks, book.at);
    say('live', 'Ten levels only: the updates of this book do not meet its snapshot.');
  }

  async function readSnapshot(): Promise<void> {
    let stamp: number | null = null;
    try {
      const book = await client.call(
        'public.orderbook',
        { symbol, maxLevel: DEPTH, ...(rpi ? { rpi } : {}) },
        {
          onTimestamp: (time) => {
            stamp = time;
          },
        },
      );
      if (stopped || alignment.state === 'aligned') return;
      const meets = stamp === null ? null : takeSnapshot(alignment, stamp);
      const levels = (side: readonly { price: Level[0]; quantity: Level[1] }[]): Level[] =>
        side.map(({ price, quantity }): Level => [price, quantity]);
      // An old snapshot is better than none while nothing else is shown.
      if (meets !== null || stopFallback === null) reset(levels(book.bids), levels(book.asks), stamp);
      if (meets === null) return retry();
      stopFallback?.();
      stopFallback = null;
      alignment = meets.next;
      apply(meets.apply);
      say('live', '');
    } catch {
      if (!stopped) retry();
    }
  }

  const stops = [
    stream.subscribe(
      topics.orderbookUpdate(symbol, DEPTH, rpi),
      (frame) => {
        if (frame.kind !== 'orderbookupdate') return;
        const { next, apply: now, broken } = takeUpdate(alignment, frame);
        alignment = next;
        apply(now);
        if (!broken) return;
        say('stale', 'An update of the book is missing; it is being read again.');
        attempt = 0;
        retry();
      },
      (reason) => say('unaligned', reason),
    ),
    stream.onReady(seed),
    stream.onStatus(({ state: link }) => {
      if (link !== 'live') say('stale', 'The public stream is not connected.');
    }),
  ];
  show();
  if (stream.status().state === 'live') seed();

  return () => {
    stopped = true;
    for (const stop of stops) stop();
    stopFallback?.();
    showTimer?.cancel();
    retryTimer?.cancel();
  };
}
