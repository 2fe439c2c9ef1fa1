import type { Column, GridApi, IRowNode } from 'ag-grid-community';
import { csvLine } from '../../../shared/wire/csv.ts';
import { ask } from '../../link/bridge.ts';
import { notify } from '../../state/notices.ts';
import { sayFault } from '../../state/profiles.ts';
import type { TableDefinition, TableHandle } from './definition.ts';

/** Letters of one piece of a file on its way to the core. */
const PIECE = 200_000;

/**
 * The rows that a table shows as CSV, in their order: plain numbers, ISO times, and a head of the columns' ids.
 *
 * @returns lines without their ends, the head first.
 */
export function tableLines<Row>(definition: TableDefinition<Row>, api: GridApi<Row>): string[] {
  const columns = api
    .getAllDisplayedColumns()
    .filter(
      (column) =>
        column.getColDef().headerName !== undefined && definition.actions?.includes(column.getColId()) !== true,
    );
  const lines = [csvLine(columns.map((column) => column.getColId()))];
  api.forEachNodeAfterFilterAndSort((node) => {
    lines.push(csvLine(columns.map((column) => cellText(definition, api, node, column))));
  });
  return lines;
}

function cellText<Row>(
  { csv, times = [] }: TableDefinition<Row>,
  api: GridApi<Row>,
  node: IRowNode<Row>,
  column: Column,
): string {
  const id = column.getColId();
  const own = csv?.[id];
  if (own !== undefined) return node.data === undefined ? '' : own(node.data);
  const value: unknown = api.getCellValue({ rowNode: node, colKey: column });
  if (value === null || value === undefined || value === '') return '';
  return times.includes(id) ? new Date(Number(value)).toISOString() : String(value);
}

/** Writes the rows of a table into a file of the data folder, and says where. */
export async function exportTable<Row>({ definition, grid }: TableHandle<Row>): Promise<void> {
  const { api } = grid.getState();
  if (api === null) return;
  const lines = tableLines(definition, api);
  const pieces = piecesOf(lines.map((line) => `${line}\r\n`));
  const file = crypto.randomUUID();
  try {
    let path: string | null = null;
    for (const [at, text] of pieces.entries())
      ({ path } = await ask('table.export', { table: definition.id, file, text, last: at === pieces.length - 1 }));
    const rows = lines.length - 1;
    notify('success', `Exported ${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`, path ?? undefined);
  } catch (error) {
    sayFault('Nothing was exported.', error);
  }
}

/** Text of a few lines each, in order. */
export function piecesOf(lines: readonly string[]): string[] {
  const pieces = [''];
  for (const line of lines) {
    if ((pieces.at(-1) ?? '').length + line.length > PIECE) pieces.push('');
    pieces[pieces.length - 1] += line;
  }
  return pieces;
}
