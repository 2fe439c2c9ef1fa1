import type { Notices } from '../commands/notices.ts';
import type { Clock, Timer, Unsubscribe } from '../world/ports.ts';
import type { AlgoBook } from './algo-book.ts';

/** Longest delay of the stream behind a read. */
const STREAM_LAG_MS = 3_000;

/**
 * Reports changes that only a read showed: streams lose reports while their heartbeats are healthy (quality.md, finding
 * 6).
 */
export interface LostReports {
  /** Reads, and compares the open nodes before and after. */
  readAndCompare(cause: 'connect' | 'timer', read: () => Promise<void>): Promise<void>;
  /** Notes a stream report of a node. */
  reported(id: string): void;
  stop: Unsubscribe;
}

/** Creates the check for a book of algo orders. */
export function createLostReports(
  book: Pick<AlgoBook, 'open' | 'get'>,
  clock: Clock,
  notices: Pick<Notices, 'say'>,
): LostReports {
  const waiting = new Map<Set<string>, Timer>();
  const stateOf = (id: string): string => {
    const node = book.get(id);
    return node === undefined
      ? 'gone'
      : `${node.reported.algoStatus} ${node.reported.triggerStatus} ${node.reported.triggeredAt}`;
  };
  return {
    async readAndCompare(cause, read) {
      const before = new Map(book.open().map(({ id }) => [id, stateOf(id)]));
      await read();
      const changed = new Set([...before].flatMap(([id, state]) => (stateOf(id) === state ? [] : [id])));
      if (changed.size === 0) return;
      if (cause === 'connect') {
        notices.say('info', `${nodes(changed.size)} changed while the private stream was down; read again.`);
        return;
      }
      const timer = clock.after(STREAM_LAG_MS, () => {
        waiting.delete(changed);
        if (changed.size > 0)
          notices.say(
            'warning',
            `The connected private stream lost reports of ${nodes(changed.size)}; a read found the changes.`,
          );
      });
      waiting.set(changed, timer);
    },
    reported(id) {
      for (const changed of waiting.keys()) changed.delete(id);
    },
    stop() {
      for (const timer of waiting.values()) timer.cancel();
      waiting.clear();
    },
  };
}

const nodes = (count: number): string => (count === 1 ? '1 algo order' : `${count} algo orders`);
