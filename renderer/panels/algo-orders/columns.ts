import type { ColDef, ValueGetterParams } from 'ag-grid-community';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { useSettings } from '../../state/kept/settings.ts';
import { fullTimestamp } from '../../ui/text/format.ts';
import {
  algoNumber,
  CancelCell,
  DetailsCell,
  noteOf,
  StatusCell,
  trailingWords,
  triggerText,
  TreeCell,
  type AlgoContext,
} from './cells.ts';
import { distanceOf, distanceWords, type Distance } from './distance.ts';
import { NodeEditor } from './node/node-editor.tsx';
import { whyCellIsClosed, type NodeField } from './node/node-edits.ts';

type Column = ColDef<AlgoRow>;
const text = (of: (row: AlgoRow) => string | null) => ({
  valueGetter: ({ data }: ValueGetterParams<AlgoRow>) => (data === undefined ? '' : (of(data) ?? '–')),
});
const number = (of: (row: AlgoRow) => AlgoRow['price'], kind: 'price' | 'quantity') => ({
  type: 'rightAligned',
  valueGetter: ({ data, context }: ValueGetterParams<AlgoRow>) =>
    data === undefined ? '' : algoNumber(of(data), data, kind, context as AlgoContext), // the grid's own context
});
const isEditable =
  (field: NodeField) =>
  ({ data, context }: { readonly data?: AlgoRow | undefined; readonly context: unknown }): boolean =>
    data !== undefined && whyCellIsClosed(data, field, (context as AlgoContext).instrumentOf(data.symbol)) === null; // the grid's own context
const editable = (field: NodeField, kind: 'price' | 'quantity'): Column => ({
  colId: field,
  ...number((row) => row[field], kind),
  editable: isEditable(field),
  cellEditor: NodeEditor,
  cellClassRules: { 'algo-editable': isEditable(field) },
  // The editor answers these itself: Enter sends, arrows step.
  suppressKeyboardEvent: ({ editing, event }) => editing && ['Enter', 'ArrowUp', 'ArrowDown'].includes(event.key),
});
/** How far the market is from a node's trigger, as text that is coloured as it nears. */
interface ShownDistance {
  readonly words: string;
  readonly near: Distance['near'] | undefined;
}
const distance: ColDef<AlgoRow, ShownDistance> = {
  valueGetter: ({ data, context }) => {
    if (data === undefined) return null;
    const { instrumentOf, marketOf } = context as AlgoContext; // the grid's own context
    const found = distanceOf(data, marketOf(data.symbol));
    return { words: distanceWords(found, instrumentOf(data.symbol)?.priceTick), near: found?.near };
  },
  valueFormatter: ({ value }) => value?.words ?? '',
  equals: (before, after) => before?.words === after?.words,
  cellClassRules: {
    'algo-near': ({ value }) => value?.near === 'near',
    'algo-close': ({ value }) => value?.near === 'close',
  },
};
/** Drawn at every change of its row. */
const always = { equals: () => false, valueGetter: ({ data }: ValueGetterParams<AlgoRow>) => data } as const;

const button = {
  pinned: 'right',
  resizable: false,
  lockPinned: true,
  suppressMovable: true,
  ...always,
} as const;

/** The columns. Rows cannot be sorted: their order is that of the tree. */
export const columns: readonly Column[] = [
  {
    colId: 'tree',
    headerName: 'Algo order',
    width: 206,
    pinned: 'left',
    lockPinned: true,
    suppressMovable: true,
    cellRenderer: TreeCell,
    ...always,
  },
  {
    colId: 'side',
    headerName: 'Side',
    width: 54,
    ...text((row) => row.side),
    cellClass: ({ value }) => (value === 'BUY' ? 'tone-up' : value === 'SELL' ? 'tone-down' : ''),
  },
  { headerName: 'Quantity', width: 78, ...editable('quantity', 'quantity') },
  {
    headerName: 'Trigger',
    headerTooltip: 'Of a trailing stop: where the best price that was seen puts it',
    width: 84,
    ...editable('triggerPrice', 'price'),
    valueGetter: ({ data, context }) => (data === undefined ? '' : triggerText(data, context as AlgoContext)), // the grid's own context
  },
  { colId: 'distance', headerName: 'Distance', width: 126, type: 'rightAligned', ...(distance as Column) },
  {
    colId: 'status',
    headerName: 'Status',
    width: 130,
    ...text((row) => row.algoStatus),
    equals: () => false,
    cellRendererSelector: ({ data }) =>
      data === undefined || noteOf(data) === '' ? undefined : { component: StatusCell },
  },
  {
    colId: 'trailing',
    headerName: 'Trailing',
    width: 210,
    ...text(trailingWords),
    tooltipValueGetter: ({ data }) =>
      data === undefined || data.bestSince === null
        ? undefined
        : `Best: the furthest price since ${fullTimestamp(data.bestSince, useSettings.getState().utc)}, when this terminal began to look.`,
  },
  { headerName: 'Price', width: 96, ...editable('price', 'price') },
  { colId: 'type', headerName: 'Type', width: 88, ...text((row) => row.type) },
  {
    colId: 'kind',
    headerName: 'Trigger on',
    width: 82,
    ...text((row) => row.triggerPriceType?.replace('_PRICE', '').toLowerCase() ?? null),
  },
  { colId: 'symbol', headerName: 'Symbol', width: 128, ...text((row) => row.symbol) },
  { colId: 'executed', headerName: 'Executed', width: 90, ...number((row) => row.executed, 'quantity') },
  { colId: 'average', headerName: 'Average', width: 96, ...number((row) => row.averagePrice, 'price') },
  { colId: 'triggerStatus', headerName: 'Trigger status', width: 102, ...text((row) => row.triggerStatus) },
  { colId: 'root', headerName: 'Root status', width: 100, ...text((row) => row.rootStatus) },
  { colId: 'positionSide', headerName: 'Position side', width: 96, ...text((row) => row.positionSide) },
  {
    colId: 'created',
    headerName: 'Created',
    width: 150,
    hide: true,
    valueGetter: ({ data }) => data?.createdAt ?? null,
    valueFormatter: ({ value }: { readonly value: unknown }) =>
      typeof value === 'number' ? fullTimestamp(value, useSettings.getState().utc).slice(0, 19) : '–',
  },
  { colId: 'details', headerName: 'Details', width: 70, cellRenderer: DetailsCell, ...button },
  { colId: 'cancel', headerName: 'Cancel', width: 68, cellRenderer: CancelCell, ...button },
];
