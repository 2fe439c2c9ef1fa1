import type { AlgoRow } from '../../../../shared/contract/algo.ts';

/** A node's place in the whole forest, whatever is shown of it. */
export interface TreePlace {
  readonly id: string;
  /** What it hangs on here; null for a root, and where its parent is not there or would close a circle. */
  readonly parent: string | null;
  /** 1 at the root. */
  readonly level: number;
}

/** A line of the tree as it is drawn. */
export interface TreeLine extends TreePlace {
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

type Rows = ReadonlyMap<string, AlgoRow>;

/**
 * All nodes in the order of the tree, parents before their children. Walks with a list of its own: a tree
 * may be ten thousand deep. Whatever the parents say, every row stands there once: one whose parent is
 * not there stands as a root, and a circle is cut where it was entered.
 */
export function orderTree(rows: Rows): readonly TreePlace[] {
  const children = new Map<string, AlgoRow[]>();
  const roots: AlgoRow[] = [];
  for (const row of rows.values()) {
    const { parentId } = row;
    if (parentId === null || parentId === row.id || !rows.has(parentId)) roots.push(row);
    else {
      const siblings = children.get(parentId);
      if (siblings === undefined) children.set(parentId, [row]);
      else siblings.push(row);
    }
  }
  for (const row of circles(rows, roots, children)) roots.push(row);
  // Newest trees first; legs in the order in which the exchange numbered them.
  roots.sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0) || byId(b, a));
  for (const siblings of children.values()) siblings.sort(byId);

  const places: TreePlace[] = [];
  const seen = new Set<string>();
  const waiting: TreePlace[] = [];
  const push = (siblings: readonly AlgoRow[], parent: string | null, level: number): void => {
    for (const { id } of siblings.toReversed()) waiting.push({ id, parent, level });
  };
  push(roots, null, 1);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next.id)) continue;
    seen.add(next.id);
    places.push(next);
    push(children.get(next.id) ?? [], next.id, next.level + 1);
  }
  return places;
}

/** The lines that a view shows of a forest in order. */
export function linesOf(order: readonly TreePlace[], rows: Rows, { wanted, collapsed }: TreeView): readonly TreeLine[] {
  // From the leaves up: how many children of each are shown; one that has any is shown itself.
  const counts = new Map<string | null, number>();
  const shown = new Set<string>();
  for (const { id, parent } of order.toReversed()) {
    const row = rows.get(id);
    if (!counts.has(id) && (row === undefined || !wanted(row))) continue;
    shown.add(id);
    counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  const lines: TreeLine[] = [];
  const open = new Set<string | null>([null]);
  const places = new Map<string | null, number>();
  for (const { id, parent, level } of order) {
    if (!shown.has(id) || !open.has(parent)) continue;
    const position = (places.get(parent) ?? 0) + 1;
    places.set(parent, position);
    const children = counts.get(id) ?? 0;
    const expanded = children > 0 && !collapsed.has(id);
    if (expanded) open.add(id);
    lines.push({ id, parent, level, children, expanded, position, siblings: counts.get(parent) ?? 1 });
  }
  return lines;
}

/** The lines of a forest, in order. */
export const flatten = (rows: Rows, view: TreeView): readonly TreeLine[] => linesOf(orderTree(rows), rows, view);

/** One row of each circle that no root leads to. */
function circles(
  rows: Rows,
  roots: readonly AlgoRow[],
  children: ReadonlyMap<string, readonly AlgoRow[]>,
): readonly AlgoRow[] {
  const reached = new Set<string>();
  const reach = (from: readonly AlgoRow[]): void => {
    const waiting = [...from];
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      if (reached.has(row.id)) continue;
      reached.add(row.id);
      for (const child of children.get(row.id) ?? []) waiting.push(child);
    }
  };
  reach(roots);
  const found: AlgoRow[] = [];
  for (const row of rows.values()) {
    if (reached.has(row.id)) continue;
    found.push(row);
    reach([row]);
  }
  return found;
}

/** Ids are digits of any length. */
const byId = (a: AlgoRow, b: AlgoRow): number => a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
