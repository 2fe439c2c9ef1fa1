import { useRef, useState, type ReactElement } from 'react';
import { inGroups } from '../../../shared/address/check-address.ts';
import { memoRule } from '../../../shared/address/networks.ts';
import { addressFindings, entryProblems } from '../../../shared/rules/asset-rules.ts';
import type { AddressRow, NetworkRow } from '../../../shared/contract/assets.ts';
import { faultOf } from '../../../shared/errors.ts';
import { ask } from '../../link/bridge.ts';
import { notify } from '../../state/notices.ts';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { sayFault } from '../../state/profiles.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select, Switch } from '../../ui/controls/choices.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { onScreen } from './use-money.ts';

const NOTHING = { name: '', network: '', address: '', memo: '' };

/** A new or changed address, looked at sign by sign while it is typed. */
export function AddressForm(props: {
  readonly entry: AddressRow | null;
  readonly known: readonly AddressRow[];
  readonly networks: readonly NetworkRow[];
  readonly waitHours: number;
  onEnd(): void;
}): ReactElement {
  const { entry, known, networks, waitHours } = props;
  const terminal = useFeedRow('terminal', 'terminal');
  const [form, setForm] = useState(
    entry === null ? NOTHING : { name: entry.name, network: entry.network, address: entry.address, memo: entry.memo },
  );
  const [pasted, setPasted] = useState<string | null>(null);
  /** A paste is followed by the change that it makes; any later change is a person's own. */
  const pasting = useRef(false);
  const [despite, setDespite] = useState(false);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const id = entry?.id ?? null;
  const draft = { ...form, id, address: form.address.trim(), memo: form.memo.trim() };
  const problems = entryProblems(draft, known);
  const alarms = addressFindings(draft, known, { pasted }).filter(({ level }) => level !== 'refused');
  const alarmed = alarms.some(({ level }) => level === 'alarm');
  const shown = draft.address !== '';
  const wrong = (path: 'name' | 'network' | 'address' | 'memo'): string | undefined =>
    refused.get(path) ?? problems.find((each) => each.path === path && each.kind === 'wrong')?.reason;
  const change = (part: Partial<typeof NOTHING>): void => {
    setForm((before) => ({ ...before, ...part }));
    setRefused(new Map());
    setDespite(false);
  };

  async function save(): Promise<void> {
    if (terminal === undefined) return;
    setBusy(true);
    try {
      await ask('assets.saveAddress', { ...onScreen(terminal), ...form, id, pasted, despite });
      notify('success', `${form.name.trim()} is in the address book.`);
      return props.onEnd();
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'InvalidInput') setRefused(new Map(fault.problems.map(({ path, reason }) => [path, reason])));
      else sayFault('The address was not saved.', error);
    }
    setBusy(false);
  }

  const memo = form.network === '' ? 'none' : memoRule(form.network);
  const whyNot = problems[0]?.reason ?? (alarmed && !despite ? 'Read the warnings first.' : undefined);
  return (
    <section className="money-form" aria-label={entry === null ? 'New address' : `Change ${entry.name}`}>
      <Field
        label="Name"
        value={form.name}
        onChange={(name) => change({ name })}
        maxLength={40}
        error={wrong('name')}
      />
      <Select
        label="Network"
        value={form.network}
        choices={[
          { value: '', label: 'Choose a network' },
          ...[...new Map(networks.map((row) => [row.network, row.name]))].map(([network, name]) => ({
            value: network,
            label: network === name ? network : `${network} · ${name}`,
          })),
        ]}
        onChange={(network) => change({ network })}
      />
      <Field
        label="Address"
        value={form.address}
        onChange={(address) => {
          if (!pasting.current) setPasted(null);
          pasting.current = false;
          change({ address });
        }}
        onPaste={(text) => {
          pasting.current = true;
          setPasted(text);
        }}
        maxLength={200}
        error={form.network === '' ? undefined : wrong('address')}
        hint={
          shown ? (
            <span className="address">{inGroups(draft.address)}</span>
          ) : (
            'Paste it, then compare it in groups of four.'
          )
        }
      />
      <Field
        label="Memo"
        value={form.memo}
        onChange={(text) => change({ memo: text })}
        maxLength={120}
        whyDisabled={memo === 'none' ? `${form.network === '' ? 'The network' : form.network} has no memo.` : undefined}
        error={wrong('memo')}
        hint={memo === 'needed' ? 'Needed here: without it the receiver cannot tell whose the tokens are.' : undefined}
      />
      {shown && form.network !== '' && alarms.length > 0 ? (
        <div className="money-warning" role="alert" aria-label="Warnings">
          {alarms.map(({ words }) => (
            <p key={words}>{words}</p>
          ))}
          {alarmed ? (
            <Switch label="I compared every sign, it is the right one" checked={despite} onChange={setDespite} />
          ) : null}
        </div>
      ) : null}
      {refused.get('') === undefined && refused.get('despite') === undefined ? null : (
        <p className="field-error">{refused.get('') ?? refused.get('despite')}</p>
      )}
      <p className="money-soft">
        {entry === null ? 'It' : 'Every change'} waits {alarmed ? Math.max(24, waitHours) : waitHours} h on the
        exchange’s clock before it can be used.
      </p>
      <div className="money-buttons">
        <Button onClick={props.onEnd}>Leave it</Button>
        <Button kind="primary" busy={busy} whyDisabled={whyNot} onClick={() => void save()}>
          Save address
        </Button>
      </div>
    </section>
  );
}
