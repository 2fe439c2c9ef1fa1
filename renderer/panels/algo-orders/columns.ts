import type { ColDef, ValueGetterParams } from 'ag-grid-community';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import {
  ActionsCell,
  algoNumber,
  DistanceCell,
  StatusCell,
  trailingWords,
  TreeCell,
  type AlgoContext,
} from './cells.ts';
import type { TreeLine } from './flatten.ts';

type Column = ColDef<TreeLine>;
const text = (of: (row: AlgoRow) => string | null) => ({
  valueGetter: ({ data }: ValueGetterParams<TreeLine>) => (data === undefined ? '' : (of(data.row) ?? '–')),
});
const number = (of: (row: AlgoRow) => AlgoRow['price'], kind: 'price' | 'quantity') => ({
  type: 'rightAligned',
  valueGetter: ({ data, context }: ValueGetterParams<TreeLine>) =>
    data === undefined ? '' : algoNumber(of(data.row), data.row, kind, context as AlgoContext), // the grid's own context
});
/** Drawn at every change of its line. */
const always = { equals: () => false, valueGetter: ({ data }: ValueGetterParams<TreeLine>) => data } as const;

/** The columns. Rows cannot be sorted: their order is that of the tree. */
export const columns: readonly Column[] = [
  { colId: 'tree', headerName: 'Algo order', width: 210, pinned: 'left', cellRenderer: TreeCell, ...always },
  { colId: 'symbol', headerName: 'Symbol', width: 128, ...text((row) => row.symbol) },
  {
    colId: 'side',
    headerName: 'Side',
    width: 60,
    ...text((row) => row.side),
    cellClass: ({ value }) => (value === 'BUY' ? 'tone-up' : value === 'SELL' ? 'tone-down' : ''),
  },
  { colId: 'quantity', headerName: 'Quantity', width: 92, ...number((row) => row.quantity, 'quantity') },
  { colId: 'trigger', headerName: 'Trigger', width: 96, ...number((row) => row.triggerPrice, 'price') },
  {
    colId: 'distance',
    headerName: 'Distance',
    width: 150,
    type: 'rightAligned',
    cellRenderer: DistanceCell,
    ...always,
  },
  { colId: 'status', headerName: 'Status', width: 160, cellRenderer: StatusCell, ...always },
  { colId: 'price', headerName: 'Price', width: 96, ...number((row) => row.price, 'price') },
  { colId: 'type', headerName: 'Type', width: 88, ...text((row) => row.type) },
  {
    colId: 'kind',
    headerName: 'Trigger on',
    width: 82,
    ...text((row) => row.triggerPriceType?.replace('_PRICE', '').toLowerCase() ?? null),
  },
  { colId: 'trailing', headerName: 'Trailing', width: 130, ...text(trailingWords) },
  { colId: 'executed', headerName: 'Executed', width: 90, ...number((row) => row.executed, 'quantity') },
  { colId: 'average', headerName: 'Average', width: 96, ...number((row) => row.averagePrice, 'price') },
  { colId: 'triggerStatus', headerName: 'Trigger status', width: 102, ...text((row) => row.triggerStatus) },
  { colId: 'root', headerName: 'Root status', width: 100, ...text((row) => row.rootStatus) },
  { colId: 'positionSide', headerName: 'Position side', width: 96, ...text((row) => row.positionSide) },
  { colId: 'actions', headerName: 'Actions', width: 136, pinned: 'right', cellRenderer: ActionsCell, ...always },
];
