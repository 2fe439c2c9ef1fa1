import type { BookRow } from '../../../shared/contract/contract.ts';
import { topics, type BookMessage, type Level, type PublicMessage } from '../../../shared/v3/topics.ts';
import type { ExchangeClient, PublicStream } from '../exchange/types.ts';
import { createKeyedFeed, type FeedStore, type KeyedFeed } from '../page/feeds.ts';
import type { Clock, Timer, Unsubscribe } from '../world/ports.ts';
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
/** A book without an update for so long is compared with a new snapshot: some symbols have none (protocol.md, 4.5). */
const QUIET_MS = 10_000;
/** What a snapshot already has is pushed within this. */
const PUSHED_MS = 1_000;
const LOST = 'An update of the book is missing; it is being read again.';
const APART = 'the updates of this book do not meet its snapshot.';
const NONE_COME = 'the exchange streams no updates of this book.';

/**
 * Makes the feed of aggregate books, keyed by "SYMBOL" or "SYMBOL rpi". Where snapshot and updates never
 * meet, or no updates come, ten levels of the stream's own snapshots stand in, and the row says so.
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
  /** Rises when the connection is lost and at the end; a snapshot that was asked for before says nothing. */
  let turn = 0;
  /** Whether this connection brings no updates: they were refused, or none came. The first that comes ends it. */
  let isSilent = false;
  /** Whether the book was read again since its last update, for one that never came. */
  let wasLost = false;
  /** Why ten levels stand in. */
  let lacking = APART;
  let showTimer: Timer | null = null;
  let retryTimer: Timer | null = null;
  let quietTimer: Timer | null = null;
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
    if (isSilent) giveUp(NONE_COME);
    else retry();
  }

  function retry(): void {
    retryTimer?.cancel();
    const wait = RETRIES_MS[attempt];
    if (wait === undefined) giveUp(APART);
    else retryTimer = clock.after(wait, () => void readSnapshot());
    attempt += 1;
  }

  function giveUp(why: string): void {
    lacking = why;
    retryTimer?.cancel();
    if (stopFallback === null) {
      say('unaligned', `${why.charAt(0).toUpperCase()}${why.slice(1)}`);
      stopFallback = stream.subscribe(topics.orderbook10(symbol), (frame) => fallback(frame));
    }
    retryTimer = isSilent ? null : clock.after(LATER_MS, seed);
  }

  /** Finds out whether an aligned book stands still because the market does, or because no updates come. */
  function watchQuiet(): void {
    const mine = turn;
    const before = at ?? 0;
    const isStill = (): boolean => mine === turn && alignment.state === 'aligned' && at === before;
    const again = (): void => {
      if (mine === turn) watchQuiet();
    };
    const wait = (ms: number, then: () => void): void => {
      quietTimer?.cancel();
      quietTimer = clock.after(ms, () => (isStill() ? then() : again()));
    };
    wait(QUIET_MS, () => {
      readStamp().then((stamp) => {
        if (stamp <= before || !isStill()) return again();
        wait(PUSHED_MS, () => {
          // One update may get lost, with none after it to show the gap. Twice in a row, none come.
          isSilent = wasLost;
          wasLost = true;
          if (!isSilent) say('stale', LOST);
          seed();
        });
      }, again);
    });
  }

  /** When the book last changed at the exchange. Rejects with FaultError. */
  async function readStamp(): Promise<number> {
    let stamp = 0;
    const onTimestamp = (time: number): void => {
      stamp = time;
    };
    await client.call('public.orderbook', { symbol, maxLevel: 1, ...(rpi ? { rpi } : {}) }, { onTimestamp });
    return stamp;
  }

  function fallback(frame: PublicMessage): void {
    if (frame.kind !== 'orderbook' || alignment.state === 'aligned') return;
    const book: BookMessage = frame;
    reset(book.bids, book.asks, book.at);
    say('live', `Ten levels only: ${lacking}`);
  }

  async function readSnapshot(): Promise<void> {
    let stamp: number | null = null;
    const mine = turn;
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
      if (mine !== turn || alignment.state === 'aligned') return;
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
      if (stream.status().state === 'live') say('live', '');
      watchQuiet();
    } catch {
      if (mine === turn) retry();
    }
  }

  const stops = [
    stream.subscribe(
      topics.orderbookUpdate(symbol, DEPTH, rpi),
      (frame) => {
        if (frame.kind !== 'orderbookupdate') return;
        wasLost = false;
        if (isSilent) {
          isSilent = false;
          seed();
        }
        const { next, apply: now, broken } = takeUpdate(alignment, frame);
        alignment = next;
        apply(now);
        if (!broken) return;
        say('stale', LOST);
        attempt = 0;
        retry();
      },
      () => {
        isSilent = true;
        leave();
        if (stream.status().state === 'live') seed();
      },
    ),
    stream.onReady(seed),
    stream.onStatus(({ state: link }) => {
      if (link === 'live') {
        // It was only silent: what comes now is in line with what came.
        if (alignment.state === 'aligned') say('live', '');
        return;
      }
      say('stale', `The public stream is ${link === 'stale' ? 'silent' : 'not connected'}.`);
      if (link === 'stale') return;
      isSilent = false;
      leave();
    }),
  ];
  show();
  if (stream.status().state === 'live') seed();

  /** What was begun on this connection ends; nothing of it may say later that the book is live. */
  function leave(): void {
    turn += 1;
    alignment = beginning;
    retryTimer?.cancel();
    quietTimer?.cancel();
  }

  return () => {
    leave();
    for (const stop of stops) stop();
    stopFallback?.();
    showTimer?.cancel();
  };
}
