import { useState, type ReactElement } from 'react';
import type { OrderEvent } from '../../../shared/contract/order-life.ts';
import type { Decimal } from '../../../shared/decimal.ts';
import { useSettings } from '../../state/kept/settings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { copyText } from '../../ui/text/copy-text.ts';
import { formatTimeFine, fullTimestamp } from '../../ui/text/format.ts';
import { NumberText } from '../../ui/text/numbers.tsx';
import { fieldsAsText } from './order-life.ts';

const SOURCES: Readonly<Record<OrderEvent['source'], string>> = {
  terminal: 'this terminal',
  answer: 'REST answer',
  stream: 'stream',
  inquiry: 'REST, asked',
  reconcile: 'reconcile',
};

/** One event of an order's life: what, when by both clocks, from where, with its figures and all of its fields. */
export function LifeEvent(props: {
  readonly event: OrderEvent;
  /** Of the order. */
  readonly quantity: Decimal | null;
  readonly places: { readonly price: number; readonly quantity: number };
}): ReactElement {
  const { event, places } = props;
  const [opened, setOpened] = useState(false);
  const count = Object.keys(event.fields).length;
  const whole = event.quantity ?? props.quantity;
  return (
    <li className="life-event" data-kind={event.kind}>
      <p className="life-head">
        <Instant at={event.at ?? event.receivedAt} />
        <strong>{event.title}</strong>
        {event.status === null ? null : <span className="life-status">{event.status}</span>}
        <span className="life-source">{SOURCES[event.source]}</span>
      </p>
      {event.lastQuantity === null ? null : (
        <p className="life-line">
          Filled <NumberText value={event.lastQuantity} places={places.quantity} /> at{' '}
          <NumberText value={event.lastPrice} places={places.price} />
        </p>
      )}
      {event.executed === null ? null : (
        <p className="life-line life-soft">
          <NumberText value={event.executed} places={places.quantity} /> of{' '}
          <NumberText value={whole} places={places.quantity} /> executed
          {event.price === null ? null : (
            <>
              , price <NumberText value={event.price} places={places.price} />
            </>
          )}
          {event.averagePrice === null ? null : (
            <>
              , average <NumberText value={event.averagePrice} places={places.price} />
            </>
          )}
        </p>
      )}
      {event.words === '' ? null : <p className="life-line">{event.words}</p>}
      {event.kind === 'gap' ? null : (
        <p className="life-line life-soft">
          {event.kind === 'command' ? 'Sent' : 'Received'} <Instant at={event.receivedAt} />
          {event.agreedAt === null ? null : (
            <>
              , read again and the same <Instant at={event.agreedAt} />
            </>
          )}
          {count === 0 ? null : (
            <Button size="small" kind="quiet" aria-expanded={opened} onClick={() => setOpened(!opened)}>
              {count === 1 ? '1 field' : `${count} fields`}
            </Button>
          )}
          {opened ? (
            <Button size="small" kind="quiet" onClick={() => copyText(fieldsAsText(event), 'The fields are')}>
              Copy
            </Button>
          ) : null}
        </p>
      )}
      {opened ? (
        <dl className="facts life-fields">
          {Object.entries(event.fields).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  );
}

/** Time of day with its milliseconds; hovering shows the date and the zone. */
function Instant({ at }: { readonly at: number | null }): ReactElement {
  const utc = useSettings((settings) => settings.utc);
  if (at === null) return <span className="number missing">–</span>;
  return (
    <time className="number" dateTime={new Date(at).toISOString()} title={fullTimestamp(at, utc)}>
      {formatTimeFine(at, utc)}
    </time>
  );
}
