import type { AlgoRow } from '../../../../shared/contract/algo.ts';
import type { FeedStep } from '../../../state/feeds/feeds.ts';
import { linesOf, orderTree, type TreeLine, type TreePlace, type TreeView } from './flatten.ts';

/** What the grid has to do for a step of the feed. */
export interface TreeChange {
  /** All rows in the order of the tree, where it changed; null where every row stays where it is. */
  readonly rows: readonly AlgoRow[] | null;
  /** Whether other lines are shown than before. */
  readonly shown: boolean;
  /** Rows to draw anew where they stand. */
  readonly changed: readonly AlgoRow[];
}

/**
 * The forest as a grid shows it. The grid holds every row in the order of the tree, and shows those that
 * are lines: to open or close is to filter, and an update of a row walks nowhere.
 */
export interface TreeFlow {
  /** @param held no row may move now, or come or go: what would is kept for `release`. */
  take(step: FeedStep<AlgoRow>, held: boolean): TreeChange;
  /** What was kept, or null. */
  release(): TreeChange | null;
  view(view: TreeView): void;
  line(id: string): TreeLine | undefined;
  lines(): Iterable<TreeLine>;
  row(id: string): AlgoRow | undefined;
  /** Ids of all nodes with something below them, open or not. */
  parents(): readonly string[];
}

export function createTreeFlow(first: TreeView): TreeFlow {
  const rows = new Map<string, AlgoRow>();
  let view = first;
  let order: readonly TreePlace[] = [];
  let lines: ReadonlyMap<string, TreeLine> = new Map();
  /** What was kept back while rows were held. */
  let kept: 'order' | 'lines' | null = null;

  function walk(): void {
    lines = new Map(linesOf(order, rows, view).map((line) => [line.id, line]));
  }
  function settle(what: 'order' | 'lines', changed: readonly AlgoRow[]): TreeChange {
    kept = null;
    if (what === 'order') order = orderTree(rows);
    walk();
    const ordered = what === 'order' ? order.flatMap(({ id }) => rows.get(id) ?? []) : null;
    return { rows: ordered, shown: true, changed };
  }
  /** Whether a row stands elsewhere with its change. */
  const moves = (before: AlgoRow | undefined, after: AlgoRow): boolean =>
    before === undefined || before.parentId !== after.parentId || before.createdAt !== after.createdAt;

  return {
    take({ fresh, put, drop }, held) {
      let what: 'order' | 'lines' | null = fresh || drop.length > 0 ? 'order' : kept;
      if (fresh) rows.clear();
      for (const id of drop) rows.delete(id);
      for (const row of put) {
        const before = rows.get(row.id);
        if (before === undefined || moves(before, row)) what = 'order';
        else if (view.wanted(before) !== view.wanted(row)) what ??= 'lines';
        rows.set(row.id, row);
      }
      if (what !== null && (!held || fresh)) return settle(what, put);
      kept = what;
      return { rows: null, shown: false, changed: put };
    },
    release: () => (kept === null ? null : settle(kept, [])),
    view(next) {
      view = next;
      walk();
    },
    line: (id) => lines.get(id),
    lines: () => lines.values(),
    row: (id) => rows.get(id),
    parents: () => [...new Set(order.flatMap(({ parent }) => (parent === null ? [] : [parent])))],
  };
}
