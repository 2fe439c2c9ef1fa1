import type { Page } from 'playwright';

/** A grid as it stands on the screen: cells by column id, rows by row id. */
export interface GridSeen {
  readonly rows: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Rows by what the grid tells assistive technology, its headings not counted; null where it says nothing. */
  readonly told: number | null;
}

/** Reads a whole grid by its name, scrolling through what is not drawn; null where there is none. */
export async function readGrid(page: Page, name: string): Promise<GridSeen | null> {
  const found = await page.evaluate(readInPage, name);
  return found === null ? null : { rows: new Map(found.rows), told: found.told };
}

/** Runs in the page: may use nothing from outside of itself. */
async function readInPage(
  name: string,
): Promise<{ rows: [string, Record<string, string>][]; told: number | null } | null> {
  const quoted = CSS.escape(name);
  const grid = [
    ...document.querySelectorAll(`[role="grid"][aria-label="${quoted}"], [role="treegrid"][aria-label="${quoted}"]`),
  ]
    .concat(
      [...document.querySelectorAll('[role="grid"], [role="treegrid"]')].filter(
        (each) => each.getAttribute('aria-label') === name,
      ),
    )
    .find((each) => each instanceof HTMLElement && each.checkVisibility());
  if (!(grid instanceof HTMLElement)) return null;
  const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
  const scrollable = (axis: 'x' | 'y'): HTMLElement | null =>
    [grid, ...grid.querySelectorAll('*')].find((each): each is HTMLElement => {
      if (!(each instanceof HTMLElement)) return false;
      const style = getComputedStyle(each);
      const over = axis === 'x' ? style.overflowX : style.overflowY;
      const room = axis === 'x' ? each.scrollWidth - each.clientWidth : each.scrollHeight - each.clientHeight;
      return (over === 'auto' || over === 'scroll') && room > 1;
    }) ?? null;
  const textOf = (cell: Element): string => {
    if (cell.querySelector('[aria-hidden="true"]') === null) return (cell.textContent ?? '').trim();
    const copy = cell.cloneNode(true);
    if (!(copy instanceof Element)) return '';
    for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
    return (copy.textContent ?? '').trim();
  };
  const rows = new Map<string, Record<string, string>>();
  const collect = (): void => {
    for (const cell of grid.querySelectorAll('[role="row"][row-id] [role="gridcell"]')) {
      const id = cell.closest('[row-id]')?.getAttribute('row-id') ?? '';
      const row = rows.get(id) ?? {};
      const column = cell.getAttribute('col-id') ?? '';
      row[column] = textOf(cell);
      if (cell.querySelector('[role="img"][aria-label^="pending"]') !== null) row[`${column} pending`] = 'yes';
      rows.set(id, row);
    }
    for (const row of grid.querySelectorAll('[role="row"][row-id][aria-level]')) {
      const kept = rows.get(row.getAttribute('row-id') ?? '');
      if (kept !== undefined) kept['level'] = row.getAttribute('aria-level') ?? '';
    }
  };
  const down = scrollable('y');
  const across = scrollable('x');
  const [top, left] = [down?.scrollTop ?? 0, across?.scrollLeft ?? 0];
  const stops = (box: HTMLElement | null, axis: 'x' | 'y'): number[] => {
    if (box === null) return [0];
    const [seen, whole] = axis === 'x' ? [box.clientWidth, box.scrollWidth] : [box.clientHeight, box.scrollHeight];
    const at: number[] = [];
    for (let place = 0; place < whole - seen && at.length < 200; place += Math.max(40, seen * 0.8)) at.push(place);
    return [...at, whole - seen];
  };
  // Where a grid draws all columns at once, nothing has to be scrolled aside.
  const columns = Number(grid.getAttribute('aria-colcount') ?? 'NaN');
  const drawsAll = [...grid.querySelectorAll('[role="row"]')].some(
    (row) => row.querySelectorAll('[role="columnheader"]').length === columns,
  );
  for (const y of stops(down, 'y'))
    for (const x of drawsAll ? [left] : stops(across, 'x')) {
      if (down !== null) down.scrollTop = y;
      if (across !== null) across.scrollLeft = x;
      if (down !== null || across !== null) {
        await frame();
        await frame();
      }
      collect();
    }
  if (down !== null) down.scrollTop = top;
  if (across !== null) across.scrollLeft = left;
  const told = Number(grid.getAttribute('aria-rowcount') ?? 'NaN');
  return { rows: [...rows], told: Number.isFinite(told) && told > 0 ? told - 1 : null };
}
