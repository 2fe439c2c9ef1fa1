import { createGrid, type GridApi, type GridOptions, type Module } from 'ag-grid-community';
import { useEffect, useLayoutEffect, useRef, type ReactElement } from 'react';

/**
 * A grid whose rows and cells are drawn by the grid library itself and not by React: `AgGridReact` makes a
 * React component of every row and cell, which costs more than twice as much where many of them come and
 * go in each frame. Takes the same options; cells and editors are then classes of the library.
 */
export function LiveGrid<Row>({
  modules,
  ...options
}: GridOptions<Row> & { readonly modules: readonly Module[] }): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const api = useRef<GridApi<Row>>(null);
  const latest = useRef(options);
  useLayoutEffect(() => {
    const before = latest.current;
    latest.current = options;
    if (api.current !== null) api.current.updateGridOptions(changedBetween(before, options));
  });
  useEffect(() => {
    if (box.current === null) return;
    const made = createGrid<Row>(box.current, withLatestHandlers(latest), { modules: [...modules] });
    api.current = made;
    return () => {
      api.current = null;
      made.destroy();
    };
    // The modules of a grid are those of its first day.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return <div ref={box} className="live-grid" />;
}

const isHandler = (name: string): boolean => /^on[A-Z]/.test(name);

/** What is another value than before; handlers are asked for anew at each event. */
function changedBetween<Row>(before: GridOptions<Row>, now: GridOptions<Row>): GridOptions<Row> {
  const old: Readonly<Record<string, unknown>> = { ...before };
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !isHandler(name) && !Object.is(old[name], value)),
  );
}

function withLatestHandlers<Row>(latest: { readonly current: GridOptions<Row> }): GridOptions<Row> {
  const handlers = Object.keys(latest.current)
    .filter(isHandler)
    .map((name) => [
      name,
      (event: unknown) => {
        const now: Readonly<Record<string, unknown>> = { ...latest.current };
        const handler = now[name];
        // A handler of the library's own type, called with the event that it gave.
        if (typeof handler === 'function') (handler as (event: unknown) => void)(event);
      },
    ]);
  return { ...latest.current, ...Object.fromEntries(handlers) };
}
