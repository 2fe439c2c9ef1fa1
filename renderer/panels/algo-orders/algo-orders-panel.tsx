import { useCallback, useMemo, useState, type ReactElement } from 'react';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { useFeed, useFeedStatus } from '../../state/feeds/feeds.ts';
import { useSymbol } from '../../state/kept/symbol.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SegmentedRadio } from '../../ui/controls/choices.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ColumnsMenu } from '../../ui/table/columns-menu.tsx';
import { useTable } from '../../ui/table/table.tsx';
import { useStreamState, useUnreadState } from '../../ui/text/stream-state.ts';
import { CancelAllAlgo } from './cancel-all-algo.tsx';
import { chooseView, collapse, expand, useAlgoSettings } from './algo-settings.ts';
import { NodeDialog } from './node/node-dialog.tsx';
import { algoTable, TreeGrid } from './tree/tree-grid.tsx';
import './algo-orders.css';

/** Algo orders as trees, living. */
export default function AlgoOrdersPanel(): ReactElement {
  const { view: shown, collapsed } = useAlgoSettings();
  const loading = useFeedStatus('algoOrders') === 'loading';
  const unread = useUnreadState();
  const ordersState = useStreamState('private', 'algoOrders');
  // The distances, and what the market has reached, come over the public stream.
  const marketState = useStreamState('public');
  const isEmpty = useFeed('algoOrders', '', (state) => state.rows.size === 0);
  const stream = ordersState.kind === 'ready' && !isEmpty ? marketState : ordersState;
  const table = useTable(algoTable);
  const symbol = useSymbol();
  const [find, setFind] = useState('');
  const [details, setDetails] = useState<AlgoRow | null>(null);
  const [parents, setParents] = useState<(() => readonly string[]) | null>(null);
  const takeParents = useCallback((of: () => readonly string[]) => setParents(() => of), []);
  const view = useMemo(() => {
    const wanted = find.trim().toUpperCase();
    return {
      collapsed: new Set(collapsed),
      wanted: (row: AlgoRow): boolean =>
        (shown === 'all' || row.open === (shown === 'open')) &&
        (wanted === '' ||
          [row.id, row.clientId ?? '', row.symbol, row.algoType, row.algoStatus, row.tag ?? ''].some((text) =>
            text.toUpperCase().includes(wanted),
          )),
    };
  }, [shown, collapsed, find]);
  return (
    <Panel
      label="Algo orders"
      className="algo"
      state={loading ? unread : stream}
      tools={
        <>
          <SegmentedRadio
            label="Algo orders shown"
            value={shown}
            onChange={chooseView}
            choices={[
              { value: 'open', label: 'Open' },
              { value: 'finished', label: 'Finished' },
              { value: 'all', label: 'All' },
            ]}
          />
          <div className="orders-filter">
            <Field
              label="Find"
              type="search"
              inputMode="search"
              value={find}
              onChange={setFind}
              placeholder="id, type, symbol"
              maxLength={64}
            />
          </div>
          <Button size="small" onClick={() => expand('all')}>
            Expand all
          </Button>
          <Button size="small" onClick={() => collapse(parents?.() ?? [])}>
            Collapse all
          </Button>
          <span className="panel-tools-space" />
          <CancelAllAlgo symbol={symbol} />
          <ColumnsMenu table={table} />
        </>
      }
    >
      <TreeGrid
        table={table}
        view={view}
        emptyWords={
          find !== ''
            ? `No algo order matches “${find}”.`
            : shown === 'open'
              ? 'No open algo orders. Stops, brackets and trailing stops that you place in “Order entry” wait here.'
              : 'No algo order has finished in the last day.'
        }
        onDetails={setDetails}
        onParents={takeParents}
      />
      {details === null ? null : <NodeDialog id={details.id} asked={details} onClose={() => setDetails(null)} />}
    </Panel>
  );
}
