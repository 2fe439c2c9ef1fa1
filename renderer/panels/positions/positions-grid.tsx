import { RowStyleModule, type GridApi } from 'ag-grid-community';
import { useState, type ReactElement } from 'react';
import type { PositionRow } from '../../../shared/contract/contract.ts';
import { followFeed, peekFeed } from '../../state/feeds/feeds.ts';
import { selectSymbol } from '../../state/kept/symbol.ts';
import { defineTable, type RowSource, type TableHandle } from '../../ui/table/definition.ts';
import type { FeedRows } from '../../ui/table/feed-rows.ts';
import { feedRows } from '../../ui/table/feed-source.ts';
import { Table } from '../../ui/table/table.tsx';
import type { GridContext } from './cells.ts';
import { columns } from './columns.ts';
import { askAbout } from './position-question.ts';
import { direction } from './position-words.ts';

export const positionsTable = defineTable<PositionRow>({
  id: 'positions',
  name: 'Positions',
  engine: 'react',
  columns,
  actions: ['close', 'reverse'],
  csv: { side: direction },
  rowId,
  modules: [RowStyleModule],
  options: {
    deltaSort: true,
    rowClassRules: {
      'positions-closed': ({ data, context }) => data !== undefined && (context as GridContext).isClosed(data), // the table's own context
    },
  },
});

function rowId({ id }: PositionRow): string {
  return id;
}

/** The rows of one panel, and what their cells need besides. */
function createPositions(): { readonly context: GridContext; readonly source: RowSource<PositionRow> } {
  let rows: FeedRows<PositionRow> | null = null;
  return {
    context: {
      instrumentOf: (symbol) => peekFeed('instruments').get(symbol),
      isClosed: ({ id }) => rows?.isGone(id) === true,
      show: ({ symbol }) => selectSymbol(symbol),
      close: (row) => askAbout('close', row),
      reverse: (row) => askAbout('reverse', row),
    },
    source: feedRows({
      feed: 'positions',
      rowId,
      wanted: () => true,
      begun: (fresh) => {
        rows = fresh;
      },
    }),
  };
}

/** Positions that are held. */
export function PositionsGrid({ table }: { readonly table: TableHandle<PositionRow> }): ReactElement {
  const [{ context, source }] = useState(createPositions);
  return <Table table={table} source={source} context={context} begun={followInstruments} />;
}

/** The precision of prices and quantities comes with the instruments. */
const followInstruments = (api: GridApi<PositionRow>): (() => void) =>
  followFeed('instruments', '', () => api.refreshCells({ force: true }));
