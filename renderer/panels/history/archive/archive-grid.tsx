import type { GridApi } from 'ag-grid-community';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { useStore } from 'zustand';
import type { ArchiveWhere } from '../../../../shared/contract/archive.ts';
import type { HistoryName } from '../../../../shared/history/tables.ts';
import { ask, onReached, useLink } from '../../../link/bridge.ts';
import { sayFault } from '../../../state/profiles.ts';
import type { RowSource, TableHandle } from '../../../ui/table/definition.ts';
import { Table } from '../../../ui/table/table.tsx';
import { testsOf } from './archive-where.ts';
import type { HistoryRow } from '../column-defs.ts';

export interface ArchiveSort {
  readonly field: string;
  readonly descending: boolean;
}

/** All kept rows of a history: scrolled, sorted and filtered where they lie, in the core's archive. */
export function ArchiveGrid(props: {
  readonly table: TableHandle<HistoryRow>;
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
  const { table, where, version, rows } = props;
  const api = useStore(table.grid, (state) => state.api);
  const [reached, setReached] = useState(0);
  useEffect(() => onReached(() => setReached((count) => count + 1)), []);
  const source = useMemo(() => archiveRows(where, `${version} ${reached}`), [where, version, reached]);
  useEffect(() => {
    if (api !== null && rows !== null && rows > 0) api.setRowCount(rows, true);
  }, [api, rows, source]);
  return (
    <div className="history-grid">
      <Table
        table={table}
        source={source}
        onSort={props.onSort}
        onFilter={(model) => props.onTests(testsOf(model))}
        onOpen={(row) => props.onOpen(row)}
      />
    </div>
  );
}

/**
 * Blocks of the archive, read as they are scrolled to.
 *
 * @param _version another one makes another source, whose rows are read anew.
 */
const archiveRows =
  (where: ArchiveWhere, _version: string): RowSource<HistoryRow> =>
  (grid: GridApi<HistoryRow>) => {
    let over = false;
    grid.setGridOption('datasource', {
      getRows({ startRow, endRow, sortModel: [first], successCallback, failCallback }) {
        const sort = first === undefined ? null : { field: first.colId, descending: first.sort === 'desc' };
        ask('archive.page', { ...where, sort, offset: startRow, limit: endRow - startRow }).then(
          (found) => {
            if (over) return;
            const last = found.rows.length < endRow - startRow ? startRow + found.rows.length : undefined;
            successCallback(found.rows, last);
          },
          (error: unknown) => {
            if (over) return;
            failCallback();
            // While the core is not reached the frame says so, and it is read again after.
            if (useLink.getState().link.state === 'up') sayFault('The archive cannot be read.', error);
          },
        );
      },
    });
    return {
      stop: () => {
        over = true;
      },
    };
  };
