import { CustomEditorModule, ExternalFilterModule, RowStyleModule, type GridApi } from 'ag-grid-community';
import { useCallback, useEffect, useMemo, useRef, type ReactElement } from 'react';
import type { AlgoRow } from '../../../../shared/contract/algo.ts';
import { peekFeed } from '../../../state/feeds/feeds.ts';
import { defineTable, type TableHandle } from '../../../ui/table/definition.ts';
import { Table } from '../../../ui/table/table.tsx';
import { cancelAlgo } from '../algo-actions.ts';
import type { AlgoContext } from '../cells.ts';
import { columns } from '../columns.ts';
import type { TreeView } from './flatten.ts';
import { makeRowsApart } from './scroll-task.ts';
import { keyDown, toggle } from './tree-keys.ts';
import { drawRoles } from './tree-roles.ts';
import { createTreeRows } from './tree-source.ts';

/** The digits of a cell in a file. */
const digits = (field: 'quantity' | 'triggerPrice' | 'price' | 'executed' | 'averagePrice') => (row: AlgoRow) =>
  row[field] ?? '';

export const algoTable = defineTable<AlgoRow>({
  id: 'algo-orders',
  name: 'Algo orders',
  engine: 'library',
  columns,
  actions: ['details', 'cancel'],
  times: ['created'],
  csv: {
    tree: ({ algoType }) => algoType,
    quantity: digits('quantity'),
    triggerPrice: digits('triggerPrice'),
    price: digits('price'),
    executed: digits('executed'),
    average: digits('averagePrice'),
  },
  rowId: ({ id }) => id,
  modules: [CustomEditorModule, ExternalFilterModule, RowStyleModule],
  options: {
    defaultColDef: { sortable: false, resizable: true },
    ensureDomOrder: true,
    // The library's own listen six times on every cell.
    enableBrowserTooltips: true,
    // makeRowsApart() says when rows are made.
    suppressAnimationFrame: true,
    rowBuffer: 2,
    rowClassRules: { 'algo-row-ended': ({ data }) => data?.open === false },
  },
});

/** The forest as rows of a table, which draws only those in view. */
export function TreeGrid(props: {
  readonly table: TableHandle<AlgoRow>;
  readonly view: TreeView;
  readonly emptyWords: string;
  onDetails(row: AlgoRow): void;
  /** Told of the ids of all nodes with children, for “Collapse all”. */
  onParents(parents: () => readonly string[]): void;
}): ReactElement {
  const { table, view, onDetails, onParents } = props;
  const first = useRef(view);
  const rows = useMemo(() => createTreeRows(first.current), []);
  const details = useRef(onDetails);
  details.current = onDetails;
  const context = useMemo(
    (): AlgoContext => ({
      instrumentOf: (symbol) => peekFeed('instruments').get(symbol),
      marketOf: (symbol) => peekFeed('market', symbol).get(symbol),
      lineOf: rows.line,
      toggle,
      cancel: (row) => void cancelAlgo(row),
      details: (row) => details.current(row),
    }),
    [rows],
  );
  useEffect(() => {
    rows.view(view);
    onParents(rows.parents);
  }, [rows, view, onParents]);
  const begun = useCallback(
    (api: GridApi<AlgoRow>, box: HTMLElement) => {
      const ends = [makeRowsApart(box), drawRoles(api, rows.line)];
      return () => {
        for (const end of ends) end();
      };
    },
    [rows],
  );
  return (
    <Table
      table={table}
      source={rows.source}
      context={context}
      empty={props.emptyWords}
      begun={begun}
      onOpen={onDetails}
      onKey={(key) => keyDown(key, rows)}
    />
  );
}
