import type { CellClassParams, ColDef, ValueFormatterParams } from 'ag-grid-community';
import type { OrderRow } from '../../../shared/contract/contract.ts';
import { useSettings } from '../../state/kept/settings.ts';
import { byDecimal } from '../../ui/grid/decimal-order.ts';
import { formatDayTime, formatTime, fullTimestamp } from '../../ui/text/format.ts';
import { CellEditor } from './cell-editor.tsx';
import { whyNotEditable } from '../../state/orders/order-edits.ts';
import {
  CancelCell,
  DetailsCell,
  ExecutedCell,
  numberText,
  PriceCell,
  QuantityCell,
  StatusCell,
  type GridContext,
} from './cells.ts';

type Column = ColDef<OrderRow>;
type Format = ValueFormatterParams<OrderRow, unknown, GridContext>;

const text = ({ value }: Format): string => (value === null || value === undefined ? '–' : String(value));

const DAY_MS = 86_400_000;

/** Time of day for orders of the last day, with the date before. */
function time({ value }: Format): string {
  if (typeof value !== 'number') return '–';
  const { utc } = useSettings.getState();
  return Date.now() - value < DAY_MS ? formatTime(value, utc) : formatDayTime(value, utc);
}

const sideClass = ({ value }: CellClassParams<OrderRow>): string =>
  value === 'BUY' ? 'orders-buy' : value === 'SELL' ? 'orders-sell' : '';

/** Cells drawn from more than their own value are drawn at every change of their row. */
const always = { equals: () => false } as const;
const number = { type: 'rightAligned', comparator: byDecimal } as const;

const editable = (field: 'price' | 'quantity'): Column => ({
  ...always,
  editable: ({ data, context }) =>
    data !== undefined && whyNotEditable(data, field, (context as GridContext).instrumentOf(data.symbol)) === null, // the grid's own context
  cellEditor: CellEditor,
  // The editor answers these itself: Enter sends, arrows step.
  suppressKeyboardEvent: ({ editing, event }) => editing && ['Enter', 'ArrowUp', 'ArrowDown'].includes(event.key),
  cellClass: ['ag-right-aligned-cell', 'orders-editable'],
});

/** The columns in their first order. Names are what people find them by. */
export const columns: readonly Column[] = [
  {
    field: 'createdAt',
    headerName: 'Time',
    width: 76,
    sort: 'desc',
    valueFormatter: time,
    tooltipValueGetter: ({ value }) =>
      typeof value === 'number' ? fullTimestamp(value, useSettings.getState().utc) : undefined,
    cellClass: 'orders-soft',
  },
  { field: 'symbol', headerName: 'Symbol', width: 122, cellClass: 'orders-strong' },
  { field: 'side', headerName: 'Side', width: 52, cellClass: sideClass },
  { field: 'type', headerName: 'Type', width: 74 },
  { field: 'price', headerName: 'Price', width: 88, ...number, ...editable('price'), cellRenderer: PriceCell },
  {
    field: 'quantity',
    headerName: 'Quantity',
    width: 82,
    ...number,
    ...editable('quantity'),
    cellRenderer: QuantityCell,
  },
  { field: 'executed', headerName: 'Executed', width: 92, ...number, ...always, cellRenderer: ExecutedCell },
  { field: 'status', headerName: 'Status', minWidth: 88, flex: 1, ...always, cellRenderer: StatusCell },
  {
    field: 'averagePrice',
    headerName: 'Average',
    width: 100,
    ...number,
    valueFormatter: ({ data, value, context }) =>
      data === undefined ? '' : numberText(value, data, 'price', context as GridContext), // the grid's own context
  },
  {
    field: 'reduceOnly',
    headerName: 'Reduce only',
    width: 98,
    cellDataType: false,
    valueFormatter: ({ value }) => (value === true ? 'Yes' : 'No'),
    cellClass: 'orders-soft',
  },
  { field: 'positionSide', headerName: 'Position side', width: 102, cellClass: 'orders-soft', valueFormatter: text },
  { field: 'tag', headerName: 'Tag', width: 90, valueFormatter: text, tooltipField: 'tag' },
  {
    field: 'clientOrderId',
    headerName: 'Client ID',
    width: 130,
    valueFormatter: text,
    tooltipField: 'clientOrderId',
    cellClass: 'orders-soft',
  },
  { field: 'orderId', headerName: 'Order ID', width: 150, valueFormatter: text, hide: true, cellClass: 'orders-soft' },
  {
    colId: 'details',
    headerName: 'Details',
    width: 60,
    pinned: 'right',
    sortable: false,
    resizable: false,
    lockPinned: true,
    suppressMovable: true,
    ...always,
    cellRenderer: DetailsCell,
  },
  {
    colId: 'cancel',
    headerName: 'Cancel',
    width: 74,
    pinned: 'right',
    sortable: false,
    resizable: false,
    lockPinned: true,
    suppressMovable: true,
    ...always,
    cellRenderer: CancelCell,
  },
];
