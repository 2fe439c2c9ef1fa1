import type { GridApi } from 'ag-grid-community';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import type { TreeLine } from './flatten.ts';

/**
 * The library knows no trees in this edition: roles and levels are set on the rows that are drawn, once a
 * frame at most, and the focus stays with its node when rows come or go above it.
 *
 * @returns the end of it.
 */
export function followRoles(api: GridApi<AlgoRow>, lineOf: (id: string) => TreeLine | undefined): () => void {
  const grid = document.querySelector(`[grid-id="${CSS.escape(api.getGridId())}"]`);
  let asked = 0;
  let focused: string | null = null;
  function draw(): void {
    asked = 0;
    if (api.isDestroyed() || grid === null) return;
    set(grid.querySelector('[role="grid"]'), 'role', 'treegrid');
    for (const element of grid.querySelectorAll('[role="row"][row-id]')) {
      const line = lineOf(element.getAttribute('row-id') ?? '');
      if (line === undefined) continue;
      set(element, 'aria-level', String(line.level));
      set(element, 'aria-posinset', String(line.position));
      set(element, 'aria-setsize', String(line.siblings));
      if (line.children > 0) set(element, 'aria-expanded', String(line.expanded));
      else element.removeAttribute('aria-expanded');
    }
  }
  const ask = (): void => {
    if (asked === 0) asked = requestAnimationFrame(draw);
  };
  const follow = (): void => {
    ask();
    const cell = api.getFocusedCell();
    const index = focused === null ? null : (api.getRowNode(focused)?.rowIndex ?? null);
    if (cell === null || index === null || index === cell.rowIndex) return;
    // Only where the focus is in the grid: it is not taken from elsewhere.
    if (grid?.contains(document.activeElement) === true || document.activeElement === document.body)
      api.setFocusedCell(index, cell.column);
  };
  const remember = (): void => {
    const cell = api.getFocusedCell();
    focused = cell === null ? null : (api.getDisplayedRowAtIndex(cell.rowIndex)?.id ?? null);
  };
  api.addEventListener('viewportChanged', ask);
  api.addEventListener('modelUpdated', follow);
  api.addEventListener('cellFocused', remember);
  ask();
  return () => {
    cancelAnimationFrame(asked);
    if (api.isDestroyed()) return;
    api.removeEventListener('viewportChanged', ask);
    api.removeEventListener('modelUpdated', follow);
    api.removeEventListener('cellFocused', remember);
  };
}

function set(element: Element | null, name: string, value: string): void {
  if (element !== null && element.getAttribute(name) !== value) element.setAttribute(name, value);
}
