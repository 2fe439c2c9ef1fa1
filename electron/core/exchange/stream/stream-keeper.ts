import { describeFault } from '../../../../shared/words/fault-words.ts';
import { FaultError } from '../../../../shared/errors.ts';
import type { Timer, Unsubscribe, World } from '../../world/ports.ts';
import { afterEnd, afterTaking, beginning, hasRival, reconnectDelay, rivalDelay, type Series } from './reconnect.ts';
import type { StreamState, StreamStatus } from '../types.ts';

/** News of refused frames at most this often. */
const REFUSED_NEWS_MS = 1_000;

export type KeptStatus = Omit<StreamStatus, 'keyCreatedAt' | 'missing'>;

/**
 * Keeps a stream's state over its connections: says what it is, and when to try again. The stream calls
 * `begun`, `opened`, `live`, `quiet` and `lost` as things happen; the keeper calls `connect`.
 */
export interface StreamKeeper {
  start(): void;
  stop(): void;
  isRunning(): boolean;
  status(): KeptStatus;
  onStatus(listener: () => void): Unsubscribe;
  /** A step on the way to live. */
  begun(message: string): void;
  /** The socket stands. */
  opened(): void;
  live(): void;
  /** Nothing comes, and in words what does not; null once it does again. */
  quiet(words: string | null): void;
  /** The connection, or the try to make one, is over: the next is planned. */
  lost(why: string): void;
  /** A key of ours, good before, is refused: the next connection is planned, or left to a rival for a while. */
  taken(): void;
  /** A frame could not be read. */
  refused(reason: string): void;
  /** Connects now where it waits to; returns whether it did. */
  hurry(): boolean;
}

export interface KeeperParts {
  readonly world: Pick<World, 'clock' | 'random'>;
  readonly connect: () => void;
  /** Local ms of the last word that came; null for none yet. */
  readonly heardAt: () => number | null;
}

export function createStreamKeeper({ world, connect, heardAt }: KeeperParts): StreamKeeper {
  const { clock, random } = world;
  const listeners = new Set<() => void>();
  let running = false;
  let series: Series = beginning;
  let openedAt: number | null = null;
  let wasLive = false;
  let retry: Timer | null = null;
  let refusedNews: Timer | null = null;
  let status: KeptStatus = {
    state: 'down',
    since: clock.now(),
    retryAt: null,
    message: 'Not started.',
    refused: 0,
    heardAt: null,
  };

  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  function become(state: StreamState, message: string, retryAt: number | null = null): void {
    const since = status.state === state ? status.since : clock.now();
    // While it is not live, what came last stays what is shown: a step on the way back brings nothing newer.
    const heard = state === 'live' ? null : status.state === 'live' ? heardAt() : status.heardAt;
    status = { ...status, state, since, message, retryAt, heardAt: heard };
    tell();
  }
  function connectNow(): void {
    retry?.cancel();
    retry = null;
    become(wasLive ? 'reconnecting' : 'connecting', 'Connecting.');
    connect();
  }

  function plan(delay: number, words: string): void {
    openedAt = null;
    retry?.cancel();
    retry = clock.after(delay, connectNow);
    become('reconnecting', words, Math.round(clock.now() + delay));
  }

  return {
    start() {
      if (running) return;
      running = true;
      series = beginning;
      connectNow();
    },
    stop() {
      if (!running) return;
      running = false;
      retry?.cancel();
      retry = null;
      refusedNews?.cancel();
      refusedNews = null;
      openedAt = null;
      wasLive = false;
      become('down', 'Stopped.');
    },
    isRunning: () => running,
    status: () => status,
    onStatus(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    begun(message) {
      become(wasLive ? 'reconnecting' : 'connecting', message);
    },
    opened() {
      openedAt = clock.monotonic();
    },
    live() {
      wasLive = true;
      become('live', '');
    },
    quiet(words) {
      if (words === null) {
        if (status.state === 'stale') become('live', '');
      } else if (status.state === 'live' || (status.state === 'stale' && status.message !== words))
        become('stale', words);
    },
    lost(why) {
      if (!running) return;
      series = afterEnd(series, openedAt === null ? null : clock.monotonic() - openedAt);
      plan(reconnectDelay(series.failures, random.fraction()), `${why.charAt(0).toUpperCase()}${why.slice(1)}.`);
    },
    taken() {
      if (!running) return;
      series = afterTaking(series);
      if (!hasRival(series)) plan(0, 'The stream key was put out of use: another program may use this API key.');
      else
        plan(
          rivalDelay(series, random.fraction()),
          'Another program uses this API key: it took the stream over again. It is left alone for a while; close one of the two.',
        );
    },
    refused(reason) {
      status = { ...status, refused: status.refused + 1 };
      if (status.state === 'live') status = { ...status, message: `A message could not be read: ${reason}` };
      refusedNews ??= clock.after(REFUSED_NEWS_MS, () => {
        refusedNews = null;
        tell();
      });
    },
    hurry() {
      if (!running || retry === null) return false;
      connectNow();
      return true;
    },
  };
}

/** Said of a stream on which nothing comes at all. */
export const DEAF = 'Nothing comes, not even the answer to a ping.';

/** Why a step failed, as part of a sentence. */
export function whyOf(error: unknown): string {
  if (error instanceof FaultError) {
    const { title, detail } = describeFault(error.fault);
    return `${title}: ${detail}`.replace(/\.$/, '');
  }
  return error instanceof Error ? error.message : String(error);
}
