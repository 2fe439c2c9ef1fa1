import type { PositionRow } from '../../../shared/contract.ts';
import type { FeedStep } from '../../state/feeds.ts';

/** What the grid has to do. */
export interface RowChanges {
  readonly add: readonly PositionRow[];
  /** Rows to update, and to sort again by what changed. */
  readonly update: readonly PositionRow[];
  /** Rows to draw anew where they stand, because someone aims at one. */
  readonly inPlace: readonly PositionRow[];
  /** Rows of positions that are closed. */
  readonly remove: readonly PositionRow[];
}

export interface PositionRows {
  /** Takes a step; while `held`, nothing that is in the grid may move. */
  take(step: FeedStep<PositionRow>, held: boolean): RowChanges;
  /** What waited while rows were held. */
  release(): RowChanges;
  /** Whether the row stands there only because someone aims at a row. */
  isClosed(id: string): boolean;
  /** Begins anew, for a grid that has no rows yet. */
  forget(): void;
}

/** Turns steps of the feed into changes of the grid, and keeps them back while rows are held. */
export function createPositionRows(): PositionRows {
  /** What the grid shows, or will once it is released. */
  const known = new Map<string, PositionRow>();
  const notAdded = new Set<string>();
  const notSorted = new Set<string>();
  const notRemoved = new Set<string>();

  const rowsOf = (ids: Iterable<string>): PositionRow[] => [...ids].flatMap((id) => known.get(id) ?? []);

  function goneIn({ fresh, put, drop }: FeedStep<PositionRow>): readonly string[] {
    const there = new Set(put.map(({ id }) => id));
    return (fresh ? [...known.keys()] : drop).filter((id) => known.has(id) && !there.has(id));
  }

  return {
    take(step, held) {
      const add: PositionRow[] = [];
      const update: PositionRow[] = [];
      const inPlace: PositionRow[] = [];
      const remove: PositionRow[] = [];
      for (const row of rowsOf(goneIn(step))) {
        if (notAdded.delete(row.id)) known.delete(row.id);
        else if (held) {
          notRemoved.add(row.id);
          inPlace.push(row);
        } else {
          known.delete(row.id);
          remove.push(row);
        }
      }
      for (const row of step.put) {
        const isNew = !known.has(row.id);
        known.set(row.id, row);
        notRemoved.delete(row.id);
        if (isNew && held) notAdded.add(row.id);
        else if (isNew) add.push(row);
        else if (notAdded.has(row.id)) continue;
        else if (held) {
          notSorted.add(row.id);
          inPlace.push(row);
        } else update.push(row);
      }
      return { add, update, inPlace, remove };
    },
    release() {
      const remove = rowsOf(notRemoved);
      for (const { id } of remove) known.delete(id);
      const changes = { add: rowsOf(notAdded), update: rowsOf(notSorted), inPlace: [], remove };
      for (const waiting of [notAdded, notSorted, notRemoved]) waiting.clear();
      return changes;
    },
    isClosed: (id) => notRemoved.has(id),
    forget() {
      for (const kept of [known, notAdded, notSorted, notRemoved]) kept.clear();
    },
  };
}
