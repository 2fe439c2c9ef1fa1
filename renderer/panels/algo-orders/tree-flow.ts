import type { AlgoRow } from '../../../shared/contract/algo.ts';
import type { FeedStep } from '../../state/feeds.ts';
import { flatten, type TreeLine, type TreeView } from './flatten.ts';

/** What the grid has to do: draw some lines anew where they stand, or take all lines anew. */
export type TreeChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'lines'; readonly lines: readonly TreeLine[] }
  | { readonly kind: 'all'; readonly lines: readonly TreeLine[] };

/** The forest as a grid shows it; only what changes its shape costs a walk. */
export interface TreeFlow {
  take(step: FeedStep<AlgoRow>): TreeChange;
  view(view: TreeView): readonly TreeLine[];
  lines(): readonly TreeLine[];
  rows(): ReadonlyMap<string, AlgoRow>;
}

export function createTreeFlow(first: TreeView): TreeFlow {
  const rows = new Map<string, AlgoRow>();
  let view = first;
  let lines: readonly TreeLine[] = [];
  let places = new Map<string, number>();

  function walk(): readonly TreeLine[] {
    // A line that says the same stays the same object: the grid then has nothing to do for it.
    lines = flatten(rows, view).map((line) => {
      const before = lines[places.get(line.id) ?? -1];
      return before !== undefined && saysTheSame(before, line) ? before : line;
    });
    places = new Map(lines.map(({ id }, at) => [id, at]));
    return lines;
  }
  /** Whether a row stands elsewhere, or comes or goes, with its change. */
  const moves = (before: AlgoRow | undefined, after: AlgoRow): boolean =>
    before === undefined ||
    before.parentId !== after.parentId ||
    before.createdAt !== after.createdAt ||
    view.wanted(before) !== view.wanted(after);

  return {
    take({ fresh, put, drop }) {
      let shape = fresh || drop.length > 0;
      if (fresh) rows.clear();
      for (const id of drop) rows.delete(id);
      for (const row of put) {
        shape = shape || moves(rows.get(row.id), row);
        rows.set(row.id, row);
      }
      if (shape) return { kind: 'all', lines: walk() };
      const changed = put.flatMap((row): TreeLine[] => {
        const line = lines[places.get(row.id) ?? -1];
        return line === undefined ? [] : [{ ...line, row }];
      });
      if (changed.length === 0) return { kind: 'none' };
      const next = [...lines];
      for (const line of changed) next[places.get(line.id) ?? 0] = line;
      lines = next;
      return { kind: 'lines', lines: changed };
    },
    view(next) {
      view = next;
      return walk();
    },
    lines: () => lines,
    rows: () => rows,
  };
}

const saysTheSame = (one: TreeLine, other: TreeLine): boolean =>
  one.row === other.row &&
  one.level === other.level &&
  one.children === other.children &&
  one.expanded === other.expanded &&
  one.position === other.position &&
  one.siblings === other.siblings;
