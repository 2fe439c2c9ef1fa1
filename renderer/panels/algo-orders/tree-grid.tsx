import {
  createGrid,
  CustomEditorModule,
  EventApiModule,
  ExternalFilterModule,
  RowStyleModule,
  type ColDef,
  type GetRowIdParams,
  type GridApi,
  type GridOptions,
  type RowClassRules,
} from 'ag-grid-community';
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { followFeed, holdFeed, peekFeed } from '../../state/feeds.ts';
import { gridDefaults } from '../../theme/grid.ts';
import { gridModules } from '../../ui/grid-modules.ts';
import { nameGrid } from '../../ui/grid-name.ts';
import { createPace } from '../../ui/pace.ts';
import { useAim } from '../../ui/aim.ts';
import { useHold } from '../../ui/use-hold.ts';
import { cancelAlgo } from './algo-actions.ts';
import type { AlgoContext } from './cells.ts';
import { columns } from './columns.ts';
import type { TreeView } from './flatten.ts';
import { createTreeFlow, type TreeChange, type TreeFlow } from './tree-flow.ts';
import { makeRowsApart } from './scroll-task.ts';
import { keyDown, toggle } from './tree-keys.ts';
import { followRoles } from './tree-roles.ts';

const modules = [...gridModules, CustomEditorModule, EventApiModule, ExternalFilterModule, RowStyleModule];
/** Distances follow the market this often at most. */
const DISTANCE_MS = 250;
/** A step with more rows is a piece of a forest that still comes. */
const PIECE = 40;
/** It is drawn this often while it comes, and so long after its last piece. */
const GATHER_MS = 1_000;
const LAST_PIECE_MS = 50;
/** What depends on a row's place in the tree. */
const TREE = { columns: ['tree'], force: true };

/**
 * The forest as rows of a grid, which draws only what is in view. The grid holds all rows in the order of
 * the tree and filters: the library then opens and closes branches without making a row anew.
 */
export function TreeGrid(props: {
  readonly view: TreeView;
  readonly emptyWords: string;
  onDetails(row: AlgoRow): void;
  /** Told of the ids of all nodes with children, for “Collapse all”. */
  onParents(parents: () => readonly string[]): void;
}): ReactElement {
  const { view, onDetails, onParents } = props;
  const place = useRef<HTMLDivElement>(null);
  const [api, setApi] = useState<GridApi<AlgoRow> | null>(null);
  const [empty, setEmpty] = useState(false);
  const [editing, setEditing] = useState(false);
  const pointer = useHold();
  const aim = useAim();
  const held = pointer.held || editing;
  const heldNow = useRef(held);
  heldNow.current = held;
  const made = useRef<TreeFlow | null>(null);
  const flow = (made.current ??= createTreeFlow(view));
  const context = useMemo(
    (): AlgoContext => ({
      instrumentOf: (symbol) => peekFeed('instruments').get(symbol),
      marketOf: (symbol) => peekFeed('market', symbol).get(symbol),
      lineOf: flow.line,
      toggle,
      cancel: (row) => void cancelAlgo(row),
      details: onDetails,
    }),
    [flow, onDetails],
  );

  useEffect(() => {
    if (place.current === null) return;
    const grid = createGrid<AlgoRow>(
      place.current,
      {
        ...treeOptions(flow),
        context,
        onModelUpdated: (event) => setEmpty(event.api.getDisplayedRowCount() === 0),
        onCellEditingStarted: () => setEditing(true),
        onCellEditingStopped: () => setEditing(false),
        // A double click on a value that can be changed begins to change it.
        onCellDoubleClicked: ({ data, column, node }) => {
          if (data !== undefined && !column.isCellEditable(node)) onDetails(data);
        },
        onCellKeyDown: (event) => {
          if ('column' in event) keyDown(event, flow, onDetails);
        },
      },
      { modules: [...modules] },
    );
    nameGrid(grid, 'Algo orders');
    setApi(grid);
    const stopApart = makeRowsApart(place.current);
    return () => {
      stopApart();
      setApi(null);
      grid.destroy();
    };
  }, [flow, context, onDetails]);

  useEffect(() => {
    if (api === null) return;
    flow.view(view);
    show(api, { rows: null, shown: true, changed: [] });
    onParents(flow.parents);
  }, [api, flow, view, onParents]);

  useEffect(() => {
    if (api === null || held) return;
    const change = flow.release();
    if (change !== null) show(api, change);
  }, [api, flow, held]);

  useEffect(() => {
    if (api === null) return;
    const markets = new Map<string, () => void>();
    const release = (): void => {
      const change = heldNow.current ? null : flow.release();
      if (change !== null) pace.run(() => draw(change));
    };
    const pace = createPace(release);
    let orderedAt = 0;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const draw = (change: TreeChange): void => {
      show(api, change);
      if (change.rows !== null) orderedAt = performance.now();
    };
    const stop = followFeed('algoOrders', '', (step) => {
      // A large forest comes in pieces: to order all of it anew for each would take all the time there is.
      const gathers = !step.fresh && step.put.length > PIECE && performance.now() - orderedAt < GATHER_MS;
      const waits = gathers || pace.isBusy();
      pace.run(() => draw(flow.take(step, waits || heldNow.current)));
      clearTimeout(gathering);
      if (gathers) gathering = setTimeout(release, LAST_PIECE_MS);
      else if (waits) pace.later();
      for (const { symbol } of step.put)
        if (symbol !== '' && !markets.has(symbol)) markets.set(symbol, holdFeed('market', symbol));
    });
    const timer = setInterval(() => api.refreshCells({ columns: ['distance'] }), DISTANCE_MS);
    return () => {
      stop();
      pace.stop();
      clearTimeout(gathering);
      clearInterval(timer);
      for (const letGo of markets.values()) letGo();
    };
  }, [api, flow]);

  useEffect(() => (api === null ? undefined : followRoles(api, flow.line)), [api, flow]);

  return (
    <div className="grid-box" {...aim} onPointerMove={pointer.touch} onPointerLeave={pointer.letGo}>
      <div ref={place} className="grid-box" />
      {empty ? <p className="orders-empty">{props.emptyWords}</p> : null}
    </div>
  );
}

const everyColumn: ColDef<AlgoRow> = { sortable: false, resizable: true, suppressMovable: true };
const rowClasses: RowClassRules<AlgoRow> = { 'algo-row-ended': ({ data }) => data?.open === false };
const rowId = ({ data }: GetRowIdParams<AlgoRow>): string => data.id;

function show(api: GridApi<AlgoRow>, { rows, shown, changed }: TreeChange): void {
  if (rows !== null) api.setGridOption('rowData', [...rows]);
  else {
    for (const row of changed) api.getRowNode(row.id)?.updateData(row);
    if (shown) api.onFilterChanged();
  }
  if (shown) api.refreshCells(TREE);
}

/** The grid's options that do not depend on who uses it. */
const treeOptions = (flow: TreeFlow): GridOptions<AlgoRow> => ({
  ...gridDefaults(),
  columnDefs: [...columns],
  defaultColDef: everyColumn,
  getRowId: rowId,
  isExternalFilterPresent: () => true,
  doesExternalFilterPass: ({ id }) => id !== undefined && flow.line(id) !== undefined,
  ensureDomOrder: true,
  // The library's own listen six times on every cell.
  enableBrowserTooltips: true,
  // makeRowsApart() says when rows are made.
  suppressAnimationFrame: true,
  rowBuffer: 2,
  readOnlyEdit: true,
  stopEditingWhenCellsLoseFocus: true,
  suppressOverlays: ['loading', 'noRows', 'noMatchingRows'],
  rowClassRules: rowClasses,
});
