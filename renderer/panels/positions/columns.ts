import type { ColDef, ValueFormatterParams } from 'ag-grid-community';
import type { PositionRow } from '../../../shared/contract/contract.ts';
import { returnOnEquity, unrealisedPnl } from '../../../shared/rules/account/position.ts';
import { byDecimal } from '../../ui/grid/decimal-order.ts';
import {
  CloseCell,
  DistanceCell,
  PnlCell,
  PnlOfDayCell,
  distanceOf,
  PriceCell,
  QuantityCell,
  ReverseCell,
  RoeCell,
  SideCell,
  SymbolCell,
  type GridContext,
} from './cells.ts';

type Column = ColDef<PositionRow>;

const text = ({ value }: ValueFormatterParams<PositionRow, unknown>): string =>
  value === null || value === undefined ? '–' : String(value);

/** Cells drawn from more than their own value are drawn at every change of their row. */
const always = { equals: () => false } as const;
const number = { type: 'rightAligned', comparator: byDecimal, ...always } as const;
const button = {
  pinned: 'right',
  sortable: false,
  resizable: false,
  lockPinned: true,
  suppressMovable: true,
  cellClass: 'positions-buttons',
  ...always,
} as const;

/** The columns in their first order. Names are what people find them by. */
export const columns: readonly Column[] = [
  {
    field: 'symbol',
    headerName: 'Symbol',
    headerTooltip: 'Press one to show it in the other panels',
    width: 128,
    pinned: 'left',
    sort: 'asc',
    cellRenderer: SymbolCell,
    ...always,
  },
  {
    colId: 'side',
    headerName: 'Side',
    width: 60,
    valueGetter: ({ data }) => data?.holding,
    comparator: byDecimal,
    cellRenderer: SideCell,
    ...always,
  },
  { field: 'holding', headerName: 'Quantity', width: 84, ...number, cellRenderer: QuantityCell },
  {
    field: 'averageOpenPrice',
    headerName: 'Entry',
    headerTooltip: 'Average open price',
    width: 104,
    ...number,
    cellRenderer: PriceCell.averageOpenPrice,
  },
  {
    field: 'markPrice',
    headerName: 'Mark',
    headerTooltip: 'The price at which the exchange values it',
    width: 88,
    ...number,
    cellRenderer: PriceCell.markPrice,
  },
  {
    colId: 'pnl',
    headerName: 'Unrealised PnL',
    headerTooltip: '(mark − entry) × quantity, cut after four decimals; a cell’s tooltip has all of them',
    width: 116,
    ...number,
    valueGetter: ({ data }) => (data === undefined ? null : unrealisedPnl(data)),
    cellRenderer: PnlCell,
  },
  {
    colId: 'distance',
    headerName: 'Distance',
    headerTooltip:
      'From mark to liquidation, in percent of the mark price; the bar is what is left of the way from entry',
    width: 96,
    ...number,
    // The table's own context.
    valueGetter: ({ data, context }) =>
      data === undefined ? null : (distanceOf(data, context as GridContext)?.percent ?? null),
    cellRenderer: DistanceCell,
  },
  {
    field: 'liquidationPrice',
    headerName: 'Liquidation',
    headerTooltip: 'Estimated by the exchange',
    width: 92,
    ...number,
    cellRenderer: PriceCell.liquidationPrice,
  },
  {
    field: 'leverage',
    headerName: 'Leverage',
    width: 78,
    type: 'rightAligned',
    valueFormatter: ({ value }) => (typeof value === 'number' ? `${value}×` : '–'),
  },
  {
    colId: 'roe',
    headerName: 'ROE',
    headerTooltip: 'Unrealised PnL in percent of the margin that opened it: PnL × leverage / (entry × quantity)',
    width: 80,
    ...number,
    valueGetter: ({ data }) => (data === undefined ? null : returnOnEquity(data, data.leverage)),
    cellRenderer: RoeCell,
  },
  { field: 'marginMode', headerName: 'Margin mode', width: 98, valueFormatter: text, cellClass: 'positions-soft' },
  { field: 'pnl24h', headerName: 'PnL 24 h', minWidth: 104, flex: 1, ...number, cellRenderer: PnlOfDayCell },
  { colId: 'close', headerName: 'Close', width: 64, ...button, cellRenderer: CloseCell },
  { colId: 'reverse', headerName: 'Reverse', width: 78, ...button, cellRenderer: ReverseCell },
];
