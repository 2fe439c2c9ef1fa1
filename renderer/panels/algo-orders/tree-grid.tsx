import { AgGridReact } from 'ag-grid-react';
import {
  EventApiModule,
  RowStyleModule,
  type CellKeyDownEvent,
  type GetRowIdParams,
  type GridApi,
} from 'ag-grid-community';
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { followFeed, holdFeed, peekFeed } from '../../state/feeds.ts';
import { gridDefaults } from '../../theme/grid.ts';
import { gridModules } from '../../ui/grid-modules.ts';
import { nameGrid } from '../../ui/grid-name.ts';
import { cancelAlgo } from './algo-actions.ts';
import { collapse, expand } from './algo-settings.ts';
import type { AlgoContext } from './cells.ts';
import { columns } from './columns.ts';
import type { TreeLine, TreeView } from './flatten.ts';
import { createTreeFlow, type TreeFlow } from './tree-flow.ts';

const modules = [...gridModules, EventApiModule, RowStyleModule];
/** Distances follow the market this often at most. */
const DISTANCE_MS = 250;
const TYPE_AHEAD_MS = 700;

/** The forest as rows of a grid, which draws only what is in view. */
export function TreeGrid(props: {
  readonly view: TreeView;
  readonly emptyWords: string;
  onDetails(row: AlgoRow): void;
  /** Told of the ids of all nodes with children, for “Collapse all”. */
  onParents(parents: () => readonly string[]): void;
}): ReactElement {
  const { view, onDetails, onParents } = props;
  const [api, setApi] = useState<GridApi<TreeLine> | null>(null);
  const [empty, setEmpty] = useState(false);
  const flow = useRef<TreeFlow | null>(null);
  flow.current ??= createTreeFlow(view);
  const context = useMemo(
    (): AlgoContext => ({
      instrumentOf: (symbol) => peekFeed('instruments').get(symbol),
      marketOf: (symbol) => peekFeed('market', symbol).get(symbol),
      toggle,
      cancel: (row) => void cancelAlgo(row),
      details: onDetails,
    }),
    [onDetails],
  );

  useEffect(() => {
    const tree = flow.current;
    if (api === null || tree === null) return;
    api.setGridOption('rowData', [...tree.view(view)]);
    setEmpty(tree.lines().length === 0);
    roles(api);
    onParents(() => tree.lines().flatMap(({ id, children }) => (children > 0 ? [id] : [])));
  }, [api, view, onParents]);

  useEffect(() => {
    const tree = flow.current;
    if (api === null || tree === null) return;
    const markets = new Map<string, () => void>();
    const stop = followFeed('algoOrders', '', (step) => {
      const change = tree.take(step);
      if (change.kind === 'all') {
        api.setGridOption('rowData', [...change.lines]);
        setEmpty(change.lines.length === 0);
        roles(api);
        for (const { row } of change.lines)
          if (!markets.has(row.symbol) && row.symbol !== '') markets.set(row.symbol, holdFeed('market', row.symbol));
      } else if (change.kind === 'lines') for (const line of change.lines) api.getRowNode(line.id)?.updateData(line);
    });
    const timer = setInterval(() => api.refreshCells({ columns: ['distance'], force: true }), DISTANCE_MS);
    return () => {
      stop();
      clearInterval(timer);
      for (const letGo of markets.values()) letGo();
    };
  }, [api]);

  const typed = useRef({ text: '', at: 0 });
  return (
    <div className="grid-box">
      <AgGridReact<TreeLine>
        {...gridDefaults()}
        modules={modules}
        columnDefs={useMemo(() => [...columns], [])}
        defaultColDef={{ sortable: false, resizable: true, suppressMovable: true }}
        context={context}
        getRowId={lineId}
        suppressColumnVirtualisation
        ensureDomOrder
        suppressOverlays={['loading', 'noRows', 'noMatchingRows']}
        rowClassRules={{ 'algo-row-ended': ({ data }) => data?.row.open === false }}
        onGridReady={(event) => {
          nameGrid(event.api, 'Algo orders');
          setApi(event.api);
        }}
        onViewportChanged={(event) => roles(event.api)}
        onModelUpdated={(event) => roles(event.api)}
        onRowDoubleClicked={({ data }) => {
          if (data !== undefined) onDetails(data.row);
        }}
        onCellKeyDown={(event) => {
          keyDown(event, typed.current, onDetails);
        }}
      />
      {empty ? <p className="orders-empty">{props.emptyWords}</p> : null}
    </div>
  );
}

const lineId = ({ data }: GetRowIdParams<TreeLine>): string => data.id;

function toggle(line: TreeLine): void {
  if (line.children === 0) return;
  if (line.expanded) collapse([line.id]);
  else expand([line.id]);
}

/** Right opens, left closes or goes to the parent, Enter shows the details, letters go to a type or symbol. */
function keyDown(
  { event, data, api, node }: Pick<CellKeyDownEvent<TreeLine>, 'event' | 'data' | 'api' | 'node'>,
  typed: { text: string; at: number },
  onDetails: (row: AlgoRow) => void,
): void {
  if (!(event instanceof KeyboardEvent) || data === undefined || node.rowIndex === null) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Enter') onDetails(data.row);
  else if (event.key === '+' || event.key === '-') toggle(data);
  else if (event.key === 'ArrowRight' && data.children > 0 && !data.expanded) expand([data.id]);
  else if (event.key === 'ArrowLeft' && data.expanded) collapse([data.id]);
  else if (event.key === 'ArrowLeft' && data.row.parentId !== null) {
    const parent = api.getRowNode(data.row.parentId)?.rowIndex;
    if (parent !== null && parent !== undefined) api.setFocusedCell(parent, 'tree');
  } else if (/^[a-z0-9_]$/i.test(event.key)) {
    const now = event.timeStamp;
    typed.text = now - typed.at < TYPE_AHEAD_MS ? typed.text + event.key : event.key;
    typed.at = now;
    jump(api, node.rowIndex, typed.text.toUpperCase());
  }
}

function jump(api: GridApi<TreeLine>, from: number, text: string): void {
  const count = api.getDisplayedRowCount();
  for (let step = text.length > 1 ? 0 : 1; step < count; step += 1) {
    const index = (from + step) % count;
    const row = api.getDisplayedRowAtIndex(index)?.data?.row;
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

/** The library knows no trees in this edition: roles and levels are set on the rows that are drawn. */
function roles(api: GridApi<TreeLine>): void {
  requestAnimationFrame(() => {
    if (api.isDestroyed()) return;
    const grid = document.querySelector(`[grid-id="${CSS.escape(api.getGridId())}"]`);
    grid?.querySelector('[role="grid"]')?.setAttribute('role', 'treegrid');
    for (const node of api.getRenderedNodes()) {
      const line = node.data;
      if (line === undefined) continue;
      const elements = grid?.querySelectorAll(`[role="row"][row-id="${CSS.escape(line.id)}"]`) ?? [];
      for (const element of elements) {
        element.setAttribute('aria-level', String(line.level));
        element.setAttribute('aria-posinset', String(line.position));
        element.setAttribute('aria-setsize', String(line.siblings));
        if (line.children > 0) element.setAttribute('aria-expanded', String(line.expanded));
        else element.removeAttribute('aria-expanded');
      }
    }
  });
}
