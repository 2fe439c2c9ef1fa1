import type { ConnectionRow, Reads } from '../../shared/contract.ts';
import type { ExchangeClient, ExchangeClock, PrivateStream, PublicStream, StreamStatus } from './exchange/types.ts';
import { createFeed, type FeedSource } from './feeds.ts';
import type { Clock, Timer, Unsubscribe } from './ports.ts';

/** How often the age of the listen key is written anew. */
const KEY_AGE_MS = 60_000;

export interface ConnectionParts {
  readonly client: ExchangeClient;
  readonly exchangeClock: ExchangeClock;
  readonly publicStream: PublicStream;
  /** Null without credentials. */
  readonly privateStream: PrivateStream | null;
  readonly clock: Clock;
}

/** The feed "connection": one row a link, `since` being the instant in which its state began. */
export interface Connection {
  readonly feed: FeedSource<ConnectionRow>;
  /** What the private stream brings is read over REST; null once it is back. */
  read(reads: Reads | null): void;
  stop(): void;
}

/** Makes the feed from the states of client, clock and streams. */
export function createConnection(parts: ConnectionParts): Connection {
  const { client, exchangeClock, publicStream, privateStream, clock } = parts;
  const feed = createFeed<ConnectionRow>('id');
  const now = (): number => Math.round(clock.now());
  const put = (row: Omit<ConnectionRow, 'since'>): void => {
    const known = feed.get(row.id);
    feed.put({ ...row, since: known?.state === row.state ? known.since : now() });
  };
  const plain = { retryAt: null, value: null, detail: null, message: '', refused: 0 } as const;

  const showClock = (): void => {
    const offset = exchangeClock.offset();
    put({
      ...plain,
      id: 'clock',
      state: offset === null ? 'connecting' : exchangeClock.isSure() ? 'live' : 'stale',
      value: offset,
      detail: exchangeClock.uncertainty(),
    });
  };
  let reads: Reads | null = null;
  const showStream = (id: 'private' | 'public', status: StreamStatus): void => {
    const { state, since, retryAt, message, refused, keyCreatedAt, missing } = status;
    const detail = keyCreatedAt === null ? null : Math.max(0, now() - keyCreatedAt);
    feed.put({
      id,
      state,
      since: Math.round(since),
      retryAt: retryAt === null ? null : Math.round(retryAt),
      value: null,
      detail,
      message:
        missing.length === 0 ? message : `The exchange does not stream: ${missing.join(', ')}. ${message}`.trim(),
      refused,
      ...(missing.length === 0 ? {} : { missing: [...missing] }),
      ...(id === 'private' && reads !== null ? { reads } : {}),
    });
  };

  put({ ...plain, id: 'rest', state: 'connecting' });
  showClock();
  showStream('public', publicStream.status());
  if (privateStream === null) put({ ...plain, id: 'private', state: 'down', message: 'No key: market data only.' });
  else showStream('private', privateStream.status());

  const stops: Unsubscribe[] = [
    client.onRoundTrip((ms, reason) => {
      if (ms === null) put({ ...plain, id: 'rest', state: 'down', message: reason });
      else put({ ...plain, id: 'rest', state: 'live', value: ms });
    }),
    exchangeClock.onChange(showClock),
    exchangeClock.onJump(showClock),
    publicStream.onStatus((status) => showStream('public', status)),
  ];
  let timer: Timer | null = null;
  if (privateStream !== null) {
    stops.push(privateStream.onStatus((status) => showStream('private', status)));
    const age = (): void => {
      timer = clock.after(KEY_AGE_MS, () => {
        showStream('private', privateStream.status());
        age();
      });
    };
    age();
  }
  return {
    feed,
    read(newest) {
      if (newest === reads) return;
      reads = newest;
      if (privateStream !== null) showStream('private', privateStream.status());
    },
    stop() {
      timer?.cancel();
      for (const stop of stops) stop();
    },
  };
}
