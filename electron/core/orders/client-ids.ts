import type { Clock, Random } from '../world/ports.ts';

/** 1 January 2024, UTC. */
const EPOCH = 1_704_067_200_000;
const RANDOM_BITS = 22n;

/**
 * Makes client order ids that no other terminal and no later run makes again.
 *
 * An id is 63 bits: 41 of milliseconds since 2024 (enough until 2093), 22 of chance. Two machines collide only when
 * they place in the same millisecond and draw the same of four million numbers. A clock that was set back repeats the
 * milliseconds, not the draws. Within a run ids rise. The largest is 2^63 - 1, the largest that the interface takes
 * (protocol.md, 2.1).
 *
 * @returns a function that makes the next id as integer text.
 */
export function createClientIds(clock: Clock, random: Random): () => string {
  let last = 0n;
  return () => {
    const [high = 0, middle = 0, low = 0] = random.bytes(3);
    const draw = BigInt((high << 16) | (middle << 8) | low);
    const ms = BigInt(Math.max(1, Math.floor(clock.now()) - EPOCH));
    const id = BigInt.asUintN(63, (ms << RANDOM_BITS) | (draw & ((1n << RANDOM_BITS) - 1n)));
    last = id > last ? id : last + 1n;
    return last.toString();
  };
}
