import type { CellKeyDownEvent, GridApi } from 'ag-grid-community';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { collapse, expand } from './algo-settings.ts';
import type { TreeLine } from './flatten.ts';
import type { TreeFlow } from './tree-flow.ts';

const TYPE_AHEAD_MS = 700;
const typed = { text: '', at: 0 };

export function toggle(line: TreeLine): void {
  if (line.children === 0) return;
  if (line.expanded) collapse([line.id]);
  else expand([line.id]);
}

type Pressed = Pick<CellKeyDownEvent<AlgoRow>, 'event' | 'data' | 'api' | 'node' | 'column'>;

/** Right opens, left closes or goes to the parent, Enter shows the details, letters go to a type or symbol. */
export function keyDown(
  { event, data, api, node, column }: Pressed,
  flow: Pick<TreeFlow, 'line'>,
  onDetails: (row: AlgoRow) => void,
): void {
  if (!(event instanceof KeyboardEvent) || data === undefined || node.rowIndex === null) return;
  if (event.ctrlKey || event.metaKey || event.altKey || api.getEditingCells().length > 0) return;
  const line = flow.line(data.id);
  const editable = column.isCellEditable(node);
  if (line === undefined) return;
  if (event.key === 'Enter' && !editable) onDetails(data);
  else if (event.key === '+' || event.key === '-') toggle(line);
  else if (event.key === 'ArrowRight' && line.children > 0 && !line.expanded) expand([line.id]);
  else if (event.key === 'ArrowLeft' && line.expanded) collapse([line.id]);
  else if (event.key === 'ArrowLeft' && line.parent !== null) {
    const parent = api.getRowNode(line.parent)?.rowIndex;
    if (parent !== null && parent !== undefined) api.setFocusedCell(parent, 'tree');
  } else if (/^[a-z0-9_]$/i.test(event.key) && !editable) {
    const now = event.timeStamp;
    typed.text = now - typed.at < TYPE_AHEAD_MS ? typed.text + event.key : event.key;
    typed.at = now;
    jump(api, node.rowIndex, typed.text.toUpperCase());
  }
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
