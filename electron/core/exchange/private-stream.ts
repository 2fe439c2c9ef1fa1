import { privateTopics, readPrivate, type PrivateMessage } from '../../../shared/v3/topics.ts';
import type { Timer, World } from '../ports.ts';
import { createStreamLink } from './stream-link.ts';
import type { ExchangeAddress, ExchangeClient, PrivateStream, StreamStatus } from './types.ts';

/** A listen key lives 24 h; a new one kills the old socket at once, so the change is made an hour early. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1000;

export interface PrivateStreamParts {
  readonly world: World;
  readonly client: ExchangeClient;
  readonly address: Pick<ExchangeAddress, 'privateStream'>;
  /** Reads by REST what the stream may have missed; the stream is live once it resolved. */
  readonly reconcile: () => Promise<void>;
}

/** The private stream. Its key is made anew for each connection: there is no call that extends one (protocol.md, E20). */
export function createPrivateStream(parts: PrivateStreamParts): PrivateStream {
  const { world, client, address, reconcile } = parts;
  const { clock } = world;
  const listeners = new Set<(message: PrivateMessage) => void>();
  let keyCreatedAt: number | null = null;
  let renewal: Timer | null = null;

  const link = createStreamLink({
    world,
    address: async () => {
      const { authKey } = await client.call('account.listenKey', { type: 'WEBSOCKET' });
      keyCreatedAt = clock.now();
      renewal?.cancel();
      renewal = clock.after(KEY_LIFE_MS, () => link.renew());
      return `${address.privateStream}?key=${encodeURIComponent(authKey)}`;
    },
    topics: () => privateTopics,
    prepare: reconcile,
    onMessage: (frame) => {
      const read = readPrivate(frame);
      if (!read.ok) return read.reason;
      for (const listener of listeners) listener(read.message);
      return null;
    },
    onTopicRefused: (topic, reason) => {
      throw new Error(`The topic ${topic} was refused: ${reason}`);
    },
    rivalWords: 'Another program with this key takes the stream each time. Trying every 30 s.',
  });
  const status = (): StreamStatus => ({ ...link.status(), keyCreatedAt });

  return {
    start: () => link.start(),
    stop: () => {
      renewal?.cancel();
      link.stop();
    },
    status,
    onStatus: (listener) => link.onStatus(() => listener(status())),
    onMessage: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    nudge: () => link.nudge(),
  };
}
