import type { ExchangeClock } from '../exchange/types.ts';

/**
 * When "no such order" is proof. A sent request can wait in a queue and be accepted as long as its signature is valid.
 * Reads may lag behind (quality.md, faults 30 and 31). So absence is proof only in a read sent after the signature's
 * life of 300 s (protocol.md, 1.2) and a minute of lag.
 */
const SIGNATURE_LIFE_MS = 300_000;
/** Longest lag of a read behind an accepted request. In ms. */
export const LAG_MS = 60_000;

/** The signing time of a write. */
export interface Signed {
  /**
   * The time in the signature: the exchange counts its life from it. Null when the program ended before it was kept.
   */
  readonly signedAt: number | null;
  /** Local ms of the start, when `signedAt` is null. */
  readonly begunAt?: number;
}

/**
 * Creates the function that returns the ms until absence is proof. 0 means now, Infinity an unmeasured clock. Call it
 * before a read is sent, and again after its answer, which sets the clock.
 */
export function untilProof(clock: ExchangeClock, { signedAt, begunAt = 0 }: Signed): () => number {
  let latest: number | null = null;
  return () => {
    const offset = clock.offset();
    const doubt = clock.uncertainty();
    if (offset === null || doubt === null) return Infinity;
    // Without a kept time, the signature may carry the time of a fast local clock.
    latest ??= Math.max(signedAt ?? Math.max(clock.now() - offset, begunAt), clock.now() + doubt);
    return Math.max(0, latest + SIGNATURE_LIFE_MS + LAG_MS + doubt - clock.now());
  };
}
