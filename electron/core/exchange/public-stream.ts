import { readPublic, type PublicMessage } from '../../../shared/v3/topics.ts';
import type { World } from '../ports.ts';
import { createStreamLink } from './stream-link.ts';
import type { ExchangeAddress, PublicStream, StreamStatus } from './types.ts';

interface Listener {
  readonly onMessage: (message: PublicMessage) => void;
  readonly onRefused: (reason: string) => void;
}

/** The public stream: a topic is subscribed while anybody listens to it. */
export function createPublicStream(parts: {
  readonly world: World;
  readonly address: Pick<ExchangeAddress, 'publicStream'>;
}): PublicStream {
  const { world, address } = parts;
  const listeners = new Map<string, Set<Listener>>();
  const readiness = new Set<() => void>();

  /** Topics that this connection was asked for. */
  let held = new Set<string>();

  const link = createStreamLink({
    world,
    address: () => Promise.resolve(address.publicStream),
    topics: () => {
      held = new Set(listeners.keys());
      return [...held];
    },
    prepare: () => Promise.resolve(),
    onMessage: (frame) => {
      const read = readPublic(frame);
      if (!read.ok) return read.reason;
      for (const listener of listeners.get(read.message.topic) ?? []) listener.onMessage(read.message);
      return null;
    },
    onTopicRefused: (topic, reason) => {
      for (const listener of listeners.get(topic) ?? []) listener.onRefused(reason);
    },
    rivalWords: 'The exchange cuts the connection each time. Trying every 30 s.',
  });
  let state = link.status().state;
  link.onStatus(() => {
    const before = state;
    ({ state } = link.status());
    if (state !== 'live' || before === 'live') return;
    // What came or went while the connection was made is put right now.
    const missing = [...listeners.keys()].filter((topic) => !held.has(topic));
    held = new Set(listeners.keys());
    if (missing.length > 0) link.subscribe(missing);
    for (const listener of readiness) listener();
  });
  const status = (): StreamStatus => ({ ...link.status(), keyCreatedAt: null });

  return {
    start: () => link.start(),
    stop: () => link.stop(),
    status,
    onStatus: (listener) => link.onStatus(() => listener(status())),
    subscribe: (topic, onMessage, onRefused = () => undefined) => {
      const listener = { onMessage, onRefused };
      const there = listeners.get(topic);
      if (there === undefined) {
        listeners.set(topic, new Set([listener]));
        if (state === 'live') {
          held.add(topic);
          link.subscribe([topic]);
        }
      } else there.add(listener);
      return () => {
        const left = listeners.get(topic);
        if (left === undefined || !left.delete(listener) || left.size > 0) return;
        listeners.delete(topic);
        held.delete(topic);
        link.unsubscribe([topic]);
      };
    },
    onReady: (listener) => {
      readiness.add(listener);
      return () => readiness.delete(listener);
    },
    nudge: () => link.nudge(),
  };
}
