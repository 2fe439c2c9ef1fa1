import type { FeedStep } from '../../state/feeds/feed-store.ts';

/** What the grid has to do for one step of the feed. */
export interface RowChanges<Row> {
  readonly add: readonly Row[];
  /** Rows to update, and to sort again by what changed. */
  readonly update: readonly Row[];
  /** Rows to draw anew where they stand, because someone aims at one. */
  readonly inPlace: readonly Row[];
  /** Rows that belong to the view no more: they show their end for a moment, then go. */
  readonly leave: readonly Row[];
  /** Ids of rows that are no more: replaced by another id, or not in a fresh snapshot. */
  readonly remove: readonly string[];
  /** Rows that say something new, with the columns that do; null for the whole row. */
  readonly news: readonly RowNews[];
}

export interface RowNews {
  readonly id: string;
  readonly columns: readonly string[] | null;
}

export interface FeedRows<Row> {
  /** Takes a step; while `held`, nothing that is in the grid may move. */
  take(step: FeedStep<Row>, held: boolean): RowChanges<Row>;
  /** What waited while rows were held. */
  release(): Pick<RowChanges<Row>, 'add' | 'update' | 'remove'>;
  /** Rows that belong to the view now, whether the grid has them yet or not. */
  current(): ReadonlyMap<string, Row>;
  /** Whether the row is no more, and stands there only because someone aims at a row. */
  isGone(id: string): boolean;
}

export interface FeedView<Row> {
  rowId(row: Row): string;
  /** Whether a row belongs to the view. */
  wanted(row: Row): boolean;
  /** What two rows share that are the same thing under two ids; null for nothing. */
  sameAs?(row: Row): string | null;
  /** Columns that say something new: null for the whole row, none for no news. */
  news?(before: Row, now: Row): readonly string[] | null;
}

/** Turns steps of a feed into changes of one grid that shows part of its rows. */
export function createFeedRows<Row>(view: FeedView<Row>): FeedRows<Row> {
  const { rowId, wanted, sameAs = () => null } = view;
  /** What the grid shows, or will once it is released. */
  const shown = new Map<string, Row>();
  const notAdded = new Set<string>();
  const notSorted = new Set<string>();
  /** Rows that are no more and stand there until they may go. */
  const notRemoved = new Map<string, Row>();

  function goneIn({ fresh, put, drop }: FeedStep<Row>): readonly string[] {
    const there = new Set(put.map(rowId));
    return (fresh ? [...shown.keys()] : drop).filter((id) => shown.has(id) && !there.has(id));
  }

  /** @returns whether the grid has the row. */
  function forget(id: string): boolean {
    shown.delete(id);
    notSorted.delete(id);
    return !notAdded.delete(id);
  }

  return {
    take(step, held) {
      const add: Row[] = [];
      const update: Row[] = [];
      const inPlace: Row[] = [];
      const leave: Row[] = [];
      const remove: string[] = [];
      const news: RowNews[] = [];
      // A row that got another id is the same row: it takes the place of the one that goes, where that one has a place.
      const replaced = new Set<string>();
      const coming = new Set(step.put.map(sameAs));
      for (const id of goneIn(step)) {
        const row = shown.get(id);
        if (row === undefined || !forget(id)) continue;
        const same = sameAs(row);
        if (same !== null) replaced.add(same);
        if (held && (same === null || !coming.has(same))) {
          notRemoved.set(id, row);
          inPlace.push(row);
        } else remove.push(id);
      }
      for (const row of step.put) {
        const id = rowId(row);
        const before = shown.get(id);
        const columns = before === undefined ? [] : (view.news?.(before, row) ?? (view.news === undefined ? [] : null));
        if (columns === null || columns.length > 0) news.push({ id, columns });
        if (!wanted(row)) {
          if (before !== undefined && forget(id)) leave.push(row);
          continue;
        }
        shown.set(id, row);
        const same = sameAs(row);
        if (before === undefined && notRemoved.delete(id)) update.push(row);
        else if (before === undefined) {
          if (held && !(same !== null && replaced.has(same))) notAdded.add(id);
          else add.push(row);
        } else if (notAdded.has(id)) continue;
        else if (held) {
          notSorted.add(id);
          inPlace.push(row);
        } else update.push(row);
      }
      return { add, update, inPlace, leave, remove, news };
    },
    release() {
      const rowsOf = (ids: ReadonlySet<string>): Row[] =>
        [...ids].flatMap((id) => {
          const row = shown.get(id);
          return row === undefined ? [] : [row];
        });
      const waited = { add: rowsOf(notAdded), update: rowsOf(notSorted), remove: [...notRemoved.keys()] };
      for (const waiting of [notAdded, notSorted, notRemoved]) waiting.clear();
      return waited;
    },
    current: () => shown,
    isGone: (id) => notRemoved.has(id),
  };
}
