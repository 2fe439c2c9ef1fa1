import { LAG_MS } from '../commands/proof-of-absence.ts';
import type { Clock } from '../world/ports.ts';

/**
 * Reads that contradict a word of the stream which is dated later than they are. One such read may lag; where the
 * exchange's clock stepped back, or one frame bore a wrong time, they would contradict it for ever.
 */
export interface Disputes {
  /** A word of the stream on this one was taken. */
  heard(id: string): void;
  /** A read says the same as the word, or is newer. */
  agreed(id: string): void;
  /**
   * A read contradicts the word.
   *
   * @param beganAt monotonic ms at which it began.
   * @returns whether it is to be believed: it is the second in a row, and began a minute after the word came.
   */
  isBelieved(id: string, beganAt: number): boolean;
}

/** Remembers when words came, and which were contradicted last. */
export function createDisputes(clock: Clock): Disputes {
  const heardAt = new Map<string, number>();
  const contradicted = new Set<string>();
  return {
    heard(id) {
      heardAt.set(id, clock.monotonic());
      contradicted.delete(id);
    },
    agreed: (id) => void contradicted.delete(id),
    isBelieved(id, beganAt) {
      const isLate = beganAt - (heardAt.get(id) ?? -Infinity) >= LAG_MS;
      if (isLate && contradicted.delete(id)) return true;
      contradicted.add(id);
      return false;
    },
  };
}
