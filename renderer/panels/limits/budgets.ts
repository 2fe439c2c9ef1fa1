import type { LimitRow } from '../../../shared/contract/contract.ts';

/** Share of a budget in use, 0 to 1; for the length of a bar. */
export const usedShare = (row: Pick<LimitRow, 'used' | 'allowed'>): number =>
  row.allowed <= 0 ? 0 : Math.min(1, row.used / row.allowed);

/** From this share on a request may soon have to wait. */
const HIGH = 0.6;

export function shareTone(share: number): 'calm' | 'high' | 'full' {
  if (share >= 1) return 'full';
  return share >= HIGH ? 'high' : 'calm';
}

/** Busiest first; those that are equally busy by how many wait, then by name, so that rows stand still. */
export function busiestFirst(rows: Iterable<LimitRow>): LimitRow[] {
  return [...rows].sort(
    (a, b) => usedShare(b) - usedShare(a) || b.waiting - a.waiting || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
}

/** Whose budget it is, in words. */
export function scopeWords(row: Pick<LimitRow, 'scope' | 'scopeKey'>): string {
  switch (row.scope) {
    case 'address':
      return 'this address';
    case 'user':
      return 'this account';
    case 'symbol':
      return row.scopeKey;
  }
}

/** The budget in words: "3 of 10 in 1 s". */
export const budgetWords = (row: Pick<LimitRow, 'used' | 'allowed' | 'windowMs'>): string =>
  `${row.used} of ${row.allowed} in ${row.windowMs / 1000} s`;
