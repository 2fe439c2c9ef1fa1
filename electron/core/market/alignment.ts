import type { BookUpdateMessage } from '../../../shared/v3/topics.ts';

/**
 * The recipe of a local book (protocol.md, 4.5) as a pure decision: updates wait until a snapshot is
 * there; the first one applied has prevTs equal to the snapshot's time, and each later one prevTs equal
 * to the ts before.
 */

export type Update = Pick<BookUpdateMessage, 'prevTs' | 'ts' | 'bids' | 'asks'>;

export type Alignment =
  /** Updates since the subscription, oldest first; no snapshot meets them yet. */
  | { readonly state: 'waiting'; readonly waiting: readonly Update[] }
  /** The book is exact up to `ts`. */
  | { readonly state: 'aligned'; readonly ts: number };

/** Updates that wait at most; a snapshot older than the oldest of them does not meet them. */
const MOST_WAITING = 2_000;

export const beginning: Alignment = { state: 'waiting', waiting: [] };

/**
 * Takes an update.
 *
 * @returns the next state and the updates to apply now; `broken` when one is missing and a new snapshot is needed.
 */
export function takeUpdate(
  now: Alignment,
  update: Update,
): { readonly next: Alignment; readonly apply: readonly Update[]; readonly broken: boolean } {
  if (now.state === 'waiting')
    return {
      next: { state: 'waiting', waiting: [...now.waiting, update].slice(-MOST_WAITING) },
      apply: [],
      broken: false,
    };
  if (update.ts <= now.ts) return { next: now, apply: [], broken: false }; // a repeat
  if (update.prevTs !== now.ts) return { next: { state: 'waiting', waiting: [update] }, apply: [], broken: true };
  return { next: { state: 'aligned', ts: update.ts }, apply: [update], broken: false };
}

/**
 * Takes a snapshot.
 *
 * @param at its envelope's timestamp: the time of the book's last change.
 * @returns the next state and the updates to apply on top of it, or null when it does not meet the
 *   updates that came: it is older than the oldest of them.
 */
export function takeSnapshot(
  now: Alignment,
  at: number,
): { readonly next: Alignment; readonly apply: readonly Update[] } | null {
  if (now.state === 'aligned') return null;
  const newer = now.waiting.filter(({ ts }) => ts > at);
  let ts = at;
  for (const update of newer) {
    if (update.prevTs !== ts) return null;
    ts = update.ts;
  }
  return { next: { state: 'aligned', ts }, apply: newer };
}
