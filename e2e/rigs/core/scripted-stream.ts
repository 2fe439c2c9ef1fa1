import type { PublicMessage } from '../../../shared/v3/topics.ts';
import type { PublicStream, StreamState, StreamStatus } from '../../../electron/core/exchange/types.ts';

/** A public stream that a test speaks through. */
export interface ScriptedStream {
  readonly stream: PublicStream;
  /** Topics that someone listens to now. */
  topics(): readonly string[];
  /** Delivers a message of a topic to whoever listens to it. */
  say(topic: string, message: PublicMessage): void;
  /** Leaves a topic out of its acknowledgement. */
  refuse(topic: string): void;
  /** Changes the state; `live` also says that the topics are subscribed again, unless it was only silent. */
  become(state: StreamState): void;
}

/** What a stream says of itself of which there is nothing to say. */
export const QUIET_STATUS: StreamStatus = {
  state: 'live',
  since: 0,
  retryAt: null,
  message: '',
  heardAt: null,
  refused: 0,
  keyCreatedAt: null,
  missing: [],
};

/** Makes a stream that is live and silent. */
export function scriptedStream(): ScriptedStream {
  const listeners = new Map<string, Set<(message: PublicMessage) => void>>();
  const refusals = new Map<string, Set<(reason: string) => void>>();
  const onStatus = new Set<(status: StreamStatus) => void>();
  const onReady = new Set<() => void>();
  let state: StreamState = 'live';
  const status = (): StreamStatus => ({ ...QUIET_STATUS, state });
  return {
    topics: () => [...listeners.keys()],
    say: (topic, message) => listeners.get(topic)?.forEach((listener) => listener(message)),
    refuse: (topic) => refusals.get(topic)?.forEach((told) => told(`The exchange does not stream ${topic}.`)),
    become(next) {
      const again = next === 'live' && state !== 'stale';
      state = next;
      if (again) for (const listener of [...onReady]) listener();
      for (const listener of [...onStatus]) listener(status());
    },
    stream: {
      start: () => undefined,
      stop: () => undefined,
      nudge: () => undefined,
      status,
      onStatus: (listener) => {
        onStatus.add(listener);
        return () => void onStatus.delete(listener);
      },
      onReady: (listener) => {
        onReady.add(listener);
        return () => void onReady.delete(listener);
      },
      subscribe(topic, listener, onRefused) {
        if (onRefused !== undefined) refusals.set(topic, (refusals.get(topic) ?? new Set()).add(onRefused));
        const those = listeners.get(topic) ?? new Set();
        listeners.set(topic, those.add(listener));
        return () => {
          those.delete(listener);
          if (those.size === 0) listeners.delete(topic);
        };
      },
    },
  };
}
