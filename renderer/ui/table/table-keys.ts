import { notify } from '../../state/notices.ts';
import type { CellKey, TableDefinition } from './definition.ts';
import type { RowFocus } from './focus-row.ts';

/**
 * Enter or Space on the cell of a button presses it. Enter on any other that cannot be edited opens the row.
 *
 * @param open undefined where rows cannot be opened.
 */
export function pressCell<Row>(
  { event, column, data, node }: CellKey<Row>,
  definition: TableDefinition<Row>,
  focus: RowFocus,
  open: ((row: Row, column: string) => void) | undefined,
): void {
  if (event.repeat || data === undefined || (event.key !== 'Enter' && event.key !== ' ')) return;
  if (!(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'gridcell') return;
  const button = event.target.querySelector('button:not([aria-hidden])');
  const opens = event.key === 'Enter' && open !== undefined && opensRow(definition, column.getColId());
  if (button === null && !opens) return;
  if (focus.isStartled()) {
    event.preventDefault();
    notify('warning', 'The row under the focus left. Nothing was done.', 'Press again if this row is meant.');
    return;
  }
  if (button instanceof HTMLElement) {
    event.preventDefault();
    button.click();
  } else if (!column.isCellEditable(node)) open?.(data, column.getColId());
}

/** A cell that can be edited begins an edit instead, or nothing while it cannot; a button presses itself. */
export function opensRow<Row>({ columns, actions = [] }: TableDefinition<Row>, column: string): boolean {
  const of = columns.find(({ colId, field }) => (colId ?? field) === column);
  return of?.editable === undefined && !actions.includes(column);
}
