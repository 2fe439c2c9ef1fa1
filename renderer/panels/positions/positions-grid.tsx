import { AgGridReact } from 'ag-grid-react';
import {
  EventApiModule,
  RowStyleModule,
  type CellKeyDownEvent,
  type FullWidthCellKeyDownEvent,
  type GetRowIdParams,
  type GridApi,
} from 'ag-grid-community';
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import type { PositionRow } from '../../../shared/contract.ts';
import { followFeed, peekFeed } from '../../state/feeds.ts';
import { selectSymbol } from '../../state/symbol.ts';
import { gridDefaults } from '../../theme/grid.ts';
import { gridModules } from '../../ui/grid-modules.ts';
import { nameGrid } from '../../ui/grid-name.ts';
import { useAim } from '../../ui/aim.ts';
import { useHold } from '../../ui/use-hold.ts';
import type { GridContext } from './cells.ts';
import { columns } from './columns.ts';
import { createPositionRows, type RowChanges } from './position-rows.ts';
import { askAbout } from './position-question.ts';

const modules = [...gridModules, EventApiModule, RowStyleModule];
const rowId = ({ data }: GetRowIdParams<PositionRow>): string => data.id;

/** The grid itself: changed by transactions alone, and still while someone aims at a row. */
export function PositionsGrid(): ReactElement {
  const [api, setApi] = useState<GridApi<PositionRow> | null>(null);
  const { held, touch, letGo } = useHold();
  const aim = useAim();
  const heldNow = useRef(held);
  heldNow.current = held;
  const rows = useMemo(() => createPositionRows(), []);
  const context = useMemo<GridContext>(
    () => ({
      instrumentOf: (symbol) => peekFeed('instruments').get(symbol),
      isClosed: ({ id }) => rows.isClosed(id),
      show: ({ symbol }) => selectSymbol(symbol),
      close: (row) => askAbout('close', row),
      reverse: (row) => askAbout('reverse', row),
    }),
    [rows],
  );

  // A hidden panel keeps its state and loses its grid: a new grid begins with all rows.
  useEffect(() => {
    if (api === null) return;
    rows.forget();
    return followFeed('positions', '', (step) => apply(api, rows.take(step, heldNow.current)));
  }, [api, rows]);

  useEffect(() => {
    if (api !== null && !held) apply(api, rows.release());
  }, [api, held, rows]);

  // The precision of prices and quantities comes with the instruments.
  useEffect(() => {
    if (api === null) return;
    return followFeed('instruments', '', () => api.refreshCells({ force: true }));
  }, [api]);

  return (
    <div className="grid-box" {...aim} onPointerMove={touch} onPointerLeave={letGo}>
      <AgGridReact<PositionRow>
        {...gridDefaults()}
        modules={modules}
        columnDefs={useMemo(() => [...columns], [])}
        context={context}
        getRowId={rowId}
        rowClassRules={{ 'positions-closed': ({ data }) => data !== undefined && rows.isClosed(data.id) }}
        asyncTransactionWaitMillis={0}
        deltaSort
        // The library writes its own overlays as markup, which the page's policy forbids.
        suppressOverlays={['loading', 'noRows', 'noMatchingRows']}
        onGridReady={(event) => {
          nameGrid(event.api, 'Positions');
          event.api.setGridOption('rowData', []);
          setApi(event.api);
        }}
        onGridPreDestroyed={() => setApi(null)}
        onCellKeyDown={pressByKey}
      />
    </div>
  );
}

/** Enter or Space on the cell of a button presses it. */
function pressByKey(event: CellKeyDownEvent<PositionRow> | FullWidthCellKeyDownEvent<PositionRow>): void {
  const key = event.event;
  if (!('column' in event) || !(key instanceof KeyboardEvent) || key.repeat) return;
  if (key.key !== 'Enter' && key.key !== ' ') return;
  if (key.target instanceof HTMLElement) key.target.querySelector('button')?.click();
}

function apply(api: GridApi<PositionRow>, { add, update, inPlace, remove }: RowChanges): void {
  for (const row of inPlace) api.getRowNode(row.id)?.updateData(row);
  if (add.length + update.length + remove.length === 0) return;
  api.applyTransactionAsync({ add: [...add], update: [...update], remove: [...remove] });
}
