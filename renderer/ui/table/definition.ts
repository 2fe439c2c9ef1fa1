import type { CellKeyDownEvent, ColDef, GridApi, GridOptions, IRowNode, Module } from 'ag-grid-community';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { gridDefaults } from '../../theme/grid.ts';
import { gridModules } from '../grid/grid-modules.ts';

declare const made: unique symbol;

/** What a panel says of its table, once and for all. */
interface TableInput<Row> {
  /** Under which the person's choice of columns is kept. */
  readonly id: string;
  /** Accessible name. */
  readonly name: string;
  readonly columns: readonly ColDef<Row>[];
  /** Columns of buttons. Enter presses their button, and opens nothing. */
  readonly actions?: readonly string[];
  /** Columns of times in milliseconds: a file has them in ISO 8601. */
  readonly times?: readonly string[];
  /** Text of a column in a file, where it is not the cell's plain value. */
  readonly csv?: Readonly<Record<string, (row: Row) => string>>;
  rowId?(row: Row): string;
  /** Whether React draws the rows. Without it the library draws them, which costs less than half. */
  readonly engine: 'react' | 'library';
  readonly modules?: readonly Module[];
  /** Whatever else the library is told. It never changes while the table lives. */
  readonly options?: GridOptions<Row>;
}

/**
 * A table of the program, made by `defineTable` beside its columns. A literal in a component is no definition: the
 * library would make all columns anew at each drawing.
 */
export interface TableDefinition<Row> extends TableInput<Row> {
  readonly [made]: true;
}

export function defineTable<Row>(input: TableInput<Row>): TableDefinition<Row> {
  return Object.freeze(input) as TableDefinition<Row>; // the mark exists for the compiler alone
}

/** Options of the library for a table that is about to be made, without handlers. */
export function optionsOf<Row>(definition: TableDefinition<Row>): GridOptions<Row> {
  const { columns, rowId, options } = definition;
  return {
    ...gridDefaults(),
    columnDefs: columns.map((column) => ({ ...column })),
    ...(rowId === undefined ? {} : { getRowId: ({ data }) => rowId(data) }),
    readOnlyEdit: true,
    stopEditingWhenCellsLoseFocus: true,
    // The library writes its own overlays as markup, which the page's policy forbids.
    suppressOverlays: ['loading', 'noRows', 'noMatchingRows'],
    ...options,
  };
}

export const modulesOf = <Row>({ modules = [] }: TableDefinition<Row>): Module[] => [...gridModules, ...modules];

/** A table of a panel: its definition, and the grid while there is one. A hidden panel has none. */
export interface TableHandle<Row> {
  readonly definition: TableDefinition<Row>;
  readonly grid: StoreApi<{ readonly api: GridApi<Row> | null }>;
}

export const createHandle = <Row>(definition: TableDefinition<Row>): TableHandle<Row> => ({
  definition,
  grid: createStore<{ readonly api: GridApi<Row> | null }>(() => ({ api: null })),
});

/** Whether rows have to stay where they are, because someone aims at one or edits a cell. */
export interface Hold {
  readonly current: boolean;
}

/** Brings rows into one grid, and goes on until the grid ends. All that it knows of the grid's rows ends with it. */
export interface RowFeeder {
  /** The hold is over: what waited takes place. */
  release?(): void;
  stop(): void;
}

/** Begins with a grid without rows. It is called anew for each grid: a panel that was hidden gets a new one. */
export type RowSource<Row> = (api: GridApi<Row>, held: Hold) => RowFeeder;

/** A key on a cell. */
export type CellKey<Row> = Pick<CellKeyDownEvent<Row>, 'api' | 'column' | 'data'> & {
  readonly event: KeyboardEvent;
  readonly node: IRowNode<Row>;
};
