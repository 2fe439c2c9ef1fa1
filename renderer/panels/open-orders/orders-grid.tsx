import {
  ColumnAutoSizeModule,
  CustomEditorModule,
  EventApiModule,
  HighlightChangesModule,
  QuickFilterModule,
  RowSelectionModule,
  RowStyleModule,
  type GetRowIdParams,
  type CellDoubleClickedEvent,
  type CellKeyDownEvent,
  type FullWidthCellKeyDownEvent,
  type GridApi,
  type GridOptions,
  type IRowNode,
  type RowSelectionOptions,
  type SelectionColumnDef,
} from 'ag-grid-community';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import type { OrderRow } from '../../../shared/contract.ts';
import { followFeed, peekFeed } from '../../state/feeds.ts';
import { useSettings } from '../../state/settings.ts';
import { gridDefaults } from '../../theme/grid.ts';
import { gridModules } from '../../ui/grid-modules.ts';
import { LiveGrid } from '../../ui/live-grid.tsx';
import { nameGrid } from '../../ui/grid-name.ts';
import { useAim } from '../../ui/aim.ts';
import { useHold } from '../../ui/use-hold.ts';
import { cellState } from '../../state/order-edits.ts';
import type { GridContext } from './cells.ts';
import { columns } from './columns.ts';
import { restoreColumns, saveColumns } from './grid-memory.ts';
import { cancelOrders, dismissEdit, orderActions } from '../../state/order-actions.ts';
import { createRowOrder, nodesOf } from './row-order.ts';
import { createOrderRows, type OrderRows, type RowChanges } from './rows.ts';

const modules = [
  ...gridModules,
  ColumnAutoSizeModule,
  CustomEditorModule,
  EventApiModule,
  HighlightChangesModule,
  QuickFilterModule,
  RowSelectionModule,
  RowStyleModule,
];

/** How long a row that ended shows how. */
const LAST_WORD_MS = 1_000;
/** More changes than these in a frame are no news of one order, and would cost the frame. */
const MOST_FLASHES = 10;
const FLASH = { flashDuration: 400, fadeDuration: 600 } as const;

/** An order that was opened in the grid, and the way back to it. */
export interface OrderPlace {
  readonly row: OrderRow;
  /** Puts the focus on the cell from which it was opened, or on the grid's first where the row is gone. */
  focus(): void;
}

const baseContext: Omit<GridContext, 'details'> = {
  instrumentOf: (symbol) => peekFeed('instruments').get(symbol),
  cellState: (row, field) => cellState(row, field, orderActions.getState().edits.get(row.id)),
  isCancelling: (row) => orderActions.getState().cancelling.has(row.id),
  cancel: (row) => cancelOrders([row]),
  dismiss: dismissEdit,
};

const rowSelection: RowSelectionOptions<OrderRow> = { mode: 'multiRow', checkboxes: true, headerCheckbox: true };
const selectionColumn: SelectionColumnDef = { width: 34, pinned: 'left', resizable: false, suppressMovable: true };
const overlays: GridOptions['suppressOverlays'] = ['loading', 'noRows', 'noMatchingRows'];
const rowId = ({ data }: GetRowIdParams<OrderRow>): string => data.id;
const rowClassRules = { 'orders-ended': ({ data }: { data: OrderRow | undefined }) => data?.open === false };

/**
 * The grid itself. Its rows are changed by transactions alone, one a frame, and stay where they are
 * while someone aims at one or edits a cell.
 */
export function OrdersGrid(props: {
  readonly wanted: (row: OrderRow) => boolean;
  readonly filter: string;
  readonly emptyWords: string;
  onSelect(rows: readonly OrderRow[]): void;
  onApi(api: GridApi<OrderRow> | null): void;
  onDetails(place: OrderPlace): void;
}): ReactElement {
  const { wanted, filter, onSelect, onApi, onDetails } = props;
  const [api, setApi] = useState<GridApi<OrderRow> | null>(null);
  const [editing, setEditing] = useState(false);
  const [empty, setEmpty] = useState(false);
  const pointer = useHold();
  const aim = useAim();
  const held = pointer.held || editing;
  const heldNow = useRef(held);
  heldNow.current = held;
  const rows = useRef<OrderRows>(null);
  const show = useCallback(
    (row: OrderRow, column: string) => {
      if (api !== null) onDetails({ row, focus: () => focusOrder(api, row, column) });
    },
    [api, onDetails],
  );
  const showNow = useRef(show);
  showNow.current = show;
  const context = useMemo<GridContext>(
    () => ({ ...baseContext, details: (row) => showNow.current(row, 'details') }),
    [],
  );

  useEffect(() => {
    if (api === null) return;
    const flow = createOrderRows(wanted);
    rows.current = flow;
    api.setGridOption('rowData', []);
    const leaving = createLeaving(api, heldNow);
    const order = createRowOrder(api, heldNow);
    const stop = followFeed('orders', '', (step) => {
      const changes = flow.take(step, heldNow.current);
      order.apply(changes);
      leaving.add(changes.leave);
      if (!step.fresh) tell(api, changes);
    });
    return () => {
      stop();
      leaving.stop();
      order.stop();
      rows.current = null;
    };
  }, [api, wanted]);

  useEffect(() => {
    if (api === null || held || rows.current === null) return;
    const { add, update, remove } = rows.current.release();
    api.applyTransaction({ add: [...add], update: [...update], remove: nodesOf(api, remove) });
  }, [api, held]);

  useEffect(() => {
    if (api === null) return;
    const actions = orderActions.subscribe(() =>
      api.refreshCells({ columns: ['price', 'quantity', 'status', 'cancel'], force: true }),
    );
    const settings = useSettings.subscribe(() => api.refreshCells({ columns: ['createdAt'], force: true }));
    const instruments = followFeed('instruments', '', () => api.refreshCells({ force: true }));
    return () => {
      actions();
      settings();
      instruments();
    };
  }, [api]);

  return (
    <div className="grid-box" {...aim} onPointerMove={pointer.touch} onPointerLeave={pointer.letGo}>
      <LiveGrid<OrderRow>
        {...gridDefaults()}
        modules={modules}
        columnDefs={useMemo(() => [...columns], [])}
        context={context}
        getRowId={rowId}
        rowClassRules={rowClassRules}
        rowSelection={rowSelection}
        selectionColumnDef={selectionColumn}
        deltaSort
        rowBuffer={3}
        // Few columns: those beside the window are there for a screen reader and a search of the page too.
        suppressColumnVirtualisation
        // Read aloud in the order in which it is seen.
        ensureDomOrder
        // The library's own tooltips listen at every cell.
        enableBrowserTooltips
        readOnlyEdit
        stopEditingWhenCellsLoseFocus
        quickFilterText={filter}
        // The library writes its own overlays as markup, which the page's policy forbids.
        suppressOverlays={overlays}
        onModelUpdated={(event) => setEmpty(event.api.getDisplayedRowCount() === 0)}
        onGridReady={(event) => {
          nameGrid(event.api, 'Open orders');
          restoreColumns(event.api);
          setApi(event.api);
          onApi(event.api);
        }}
        // A hidden panel keeps its state and loses its grid: nothing may go on with the old one.
        onGridPreDestroyed={() => {
          setApi(null);
          onApi(null);
        }}
        onColumnMoved={(event) => event.finished && saveColumns(event.api)}
        onColumnResized={(event) => event.finished && saveColumns(event.api)}
        onColumnVisible={(event) => saveColumns(event.api)}
        onSortChanged={(event) => saveColumns(event.api)}
        onSelectionChanged={(event) => onSelect(event.api.getSelectedRows())}
        onCellKeyDown={(event) => pressByKey(event, show)}
        onCellDoubleClicked={(event) => {
          if (opensDetails(event) && event.data !== undefined) show(event.data, event.column.getColId());
        }}
        onCellEditingStarted={() => setEditing(true)}
        onCellEditingStopped={() => setEditing(false)}
      />
      {empty ? (
        <p className="orders-empty">{filter === '' ? props.emptyWords : `No order matches “${filter}”.`}</p>
      ) : null}
    </div>
  );
}

/** Enter or Space on the cell of a button presses it; Enter on any other that is not edited opens the order. */
function pressByKey(
  event: CellKeyDownEvent<OrderRow> | FullWidthCellKeyDownEvent<OrderRow>,
  show: (row: OrderRow, column: string) => void,
): void {
  const key = event.event;
  if (!('column' in event) || !(key instanceof KeyboardEvent) || key.repeat || event.data === undefined) return;
  if (!(key.target instanceof HTMLElement) || key.target.getAttribute('role') !== 'gridcell') return;
  const button = key.target.querySelector('button');
  if (button !== null && (key.key === 'Enter' || key.key === ' ')) button.click();
  else if (key.key === 'Enter' && opensDetails(event)) show(event.data, event.column.getColId());
}

/** The cells that can be edited begin an edit instead, or nothing while they cannot; the button of one presses itself. */
const opensDetails = ({ column }: CellKeyDownEvent<OrderRow> | CellDoubleClickedEvent<OrderRow>): boolean =>
  !['price', 'quantity', 'cancel'].includes(column.getColId());

function focusOrder(api: GridApi<OrderRow>, row: OrderRow, column: string): void {
  const node = api.getRowNode(row.id) ?? findNode(api, row);
  const index = node?.rowIndex ?? 0;
  if (api.getDisplayedRowAtIndex(index) === undefined) return;
  api.ensureIndexVisible(index);
  api.setFocusedCell(index, column);
}

/** The row of an order that got its id from the exchange meanwhile. */
function findNode(api: GridApi<OrderRow>, { clientOrderId }: OrderRow): IRowNode<OrderRow> | undefined {
  let found: IRowNode<OrderRow> | undefined;
  if (clientOrderId !== null)
    api.forEachNode((node) => {
      if (node.data?.clientOrderId === clientOrderId) found = node;
    });
  return found;
}

/** Rows that ended go together, a moment after their end, and not while someone aims at a row. */
function createLeaving(
  api: GridApi<OrderRow>,
  held: { readonly current: boolean },
): { add(rows: readonly OrderRow[]): void; stop(): void } {
  const leaving = new Map<string, number>();
  const timer = setInterval(() => {
    if (leaving.size === 0 || held.current) return;
    const now = performance.now();
    const gone = [...leaving].filter(([, at]) => now - at >= LAST_WORD_MS).map(([id]) => id);
    for (const id of gone) leaving.delete(id);
    // One that came back meanwhile is wanted again.
    const remove = gone.flatMap((id) => api.getRowNode(id)?.data ?? []);
    if (remove.length > 0) api.applyTransaction({ remove });
  }, LAST_WORD_MS / 4);
  return {
    add: (rows) => {
      for (const row of rows) leaving.set(row.id, performance.now());
    },
    stop: () => clearInterval(timer),
  };
}

/** Flash of fills and of other changes, as far as it is wanted. */
function tell(api: GridApi<OrderRow>, { filled, changed }: RowChanges): void {
  if (filled.length + changed.length === 0) return;
  const { flash } = useSettings.getState();
  const few = filled.length + changed.length <= MOST_FLASHES;
  if (few && flash && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
    const nodes = filled.flatMap((id) => api.getRowNode(id) ?? []);
    if (nodes.length > 0) api.flashCells({ rowNodes: nodes, ...FLASH });
    for (const { id, fields } of changed) {
      const node = api.getRowNode(id);
      if (node !== undefined) api.flashCells({ rowNodes: [node], columns: [...fields], ...FLASH });
    }
  }
}
