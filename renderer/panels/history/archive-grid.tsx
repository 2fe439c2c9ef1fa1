import { AgGridReact } from 'ag-grid-react';
import {
  InfiniteRowModelModule,
  NumberFilterModule,
  TextFilterModule,
  type ColDef,
  type GridApi,
  type IDatasource,
} from 'ag-grid-community';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import type { ArchiveWhere } from '../../../shared/contract/archive.ts';
import { historyOf, type HistoryColumn, type HistoryName } from '../../../shared/history.ts';
import { ask, onReached, useLink } from '../../bridge.ts';
import { sayFault } from '../../state/profiles.ts';
import { useSettings } from '../../state/settings.ts';
import { gridDefaults } from '../../theme/grid.ts';
import { gridModules } from '../../ui/grid-modules.ts';
import { nameGrid } from '../../ui/grid-name.ts';
import { testsOf } from './archive-where.ts';
import { chosenColumns, useColumnChoice } from './column-choice.ts';
import { columnDefs, type HistoryRow } from './column-defs.ts';
import { keepOrder } from './history-grid.tsx';

export interface ArchiveSort {
  readonly field: string;
  readonly descending: boolean;
}

/** Rows that are fetched at once, and how many of such blocks are kept. */
const BLOCK = 100;
const KEPT_BLOCKS = 10;
const MODULES = [...gridModules, InfiniteRowModelModule, TextFilterModule, NumberFilterModule];

/** All kept rows of a history: scrolled, sorted and filtered where they lie, in the core's archive. */
export function ArchiveGrid(props: {
  readonly history: HistoryName;
  readonly where: ArchiveWhere;
  /** Rises when there are other rows: they are read anew, as sorted and filtered as before. */
  readonly version: string;
  /** How many rows there are; null while they are counted. */
  readonly rows: number | null;
  onSort(sort: ArchiveSort | null): void;
  onTests(tests: ArchiveWhere['tests']): void;
  onOpen(row: HistoryRow): void;
}): ReactElement {
  const { history, where, version, rows, onSort, onTests, onOpen } = props;
  const description = historyOf(history);
  const [api, setApi] = useState<GridApi<HistoryRow> | null>(null);
  const utc = useSettings((settings) => settings.utc);
  const choice = useColumnChoice(history);
  const defs = useMemo(
    () =>
      columnDefs(chosenColumns(description, choice), utc).map((def) => ({
        ...def,
        ...filterOf(description.columns.find(({ field }) => field === def.colId)),
      })),
    [description, choice, utc],
  );
  const [reached, setReached] = useState(0);
  useEffect(() => onReached(() => setReached((count) => count + 1)), []);
  const source = useMemo((): IDatasource & { readonly version: string } => {
    return {
      version: `${version} ${reached}`,
      getRows({ startRow, endRow, sortModel: [first], successCallback, failCallback }) {
        const sort = first === undefined ? null : { field: first.colId, descending: first.sort === 'desc' };
        ask('archive.page', { ...where, sort, offset: startRow, limit: endRow - startRow }).then(
          (found) => {
            const last = found.rows.length < endRow - startRow ? startRow + found.rows.length : undefined;
            successCallback(found.rows, last);
          },
          (error: unknown) => {
            failCallback();
            // While the core is not reached the frame says so, and it is read again after.
            if (useLink.getState().link.state === 'up') sayFault('The archive cannot be read.', error);
          },
        );
      },
    };
  }, [where, version, reached]);
  useEffect(() => {
    if (api !== null && rows !== null && rows > 0) api.setRowCount(rows, true);
  }, [api, rows, source]);
  return (
    <div className="history-grid">
      <AgGridReact<HistoryRow>
        {...gridDefaults()}
        modules={MODULES}
        rowModelType="infinite"
        datasource={source}
        cacheBlockSize={BLOCK}
        maxBlocksInCache={KEPT_BLOCKS}
        // A leap draws all rows anew: few beside those that are seen.
        rowBuffer={4}
        blockLoadDebounceMillis={40}
        columnDefs={defs}
        suppressOverlays={['loading', 'noRows', 'noMatchingRows']}
        onColumnMoved={(event) => keepOrder(history, event)}
        onSortChanged={(event) => {
          const sorted = event.api.getColumnState().find(({ sort }) => sort !== null && sort !== undefined);
          onSort(sorted === undefined ? null : { field: sorted.colId, descending: sorted.sort === 'desc' });
        }}
        onFilterChanged={(event) => onTests(testsOf(event.api.getFilterModel()))}
        onRowDoubleClicked={({ data }) => {
          if (data !== undefined) onOpen(data);
        }}
        onCellKeyDown={({ data, event }) => {
          if (data !== undefined && event instanceof KeyboardEvent && event.key === 'Enter') onOpen(data);
        }}
        onGridReady={(event) => {
          nameGrid(event.api, description.title);
          setApi(event.api);
        }}
      />
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
