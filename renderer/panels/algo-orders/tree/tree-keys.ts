import type { GridApi } from 'ag-grid-community';
import type { AlgoRow } from '../../../../shared/contract/algo.ts';
import type { CellKey } from '../../../ui/table/definition.ts';
import { collapse, expand } from '../algo-settings.ts';
import type { TreeLine } from './flatten.ts';
import type { TreeRows } from './tree-source.ts';

const TYPE_AHEAD_MS = 700;
const typed = { text: '', at: 0 };

export function toggle(line: TreeLine): void {
  if (line.children === 0) return;
  if (line.expanded) collapse([line.id]);
  else expand([line.id]);
}

/**
 * Right opens, left closes or goes to the parent, plus and minus do either, letters go to a type or symbol.
 *
 * @returns whether the key is taken.
 */
export function keyDown({ event, data, api, node, column }: CellKey<AlgoRow>, flow: Pick<TreeRows, 'line'>): boolean {
  if (data === undefined || node.rowIndex === null) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || api.getEditingCells().length > 0) return false;
  const line = flow.line(data.id);
  if (line === undefined) return false;
  const inTree = column.getColId() === 'tree';
  if (event.key === '+' || event.key === '-') toggle(line);
  else if (inTree && event.key === 'ArrowRight' && line.children > 0 && !line.expanded) {
    expand([line.id]);
    // The grid has gone one cell to the right by then.
    api.setFocusedCell(node.rowIndex, 'tree');
  } else if (inTree && event.key === 'ArrowLeft' && line.expanded) collapse([line.id]);
  else if (inTree && event.key === 'ArrowLeft' && line.parent !== null) {
    const parent = api.getRowNode(line.parent)?.rowIndex;
    if (parent !== null && parent !== undefined) api.setFocusedCell(parent, 'tree');
  } else if (/^[a-z0-9_]$/i.test(event.key) && !column.isCellEditable(node)) {
    const now = event.timeStamp;
    typed.text = now - typed.at < TYPE_AHEAD_MS ? typed.text + event.key : event.key;
    typed.at = now;
    jump(api, node.rowIndex, typed.text.toUpperCase());
  } else return false;
  return true;
}

function jump(api: GridApi<AlgoRow>, from: number, text: string): void {
  const count = api.getDisplayedRowCount();
  for (let step = text.length > 1 ? 0 : 1; step < count; step += 1) {
    const index = (from + step) % count;
    const row = api.getDisplayedRowAtIndex(index)?.data;
    if (
      row?.algoType.startsWith(text) === true ||
      row?.symbol.includes(text) === true ||
      row?.id.startsWith(text) === true
    ) {
      api.ensureIndexVisible(index);
      api.setFocusedCell(index, 'tree');
      return;
    }
  }
}
