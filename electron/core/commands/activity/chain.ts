import { createHash } from 'node:crypto';
import type { ActivityEntry } from '../../../../shared/contract/activity.ts';

/** An entry before its hash is known. */
export type UnsealedEntry = Omit<ActivityEntry, 'hash'>;

/** Name of the entry that says how many entries could not be written before it. */
export const GAP = 'activity.gap';

/** The hash before the first entry. */
export const ORIGIN = '0'.repeat(64);

/**
 * The hash of an entry: SHA-256 over the hash before it and its fields in a fixed order, as hex. A change, insertion or
 * removal of an entry changes the hashes of all later ones.
 */
export function hashOf(before: string, entry: UnsealedEntry): string {
  const { number, at, kind, by, profile, environment, name, symbol, summary, result, sent, answer, ms } = entry;
  const fields = [number, at, kind, by, profile, environment, name, symbol, summary, result, sent, answer, ms];
  return createHash('sha256').update(before).update(JSON.stringify(fields)).digest('hex');
}

export type ChainVerdict =
  /** `gaps` are the sentences about entries that were never written. */
  | { readonly whole: true; readonly entries: number; readonly last: string; readonly gaps: readonly string[] }
  /** `number` is the first entry that does not follow from the one before. */
  | { readonly whole: false; readonly number: number; readonly reason: string };

/**
 * Follows the chain.
 *
 * @param start hash and number of the entry before the first kept one: the origin, or the last dropped entry.
 */
export function verifyChain(
  start: { readonly hash: string; readonly number: number },
  entries: Iterable<ActivityEntry>,
): ChainVerdict {
  let { hash, number } = start;
  let count = 0;
  const gaps: string[] = [];
  for (const entry of entries) {
    if (entry.number !== number + 1)
      return { whole: false, number: number + 1, reason: `entry ${number + 1} is missing` };
    if (hashOf(hash, entry) !== entry.hash)
      return { whole: false, number: entry.number, reason: `entry ${entry.number} was changed` };
    ({ hash, number } = entry);
    count += 1;
    if (entry.name === GAP) gaps.push(entry.summary);
  }
  return { whole: true, entries: count, last: hash, gaps };
}
