import { parseLossless, type JsonValue } from '../../../shared/json.ts';
import { readCommandAnswer, type CommandAnswer } from '../../../shared/v3/topics.ts';
import type { Socket, Timer, Unsubscribe, World } from '../ports.ts';
import { reconnectDelay } from './reconnect.ts';
import type { StreamStatus } from './types.ts';

/**
 * One connection to a stream that comes back by itself: connect, subscribe, prepare, live; a ping every
 * 15 s, and a socket whose pong is 10 s late is dropped. Both streams are this with other topics
 * (protocol.md, 4.2 and 4.3).
 */

const PING_MS = 15_000;
const PONG_MS = 10_000;
const ANSWER_MS = 10_000;
/** More than these in one request are refused whole, as seen on the wire; 20 are documented. */
const TOPICS_PER_REQUEST = 10;
const TOPICS_PER_CONNECTION = 100;
/** A stream that lives shorter than this and is cut again and again has a rival. */
const SHORT_LIFE_MS = 10_000;
const RIVAL_AFTER = 3;
const RIVAL_WAIT_MS = 30_000;

export interface LinkParts {
  readonly world: Pick<World, 'clock' | 'random' | 'sockets'>;
  /** Where to connect; asked anew for each connection (a listen key serves one). */
  readonly address: () => Promise<string>;
  /** What to subscribe to on a new connection. */
  readonly topics: () => readonly string[];
  /** After the subscriptions stand and before the stream is called live. */
  readonly prepare: () => Promise<void>;
  /** A message of a topic. Returns why it could not be read, or null. */
  readonly onMessage: (frame: JsonValue) => string | null;
  /** The exchange left a topic out of its acknowledgement. */
  readonly onTopicRefused: (topic: string, reason: string) => void;
  /** Words for a stream that is cut each time soon after it was live. */
  readonly rivalWords: string;
}

export interface StreamLink {
  start(): void;
  stop(): void;
  /** Tries at once where it waits to; a standing connection is asked for a sign of life at once. */
  nudge(): void;
  /** Gives up the connection for a new one at once. */
  renew(): void;
  subscribe(topics: readonly string[]): void;
  unsubscribe(topics: readonly string[]): void;
  status(): Omit<StreamStatus, 'keyCreatedAt'>;
  onStatus(listener: () => void): Unsubscribe;
}

export function createStreamLink(parts: LinkParts): StreamLink {
  const { world, address, topics, prepare, onMessage, onTopicRefused, rivalWords } = parts;
  const { clock } = world;
  const listeners = new Set<() => void>();
  const answers = new Map<string, (answer: CommandAnswer) => void>();
  let status: Omit<StreamStatus, 'keyCreatedAt'> = {
    state: 'down',
    since: clock.now(),
    retryAt: null,
    message: '',
    refused: 0,
  };
  let running = false;
  /** Rises with each connection and each end of one; what belongs to an older one is ignored. */
  let generation = 0;
  let socket: Socket | null = null;
  let failures = 0;
  let shortLives = 0;
  let liveAt: number | null = null;
  let nextId = 1;
  let subscribed = 0;
  let retry: Timer | null = null;
  let beat: Timer | null = null;
  let pongBy: Timer | null = null;

  const become = (state: StreamStatus['state'], message: string, retryAt: number | null = null): void => {
    const since = status.state === state ? status.since : clock.now();
    status = { ...status, state, since, retryAt, message };
    for (const listener of listeners) listener();
  };

  const connect = async (): Promise<void> => {
    generation += 1;
    const mine = generation;
    retry = null;
    become(failures === 0 && liveAt === null ? 'connecting' : 'reconnecting', 'Connecting.');
    let url: string;
    try {
      url = await address();
    } catch (error) {
      if (mine === generation) end(wordsOf(error));
      return;
    }
    if (mine !== generation || !running) return;
    socket = world.sockets.open(url, {
      onOpen: () => {
        if (mine === generation) void prepareLive(mine);
      },
      onText: (text) => {
        if (mine === generation) take(text);
      },
      onClose: ({ reason, refusedStatus }) => {
        if (mine !== generation) return;
        end(
          refusedStatus === null
            ? reason || 'The connection was lost.'
            : `The exchange refused it (HTTP ${refusedStatus}).`,
        );
      },
    });
  };

  const prepareLive = async (mine: number): Promise<void> => {
    ping();
    try {
      subscribed = 0;
      await request('SUBSCRIBE', topics());
      if (mine !== generation) return;
      await prepare();
      if (mine !== generation) return;
      failures = 0;
      liveAt = clock.monotonic();
      become('live', '');
    } catch (error) {
      if (mine === generation) end(wordsOf(error));
    }
  };

  /** Ends this connection and plans the next. */
  const end = (why: string): void => {
    generation += 1;
    socket?.terminate();
    socket = null;
    beat?.cancel();
    pongBy?.cancel();
    answers.clear();
    if (!running) return;
    if (liveAt !== null) shortLives = clock.monotonic() - liveAt < SHORT_LIFE_MS ? shortLives + 1 : 0;
    liveAt = null;
    const rival = shortLives >= RIVAL_AFTER;
    const delay = rival ? RIVAL_WAIT_MS : reconnectDelay(failures, world.random.fraction());
    failures += 1;
    become('reconnecting', rival ? rivalWords : why, clock.now() + delay);
    retry?.cancel();
    retry = clock.after(delay, () => void connect());
  };

  /** Sends a command for topics in portions; resolves when each was answered, rejects when one was not. */
  const request = async (cmd: 'SUBSCRIBE' | 'UN_SUBSCRIBE', wanted: readonly string[]): Promise<void> => {
    const mine = generation;
    const room = cmd === 'SUBSCRIBE' ? Math.max(0, TOPICS_PER_CONNECTION - subscribed) : wanted.length;
    for (const topic of wanted.slice(room))
      onTopicRefused(topic, `A connection carries ${TOPICS_PER_CONNECTION} topics at most.`);
    const kept = wanted.slice(0, room);
    subscribed += cmd === 'SUBSCRIBE' ? kept.length : -kept.length;
    for (let from = 0; from < kept.length; from += TOPICS_PER_REQUEST) {
      const portion = kept.slice(from, from + TOPICS_PER_REQUEST);
      const answer = await command(cmd, portion);
      if (mine !== generation) return;
      if (cmd === 'UN_SUBSCRIBE') continue;
      if (!answer.success) throw new Error(answer.message ?? 'The exchange refused the subscription.');
      for (const topic of portion)
        if (answer.topics !== null && !answer.topics.includes(topic))
          onTopicRefused(topic, 'The exchange left it out.');
    }
  };

  const command = (cmd: string, params: readonly string[]): Promise<CommandAnswer> =>
    new Promise((resolve, reject) => {
      const id = String(nextId);
      nextId += 1;
      const timer = clock.after(ANSWER_MS, () => {
        answers.delete(id);
        reject(new Error('The exchange did not answer a subscription.'));
      });
      answers.set(id, (answer) => {
        timer.cancel();
        answers.delete(id);
        resolve(answer);
      });
      socket?.send(JSON.stringify({ id, cmd, params }));
    });

  const take = (text: string): void => {
    let frame: JsonValue;
    try {
      frame = parseLossless(text);
    } catch {
      return refuse('a frame that is no JSON');
    }
    const answer = readCommandAnswer(frame);
    if (answer === null) {
      const reason = onMessage(frame);
      if (reason !== null) refuse(reason);
      return;
    }
    if (answer.cmd === 'PONG') {
      pongBy?.cancel();
      pongBy = null;
    } else if (answer.cmd === 'PING') socket?.send(JSON.stringify({ cmd: 'PONG', ts: clock.now() }));
    else if (answer.id !== null) answers.get(answer.id)?.(answer);
    else refuse(answer.message ?? 'an error without words');
  };

  const refuse = (reason: string): void => {
    status = { ...status, refused: status.refused + 1 };
    become(status.state, status.state === 'live' ? `Could not read: ${reason}` : status.message, status.retryAt);
  };

  const ping = (): void => {
    beat?.cancel();
    beat = clock.after(PING_MS, ping);
    socket?.send(JSON.stringify({ cmd: 'PING', ts: clock.now() }));
    pongBy ??= clock.after(PONG_MS, () => {
      pongBy = null;
      become('stale', 'No sign of life for too long.');
      end('No sign of life for too long.');
    });
  };

  const again = (why: string): void => {
    if (!running) return;
    failures = 0;
    end(why);
  };

  return {
    start: () => {
      if (running) return;
      running = true;
      void connect();
    },
    stop: () => {
      running = false;
      retry?.cancel();
      end('');
      become('down', 'Stopped.');
    },
    nudge: () => {
      if (!running) return;
      if (socket !== null) return ping();
      if (retry === null) return;
      retry.cancel();
      void connect();
    },
    renew: () => again('Renewing.'),
    subscribe: (wanted) => {
      const mine = generation;
      if (status.state === 'live')
        void request('SUBSCRIBE', wanted).catch((error: unknown) => {
          if (mine === generation) end(wordsOf(error));
        });
    },
    unsubscribe: (unwanted) => {
      // An answer that fails to come shows in the next ping; nothing hangs on this one.
      if (status.state === 'live') void request('UN_SUBSCRIBE', unwanted).catch(() => undefined);
    },
    status: () => status,
    onStatus: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if ('fault' in error && typeof error.fault === 'object' && error.fault !== null) {
    const { fault } = error;
    if ('reason' in fault && typeof fault.reason === 'string') return fault.reason;
    if ('message' in fault && typeof fault.message === 'string') return fault.message;
  }
  return error.message;
};
