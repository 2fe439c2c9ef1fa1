import type { ColumnState, GridApi } from 'ag-grid-community';

const KEY = 'quarterdeck.open-orders.columns';

/** Puts the columns where the person left them; columns that are new since then keep their own place. */
export function restoreColumns(api: GridApi): void {
  const stored = readColumns(localStorage.getItem(KEY));
  if (stored.length > 0) api.applyColumnState({ state: stored, applyOrder: true });
}

export function saveColumns(api: GridApi): void {
  localStorage.setItem(KEY, JSON.stringify(api.getColumnState()));
}

/** Reads stored columns; what cannot be read is as if nothing was stored. */
export function readColumns(text: string | null): ColumnState[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(stored)) return [];
    // Our own writing of the grid's state; the grid leaves out what it does not know.
    return stored.filter(
      (each: unknown) => typeof each === 'object' && each !== null && 'colId' in each,
    ) as ColumnState[];
  } catch {
    return [];
  }
}
