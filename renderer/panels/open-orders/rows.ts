import type { OrderRow } from '../../../shared/contract.ts';
import { compare } from '../../../shared/decimal.ts';
import type { FeedStep } from '../../state/feeds.ts';

/** What the grid has to do for one step of the feed. */
export interface RowChanges {
  readonly add: readonly OrderRow[];
  /** Rows to update, and to sort again by what changed. */
  readonly update: readonly OrderRow[];
  /** Rows to draw anew where they stand, because someone aims at one. */
  readonly inPlace: readonly OrderRow[];
  /** Rows that ended: they show how for a moment, then go. */
  readonly leave: readonly OrderRow[];
  /** Ids of rows that are no more: replaced by another id, or not in a fresh snapshot. */
  readonly remove: readonly string[];
  /** Ids of rows of which more is executed than before. */
  readonly filled: readonly string[];
  /** Rows that say something else than before, with what, unless it is a fill. */
  readonly changed: readonly RowChange[];
}

const TOLD = ['price', 'quantity', 'status'] as const;
export interface RowChange {
  readonly id: string;
  readonly fields: readonly (typeof TOLD)[number][];
}

export interface OrderRows {
  /** Takes a step; while `held`, nothing that is in the grid may move. */
  take(step: FeedStep<OrderRow>, held: boolean): RowChanges;
  /** What waited while rows were held. */
  release(): Pick<RowChanges, 'add' | 'update' | 'remove'>;
  /** Rows that belong to the view now, whether the grid has them yet or not. */
  current(): ReadonlyMap<string, OrderRow>;
  /** How many wait to be added. */
  waiting(): number;
}

/**
 * Turns steps of the feed into changes of a grid that shows part of the rows.
 *
 * @param wanted whether a row belongs to the view.
 */
export function createOrderRows(wanted: (row: OrderRow) => boolean): OrderRows {
  const shown = new Map<string, OrderRow>();
  const notAdded = new Set<string>();
  const notSorted = new Set<string>();
  /** Rows that are no more and stand there until they may go. */
  const notRemoved = new Set<string>();

  function goneIn(step: FeedStep<OrderRow>): readonly string[] {
    if (!step.fresh) return step.drop.filter((id) => shown.has(id));
    const there = new Set(step.put.map((row) => row.id));
    return [...shown.keys()].filter((id) => !there.has(id));
  }

  function forget(id: string): boolean {
    shown.delete(id);
    notSorted.delete(id);
    return !notAdded.delete(id);
  }

  return {
    take(step, held) {
      const changes = { add: [], update: [], inPlace: [], leave: [], filled: [], changed: [] } as Record<
        'add' | 'update' | 'inPlace' | 'leave',
        OrderRow[]
      > & { filled: string[]; changed: RowChange[] };
      const gone = goneIn(step);
      // An order that got its id from the exchange is the same order: it takes the place of the one that goes,
      // where that one has a place.
      const replaced = new Set<string | null>();
      const coming = new Set(step.put.map((row) => row.clientOrderId));
      const remove: string[] = [];
      for (const id of gone) {
        const { clientOrderId = null } = shown.get(id) ?? {};
        if (!forget(id)) continue;
        replaced.add(clientOrderId);
        if (held && (clientOrderId === null || !coming.has(clientOrderId))) notRemoved.add(id);
        else remove.push(id);
      }
      for (const row of step.put) {
        const before = shown.get(row.id);
        if (before !== undefined) note(before, row, changes);
        if (!wanted(row)) {
          if (before !== undefined && forget(row.id)) changes.leave.push(row);
          continue;
        }
        shown.set(row.id, row);
        if (before === undefined && notRemoved.delete(row.id)) changes.update.push(row);
        else if (before === undefined) {
          if (held && !(row.clientOrderId !== null && replaced.has(row.clientOrderId))) notAdded.add(row.id);
          else changes.add.push(row);
        } else if (notAdded.has(row.id)) continue;
        else if (held) {
          notSorted.add(row.id);
          changes.inPlace.push(row);
        } else changes.update.push(row);
      }
      return { ...changes, remove };
    },
    release() {
      const rowsOf = (ids: ReadonlySet<string>): OrderRow[] =>
        [...ids].flatMap((id) => {
          const row = shown.get(id);
          return row === undefined ? [] : [row];
        });
      const waited = { add: rowsOf(notAdded), update: rowsOf(notSorted), remove: [...notRemoved] };
      for (const waiting of [notAdded, notSorted, notRemoved]) waiting.clear();
      return waited;
    },
    current: () => shown,
    waiting: () => notAdded.size,
  };
}

/** Notes what a row says else than before: a fill, or a change of its own. */
function note(before: OrderRow, now: OrderRow, to: { readonly filled: string[]; readonly changed: RowChange[] }): void {
  if (compare(now.executed, before.executed) > 0) {
    to.filled.push(now.id);
    return;
  }
  const fields = TOLD.filter((field) => now[field] !== before[field]);
  if (fields.length > 0) to.changed.push({ id: now.id, fields });
}
