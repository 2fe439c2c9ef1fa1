import type { Notices } from '../commands/notices.ts';
import type { Clock, Timer, Unsubscribe } from '../world/ports.ts';
import type { AlgoBook } from './algo-book.ts';

/** How long a change that a read saw first may still be on its way on the stream. */
const STREAM_LAG_MS = 3_000;

/** Says what only a read brought: streams lose reports while their heartbeats are healthy (quality.md, finding 6). */
export interface LostNews {
  /** Reads, and compares what was known to be open before with what is known after. */
  around(cause: 'connect' | 'timer', read: () => Promise<void>): Promise<void>;
  /** The stream spoke of a node. */
  heard(id: string): void;
  stop: Unsubscribe;
}

/** Makes it over a forest of algo orders. */
export function createLostNews(
  forest: Pick<AlgoBook, 'open' | 'get'>,
  clock: Clock,
  notices: Pick<Notices, 'say'>,
): LostNews {
  const waiting = new Map<Set<string>, Timer>();
  const stateOf = (id: string): string => {
    const node = forest.get(id);
    return node === undefined ? 'gone' : `${node.said.algoStatus} ${node.said.triggerStatus} ${node.said.triggeredAt}`;
  };
  return {
    async around(cause, read) {
      const before = new Map(forest.open().map(({ id }) => [id, stateOf(id)]));
      await read();
      const changed = new Set([...before].flatMap(([id, state]) => (stateOf(id) === state ? [] : [id])));
      if (changed.size === 0) return;
      if (cause === 'connect') {
        notices.say('info', `${nodes(changed.size)} changed while the private stream was away; read again.`);
        return;
      }
      const timer = clock.after(STREAM_LAG_MS, () => {
        waiting.delete(changed);
        if (changed.size > 0)
          notices.say(
            'warning',
            `The private stream lost news of ${nodes(changed.size)} though it is connected; found by reading.`,
          );
      });
      waiting.set(changed, timer);
    },
    heard(id) {
      for (const changed of waiting.keys()) changed.delete(id);
    },
    stop() {
      for (const timer of waiting.values()) timer.cancel();
      waiting.clear();
    },
  };
}

const nodes = (count: number): string => (count === 1 ? '1 algo order' : `${count} algo orders`);
