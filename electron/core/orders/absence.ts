/**
 * When "no such order" is proof. A request that was sent may lie in a queue for as long as its signature
 * is good, and be accepted then; a read may lag behind what was accepted (quality.md, faults 30 and 31).
 * So a placement is known to have come to nothing only from a read that was sent after both: the
 * signature's life of 300 s (protocol.md, 1.2) and a minute for the exchange to show it everywhere.
 */
const SIGNATURE_LIFE_MS = 300_000;
const LAG_MS = 60_000;

/** The first exchange ms from which "no such order" is proof, for a request that was signed at `signedAt` at the latest. */
export const proofOfAbsenceFrom = (signedAt: number): number => signedAt + SIGNATURE_LIFE_MS + LAG_MS;
