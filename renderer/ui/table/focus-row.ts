import type { GridApi } from 'ag-grid-community';
import { announce } from '../overlays/announce.ts';

/** For so long after the focus moved by itself, no key presses a button. */
const STARTLED_MS = 1_500;

/** Keeps the focus of a grid on the row that the person chose. */
export interface RowFocus {
  /** Whether the focus moved by itself a moment ago: a key was meant for the row before. */
  isStartled(): boolean;
  stop(): void;
}

/**
 * The library keeps the focus at a place, and another row comes to stand there. Here it stays with its row. Where that
 * row is gone, it goes to the first cell of the row that took the place, never to a button, and that is announced.
 *
 * @param box an element around the grid.
 * @param isAction whether a column holds buttons.
 */
export function keepFocusOnRow<Row>(
  api: GridApi<Row>,
  box: HTMLElement,
  isAction: (column: string) => boolean,
): RowFocus {
  /** The row and column that have the focus, by what the page says: a script may focus a cell too. */
  let focused: { readonly row: string; readonly column: string | null } | null = null;
  let place = 0;
  let movedAt = -Infinity;

  /** Only where the focus is in the grid, or fell out of it with its row: it is not taken from elsewhere. */
  const isOurs = (): boolean => box.contains(document.activeElement) || document.activeElement === document.body;

  function follow(): void {
    if (api.isDestroyed() || focused === null) return;
    const index = api.getRowNode(focused.row)?.rowIndex ?? null;
    if (index === null) return leave();
    if (index === place) return;
    place = index;
    if (isOurs() && focused.column !== null) api.setFocusedCell(index, focused.column);
  }

  /** The row is gone. */
  function leave(): void {
    focused = null;
    if (!isOurs()) return;
    movedAt = performance.now();
    const index = Math.min(place, api.getDisplayedRowCount() - 1);
    const column = api
      .getAllDisplayedColumns()
      .find((each) => !isAction(each.getColId()) && each.getColDef().headerName !== undefined);
    if (index < 0 || column === undefined) {
      box.closest<HTMLElement>('[role="region"]')?.focus({ preventScroll: true });
      announce('The row is gone. No rows are left.');
      return;
    }
    api.ensureIndexVisible(index);
    api.setFocusedCell(index, column);
    announce('The row is gone. The focus is on the next row.');
  }

  function remember(event: FocusEvent): void {
    // The library puts the focus on the row that took the place.
    if (focused !== null && (api.getRowNode(focused.row)?.rowIndex ?? null) === null) return leave();
    const cell = event.target instanceof Element ? event.target : null;
    const id = cell?.closest('[role="row"][row-id]')?.getAttribute('row-id') ?? null;
    focused = id === null ? null : { row: id, column: cell?.closest('[col-id]')?.getAttribute('col-id') ?? null };
    if (id === null) return;
    place = api.getRowNode(id)?.rowIndex ?? place;
  }

  /** Where the person leaves; an element that was taken away leaves nothing. */
  function forget(event: FocusEvent): void {
    const left = event.target instanceof Node && event.target.isConnected;
    if (left && event.relatedTarget instanceof Node && !box.contains(event.relatedTarget)) focused = null;
  }

  api.addEventListener('modelUpdated', follow);
  box.addEventListener('focusin', remember);
  box.addEventListener('focusout', forget);
  return {
    isStartled: () => performance.now() - movedAt < STARTLED_MS,
    stop: () => {
      box.removeEventListener('focusin', remember);
      box.removeEventListener('focusout', forget);
      if (!api.isDestroyed()) api.removeEventListener('modelUpdated', follow);
    },
  };
}
