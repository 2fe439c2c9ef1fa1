import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { describeFault } from '../../../shared/words/fault-words.ts';
import { faultOf } from '../../../shared/errors.ts';
import { historyOf, type HistoryName } from '../../../shared/history/tables.ts';
import { ask } from '../../link/bridge.ts';
import { followLink, type HistoryLink } from '../../state/links.ts';
import { useSettings } from '../../state/kept/settings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { SkeletonRows } from '../../ui/panel.tsx';
import { cellText, type HistoryRow } from './column-defs.ts';

/** A record with everything that it says, and what it belongs to: a fill its order, an order its fills, a transfer its accounts. */
export function RecordDialog(props: {
  readonly history: HistoryName;
  readonly row: HistoryRow;
  onClose(): void;
}): ReactElement {
  const { history, row, onClose } = props;
  const { title, id } = historyOf(history);
  const follow = (link: Omit<HistoryLink, 'number'>): void => {
    onClose();
    followLink(link);
  };
  return (
    <Dialog title={`${title}: ${row[id] ?? ''}`} width="wide" onClose={onClose}>
      <RecordFields history={history} row={row} />
      {history === 'fills' || history === 'orders' ? (
        <OrderParts
          orderId={row['orderId'] ?? ''}
          fill={history === 'fills' ? (row['id'] ?? '') : null}
          onFollow={follow}
        />
      ) : null}
      {history === 'transfers' ? <TransferAccounts row={row} onFollow={follow} /> : null}
    </Dialog>
  );
}

function RecordFields({ history, row }: { readonly history: HistoryName; readonly row: HistoryRow }): ReactElement {
  const utc = useSettings((settings) => settings.utc);
  return (
    <dl className="facts record-fields">
      {historyOf(history).columns.map(({ field, title, kind }) => (
        <div key={field}>
          <dt>{title}</dt>
          <dd className={kind === 'text' || kind === 'amounts' ? '' : 'number'}>
            {cellText(kind, row[field] ?? '', utc)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function OrderParts(props: {
  readonly orderId: string;
  /** The fill that was opened; null where the order itself was. */
  readonly fill: string | null;
  onFollow(link: Omit<HistoryLink, 'number'>): void;
}): ReactElement {
  const { orderId, fill, onFollow } = props;
  const utc = useSettings((settings) => settings.utc);
  const read = useQuery({ queryKey: ['history', 'order', orderId], queryFn: () => ask('history.order', { orderId }) });
  const tests: HistoryLink['tests'] = [{ field: 'orderId', test: 'is', values: [orderId] }];
  const words = (field: string, value: string): string =>
    cellText(historyOf('fills').columns.find((column) => column.field === field)?.kind ?? 'text', value, utc);
  if (read.isError)
    return (
      <p className="field-error" role="alert">
        {describeFault(faultOf(read.error)).advice}
      </p>
    );
  if (read.data === undefined) return <SkeletonRows rows={4} />;
  return (
    <>
      {fill === null ? null : (
        <section aria-label="Its order">
          <h3>Its order</h3>
          <RecordFields history="orders" row={read.data.order} />
        </section>
      )}
      <section aria-label="Fills of the order">
        <h3>Fills of the order</h3>
        {read.data.fills.length === 0 ? (
          <p className="page-note">
            {read.data.capped ? 'None among the newest 500 of the symbol.' : 'There are none.'}
          </p>
        ) : (
          <table className="group-table">
            <thead>
              <tr>
                {FILL_FIELDS.map(([field, title]) => (
                  <th key={field} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {read.data.fills.map((each) => (
                <tr key={each['id']} aria-selected={each['id'] === fill}>
                  {FILL_FIELDS.map(([field]) => (
                    <td key={field} className="number">
                      {words(field, each[field] ?? '')}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <p className="record-links">
        {fill === null ? (
          <Button onClick={() => onFollow({ history: 'fills', tests, label: `Fills of order ${orderId}` })}>
            Show its fills
          </Button>
        ) : (
          <Button onClick={() => onFollow({ history: 'orders', tests, label: `Order ${orderId}` })}>
            Show its order
          </Button>
        )}
      </p>
    </>
  );
}

const FILL_FIELDS = [
  ['executedTimestamp', 'Time'],
  ['executedPrice', 'Price'],
  ['executedQuantity', 'Quantity'],
  ['fee', 'Fee'],
  ['feeAsset', 'Fee token'],
  ['isMatchRpi', 'RPI'],
  ['id', 'Fill ID'],
] as const;

/** The two accounts of a transfer, and the way to all transfers of each. */
function TransferAccounts(props: {
  readonly row: HistoryRow;
  onFollow(link: Omit<HistoryLink, 'number'>): void;
}): ReactElement {
  const { row, onFollow } = props;
  return (
    <section aria-label="Accounts">
      <h3>Accounts</h3>
      {(['from', 'to'] as const).map((side) => {
        const account = row[`${side}.applicationId`] ?? '';
        const name = row[side] === '' || row[side] === undefined ? account : row[side];
        const link = (end: 'from' | 'to'): Omit<HistoryLink, 'number'> => ({
          history: 'transfers',
          tests: [{ field: `${end}.applicationId`, test: 'is', values: [account] }],
          label: end === 'from' ? `Transfers from ${name}` : `Transfers to ${name}`,
        });
        return (
          <p key={side} className="record-account">
            <span>
              {side === 'from' ? 'From' : 'To'} <strong>{name}</strong>{' '}
              <span className="tone-muted number">{account}</span>
            </span>
            <Button
              size="small"
              whyDisabled={account === '' ? 'Its ID was not sent.' : undefined}
              onClick={() => onFollow(link('from'))}
            >
              Transfers from it
            </Button>
            <Button
              size="small"
              whyDisabled={account === '' ? 'Its ID was not sent.' : undefined}
              onClick={() => onFollow(link('to'))}
            >
              Transfers to it
            </Button>
          </p>
        );
      })}
    </section>
  );
}
