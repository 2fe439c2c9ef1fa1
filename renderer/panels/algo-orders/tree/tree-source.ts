import type { GridApi } from 'ag-grid-community';
import type { AlgoRow } from '../../../../shared/contract/algo.ts';
import { followFeed, holdFeed } from '../../../state/feeds/feeds.ts';
import { createPace } from '../../../ui/focus/pace.ts';
import type { RowSource } from '../../../ui/table/definition.ts';
import type { TreeLine, TreeView } from './flatten.ts';
import { createTreeFlow, type TreeChange, type TreeFlow } from './tree-flow.ts';

/** Distances follow the market this often at most. */
const DISTANCE_MS = 250;
/** A step with more rows is a piece of a forest that still comes. */
const PIECE = 40;
/** It is drawn this often while it comes, and so long after its last piece. */
const GATHER_MS = 1_000;
const LAST_PIECE_MS = 50;
/** Cells that depend on a row's place in the tree. */
const TREE = { columns: ['tree'], force: true };

/** The forest of one panel. Its rows are made anew for each grid; what the person looks at stays. */
export interface TreeRows {
  readonly source: RowSource<AlgoRow>;
  view(view: TreeView): void;
  line(id: string): TreeLine | undefined;
  /** Ids of all nodes with something below them, open or not. */
  parents(): readonly string[];
}

/**
 * The forest as rows of a grid. The grid holds every row in the order of the tree and filters: the library then
 * opens and closes branches without making a row anew.
 */
export function createTreeRows(first: TreeView): TreeRows {
  let view = first;
  let flow: TreeFlow = createTreeFlow(first);
  let grid: GridApi<AlgoRow> | null = null;
  return {
    source: (api, held) => {
      const own = createTreeFlow(view);
      flow = own;
      grid = api;
      api.updateGridOptions({
        rowData: [],
        isExternalFilterPresent: () => true,
        doesExternalFilterPass: ({ id }) => id !== undefined && own.line(id) !== undefined,
      });
      const markets = new Map<string, () => void>();
      const release = (): void => {
        const change = held.current ? null : own.release();
        if (change !== null) pace.run(() => draw(change));
      };
      const pace = createPace(release);
      let orderedAt = 0;
      let gathering: ReturnType<typeof setTimeout> | undefined;
      const draw = (change: TreeChange): void => {
        show(api, change);
        if (change.rows !== null) orderedAt = performance.now();
      };
      const unfollow = followFeed('algoOrders', '', (step) => {
        // A large forest comes in pieces: to order all of it anew for each would take all the time there is.
        const gathers = !step.fresh && step.put.length > PIECE && performance.now() - orderedAt < GATHER_MS;
        const waits = gathers || pace.isBusy();
        pace.run(() => draw(own.take(step, waits || held.current)));
        clearTimeout(gathering);
        if (gathers) gathering = setTimeout(release, LAST_PIECE_MS);
        else if (waits) pace.later();
        for (const { symbol } of step.put)
          if (symbol !== '' && !markets.has(symbol)) markets.set(symbol, holdFeed('market', symbol));
      });
      const timer = setInterval(() => api.refreshCells({ columns: ['distance'] }), DISTANCE_MS);
      return {
        release,
        stop() {
          unfollow();
          pace.stop();
          clearTimeout(gathering);
          clearInterval(timer);
          for (const letGo of markets.values()) letGo();
          if (grid === api) grid = null;
        },
      };
    },
    view(next) {
      if (next === view) return;
      view = next;
      flow.view(next);
      if (grid !== null) show(grid, { rows: null, shown: true, changed: [] });
    },
    line: (id) => flow.line(id),
    parents: () => flow.parents(),
  };
}

function show(api: GridApi<AlgoRow>, { rows, shown, changed }: TreeChange): void {
  if (rows !== null) api.setGridOption('rowData', [...rows]);
  else {
    for (const row of changed) api.getRowNode(row.id)?.updateData(row);
    if (shown) api.onFilterChanged();
  }
  if (shown) api.refreshCells(TREE);
}
