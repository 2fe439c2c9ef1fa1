import { useState, type ReactElement } from 'react';
import { inGroups } from '../../../shared/address/check-address.ts';
import { withdrawalProblems } from '../../../shared/rules/asset-rules.ts';
import type { AddressRow, NetworkRow, TokenRow, WithdrawalsRow } from '../../../shared/contract/assets.ts';
import { add, decimal, isPositive, subtract, toDecimal } from '../../../shared/decimal.ts';
import { ask } from '../../link/bridge.ts';
import { useFeedRows } from '../../state/feeds/feeds.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/choices.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { NumberText } from '../../ui/text/numbers.tsx';
import { MoneyDialog } from './money-dialog.tsx';
import { SendNote } from './send-note.tsx';
import { useSending, useWhyNot } from './use-money.ts';
import { useExchangeNow } from '../../state/feeds/exchange-now.ts';

/** A withdrawal to an entry of the address book. The page checks it as the core will; the core decides. */
export function WithdrawForm(props: {
  readonly rules: WithdrawalsRow;
  readonly networks: readonly NetworkRow[];
  readonly tokens: readonly TokenRow[];
}): ReactElement {
  const { rules, networks } = props;
  const balances = useFeedRows('balances').rows;
  const book = [...useFeedRows('addresses').rows.values()];
  const whyNot = useWhyNot();
  const now = useExchangeNow();
  const sending = useSending();
  const [token, setToken] = useState('USDT');
  const [chosenNetwork, setNetwork] = useState('');
  const [chosenEntry, setEntry] = useState('');
  const [amount, setAmount] = useState('');
  const [asking, setAsking] = useState(false);

  const offered = networks.filter((row) => row.token === token);
  const network = offered.find((row) => row.network === chosenNetwork);
  const places = book.filter((row) => row.network === chosenNetwork);
  const entry = places.find(({ id }) => id === chosenEntry);
  const balance = balances.get(token);
  const available = balance?.available ?? null;
  const price = token === 'USDT' ? decimal('1') : (balance?.markPrice ?? null);
  const draft = {
    entry: entry?.id ?? '',
    token,
    network: chosenNetwork,
    address: entry?.address ?? '',
    memo: entry?.memo ?? '',
    amount,
    typedAmount: amount,
  };
  const listed = props.tokens.find((row) => row.token === token);
  const found = withdrawalProblems(draft, { network, token: listed, entry, known: book, rules, available, price, now });
  const first = found[0];
  const change = (act: () => void): void => {
    act();
    sending.clear();
  };
  const problem = (path: string, filled: boolean): string | undefined =>
    sending.problems.get(path) ?? (filled && first?.path === path ? first.reason : undefined);
  const read = toDecimal(amount.trim());
  const fee = network?.fee ?? null;
  const most = available === null || fee === null ? null : subtract(available, fee);

  return (
    <section className="money-form" aria-label="New withdrawal">
      <Select
        label="Token"
        value={token}
        choices={[...new Set(networks.map((row) => row.token))].map((name) => ({ value: name, label: name }))}
        onChange={(name) =>
          change(() => {
            setToken(name);
            setNetwork('');
            setEntry('');
          })
        }
      />
      <Select
        label="Network"
        value={chosenNetwork}
        choices={[
          { value: '', label: 'Choose a network' },
          ...offered.map((row) => ({
            value: row.network,
            label: `${row.network} · ${row.name}, from ${row.minimum ?? '?'}, fee ${row.fee ?? 'not known'} ${token}`,
            whyDisabled: row.allowWithdraw ? undefined : 'no withdrawals now',
          })),
        ]}
        onChange={(name) =>
          change(() => {
            setNetwork(name);
            setEntry('');
          })
        }
      />
      <Select
        label="Address"
        value={chosenEntry}
        whyDisabled={chosenNetwork === '' ? 'Choose a network first.' : undefined}
        choices={[
          {
            value: '',
            label:
              places.length === 0
                ? `No address of ${chosenNetwork || 'the network'} in the book`
                : 'Choose from the address book',
          },
          ...places.map((row) => ({ value: row.id, label: labelOf(row, now) })),
        ]}
        onChange={(id) => change(() => setEntry(id))}
      />
      {entry === undefined ? null : (
        <p className="money-soft">
          <span className="address">{inGroups(entry.address)}</span>
          {entry.memo === '' ? null : <> · memo {entry.memo}</>}
        </p>
      )}
      {problem('address', chosenEntry !== '') === undefined && problem('memo', true) === undefined ? null : (
        <p className="field-error">{problem('address', true) ?? problem('memo', true)}</p>
      )}
      <Field
        label="Amount"
        inputMode="decimal"
        value={amount}
        onChange={(text) => change(() => setAmount(text))}
        suffix={token}
        maxLength={60}
        error={problem('amount', amount !== '')}
        hint={
          <>
            Available: {available === null ? 'not known' : <NumberText value={available} unit={token} />}
            {read !== null && fee !== null ? (
              <>
                {' '}
                · with the fee <NumberText value={add(read, fee)} unit={token} />
              </>
            ) : null}
          </>
        }
      />
      <div className="money-buttons">
        <Button
          size="small"
          whyDisabled={most === null || !isPositive(most) ? 'Choose a network, and have more than its fee.' : undefined}
          onClick={() => change(() => setAmount(most ?? ''))}
        >
          All of it
        </Button>
        <Button
          kind="primary"
          whyDisabled={whyNot ?? first?.reason}
          busy={sending.busy}
          onClick={() => setAsking(true)}
        >
          Review the withdrawal
        </Button>
      </div>
      <SendNote sending={sending} what="The withdrawal" />
      {asking && entry !== undefined ? (
        <MoneyDialog
          title={`Withdraw ${amount.trim()} ${token}?`}
          yes="Withdraw"
          amount={amount}
          unit={token}
          typed
          repeated={sending.problems.get('again')}
          busy={false}
          onClose={() => {
            setAsking(false);
            if (sending.problems.has('again')) sending.clear();
          }}
          onYes={(press, typedAmount, again) => {
            const command = { ...press, ...draft, typedAmount, again };
            setAsking(false);
            void sending
              .send(() => ask('assets.withdraw', command))
              .then((outcome) => {
                if (outcome !== null && outcome.status !== 'rejected') setAmount('');
              });
          }}
        >
          <dl className="money-review">
            <div>
              <dt>To “{entry.name}”</dt>
              <dd className="address">{inGroups(entry.address)}</dd>
            </div>
            {entry.memo === '' ? null : (
              <div>
                <dt>Memo</dt>
                <dd className="address">{entry.memo}</dd>
              </div>
            )}
            <div>
              <dt>Network</dt>
              <dd>
                {chosenNetwork} · {network?.name}
              </dd>
            </div>
            <div>
              <dt>Fee</dt>
              <dd>
                {fee ?? 'not known'} {token}
              </dd>
            </div>
          </dl>
          <p>
            It is confirmed once more {rules.confirmedWhere ?? 'outside of this page'}, and held for ten seconds in
            which you can take it back. On chain it cannot be taken back.
          </p>
        </MoneyDialog>
      ) : null}
      {sending.problems.has('again') && !asking ? (
        <div className="money-warning" role="alert">
          <p>{sending.problems.get('again')}</p>
          <Button size="small" onClick={() => setAsking(true)}>
            Look at it again
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function labelOf(row: AddressRow, now: number | null): string {
  const short = `${row.name} · ${row.address.slice(0, 6)}…${row.address.slice(-6)}`;
  return now !== null && now < row.readyAt ? `${short} (waits)` : short;
}
