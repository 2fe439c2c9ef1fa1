import { lazy, Suspense, useCallback, useMemo, useState, type ReactElement } from 'react';
import type { OrderRow } from '../../../shared/contract/contract.ts';
import { useFeedStatus } from '../../state/feeds/feeds.ts';
import { useOpenCount } from '../../state/orders/open-count.ts';
import { useSymbol } from '../../state/kept/symbol.ts';
import { SegmentedRadio, Switch } from '../../ui/controls/choices.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ColumnsMenu } from '../../ui/table/columns-menu.tsx';
import { useTable } from '../../ui/table/table.tsx';
import { useStreamState, useUnreadState } from '../../ui/text/stream-state.ts';
import { changeBlotter, useBlotter } from './blotter-settings.ts';
import { CancelButtons } from './cancel-buttons.tsx';
import { OrdersGrid, ordersTable, type OrderPlace } from './orders-grid.tsx';
import './open-orders.css';

const OrderDrawer = lazy(() => import('./order-drawer.tsx'));

/** Ordinary orders: the open ones, or those that finished since the start. */
export default function OpenOrdersPanel(): ReactElement {
  const { view, thisSymbol, filter } = useBlotter();
  const symbol = useSymbol();
  const unread = useUnreadState();
  const stream = useStreamState('private', 'orders');
  const loading = useFeedStatus('orders') === 'loading';
  const [selected, setSelected] = useState<readonly OrderRow[]>([]);
  const table = useTable(ordersTable);
  const [details, setDetails] = useState<OrderPlace | null>(null);
  const closeDetails = useCallback(() => {
    setDetails(null);
    details?.focus();
  }, [details]);
  const only = thisSymbol ? symbol : null;
  const wanted = useMemo(
    () =>
      (row: OrderRow): boolean =>
        row.open === (view === 'open') && (only === null || row.symbol === only),
    [view, only],
  );
  return (
    <Panel
      label="Open orders"
      state={loading ? unread : stream}
      className="orders"
      tools={
        <>
          <ViewChoice />
          <Switch
            label="This symbol"
            checked={thisSymbol}
            onChange={(checked) => changeBlotter({ thisSymbol: checked })}
          />
          <div className="orders-filter">
            <Field
              label="Filter"
              type="search"
              inputMode="search"
              value={filter}
              onChange={(text) => changeBlotter({ filter: text })}
              placeholder="any column"
              maxLength={64}
            />
          </div>
          <span className="panel-tools-space" />
          {view === 'open' ? <CancelButtons symbol={symbol} selected={selected} /> : null}
          <ColumnsMenu table={table} />
        </>
      }
    >
      <div className="orders-body">
        <OrdersGrid
          table={table}
          wanted={wanted}
          filter={filter}
          emptyWords={
            view === 'open'
              ? 'No open orders. What you place in “Order entry” rests here until it is filled or cancelled.'
              : 'No order has finished since the terminal started.'
          }
          onSelect={setSelected}
          onDetails={setDetails}
        />
        {details === null ? null : (
          <Suspense>
            <OrderDrawer opened={details.row} onClose={closeDetails} />
          </Suspense>
        )}
      </div>
    </Panel>
  );
}

function ViewChoice(): ReactElement {
  const view = useBlotter((settings) => settings.view);
  const open = useOpenCount(null);
  return (
    <div className="orders-view">
      <SegmentedRadio
        label="Orders shown"
        value={view}
        onChange={(chosen) => changeBlotter({ view: chosen })}
        choices={[
          { value: 'open', label: `Open ${open}` },
          { value: 'finished', label: 'Finished' },
        ]}
      />
    </div>
  );
}
