import type { AlgoRow } from '../../../shared/contract/algo.ts';
import type { FeedStep } from '../../state/feeds/feeds.ts';

/** What happened to nodes of plans in one step of their feed. */
export interface AlgoNews {
  readonly triggered: readonly AlgoRow[];
  /** A leg that is refused protects nothing. */
  readonly rejected: readonly AlgoRow[];
  /** Whole plans that were cancelled, with what was known of them before. */
  readonly cancelled: readonly { readonly row: AlgoRow; readonly before: AlgoRow | null }[];
}

/**
 * Finds what is new in the feed of algo orders, as createOrderNews does in that of orders.
 *
 * @param since the exchange's ms from which on a node that was never seen before is a new one.
 */
export function createAlgoNews(since: number): (step: FeedStep<AlgoRow>) => AlgoNews {
  const known = new Map<string, AlgoRow>();
  let isFirst = true;
  return ({ fresh, put, drop }) => {
    const triggered: AlgoRow[] = [];
    const rejected: AlgoRow[] = [];
    const cancelled: { row: AlgoRow; before: AlgoRow | null }[] = [];
    for (const row of put) {
      const before = known.get(row.id) ?? (row.clientId === null ? undefined : known.get(`c:${row.clientId}`)) ?? null;
      known.set(row.id, row);
      if (isFirst || before === row || (before === null && !isNew(row, since))) continue;
      if (row.isTriggered && before?.isTriggered !== true) triggered.push(row);
      if (row.open || before?.open === false) continue;
      if (row.algoStatus === 'REJECTED') rejected.push(row);
      else if (row.parentId === null && WITHDRAWN.has(row.algoStatus)) cancelled.push({ row, before });
    }
    for (const id of drop) known.delete(id);
    if (fresh && put.length > 0) {
      const there = new Set(put.map(({ id }) => id));
      for (const id of known.keys()) if (!there.has(id)) known.delete(id);
    }
    isFirst = false;
    return { triggered, rejected, cancelled };
  };
}

const WITHDRAWN: ReadonlySet<string> = new Set(['CANCELLED', 'CANCELED']);
const isNew = ({ createdAt, updatedAt }: AlgoRow, since: number): boolean => (createdAt ?? updatedAt ?? 0) >= since;
