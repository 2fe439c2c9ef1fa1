import { useState, type ReactElement } from 'react';
import { repayProblems } from '../../../shared/rules/asset-rules.ts';
import type { BalanceRow } from '../../../shared/contract/contract.ts';
import { isPositive, min, type Decimal } from '../../../shared/decimal.ts';
import { ask } from '../../link/bridge.ts';
import { useFeedRow, useFeedRows } from '../../state/feeds/feeds.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/choices.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { NumberText } from '../../ui/text/numbers.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useStreamState } from '../../ui/text/stream-state.ts';
import { MoneyDialog } from './money-dialog.tsx';
import { MoveList } from './move-list.tsx';
import { SendNote, WhyNotNote } from './send-note.tsx';
import { useSending, useWhyNot } from './use-money.ts';
import './assets.css';

const owes = ({ interest }: BalanceRow): boolean => interest !== null && isPositive(interest);

/** Interest of margin loans that is owed, and paying it before the exchange takes it by itself. */
export default function RepayPanel(): ReactElement {
  const { rows, status } = useFeedRows('balances');
  const profile = useFeedRow('terminal', 'terminal')?.profile ?? '';
  const stream = useStreamState('private');
  const owing = [...rows.values()].filter(owes);
  return (
    <Panel label="Repay interest" state={status === 'loading' ? { kind: 'loading' } : stream}>
      <div className="money">
        {owing.length === 0 ? (
          <div className="money-form">
            <p className="panel-message-title">No interest is owed</p>
            <p className="money-soft">Borrowed tokens accrue interest every hour; what is owed appears here.</p>
          </div>
        ) : (
          <RepayForm key={profile} owing={owing} />
        )}
        <MoveList kind="repay" />
      </div>
    </Panel>
  );
}

function RepayForm({ owing }: { readonly owing: readonly BalanceRow[] }): ReactElement {
  const whyNot = useWhyNot();
  const sending = useSending();
  const [chosen, setChosen] = useState('');
  const [amount, setAmount] = useState('');
  const [asking, setAsking] = useState(false);
  const row = owing.find(({ token }) => token === chosen) ?? owing[0];
  const token = row?.token ?? '';
  const owed = row?.interest ?? null;
  const available = row?.available ?? null;
  const found = repayProblems({ token, amount }, owed, available);
  const most: Decimal | null = owed === null || available === null ? owed : min(owed, available);
  const change = (act: () => void): void => {
    act();
    sending.clear();
  };
  return (
    <section className="money-form" aria-label="New repayment">
      <WhyNotNote />
      <Select
        label="Token"
        value={token}
        choices={owing.map((each) => ({ value: each.token, label: each.token }))}
        onChange={(name) => change(() => setChosen(name))}
      />
      <dl className="money-review">
        <div>
          <dt>Interest owed</dt>
          <dd>
            <NumberText value={owed} unit={token} />
          </dd>
        </div>
        <div>
          <dt>Available</dt>
          <dd>
            <NumberText value={available} unit={token} />
          </dd>
        </div>
      </dl>
      <Field
        label="Amount"
        inputMode="decimal"
        value={amount}
        onChange={(text) => change(() => setAmount(text))}
        suffix={token}
        maxLength={60}
        error={sending.problems.get('amount') ?? (amount === '' ? undefined : found[0]?.reason)}
      />
      <div className="money-buttons">
        <Button
          size="small"
          whyDisabled={most === null || !isPositive(most) ? 'Nothing of it is available.' : undefined}
          onClick={() => change(() => setAmount(most ?? ''))}
        >
          As much as possible
        </Button>
        <Button
          kind="primary"
          whyDisabled={whyNot ?? found[0]?.reason}
          busy={sending.busy}
          onClick={() => setAsking(true)}
        >
          Review the repayment
        </Button>
      </div>
      <SendNote sending={sending} what="The repayment" />
      {asking ? (
        <MoneyDialog
          title={`Repay ${amount.trim()} ${token} of interest?`}
          yes="Repay"
          amount={amount}
          unit={token}
          typed={false}
          repeated={sending.problems.get('again')}
          busy={sending.busy}
          onClose={() => {
            setAsking(false);
            if (sending.problems.has('again')) sending.clear();
          }}
          onYes={(press, _typed, again) =>
            void sending
              .send(() => ask('assets.repay', { ...press, token, amount, again }))
              .then((outcome) => {
                if (outcome === null) return;
                setAsking(false);
                if (outcome.status !== 'rejected') setAmount('');
              })
          }
        >
          <p>It is paid from what this account holds of {token}. It cannot be taken back.</p>
          {sending.fault === null ? null : <SendNote sending={sending} what="The repayment" />}
        </MoneyDialog>
      ) : null}
    </section>
  );
}
