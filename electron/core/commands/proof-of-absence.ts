import type { ExchangeClock } from '../exchange/types.ts';

/**
 * When "no such order" is proof. A request that was sent may lie in a queue for as long as its signature
 * is good, and be accepted then; a read may lag behind what was accepted (quality.md, faults 30 and 31).
 * So a write is known to have come to nothing only from a read that was sent after both: the
 * signature's life of 300 s (protocol.md, 1.2) and a minute for the exchange to show it everywhere.
 */
const SIGNATURE_LIFE_MS = 300_000;
/** Within so long what was accepted is shown by every read. */
export const LAG_MS = 60_000;

/** What is known of the signature of a write. */
export interface Signed {
  /**
   * The time that it carries, whether the clock was measured or not: from that the exchange counts its life.
   * Null where it was not kept: the program ended.
   */
  readonly signedAt: number | null;
  /** Local ms of its beginning, where `signedAt` is null. */
  readonly begunAt?: number;
}

/**
 * Makes the function that says in how many ms absence is proof: 0 for now, Infinity while the exchange's clock is
 * not known. It is to be called before a read leaves, and again after its answer, which sets the clock.
 */
export function untilProof(clock: ExchangeClock, { signedAt, begunAt = 0 }: Signed): () => number {
  let latest: number | null = null;
  return () => {
    const offset = clock.offset();
    const doubt = clock.uncertainty();
    if (offset === null || doubt === null) return Infinity;
    // Where its time was not kept, it may carry that of the local clock, which may be fast, now or then.
    latest ??= Math.max(signedAt ?? Math.max(clock.now() - offset, begunAt), clock.now() + doubt);
    return Math.max(0, latest + SIGNATURE_LIFE_MS + LAG_MS + doubt - clock.now());
  };
}
