import type { Clock } from '../world/ports.ts';
import { LAG_MS } from './proof-of-absence.ts';

/**
 * Reads that contradict the stream. One such read may lag; where the exchange's clock stepped back, or one frame bore a
 * wrong time, all of them would contradict it for ever.
 */
export interface Disputes {
  /** The stream's report on this one was taken. */
  heard(id: string): void;
  /** A read says the same as the report, or is newer. */
  agreed(id: string): void;
  /**
   * A read contradicts the report.
   *
   * @param beganAt monotonic ms at which it began.
   * @param content of the read, where two reads must say the same to be believed.
   * @returns whether it is to be believed: it is the second in a row, and began a minute after the report came.
   */
  isBelieved(id: string, beganAt: number, content?: string): boolean;
  /** In how many ms the next read can be believed; null while no read contradicts a report. */
  decidesIn(): number | null;
  /** Nothing more comes on this one. */
  forget(id: string): void;
}

/** Remembers the times of reports, and the reads that contradicted them last. */
export function createDisputes(clock: Clock): Disputes {
  const heardAt = new Map<string, number>();
  /** The content of the contradicting read that waits for a second one. */
  const contradicted = new Map<string, string>();
  const decidableAt = (id: string): number => (heardAt.get(id) ?? -Infinity) + LAG_MS;
  return {
    heard(id) {
      heardAt.set(id, clock.monotonic());
      contradicted.delete(id);
    },
    agreed: (id) => void contradicted.delete(id),
    isBelieved(id, beganAt, content = '') {
      if (beganAt >= decidableAt(id) && contradicted.get(id) === content) return contradicted.delete(id);
      contradicted.set(id, content);
      return false;
    },
    decidesIn() {
      if (contradicted.size === 0) return null;
      return Math.max(0, Math.min(...[...contradicted.keys()].map(decidableAt)) - clock.monotonic());
    },
    forget(id) {
      heardAt.delete(id);
      contradicted.delete(id);
    },
  };
}
