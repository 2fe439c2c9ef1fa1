import type { ColumnState, GridApi } from 'ag-grid-community';
import type { TableDefinition } from './definition.ts';
import { createKept } from '../../state/kept/kept.ts';

/** Columns as the person left them: their order, width, sorting, and those that are not shown. */
type Kept = readonly ColumnState[];

const useKept = createKept<{ readonly of: Readonly<Record<string, Kept>> }>('quarterdeck.columns', { of: {} });

/** Columns of histories as an earlier version kept them. */
const useOlder = createKept<{
  readonly of: Readonly<Record<string, { readonly order: readonly string[]; readonly hidden: readonly string[] }>>;
}>('quarterdeck.history-columns', { of: {} });

/** Columns of Open orders as an earlier version kept them. */
const useOldest = createKept<{ readonly columns: Kept }>('quarterdeck.open-orders.columns', { columns: [] });
const OLDEST = 'open-orders';

/** Puts the columns of a new grid where the person left them; columns that are new since then come after those. */
export function restoreColumns<Row>(id: string, api: GridApi<Row>): void {
  const state = readColumns(useKept.getState().of[id]) ?? olderColumns(id);
  if (state !== null) api.applyColumnState({ state, applyOrder: true });
}

/** Ids of the columns that a table shows, in their order, also while there is no grid of it. */
export function shownColumns<Row>({ id, columns, actions = [] }: TableDefinition<Row>): string[] {
  const all = columns.flatMap(({ colId, field, hide }) => {
    const name = colId ?? field;
    return name === undefined || actions.includes(name) ? [] : [{ name: String(name), shown: hide !== true }];
  });
  const state = readColumns(useKept.getState().of[id]) ?? olderColumns(id) ?? [];
  const place = new Map(state.map(({ colId }, at) => [colId, at]));
  const hidden = new Map(state.map(({ colId, hide }) => [colId, hide === true]));
  return all
    .toSorted((a, b) => (place.get(a.name) ?? state.length) - (place.get(b.name) ?? state.length))
    .flatMap(({ name, shown }) => ((hidden.has(name) ? hidden.get(name) === true : !shown) ? [] : [name]));
}

export function keepColumns<Row>(id: string, api: GridApi<Row>): void {
  const state = api.getColumnState();
  useKept.setState(({ of }) => ({ of: { ...of, [id]: state } }));
}

/** The columns are as at first again. */
export function forgetColumns<Row>(id: string, api: GridApi<Row>): void {
  api.resetColumnState();
  useKept.setState(({ of: { [id]: _kept, ...others } }) => ({ of: others }));
  useOlder.setState(({ of: { [id]: _kept, ...others } }) => ({ of: others }));
  if (id === OLDEST) useOldest.setState({ columns: [] });
}

/** What was kept may come from a file or from another version: an entry that names no column is left out. */
export function readColumns(kept: unknown): ColumnState[] | null {
  if (!Array.isArray(kept)) return null;
  const state = kept.filter(
    (each: unknown): each is ColumnState =>
      typeof each === 'object' && each !== null && 'colId' in each && typeof each.colId === 'string',
  );
  return state.length === 0 ? null : state;
}

function olderColumns(id: string): ColumnState[] | null {
  if (id === OLDEST) return readColumns(useOldest.getState().columns);
  const older = useOlder.getState().of[id];
  return older === undefined ? null : older.order.map((colId) => ({ colId, hide: older.hidden.includes(colId) }));
}
