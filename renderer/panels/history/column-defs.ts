import type { ColDef, ValueFormatterParams } from 'ag-grid-community';
import { grouped, toDecimal } from '../../../shared/decimal.ts';
import type { HistoryColumn } from '../../../shared/history.ts';
import { byDecimal } from '../../ui/decimal-order.ts';
import { fullTimestamp } from '../../ui/format.ts';
import type { ChosenColumn } from './column-choice.ts';

export type HistoryRow = Readonly<Record<string, string>>;

/** The grid's columns of a history, in the order that was chosen. */
export const columnDefs = (columns: readonly ChosenColumn[], utc: boolean): ColDef<HistoryRow>[] =>
  columns.map(({ column, shown }) => ({ ...columnOf(column, utc), hide: !shown }));

const byTime = (a: unknown, b: unknown): number => Number(a) - Number(b);

/** A cell's text for a person. */
export function cellText(kind: HistoryColumn['kind'], value: string, utc: boolean): string {
  if (value === '') return '–';
  if (kind === 'time') return fullTimestamp(Number(value), utc).slice(0, 19);
  if (kind === 'flag') return value === 'true' ? 'Yes' : 'No';
  const number = kind === 'number' ? toDecimal(value) : null;
  return number === null ? value : grouped(number);
}

function columnOf({ field, title, kind, width }: HistoryColumn, utc: boolean): ColDef<HistoryRow> {
  return {
    colId: field,
    headerName: title,
    ...(width === undefined ? {} : { width }),
    valueGetter: ({ data }) => data?.[field] ?? '',
    valueFormatter: ({ value }: ValueFormatterParams<HistoryRow, unknown>) =>
      cellText(kind, typeof value === 'string' ? value : '', utc),
    ...(kind === 'number' || kind === 'amounts' ? { type: 'rightAligned' } : {}),
    ...(kind === 'number' ? { comparator: byDecimal } : {}),
    ...(kind === 'time' ? { comparator: byTime } : {}),
    tooltipValueGetter: ({ value }) =>
      kind === 'time' && typeof value === 'string' && value !== '' ? fullTimestamp(Number(value), utc) : undefined,
    cellClass: ({ value }) => toneOf(field, kind, value),
  };
}

function toneOf(field: string, kind: HistoryColumn['kind'], value: unknown): string {
  if (field === 'side' || field === 'paymentType') {
    if (value === 'BUY' || value === 'Receive') return 'tone-up';
    return value === 'SELL' || value === 'Pay' ? 'tone-down' : '';
  }
  if (kind === 'number' || kind === 'amounts') return 'ag-right-aligned-cell';
  return kind === 'id' ? 'tone-muted' : '';
}
