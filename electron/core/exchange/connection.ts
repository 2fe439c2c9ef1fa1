import type { ConnectionRow, Reads } from '../../../shared/contract/contract.ts';
import type { ExchangeClient, ExchangeClock, PrivateStream, PublicStream, StreamStatus } from './types.ts';
import { createFeed, type FeedSource } from '../page/feeds.ts';
import type { Clock, Timer, Unsubscribe } from '../world/ports.ts';

/** So many useless answers in a row are not a matter of one request. */
const USELESS = 3;
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
  /** Why what the private stream brings cannot be known to be new though it is connected; null where it can. */
  doubt(words: string | null): void;
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
  let doubted: string | null = null;
  const showStream = (id: 'private' | 'public', status: StreamStatus): void => {
    const { retryAt, refused, keyCreatedAt, missing, heardAt } = status;
    const inDoubt = id === 'private' && status.state === 'live' && doubted !== null;
    const state = inDoubt ? 'stale' : status.state;
    const message = inDoubt ? (doubted ?? '') : status.message;
    const known = feed.get(id);
    const since = inDoubt ? (known?.state === 'stale' ? known.since : now()) : status.since;
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
      ...(heardAt === null ? {} : { heardAt: Math.round(heardAt) }),
      ...(missing.length === 0 ? {} : { missing: [...missing] }),
      ...(id === 'private' && reads !== null ? { reads } : {}),
    });
  };

  put({ ...plain, id: 'rest', state: 'connecting' });
  showClock();
  showStream('public', publicStream.status());
  if (privateStream === null) put({ ...plain, id: 'private', state: 'down', message: 'No key: market data only.' });
  else showStream('private', privateStream.status());

  let useless = 0;
  const stops: Unsubscribe[] = [
    client.onRoundTrip((ms, reason) => {
      useless = reason === '' ? 0 : useless + 1;
      if (ms === null) put({ ...plain, id: 'rest', state: 'down', message: reason });
      else if (reason === '') put({ ...plain, id: 'rest', state: 'live', value: ms });
      else if (useless >= USELESS) put({ ...plain, id: 'rest', state: 'down', message: sentence(reason), value: ms });
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
    doubt(words) {
      if (words === doubted) return;
      doubted = words;
      if (privateStream !== null) showStream('private', privateStream.status());
    },
    stop() {
      timer?.cancel();
      for (const stop of stops) stop();
    },
  };
}

const sentence = (words: string): string => `The exchange is there, but ${words}.`;
