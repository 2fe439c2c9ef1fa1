import type { ColumnState, GridApi } from 'ag-grid-community';
import { createKept } from '../../state/kept.ts';

const useColumns = createKept<{ readonly columns: readonly ColumnState[] }>('quarterdeck.open-orders.columns', {
  columns: [],
});

/** Puts the columns where the person left them; columns that are new since then keep their own place. */
export function restoreColumns(api: GridApi): void {
  const { columns } = useColumns.getState();
  if (columns.length > 0) api.applyColumnState({ state: [...columns], applyOrder: true });
}

export function saveColumns(api: GridApi): void {
  useColumns.setState({ columns: api.getColumnState() });
}
