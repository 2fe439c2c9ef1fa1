import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import type { OrderRow } from '../../../shared/contract/contract.ts';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { decimalsOf } from '../../../shared/decimal.ts';
import { spawnedBy } from '../../../shared/rules/spawned-by.ts';
import { followFeed, useFeed, useFeedStatus, useFeedRows } from '../../state/feeds/feeds.ts';
import { followLink } from '../../state/links.ts';
import { useInstrument } from '../../state/kept/symbol.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { copyText } from '../../ui/text/copy-text.ts';
import { NumberText } from '../../ui/text/numbers.tsx';
import { SkeletonRows } from '../../ui/panel.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { LifeEvent } from './life-event.tsx';
import { lifeAsText, newestFirst } from './order-life.ts';
import './order-drawer.css';

/** One order with its whole life, beside the grid: what was sent for it and what the exchange said, as it came. */
export default function OrderDrawer(props: { readonly opened: OrderRow; onClose(): void }): ReactElement {
  const { opened, onClose } = props;
  const row = useLastRow(opened);
  const life = useFeedRows('orderLife', row.id);
  const loading = useFeedStatus('orderLife', row.id) === 'loading';
  // The map is the same one at each change; the state around it is not.
  const events = useMemo(() => newestFirst(life.rows.values()), [life]);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), [opened.id]);
  const instrument = useInstrument(row.symbol);
  const places = {
    price: instrument === undefined ? 0 : decimalsOf(instrument.priceTick),
    quantity: instrument === undefined ? 0 : decimalsOf(instrument.quantityStep),
  };
  const { orderId } = row;
  return (
    <section
      className="order-drawer"
      role="region"
      aria-label="Order details"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className="order-drawer-head">
        <h2 ref={head} tabIndex={-1}>
          <span className={row.side === 'BUY' ? 'orders-buy' : 'orders-sell'}>{row.side}</span> {row.symbol} {row.type}
        </h2>
        <Button size="small" onClick={() => copyText(lifeAsText(row, events), 'The order with its life is')}>
          Copy all
        </Button>
        <IconButton icon="close" size="small" label="Close details" onClick={onClose} />
      </header>
      <div className="order-drawer-body">
        <p className="order-drawer-now">
          <strong>{row.status}</strong> <NumberText value={row.executed} places={places.quantity} /> of{' '}
          <NumberText value={row.quantity} places={places.quantity} /> executed, price{' '}
          <NumberText value={row.price} places={places.price} />
        </p>
        {loading ? <SkeletonRows rows={4} /> : null}
        <ol className="order-life" aria-label="Life of the order" reversed>
          {events.map((event) => (
            <LifeEvent key={event.id} event={event} quantity={row.quantity} places={places} />
          ))}
        </ol>
        {loading || events.length > 0 ? null : <p className="order-life-note">Nothing was said of it yet.</p>}
        <p className="order-life-note">
          Reports are kept since the terminal started; commands are from its journal.{' '}
          {orderId === null ? null : (
            <Button
              size="small"
              kind="quiet"
              onClick={() =>
                followLink({
                  history: 'fills',
                  tests: [{ field: 'orderId', test: 'is', values: [orderId] }],
                  label: `Fills of order ${orderId}`,
                })
              }
            >
              Show its fills
            </Button>
          )}
        </p>
        <h3>The order now</h3>
        <OrderFacts row={row} places={places} />
      </div>
    </section>
  );
}

interface Places {
  readonly price: number;
  readonly quantity: number;
}

function OrderFacts({ row, places }: { readonly row: OrderRow; readonly places: Places }): ReactElement {
  const price = (value: OrderRow['price']): ReactElement => <NumberText value={value} places={places.price} />;
  const quantity = (value: OrderRow['price']): ReactElement => <NumberText value={value} places={places.quantity} />;
  const algos = useFeedRows('algoOrders', '');
  const facts: Readonly<Record<string, ReactElement | string | null>> = {
    Status: row.status,
    Price: price(row.price),
    Quantity: row.quantity === null && row.amount !== null ? null : quantity(row.quantity),
    Amount: row.amount === null ? null : price(row.amount),
    Executed: quantity(row.executed),
    Average: price(row.averagePrice),
    Visible: row.visibleQuantity === null ? null : quantity(row.visibleQuantity),
    Fee: row.fee === null ? null : <NumberText value={row.fee} unit={row.feeAsset ?? ''} />,
    Created: <TimeText at={row.createdAt} day />,
    Changed: <TimeText at={row.updatedAt} day />,
    'Order ID': row.orderId,
    'Client ID': row.clientOrderId,
    Tag: row.tag,
    'Position side': row.positionSide,
    'Margin mode': row.marginMode,
    'Reduce only': row.reduceOnly ? 'Yes' : 'No',
    Placed: placedWords(row, algos.rows.values()),
    Reason: row.reason,
    Refused: row.lastRefusal,
  };
  return (
    <dl className="facts order-facts">
      {Object.entries(facts).map(([name, value]) =>
        value === null || value === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function placedWords(row: OrderRow, algos: Iterable<AlgoRow>): string {
  if (row.ours) return 'here';
  const plan = spawnedBy(row, algos);
  return plan === null ? 'elsewhere' : `by algo order ${plan.id}`;
}

/** The newest row of the order, also after the exchange gave it an id, and the last one when it left the feed. */
function useLastRow(opened: OrderRow): OrderRow {
  const [id, setId] = useState(opened.id);
  const last = useRef(opened);
  if (!isSame(last.current, opened)) {
    last.current = opened;
    setId(opened.id);
  }
  useEffect(() => {
    if (!id.startsWith('c:')) return;
    return followFeed('orders', '', ({ put }) => {
      const named = put.find((row) => row.id !== id && `c:${row.clientOrderId ?? ''}` === id);
      if (named !== undefined) setId(named.id);
    });
  }, [id]);
  const row = useFeed('orders', '', (state) => state.rows.get(id));
  if (row !== undefined) last.current = row;
  return last.current;
}

const isSame = (a: OrderRow, b: OrderRow): boolean =>
  a.id === b.id || (a.clientOrderId !== null && a.clientOrderId === b.clientOrderId && a.symbol === b.symbol);
