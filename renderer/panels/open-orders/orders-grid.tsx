import {
  ColumnAutoSizeModule,
  CustomEditorModule,
  HighlightChangesModule,
  QuickFilterModule,
  RowSelectionModule,
  RowStyleModule,
  type GridApi,
  type IRowNode,
} from 'ag-grid-community';
import { useMemo, useRef, type ReactElement } from 'react';
import type { OrderRow } from '../../../shared/contract/contract.ts';
import { followFeed, peekFeed } from '../../state/feeds/feeds.ts';
import { cancelOrders, dismissEdit, orderActions } from '../../state/orders/order-actions.ts';
import { cellState } from '../../state/orders/order-edits.ts';
import { defineTable, type TableHandle } from '../../ui/table/definition.ts';
import { feedRows } from '../../ui/table/feed-source.ts';
import { Table } from '../../ui/table/table.tsx';
import type { GridContext } from './cells.ts';
import { columns } from './columns.ts';

/** An order that was opened in the grid, and the way back to it. */
export interface OrderPlace {
  readonly row: OrderRow;
  /** Puts the focus on the cell from which it was opened, or on the grid's first where the row is gone. */
  focus(): void;
}

export const ordersTable = defineTable<OrderRow>({
  id: 'open-orders',
  name: 'Open orders',
  engine: 'library',
  columns,
  actions: ['details', 'cancel'],
  times: ['createdAt'],
  rowId: ({ id }) => id,
  modules: [
    ColumnAutoSizeModule,
    CustomEditorModule,
    HighlightChangesModule,
    QuickFilterModule,
    RowSelectionModule,
    RowStyleModule,
  ],
  options: {
    rowClassRules: { 'orders-ended': ({ data }) => data?.open === false },
    rowSelection: { mode: 'multiRow', checkboxes: true, headerCheckbox: true },
    selectionColumnDef: { width: 34, pinned: 'left', resizable: false, suppressMovable: true },
    deltaSort: true,
    rowBuffer: 3,
    // Few columns: those beside the window are there for a screen reader and a search of the page too.
    suppressColumnVirtualisation: true,
    // Read aloud in the order in which it is seen.
    ensureDomOrder: true,
    // The library's own tooltips listen at every cell.
    enableBrowserTooltips: true,
  },
});

const TOLD = ['price', 'quantity', 'status'] as const;

/** Ordinary orders that belong to the view. */
export function OrdersGrid(props: {
  readonly table: TableHandle<OrderRow>;
  readonly wanted: (row: OrderRow) => boolean;
  readonly filter: string;
  readonly emptyWords: string;
  onSelect(rows: readonly OrderRow[]): void;
  onDetails(place: OrderPlace): void;
}): ReactElement {
  const { table, wanted, filter, emptyWords, onSelect, onDetails } = props;
  const show = (row: OrderRow, column: string): void =>
    onDetails({
      row,
      focus: () => {
        const { api } = table.grid.getState();
        if (api !== null) focusOrder(api, row, column);
      },
    });
  const showNow = useRef(show);
  showNow.current = show;
  const context = useMemo<GridContext>(
    () => ({
      instrumentOf: (symbol) => peekFeed('instruments').get(symbol),
      cellState: (row, field) => cellState(row, field, orderActions.getState().edits.get(row.id)),
      isCancelling: (row) => orderActions.getState().cancelling.has(row.id),
      cancel: (row) => cancelOrders([row]),
      dismiss: dismissEdit,
      details: (row) => showNow.current(row, 'details'),
    }),
    [],
  );
  const source = useMemo(
    () =>
      feedRows({
        feed: 'orders',
        rowId: ({ id }) => id,
        wanted,
        sameAs: ({ clientOrderId }) => clientOrderId,
        news: (before, now) =>
          before.executed === now.executed ? TOLD.filter((field) => now[field] !== before[field]) : null,
      }),
    [wanted],
  );
  return (
    <Table
      table={table}
      source={source}
      context={context}
      filter={filter}
      empty={filter === '' ? emptyWords : `No order matches “${filter}”.`}
      begun={followAround}
      onSelect={onSelect}
      onOpen={show}
    />
  );
}

/** Draws cells anew with what they show besides their row. */
function followAround(api: GridApi<OrderRow>): () => void {
  const actions = orderActions.subscribe(() =>
    api.refreshCells({ columns: ['price', 'quantity', 'status', 'cancel'], force: true }),
  );
  const instruments = followFeed('instruments', '', () => api.refreshCells({ force: true }));
  return () => {
    actions();
    instruments();
  };
}

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
