import { useState, type ReactElement } from 'react';
import type { WithdrawalsRow } from '../../../shared/contract/assets.ts';
import { grouped } from '../../../shared/decimal.ts';
import { faultOf } from '../../../shared/errors.ts';
import { describeFault } from '../../../shared/words/fault-words.ts';
import { ask } from '../../link/bridge.ts';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/choices.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { onScreen, useWhyNot } from './use-money.ts';

const LONGEST_WAIT = 72;

/** On or off, the wait of new addresses, the most of a day. Loosening it is confirmed outside of the page. */
export function WithdrawalRules({ rules }: { readonly rules: WithdrawalsRow }): ReactElement {
  const terminal = useFeedRow('terminal', 'terminal');
  const [enabled, setEnabled] = useState(rules.enabled);
  const [wait, setWait] = useState(String(rules.waitHours));
  const [limit, setLimit] = useState<string>(rules.dailyLimit ?? '');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const hours = /^\d{1,2}$/.test(wait) && Number(wait) <= LONGEST_WAIT ? Number(wait) : null;
  const same = enabled === rules.enabled && hours === rules.waitHours && limit.trim() === (rules.dailyLimit ?? '');
  const whyNot =
    useWhyNot() ??
    (rules.book === 'open' ? undefined : 'The address book was changed outside of this program.') ??
    (hours === null ? `A wait of 0 to ${LONGEST_WAIT} hours.` : same ? 'Nothing was changed.' : undefined);

  async function save(): Promise<void> {
    if (terminal === undefined || hours === null) return;
    setBusy(true);
    setRefused('');
    try {
      await ask('assets.setWithdrawals', {
        ...onScreen(terminal),
        enabled,
        waitHours: hours,
        dailyLimit: limit.trim(),
      });
    } catch (error) {
      setRefused(describeFault(faultOf(error)).title);
    }
    setBusy(false);
  }

  return (
    <section className="money-form" aria-label="What withdrawals are held to">
      <h3>What withdrawals are held to</h3>
      <Switch label="Allow withdrawals" checked={enabled} onChange={setEnabled} />
      <Field
        label="Wait of new addresses"
        inputMode="numeric"
        value={wait}
        onChange={setWait}
        suffix="h"
        maxLength={3}
        error={hours === null ? `A whole number from 0 to ${LONGEST_WAIT}.` : undefined}
      />
      <Field
        label="Daily limit"
        inputMode="decimal"
        value={limit}
        onChange={setLimit}
        suffix="USDT"
        maxLength={40}
        placeholder="no limit"
        hint={`${grouped(rules.spent)} USDT in the last 24 hours from this terminal.`}
      />
      {busy && rules.confirmedWhere !== null ? (
        <p className="money-warning" role="status">
          Confirm it {rules.confirmedWhere}.
        </p>
      ) : null}
      {refused === '' ? null : (
        <p className="money-refused" role="alert">
          {refused}
        </p>
      )}
      <div>
        <Button whyDisabled={whyNot} busy={busy} onClick={() => void save()}>
          Save what they are held to
        </Button>
      </div>
    </section>
  );
}
