import { AgGridReact } from 'ag-grid-react';
import type { ColumnMovedEvent, GridApi } from 'ag-grid-community';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { historyOf, type HistoryName } from '../../../shared/history.ts';
import { useSettings } from '../../state/settings.ts';
import { gridDefaults } from '../../theme/grid.ts';
import { gridModules } from '../../ui/grid-modules.ts';
import { nameGrid } from '../../ui/grid-name.ts';
import {
  choiceOf,
  chooseColumns,
  chosenColumns,
  peekColumnChoice,
  reordered,
  useColumnChoice,
} from './column-choice.ts';
import { columnDefs, type HistoryRow } from './column-defs.ts';

/** The rows of one page. */
export function HistoryGrid(props: {
  readonly history: HistoryName;
  readonly rows: readonly HistoryRow[];
  onOpen(row: HistoryRow): void;
}): ReactElement {
  const { history, rows, onOpen } = props;
  const description = historyOf(history);
  const [api, setApi] = useState<GridApi<HistoryRow> | null>(null);
  const utc = useSettings((settings) => settings.utc);
  const choice = useColumnChoice(history);
  const defs = useMemo(() => columnDefs(chosenColumns(description, choice), utc), [description, choice, utc]);
  useEffect(() => {
    api?.setGridOption('rowData', [...rows]);
  }, [api, rows]);
  return (
    <div className="history-grid">
      <AgGridReact<HistoryRow>
        {...gridDefaults()}
        modules={[...gridModules]}
        columnDefs={defs}
        // Those beside the window are there for a screen reader too.
        suppressColumnVirtualisation
        suppressOverlays={['loading', 'noRows', 'noMatchingRows']}
        onColumnMoved={(event) => keepOrder(history, event)}
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

/** Remembers the order into which columns were dragged. */
export function keepOrder(history: HistoryName, { finished, source, api }: ColumnMovedEvent<HistoryRow>): void {
  if (!finished || source !== 'uiColumnMoved') return;
  const fields = api.getAllDisplayedColumns().map((column) => column.getColId());
  const stored = chosenColumns(historyOf(history), peekColumnChoice(history));
  chooseColumns(history, choiceOf(reordered(stored, fields)));
}
