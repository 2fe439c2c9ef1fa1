import type { GridApi } from 'ag-grid-community';
import { announce } from '../announce.ts';

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
  let focused: string | null = null;
  let movedAt = -Infinity;

  /** Only where the focus is in the grid, or fell out of it with its row: it is not taken from elsewhere. */
  const isOurs = (): boolean => box.contains(document.activeElement) || document.activeElement === document.body;

  function follow(): void {
    if (api.isDestroyed() || focused === null) return;
    const cell = api.getFocusedCell();
    const index = api.getRowNode(focused)?.rowIndex ?? null;
    if (index === null) return leave(cell?.rowIndex ?? 0);
    if (cell !== null && index !== cell.rowIndex && isOurs()) api.setFocusedCell(index, cell.column);
  }

  /** The row is gone. */
  function leave(place: number): void {
    focused = null;
    if (!isOurs()) return;
    movedAt = performance.now();
    const index = Math.min(place, api.getDisplayedRowCount() - 1);
    const column = api
      .getAllDisplayedColumns()
      .find((each) => !isAction(each.getColId()) && each.getColDef().headerName);
    if (index < 0 || column === undefined) {
      box.closest<HTMLElement>('[role="region"]')?.focus({ preventScroll: true });
      announce('The row is gone. No rows are left.');
      return;
    }
    api.ensureIndexVisible(index);
    api.setFocusedCell(index, column);
    focused = api.getDisplayedRowAtIndex(index)?.id ?? null;
    announce('The row is gone. The focus is on the next row.');
  }

  function remember(): void {
    if (focused !== null && (api.getRowNode(focused)?.rowIndex ?? null) === null) return follow();
    const cell = api.getFocusedCell();
    focused = cell === null ? null : (api.getDisplayedRowAtIndex(cell.rowIndex)?.id ?? null);
  }

  api.addEventListener('modelUpdated', follow);
  api.addEventListener('cellFocused', remember);
  return {
    isStartled: () => performance.now() - movedAt < STARTLED_MS,
    stop: () => {
      if (api.isDestroyed()) return;
      api.removeEventListener('modelUpdated', follow);
      api.removeEventListener('cellFocused', remember);
    },
  };
}
