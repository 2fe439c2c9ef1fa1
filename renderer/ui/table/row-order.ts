import type { GridApi } from 'ag-grid-community';
import { inFrame } from '../../state/feeds/in-frame.ts';
import type { Hold } from './definition.ts';
import type { RowChanges } from './feed-rows.ts';

/** So many rows may go to another place in one frame; an eye follows no more. */
const CROWD = 20;
/** A crowd goes to its new places so often; its numbers change where they stand meanwhile. */
const CROWD_MS = 1_000;

/** Puts changes into a grid. */
export interface RowOrder<Row> {
  apply(changes: RowChanges<Row>): void;
  stop(): void;
}

/**
 * A transaction sorts, filters and places all rows: what cannot move a row is drawn where the row
 * stands, and rows that move in crowds are sorted once a second. What is added or goes, and one
 * order among many that stand still, is placed at once.
 *
 * @param held whether someone aims at a row: none that is in the grid moves then.
 */
export function createRowOrder<Row extends object>(
  api: GridApi<Row>,
  rowId: (row: Row) => string,
  held: Hold,
): RowOrder<Row> {
  const order = followOrder(api);
  /** Rows that say something new and stand where they stood. */
  const waiting = new Set<string>();
  let sorted = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancel = (): void => undefined;

  function place(add: readonly Row[], moved: readonly Row[], remove: readonly string[]): void {
    const update = new Map(moved.map((row) => [rowId(row), row]));
    if (!held.current) {
      for (const row of nodesOf(api, waiting)) if (!update.has(rowId(row))) update.set(rowId(row), row);
      stopWaiting();
    }
    for (const id of remove) update.delete(id);
    if (add.length + update.size + remove.length === 0) return;
    sorted = performance.now();
    api.applyTransaction({ add: [...add], update: [...update.values()], remove: nodesOf(api, remove) });
  }

  /** The grid has the rows that wait as they are now: they need only go to their places. */
  function settle(): void {
    timer = undefined;
    if (held.current) return wait();
    stopWaiting();
    sorted = performance.now();
    api.refreshClientSideRowModel(isFiltered(api) ? 'filter' : 'sort');
  }

  function stopWaiting(): void {
    waiting.clear();
    clearTimeout(timer);
    timer = undefined;
    cancel();
  }

  function wait(): void {
    timer ??= setTimeout(
      () => (cancel = inFrame(settle)),
      held.current ? CROWD_MS : sorted + CROWD_MS - performance.now(),
    );
  }

  function later(rows: readonly Row[]): void {
    for (const row of rows) {
      api.getRowNode(rowId(row))?.updateData(row);
      waiting.add(rowId(row));
    }
    wait();
  }

  return {
    apply({ add, update, inPlace, leave, remove }) {
      for (const row of [...inPlace, ...leave]) api.getRowNode(rowId(row))?.updateData(row);
      const moved: Row[] = [];
      for (const row of update) {
        const node = api.getRowNode(rowId(row));
        if (node?.data === undefined || order.moves(node.data, row)) moved.push(row);
        else node.updateData(row);
      }
      const isCrowd = moved.length + waiting.size > CROWD && performance.now() < sorted + CROWD_MS;
      if (isCrowd && add.length + remove.length === 0) later(moved);
      else place(add, moved, remove);
    },
    stop() {
      stopWaiting();
      order.stop();
    },
  };
}

/** Removing and sorting need no more of a row than what the grid has of it. */
export const nodesOf = <Row>(api: GridApi<Row>, ids: Iterable<string>): Row[] =>
  [...ids].flatMap((id) => api.getRowNode(id)?.data ?? []);

/** Says whether a change of a row can change its place in the grid as it is sorted and filtered now. */
function followOrder<Row extends object>(
  api: GridApi<Row>,
): {
  moves(before: Row, after: Row): boolean;
  stop(): void;
} {
  let fields: readonly string[] = [];
  const read = (): void => {
    fields = api.getColumnState().flatMap(({ colId, sort }) => (sort === null || sort === undefined ? [] : [colId]));
  };
  read();
  api.addEventListener('sortChanged', read);
  return {
    moves: (before, after) =>
      isFiltered(api) ||
      // A column that is worked out may change with any field.
      fields.some((field) => !(field in after) || !Object.is(valueOf(before, field), valueOf(after, field))),
    stop: () => api.removeEventListener('sortChanged', read),
  };
}

/** A table that has no filter lacks that part of the library, which says so on the console when it is asked. */
const isFiltered = <Row>(api: GridApi<Row>): boolean =>
  (['QuickFilterModule', 'ExternalFilterModule'] as const).some((name) => api.isModuleRegistered(name)) &&
  api.isAnyFilterPresent();

/** A column that can be sorted is named by its field. */
const valueOf = (row: object, field: string): unknown => (row as Readonly<Record<string, unknown>>)[field]; // plain data
