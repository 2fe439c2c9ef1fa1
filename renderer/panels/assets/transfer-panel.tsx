import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { transferProblems } from '../../../shared/rules/asset-rules.ts';
import type { OwnAccount } from '../../../shared/contract/assets.ts';
import { isPositive } from '../../../shared/decimal.ts';
import { faultOf } from '../../../shared/errors.ts';
import { ask } from '../../link/bridge.ts';
import { useFeedRow, useFeedRows } from '../../state/feeds/feeds.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/choices.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { NumberText } from '../../ui/text/numbers.tsx';
import { Panel } from '../../ui/panel.tsx';
import { MoneyDialog } from './money-dialog.tsx';
import { MoveList } from './move-list.tsx';
import { SendNote, WhyNotNote } from './send-note.tsx';
import { useSending, useWhyNot } from './use-money.ts';
import './assets.css';

/** Tokens from one own account to another. */
export default function TransferPanel(): ReactElement {
  const profile = useFeedRow('terminal', 'terminal')?.profile ?? '';
  const accounts = useQuery({
    queryKey: ['assets.accounts', profile],
    queryFn: () => ask('assets.accounts', {}),
    staleTime: 60_000,
  });
  const list = accounts.data?.accounts ?? [];
  return (
    <Panel
      label="Transfer"
      state={
        accounts.isError
          ? { kind: 'error', fault: faultOf(accounts.error), retry: () => void accounts.refetch() }
          : accounts.data === undefined
            ? { kind: 'loading' }
            : list.length < 2
              ? {
                  kind: 'empty',
                  title: 'There is no second account',
                  hint: 'Make a sub-account at the exchange first.',
                }
              : { kind: 'ready' }
      }
    >
      <div className="money">
        <TransferForm key={profile} accounts={list} />
        <MoveList kind="transfer" />
      </div>
    </Panel>
  );
}

function TransferForm({ accounts }: { readonly accounts: readonly OwnAccount[] }): ReactElement {
  const balances = useFeedRows('balances').rows;
  const whyNot = useWhyNot();
  const sending = useSending();
  const [from, setFrom] = useState(accounts[0]?.applicationId ?? '');
  const [to, setTo] = useState('');
  const [token, setToken] = useState('USDT');
  const [amount, setAmount] = useState('');
  const [asking, setAsking] = useState(false);
  const own = accounts.find(({ applicationId }) => applicationId === from)?.own === true;
  const held = [...balances.values()].filter((row) => isPositive(row.holding)).map((row) => row.token);
  const available = own ? (balances.get(token)?.available ?? null) : null;
  const nameOf = (id: string): string => accounts.find(({ applicationId }) => applicationId === id)?.name ?? '';
  const found = transferProblems({ token, amount, typedAmount: amount, from, to }, available);
  const problem = (path: string): string | undefined =>
    sending.problems.get(path) ??
    (path === 'amount' ? found.find((each) => each.path === path && each.kind === 'wrong')?.reason : undefined);
  const change = (act: () => void): void => {
    act();
    sending.clear();
  };
  const choices = accounts.map(({ applicationId, name, own: mine }) => ({
    value: applicationId,
    label: mine ? `${name} (this account)` : name,
  }));

  return (
    <section className="money-form" aria-label="New transfer">
      <WhyNotNote />
      <Select label="From" value={from} choices={choices} onChange={(id) => change(() => setFrom(id))} />
      <Select
        label="To"
        value={to}
        choices={[
          { value: '', label: 'Choose an account' },
          ...choices.map((each) => ({ ...each, whyDisabled: each.value === from ? 'it comes from there' : undefined })),
        ]}
        onChange={(id) => change(() => setTo(id))}
      />
      <Select
        label="Token"
        value={token}
        choices={[...new Set(['USDT', ...held, token])].map((name) => ({ value: name, label: name }))}
        onChange={(name) => change(() => setToken(name))}
      />
      <Field
        label="Amount"
        inputMode="decimal"
        value={amount}
        onChange={(text) => change(() => setAmount(text))}
        suffix={token}
        maxLength={60}
        error={
          problem('amount') ??
          sending.problems.get('typedAmount') ??
          sending.problems.get('to') ??
          sending.problems.get('from')
        }
        hint={
          own ? (
            <>Available: {available === null ? 'not known' : <NumberText value={available} unit={token} />}</>
          ) : (
            'What the other account holds is not known here.'
          )
        }
      />
      <div className="money-buttons">
        <Button
          size="small"
          whyDisabled={available === null ? 'What is available is not known.' : undefined}
          onClick={() => change(() => setAmount(available ?? ''))}
        >
          All of it
        </Button>
        <Button
          kind="primary"
          whyDisabled={whyNot ?? found[0]?.reason}
          busy={sending.busy}
          onClick={() => setAsking(true)}
        >
          Review the transfer
        </Button>
      </div>
      <SendNote sending={sending} what="The transfer" />
      {asking ? (
        <MoneyDialog
          title={`Transfer ${amount.trim()} ${token}?`}
          yes="Transfer"
          amount={amount}
          unit={token}
          typed
          repeated={sending.problems.get('again')}
          busy={sending.busy}
          onClose={() => {
            setAsking(false);
            if (sending.problems.has('again')) sending.clear();
          }}
          onYes={(press, typedAmount, again) =>
            void sending
              .send(() => ask('assets.transfer', { ...press, token, amount, typedAmount, from, to, again }))
              .then((outcome) => {
                if (outcome === null) return;
                setAsking(false);
                if (outcome.status !== 'rejected') setAmount('');
              })
          }
        >
          <dl className="money-review">
            <div>
              <dt>From</dt>
              <dd>{nameOf(from)}</dd>
            </div>
            <div>
              <dt>To</dt>
              <dd>{nameOf(to)}</dd>
            </div>
          </dl>
          {sending.fault === null ? null : <SendNote sending={sending} what="The transfer" />}
        </MoneyDialog>
      ) : null}
    </section>
  );
}
