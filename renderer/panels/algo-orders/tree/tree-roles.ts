import type { GridApi } from 'ag-grid-community';
import type { AlgoRow } from '../../../../shared/contract/algo.ts';
import type { TreeLine } from './flatten.ts';

/**
 * The library knows no trees in this edition: roles and levels are set on the rows that are drawn, once a
 * frame at most.
 *
 * @returns the end of it.
 */
export function drawRoles(api: GridApi<AlgoRow>, lineOf: (id: string) => TreeLine | undefined): () => void {
  const grid = document.querySelector(`[grid-id="${CSS.escape(api.getGridId())}"]`);
  let asked = 0;
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
  api.addEventListener('viewportChanged', ask);
  api.addEventListener('modelUpdated', ask);
  ask();
  return () => {
    cancelAnimationFrame(asked);
    if (api.isDestroyed()) return;
    api.removeEventListener('viewportChanged', ask);
    api.removeEventListener('modelUpdated', ask);
  };
}

function set(element: Element | null, name: string, value: string): void {
  if (element !== null && element.getAttribute(name) !== value) element.setAttribute(name, value);
}
