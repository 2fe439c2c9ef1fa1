import { useState, type ReactElement } from 'react';
import { inGroups } from '../../../shared/address/check-address.ts';
import type { AddressRow, NetworkRow, WithdrawalsRow } from '../../../shared/contract/assets.ts';
import { ask } from '../../link/bridge.ts';
import { useFeedRow, useFeedRows } from '../../state/feeds/feeds.ts';
import { sayFault } from '../../state/profiles.ts';
import { Badge } from '../../ui/text/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { formatSpan } from '../../ui/text/format.ts';
import { AddressForm } from './address-form.tsx';
import { onScreen, useWhyNot } from './use-money.ts';
import { useExchangeNow } from '../../state/feeds/exchange-now.ts';

/** Places that money may go to, by name; new and changed ones wait. */
export function AddressBook(props: {
  readonly networks: readonly NetworkRow[];
  readonly rules: WithdrawalsRow;
}): ReactElement {
  const rows = [...useFeedRows('addresses').rows.values()].toSorted((a, b) => a.name.localeCompare(b.name));
  const [editing, setEditing] = useState<AddressRow | 'new' | null>(null);
  const whyNot =
    useWhyNot() ?? (props.rules.book === 'open' ? undefined : 'The address book was changed outside of this program.');
  return (
    <section className="address-book" aria-label="Address book">
      <h3>Address book</h3>
      {rows.length === 0 ? (
        <p className="money-soft">
          Nothing can be withdrawn to a place that is not in here. A new address waits {props.rules.waitHours} h.
        </p>
      ) : (
        <ul>
          {rows.map((row) => (
            <Entry key={row.id} row={row} whyNot={whyNot} onEdit={() => setEditing(row)} />
          ))}
        </ul>
      )}
      {editing === null ? (
        <div>
          <Button whyDisabled={whyNot} onClick={() => setEditing('new')}>
            Add an address
          </Button>
        </div>
      ) : (
        <AddressForm
          key={editing === 'new' ? 'new' : editing.id}
          entry={editing === 'new' ? null : editing}
          known={rows}
          networks={props.networks}
          waitHours={props.rules.waitHours}
          onEnd={() => setEditing(null)}
        />
      )}
    </section>
  );
}

function Entry(props: { readonly row: AddressRow; readonly whyNot: string | undefined; onEdit(): void }): ReactElement {
  const { row, whyNot } = props;
  const terminal = useFeedRow('terminal', 'terminal');
  const now = useExchangeNow();
  const [sure, setSure] = useState(false);
  const left = now === null ? null : row.readyAt - now;
  return (
    <li className="address-entry" aria-label={row.name}>
      <div className="move-line">
        <strong>{row.name}</strong>
        <Badge>{row.network}</Badge>
        {left === null || left > 0 ? (
          <Badge tone="warn">{left === null ? 'Waits' : `Waits ${formatSpan(left)}`}</Badge>
        ) : (
          <Badge tone="up">Ready</Badge>
        )}
      </div>
      <p className="money-soft">
        <span className="address">{inGroups(row.address)}</span>
        {row.memo === '' ? null : <> · memo {row.memo}</>}
      </p>
      <div className="money-buttons">
        <Button size="small" whyDisabled={whyNot} onClick={props.onEdit}>
          Change
        </Button>
        <Button
          size="small"
          kind={sure ? 'danger' : 'plain'}
          whyDisabled={whyNot}
          onBlur={() => setSure(false)}
          onClick={() => {
            if (!sure || terminal === undefined) return setSure(true);
            void ask('assets.removeAddress', { ...onScreen(terminal), id: row.id }).catch((error: unknown) =>
              sayFault(`${row.name} was not removed.`, error),
            );
          }}
        >
          {sure ? 'Remove it for good' : 'Remove'}
        </Button>
      </div>
    </li>
  );
}
