import { AgGridReact } from 'ag-grid-react';
import {
  createGrid,
  type CellClickedEvent,
  type CellDoubleClickedEvent,
  type CellKeyDownEvent,
  type FilterModel,
  type FullWidthCellKeyDownEvent,
  type GridApi,
  type GridOptions,
} from 'ag-grid-community';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { useSettings } from '../../state/kept/settings.ts';
import { useAim } from '../focus/aim.ts';
import { nameGrid } from '../grid/grid-name.ts';
import { useHold } from '../focus/use-hold.ts';
import {
  createHandle,
  modulesOf,
  optionsOf,
  type CellKey,
  type RowFeeder,
  type RowSource,
  type TableDefinition,
  type TableHandle,
} from './definition.ts';
import { keepFocusOnRow, type RowFocus } from './focus-row.ts';
import { keepColumns, restoreColumns } from './kept-columns.ts';
import { opensRow, pressCell } from './table-keys.ts';

/** The handle of a panel's table, for its tools and the table itself. */
export function useTable<Row>(definition: TableDefinition<Row>): TableHandle<Row> {
  return useMemo(() => createHandle(definition), [definition]);
}

export interface TableProps<Row> {
  readonly table: TableHandle<Row>;
  /** Where the rows come from. It stays the same object for as long as the same rows are wanted. */
  readonly source?: RowSource<Row> | undefined;
  /** All rows at once, in place of a source. */
  readonly rows?: readonly Row[] | undefined;
  /** What cells need besides their row; the same object for as long as the table lives. */
  readonly context?: object | undefined;
  /** Only rows with these words are shown. */
  readonly filter?: string | undefined;
  /** Said where no row is shown. */
  readonly empty?: string | undefined;
  /** Whether a single press opens a row; otherwise it takes two. */
  readonly opensAtOnce?: boolean | undefined;
  /** Begins whatever else the grid needs, such as drawing cells anew with another feed. @returns its end. */
  begun?(api: GridApi<Row>, box: HTMLElement): () => void;
  onOpen?(row: Row, column: string): void;
  onSelect?(rows: readonly Row[]): void;
  onSort?(sort: { readonly field: string; readonly descending: boolean } | null): void;
  onFilter?(model: FilterModel): void;
  /** @returns whether the key is taken. */
  onKey?(key: CellKey<Row>): boolean;
}

/** How many drawings in a row may each bring another source before that is a mistake of ours. */
const MOST_SOURCES = 30;

/**
 * A table of the program, whatever it shows. It makes its grid and ends it with the panel's visible life: a panel
 * that is hidden loses the grid, and a shown one gets another, with its rows and columns as they are then.
 */
export function Table<Row>(props: TableProps<Row>): ReactElement {
  const { table, source, rows, context, filter = '' } = props;
  const { definition } = table;
  useSame(context, `The context of “${definition.name}”`);
  useSameSource(source, definition.name);
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const [count, setCount] = useState<number | null>(null);
  const [editing, setEditing] = useState(false);
  const pointer = useHold();
  const aim = useAim();
  const held = pointer.held || editing;
  const life = useRef<Life<Row>>(null);
  const hold = useRef(held);
  hold.current = held;

  const options = useMemo((): GridOptions<Row> => {
    const handlers: GridOptions<Row> = {
      onGridReady: ({ api }) => {
        if (box.current === null) return;
        life.current = beginLife(api, box.current, definition, hold, latest);
        table.grid.setState({ api });
      },
      onGridPreDestroyed: () => {
        table.grid.setState({ api: null });
        life.current?.stop();
        life.current = null;
        setEditing(false);
        latest.current.onSelect?.([]);
      },
      onModelUpdated: ({ api }) => setCount(api.getDisplayedRowCount()),
      onCellEditingStarted: () => setEditing(true),
      onCellEditingStopped: () => setEditing(false),
      onSelectionChanged: ({ api }) => latest.current.onSelect?.(api.getSelectedRows()),
      onSortChanged: ({ api }) => latest.current.onSort?.(sortOf(api)),
      onFilterChanged: ({ api }) => latest.current.onFilter?.(api.getFilterModel()),
      onCellClicked: (event) => openBy(event, definition, latest.current, true),
      onCellDoubleClicked: (event) => openBy(event, definition, latest.current, false),
      onCellKeyDown: (event) => {
        const focus = life.current?.focus;
        if (focus !== undefined) pressKey(event, definition, focus, latest.current);
      },
    };
    return { ...optionsOf(definition), ...handlers, ...(context === undefined ? {} : { context }) };
  }, [definition, table, context]);

  const modules = useMemo(() => modulesOf(definition), [definition]);
  useEffect(() => life.current?.feed(source), [source]);
  useEffect(() => life.current?.show(rows), [rows]);
  useEffect(() => life.current?.filter(filter), [filter]);
  useEffect(() => {
    if (!held) life.current?.release();
  }, [held]);

  const empty = count === 0 ? props.empty : undefined;
  return (
    <div ref={box} className="grid-box" {...aim} onPointerMove={pointer.touch} onPointerLeave={pointer.letGo}>
      {definition.engine === 'react' ? (
        <AgGridReact<Row> {...options} modules={modules} />
      ) : (
        <LibraryGrid options={options} definition={definition} />
      )}
      {empty === undefined ? null : <p className="table-empty">{empty}</p>}
    </div>
  );
}

/** A grid whose rows and cells the library draws. */
function LibraryGrid<Row>(props: {
  readonly options: GridOptions<Row>;
  readonly definition: TableDefinition<Row>;
}): ReactElement {
  const { options, definition } = props;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return undefined;
    const made = createGrid<Row>(place.current, options, { modules: modulesOf(definition) });
    return () => made.destroy();
  }, [options, definition]);
  return <div ref={place} className="live-grid" />;
}

/** All that ends with a grid. */
interface Life<Row> {
  readonly focus: RowFocus;
  feed(source: RowSource<Row> | undefined): void;
  show(rows: readonly Row[] | undefined): void;
  filter(words: string): void;
  release(): void;
  stop(): void;
}

function beginLife<Row>(
  api: GridApi<Row>,
  box: HTMLElement,
  definition: TableDefinition<Row>,
  held: { readonly current: boolean },
  latest: { readonly current: TableProps<Row> },
): Life<Row> {
  let fed: RowSource<Row> | undefined;
  let shown: readonly Row[] | undefined;
  let feeder: RowFeeder | null = null;
  nameGrid(api, definition.name);
  restoreColumns(definition.id, api);
  const stopKeeping = keepChosenColumns(definition.id, api);
  const focus = keepFocusOnRow(api, box, (column) => definition.actions?.includes(column) === true);
  const stopTimes = useSettings.subscribe(() => api.refreshCells({ force: true }));
  const end = latest.current.begun?.(api, box);
  const life: Life<Row> = {
    focus,
    feed(source) {
      if (source === fed) return;
      feeder?.stop();
      fed = source;
      feeder = source?.(api, held) ?? null;
    },
    show(rows) {
      if (rows === shown || rows === undefined) return;
      shown = rows;
      api.setGridOption('rowData', [...rows]);
    },
    filter: (words) => {
      if ((api.getGridOption('quickFilterText') ?? '') !== words) api.setGridOption('quickFilterText', words);
    },
    release: () => feeder?.release?.(),
    stop() {
      feeder?.stop();
      feeder = null;
      end?.();
      stopTimes();
      focus.stop();
      stopKeeping();
    },
  };
  life.filter(latest.current.filter ?? '');
  life.feed(latest.current.source);
  life.show(latest.current.rows);
  return life;
}

/** Keeps what the person does to the columns, and nothing that the grid does by itself. */
function keepChosenColumns<Row>(id: string, api: GridApi<Row>): () => void {
  const keep = (): void => keepColumns(id, api);
  const moved = (event: { readonly finished: boolean; readonly source: string }): void => {
    if (event.finished && event.source.startsWith('ui')) keep();
  };
  const sorted = (event: { readonly source: string }): void => {
    if (event.source.startsWith('ui')) keep();
  };
  api.addEventListener('columnMoved', moved);
  api.addEventListener('columnResized', moved);
  api.addEventListener('sortChanged', sorted);
  return () => {
    if (api.isDestroyed()) return;
    api.removeEventListener('columnMoved', moved);
    api.removeEventListener('columnResized', moved);
    api.removeEventListener('sortChanged', sorted);
  };
}

function sortOf<Row>(api: GridApi<Row>): { readonly field: string; readonly descending: boolean } | null {
  const sorted = api.getColumnState().find(({ sort }) => sort !== null && sort !== undefined);
  return sorted === undefined ? null : { field: sorted.colId, descending: sorted.sort === 'desc' };
}

function openBy<Row>(
  { data, column, node }: CellClickedEvent<Row> | CellDoubleClickedEvent<Row>,
  definition: TableDefinition<Row>,
  { onOpen, opensAtOnce = false }: TableProps<Row>,
  once: boolean,
): void {
  if (data === undefined || opensAtOnce !== once || !opensRow(definition, column.getColId())) return;
  if (!column.isCellEditable(node)) onOpen?.(data, column.getColId());
}

function pressKey<Row>(
  event: CellKeyDownEvent<Row> | FullWidthCellKeyDownEvent<Row>,
  definition: TableDefinition<Row>,
  focus: RowFocus,
  { onKey, onOpen }: TableProps<Row>,
): void {
  if (!('column' in event) || !(event.event instanceof KeyboardEvent)) return;
  const { api, column, data, node } = event;
  const key: CellKey<Row> = { api, column, data, node, event: event.event };
  if (onKey?.(key) !== true) pressCell(key, definition, focus, onOpen);
}

/** Fails where a value is another object than at the first drawing. */
function useSame(value: object | undefined, what: string): void {
  const first = useRef(value);
  if (first.current !== value) throw new Error(`${what} must stay the same object.`);
}

/** Fails where each drawing brings another source: the rows would be made anew with every one. */
function useSameSource(source: object | undefined, name: string): void {
  const seen = useRef({ source, others: 0 });
  const { current } = seen;
  current.others = current.source === source ? 0 : current.others + 1;
  current.source = source;
  if (current.others > MOST_SOURCES) throw new Error(`The rows of “${name}” come from another source at each drawing.`);
}
