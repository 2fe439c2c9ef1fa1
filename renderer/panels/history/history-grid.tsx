import { InfiniteRowModelModule, NumberFilterModule, TextFilterModule, type ColDef } from 'ag-grid-community';
import type { ReactElement } from 'react';
import { historyNames, historyOf, type HistoryColumn, type HistoryName } from '../../../shared/history/tables.ts';
import { defineTable, type TableDefinition, type TableHandle } from '../../ui/table/definition.ts';
import { Table } from '../../ui/table/table.tsx';
import { columnDefs, type HistoryRow } from './column-defs.ts';

/** Rows that are fetched at once, and how many of such blocks are kept. */
const BLOCK = 100;
const KEPT_BLOCKS = 10;

const kindsOf = (history: HistoryName, kind: HistoryColumn['kind']): string[] =>
  historyOf(history).columns.flatMap((column) => (column.kind === kind ? [column.field] : []));

const tableOf = (history: HistoryName): TableDefinition<HistoryRow> =>
  defineTable<HistoryRow>({
    id: history,
    name: historyOf(history).title,
    engine: 'react',
    columns: columnDefs(historyOf(history).columns),
    times: kindsOf(history, 'time'),
    // Those beside the window are there for a screen reader too.
    options: { suppressColumnVirtualisation: true },
  });

/** The same columns, with filters, over rows that lie in the archive. */
const archiveOf = (history: HistoryName): TableDefinition<HistoryRow> =>
  defineTable<HistoryRow>({
    ...tableOf(history),
    columns: columnDefs(historyOf(history).columns).map((def) => ({
      ...def,
      ...filterOf(historyOf(history).columns.find(({ field }) => field === def.colId)),
    })),
    modules: [InfiniteRowModelModule, TextFilterModule, NumberFilterModule],
    options: {
      rowModelType: 'infinite',
      cacheBlockSize: BLOCK,
      maxBlocksInCache: KEPT_BLOCKS,
      // A leap draws all rows anew: few beside those that are seen.
      rowBuffer: 4,
      blockLoadDebounceMillis: 40,
    },
  });

const madeOf = (
  make: (history: HistoryName) => TableDefinition<HistoryRow>,
): ReadonlyMap<HistoryName, TableDefinition<HistoryRow>> =>
  new Map(historyNames.map((history) => [history, make(history)]));

const tables = madeOf(tableOf);
const archives = madeOf(archiveOf);

/** The table of a history's pages, or of its archive. */
export function historyTable(history: HistoryName, archive: boolean): TableDefinition<HistoryRow> {
  const table = (archive ? archives : tables).get(history);
  if (table === undefined) throw new Error(`There is no history “${history}”.`);
  return table;
}

/** The rows of one page. */
export function HistoryGrid(props: {
  readonly table: TableHandle<HistoryRow>;
  readonly rows: readonly HistoryRow[];
  onOpen(row: HistoryRow): void;
}): ReactElement {
  return (
    <div className="history-grid">
      <Table table={props.table} rows={props.rows} onOpen={(row) => props.onOpen(row)} />
    </div>
  );
}

function filterOf(column: HistoryColumn | undefined): ColDef<HistoryRow> {
  if (column === undefined || column.kind === 'time') return {};
  const common = { maxNumConditions: 1, buttons: ['apply', 'reset'], closeOnApply: true };
  return column.kind === 'number'
    ? {
        filter: 'agNumberColumnFilter',
        filterParams: {
          ...common,
          filterOptions: ['greaterThanOrEqual', 'lessThanOrEqual', 'inRange', 'equals'],
          inRangeInclusive: true,
        },
      }
    : { filter: 'agTextColumnFilter', filterParams: { ...common, filterOptions: ['contains', 'equals', 'notEqual'] } };
}
