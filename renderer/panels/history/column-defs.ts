import type { ColDef, ValueFormatterParams } from 'ag-grid-community';
import { grouped, toDecimal } from '../../../shared/decimal.ts';
import type { HistoryColumn } from '../../../shared/history/tables.ts';
import { useSettings } from '../../state/kept/settings.ts';
import { byDecimal } from '../../ui/grid/decimal-order.ts';
import { fullTimestamp } from '../../ui/text/format.ts';

export type HistoryRow = Readonly<Record<string, string>>;

/** The columns of a history. */
export const columnDefs = (columns: readonly HistoryColumn[]): ColDef<HistoryRow>[] =>
  columns.map((column) => ({ ...columnOf(column), hide: column.hidden === true }));

const utcNow = (): boolean => useSettings.getState().utc;

const byTime = (a: unknown, b: unknown): number => Number(a) - Number(b);

/** A cell's text for a person. */
export function cellText(kind: HistoryColumn['kind'], value: string, utc: boolean): string {
  if (value === '') return '–';
  if (kind === 'time') return fullTimestamp(Number(value), utc).slice(0, 19);
  if (kind === 'flag') return value === 'true' ? 'Yes' : 'No';
  const number = kind === 'number' ? toDecimal(value) : null;
  return number === null ? value : grouped(number);
}

function columnOf({ field, title, kind, width }: HistoryColumn): ColDef<HistoryRow> {
  return {
    colId: field,
    headerName: title,
    ...(width === undefined ? {} : { width }),
    valueGetter: ({ data }) => data?.[field] ?? '',
    valueFormatter: ({ value }: ValueFormatterParams<HistoryRow, unknown>) =>
      cellText(kind, typeof value === 'string' ? value : '', utcNow()),
    ...(kind === 'number' || kind === 'amounts' ? { type: 'rightAligned' } : {}),
    ...(kind === 'number' ? { comparator: byDecimal } : {}),
    ...(kind === 'time' ? { comparator: byTime } : {}),
    tooltipValueGetter: ({ value }) =>
      kind === 'time' && typeof value === 'string' && value !== '' ? fullTimestamp(Number(value), utcNow()) : undefined,
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
