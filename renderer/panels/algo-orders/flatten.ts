import type { AlgoRow } from '../../../shared/contract/algo.ts';

/** One line of the tree as it is drawn. */
export interface TreeLine {
  readonly id: string;
  readonly row: AlgoRow;
  /** 1 at the root. */
  readonly level: number;
  readonly children: number;
  readonly expanded: boolean;
  /** Place among its siblings, from 1, and how many they are. */
  readonly position: number;
  readonly siblings: number;
}

export interface TreeView {
  /** Whether a node's own row is wanted; ancestors of one that is are shown too. */
  readonly wanted: (row: AlgoRow) => boolean;
  readonly collapsed: ReadonlySet<string>;
}

/**
 * The visible lines of a forest, in order. Walks with a list of its own: a tree may be ten thousand deep.
 * Whatever the parents say, every row that is wanted is shown once: one whose parent is not there stands
 * as a root, and a circle is cut where it was entered.
 */
export function flatten(rows: ReadonlyMap<string, AlgoRow>, { wanted, collapsed }: TreeView): readonly TreeLine[] {
  const shown = withAncestors(rows, wanted);
  const children = new Map<string, AlgoRow[]>();
  const roots: AlgoRow[] = [];
  for (const row of rows.values()) {
    if (!shown.has(row.id)) continue;
    const { parentId } = row;
    if (parentId === null || parentId === row.id || !shown.has(parentId)) roots.push(row);
    else {
      const siblings = children.get(parentId);
      if (siblings === undefined) children.set(parentId, [row]);
      else siblings.push(row);
    }
  }
  for (const row of circles(rows, shown, roots, children)) roots.push(row);
  // Newest trees first; legs in the order in which the exchange numbered them.
  roots.sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0) || byId(b, a));
  for (const siblings of children.values()) siblings.sort(byId);

  const lines: TreeLine[] = [];
  const seen = new Set<string>();
  const waiting: {
    readonly row: AlgoRow;
    readonly level: number;
    readonly position: number;
    readonly siblings: number;
  }[] = [];
  const push = (siblings: readonly AlgoRow[], level: number): void => {
    for (let at = siblings.length - 1; at >= 0; at -= 1) {
      const row = siblings[at];
      if (row !== undefined) waiting.push({ row, level, position: at + 1, siblings: siblings.length });
    }
  };
  push(roots, 1);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { row, level, position, siblings } = next;
    if (seen.has(row.id)) continue;
    seen.add(row.id);
    const below = (children.get(row.id) ?? []).filter(({ id }) => !seen.has(id));
    const expanded = below.length > 0 && !collapsed.has(row.id);
    lines.push({ id: row.id, row, level, children: below.length, expanded, position, siblings });
    if (expanded) push(below, level + 1);
  }
  return lines;
}

/** Ids of the wanted rows and of everything above them. */
function withAncestors(rows: ReadonlyMap<string, AlgoRow>, wanted: (row: AlgoRow) => boolean): ReadonlySet<string> {
  const shown = new Set<string>();
  for (const row of rows.values()) {
    if (!wanted(row)) continue;
    for (let at: AlgoRow | undefined = row; at !== undefined && !shown.has(at.id);) {
      shown.add(at.id);
      at = at.parentId === null ? undefined : rows.get(at.parentId);
    }
  }
  return shown;
}

/** One row of each circle that no root leads to. */
function circles(
  rows: ReadonlyMap<string, AlgoRow>,
  shown: ReadonlySet<string>,
  roots: readonly AlgoRow[],
  children: ReadonlyMap<string, readonly AlgoRow[]>,
): readonly AlgoRow[] {
  const reached = new Set<string>();
  const reach = (from: readonly AlgoRow[]): void => {
    const waiting = [...from];
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      if (reached.has(row.id)) continue;
      reached.add(row.id);
      waiting.push(...(children.get(row.id) ?? []));
    }
  };
  reach(roots);
  const found: AlgoRow[] = [];
  for (const id of shown) {
    const row = rows.get(id);
    if (row === undefined || reached.has(id)) continue;
    found.push(row);
    reach([row]);
  }
  return found;
}

/** Ids are digits of any length. */
const byId = (a: AlgoRow, b: AlgoRow): number => a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
