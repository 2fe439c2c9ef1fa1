import { privateTopics, readPrivate, type PrivateMessage } from '../../../../shared/v3/topics.ts';
import type { Timer, World } from '../../world/ports.ts';
import { isSteady, reconnectDelay } from './reconnect.ts';
import { createStreamKeeper, DEAF, whyOf } from './stream-keeper.ts';
import { openLink, type StreamLink, type TopicFrame } from './stream-link.ts';
import type { ExchangeAddress, ExchangeClient, PrivateStream, StreamStatus } from '../types.ts';

/** A listen key lives 24 h and cannot be extended (protocol.md, E20): it is replaced an hour before. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1000;
/** When a replacement that failed is tried again; the old key is good for an hour still. */
const RENEW_AGAIN_MS = 60_000;
/** What a key that is not good is refused with at the handshake (protocol.md, section 8). */
const KEY_REFUSALS: ReadonlySet<number | null> = new Set([401, 403]);

export interface PrivateStreamParts {
  readonly world: Pick<World, 'clock' | 'random' | 'sockets'>;
  readonly client: Pick<ExchangeClient, 'call'>;
  readonly address: Pick<ExchangeAddress, 'privateStream'>;
  /** Reads by REST what the stream may have missed; the stream is live once it resolved. */
  readonly reconcile: () => Promise<void>;
}

/**
 * The private stream: key, connection, topics, reconciling, live. Each connection has a key of its own,
 * but for one: a connection that was cut soon after it stood is tried once more with the same key. Where that
 * is refused, somebody made another key for the account; where it is not, the network is to blame.
 *
 * A new key ends the old one's connection at once. So a key is never asked for while the answer to an
 * earlier request for one is awaited, and the old connection is kept until the new key is there: where
 * the request fails, nothing is lost.
 */
export function createPrivateStream(parts: PrivateStreamParts): PrivateStream {
  const { world, client, address, reconcile } = parts;
  const { clock, random } = world;
  const listeners = new Set<(message: PrivateMessage) => void>();
  /** Rises with each connection and at the stop; what belongs to an earlier one is ignored. */
  let turn = 0;
  let link: StreamLink | null = null;
  let isRenewing = false;
  let renewal: Timer | null = null;
  let again: Timer | null = null;
  let keyCreatedAt: number | null = null;
  let missing: readonly string[] = [];
  /** The key of a connection that was cut soon after it stood, to be tried once more. */
  let doubted: string | null = null;

  /** Of the connection that is, or was last. */
  let heardAt: () => number | null = () => null;

  const keeper = createStreamKeeper({ world, connect: () => void connect(), heardAt: () => heardAt() });

  const newKey = async (): Promise<string> => (await client.call('account.listenKey', { type: 'WEBSOCKET' })).authKey;

  async function connect(): Promise<void> {
    if (doubted !== null) return open(doubted, true);
    turn += 1;
    const mine = turn;
    keeper.begun('Asking for a stream key.');
    try {
      const key = await newKey();
      if (mine === turn) open(key, false);
    } catch (error) {
      if (mine === turn) keeper.lost(whyOf(error));
    }
  }

  /** Connects with a key that was just made, or with one that was good before. */
  function open(key: string, isSecondTry: boolean): void {
    turn += 1;
    const mine = turn;
    let stoodFrom: number | null = null;
    doubted = null;
    missing = [];
    if (!isSecondTry) keyCreatedAt = clock.now();
    drop();
    keeper.begun('Connecting.');
    renewAfter(KEY_LIFE_MS);
    const opening = openLink(world, `${address.privateStream}?key=${encodeURIComponent(key)}`, {
      onOpen() {
        stoodFrom = clock.monotonic();
        keeper.opened();
        void goLive(mine);
      },
      onFrame: take,
      onRefused: keeper.refused,
      onQuiet: (quiet) => keeper.quiet(quiet ? DEAF : null),
      onEnd(why, refusedStatus) {
        link = null;
        // The key that is on its way brings the next connection.
        if (isRenewing) return;
        if (!isSecondTry && stoodFrom !== null && !isSteady(clock.monotonic() - stoodFrom)) doubted = key;
        if (isSecondTry && KEY_REFUSALS.has(refusedStatus)) {
          turn += 1;
          drop();
          keeper.taken();
        } else end(why);
      },
    });
    link = opening;
    heardAt = () => clock.now() - opening.silentMs();
  }

  /** Subscribes and reads what was missed; messages are delivered all the while. */
  async function goLive(mine: number): Promise<void> {
    if (link === null) return;
    keeper.begun('Subscribing.');
    try {
      const answer = await link.request('SUBSCRIBE', privateTopics);
      if (mine !== turn) return;
      if (!answer.success) return end(`the subscription was refused: ${answer.message ?? 'no reason given'}`);
      // A refused topic is left out while the answer says success (protocol.md, 4.2).
      missing = privateTopics.filter((topic) => answer.topics?.includes(topic) === false);
    } catch (error) {
      if (mine === turn) end(whyOf(error));
      return;
    }
    keeper.begun('Reading what was missed.');
    for (let failures = 1; ; failures += 1) {
      try {
        await reconcile();
        break;
      } catch (error) {
        if (mine !== turn) return;
        keeper.begun(`Reading what was missed failed: ${whyOf(error)}.`);
        await new Promise<void>((resolve) => {
          again = clock.after(reconnectDelay(failures, random.fraction()), resolve);
        });
      }
      if (mine !== turn) return;
    }
    if (mine !== turn || link === null) return;
    keeper.live();
  }

  function take(frame: TopicFrame): void {
    const read = readPrivate(frame);
    if (!read.ok) return keeper.refused(read.reason);
    for (const listener of listeners) listener(read.message);
  }

  function renewAfter(ms: number): void {
    renewal?.cancel();
    renewal = clock.after(ms, () => void renew());
  }

  async function renew(): Promise<void> {
    if (link === null) return;
    isRenewing = true;
    const mine = turn;
    let key: string | null = null;
    let why = '';
    try {
      key = await newKey();
    } catch (error) {
      why = whyOf(error);
    }
    isRenewing = false;
    if (mine !== turn) return;
    if (key !== null) open(key, false);
    else if (link === null) end(why);
    else renewAfter(RENEW_AGAIN_MS);
  }

  /** Ends what there is of a connection without planning another. */
  function drop(): void {
    renewal?.cancel();
    again?.cancel();
    link?.close();
    link = null;
  }

  function end(why: string): void {
    turn += 1;
    drop();
    keeper.lost(why);
  }

  const status = (): StreamStatus => ({ ...keeper.status(), keyCreatedAt, missing });
  return {
    start: keeper.start,
    stop() {
      turn += 1;
      doubted = null;
      drop();
      keeper.stop();
    },
    status,
    onStatus: (listener) => keeper.onStatus(() => listener(status())),
    onMessage(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    nudge() {
      if (!keeper.hurry()) link?.probe();
    },
  };
}
