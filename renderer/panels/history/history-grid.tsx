import { AgGridReact } from 'ag-grid-react';
import type { ColDef, GridApi, ValueFormatterParams } from 'ag-grid-community';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { grouped, toDecimal } from '../../../shared/decimal.ts';
import type { HistoryColumn, HistoryDescription } from '../../../shared/history.ts';
import { useSettings } from '../../state/settings.ts';
import { gridDefaults } from '../../theme/grid.ts';
import { byDecimal } from '../../ui/decimal-order.ts';
import { fullTimestamp } from '../../ui/format.ts';
import { gridModules } from '../../ui/grid-modules.ts';
import { nameGrid } from '../../ui/grid-name.ts';

type Row = Readonly<Record<string, string>>;

/** The rows of one page. */
export function HistoryGrid(props: {
  readonly description: HistoryDescription;
  readonly rows: readonly Row[];
}): ReactElement {
  const { description, rows } = props;
  const [api, setApi] = useState<GridApi<Row> | null>(null);
  const utc = useSettings((settings) => settings.utc);
  const columnDefs = useMemo(() => description.columns.map((column) => columnOf(column, utc)), [description, utc]);
  useEffect(() => {
    api?.setGridOption('rowData', [...rows]);
  }, [api, rows]);
  return (
    <div className="history-grid">
      <AgGridReact<Row>
        {...gridDefaults()}
        modules={[...gridModules]}
        columnDefs={columnDefs}
        // Those beside the window are there for a screen reader too.
        suppressColumnVirtualisation
        suppressOverlays={['loading', 'noRows', 'noMatchingRows']}
        onGridReady={(event) => {
          nameGrid(event.api, description.title);
          setApi(event.api);
        }}
      />
    </div>
  );
}

const byTime = (a: unknown, b: unknown): number => Number(a) - Number(b);

function columnOf({ field, title, kind, width, hidden = false }: HistoryColumn, utc: boolean): ColDef<Row> {
  const format = ({ value }: ValueFormatterParams<Row, unknown>): string => {
    if (typeof value !== 'string' || value === '') return '–';
    if (kind === 'time') return fullTimestamp(Number(value), utc).slice(0, 19);
    if (kind === 'flag') return value === 'true' ? 'Yes' : 'No';
    const number = kind === 'number' ? toDecimal(value) : null;
    return number === null ? value : grouped(number);
  };
  return {
    colId: field,
    headerName: title,
    hide: hidden,
    ...(width === undefined ? {} : { width }),
    valueGetter: ({ data }) => data?.[field] ?? '',
    valueFormatter: format,
    ...(kind === 'number' ? { type: 'rightAligned', comparator: byDecimal } : {}),
    ...(kind === 'time' ? { comparator: byTime } : {}),
    tooltipValueGetter: ({ value }) =>
      kind === 'time' && typeof value === 'string' && value !== '' ? fullTimestamp(Number(value), utc) : undefined,
    cellClass: ({ value }) =>
      field === 'side' || field === 'paymentType'
        ? value === 'BUY' || value === 'Receive'
          ? 'tone-up'
          : value === 'SELL' || value === 'Pay'
            ? 'tone-down'
            : ''
        : kind === 'number'
          ? 'ag-right-aligned-cell'
          : kind === 'id'
            ? 'tone-muted'
            : '',
  };
}
