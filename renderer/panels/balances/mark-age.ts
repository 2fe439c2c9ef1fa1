import type { BalanceRow } from '../../../shared/contract/contract.ts';

/** From so old on the age of the mark prices is said. */
const SAID_MS = 10_000;

/**
 * Since when the mark prices of the balances are what they are. A read brings new ones; one that changes none of
 * them may have come as well, so that they are at most as old as this says.
 */
export interface MarkAge {
  /** This machine's ms; null where nothing that is held needs a mark price. */
  readonly since: number | null;
  readonly marks: string;
}

export const NO_MARKS: MarkAge = { since: null, marks: '' };

/** The age after the balances came again. */
export function agedMarks(before: MarkAge, rows: Iterable<BalanceRow>, now: number): MarkAge {
  const marks = [...rows].flatMap(({ token, markPrice }) => (token === 'USDT' ? [] : [`${token} ${markPrice}`])).join();
  if (marks === before.marks) return before;
  return { since: marks === '' ? null : now, marks };
}

/** Balances are read each 30 s; what is older than that and the time of one read was missed. */
const MISSED_MS = 35_000;

/** "marks 22 s old", or null while they are new enough or none is needed; `missed` once a read is overdue. */
export function markAgeWords(
  { since }: MarkAge,
  now: number,
): { readonly text: string; readonly missed: boolean } | null {
  const age = since === null ? 0 : now - since;
  return age < SAID_MS ? null : { text: `marks ${Math.floor(age / 1_000)} s old`, missed: age >= MISSED_MS };
}
