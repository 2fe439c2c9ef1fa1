import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { GuardLimits, GuardRow } from '../../../shared/contract/guard.ts';
import { loosens, readLimit } from '../../../shared/rules/risk-limit-rules.ts';
import { ask } from '../../link/bridge.ts';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { notify } from '../../state/notices.ts';
import { newPress } from '../../state/commands/press.ts';
import { moneyWords } from './report-words.ts';
import { faultLine } from '../../state/profiles.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Field } from '../../ui/controls/field.tsx';

type Name = keyof GuardLimits;
const FIELDS: readonly { readonly name: Name; readonly label: string; readonly suffix: string }[] = [
  { name: 'largestOrder', label: 'Largest order', suffix: 'quote' },
  { name: 'largestPosition', label: 'Largest position', suffix: 'quote' },
  { name: 'ordersPerMinute', label: 'Orders a minute', suffix: '' },
  { name: 'dailyLoss', label: 'Daily realised loss', suffix: 'quote' },
];

type Texts = Readonly<Record<Name, string>>;
const textsOf = (limits: GuardLimits): Texts => ({
  largestOrder: limits.largestOrder ?? '',
  largestPosition: limits.largestPosition ?? '',
  ordersPerMinute: limits.ordersPerMinute === null ? '' : String(limits.ordersPerMinute),
  dailyLoss: limits.dailyLoss ?? '',
});

/** Limits that this terminal keeps before anything is sent: shown, changed, and asked about where they are loosened. */
export function GuardLimitsForm({ whyNot }: { readonly whyNot: string | undefined }): ReactElement | null {
  const row = useFeedRow('guard', 'guard');
  const [typed, setTyped] = useState<Texts | null>(null);
  const [asking, setAsking] = useState<GuardLimits | null>(null);
  const [busy, setBusy] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const touched = typed !== null;
  // The buttons that come now stay at the lower edge of the panel, and could lie on the field.
  useEffect(() => {
    if (touched) fields.current?.querySelector('input:focus')?.scrollIntoView({ block: 'nearest' });
  }, [touched]);
  if (row === undefined) return null;
  const { limits: inForce, unreadable } = row;
  const before = textsOf(inForce);
  const texts = typed ?? before;
  const checks = FIELDS.map(({ name }) => ({ name, check: readLimit(texts[name], name === 'ordersPerMinute') }));
  const wrong = checks.some(({ check }) => !check.ok);
  const errorOf = (name: Name): string | undefined => {
    const check = checks.find((each) => each.name === name)?.check;
    return check === undefined || check.ok ? undefined : check.reason;
  };
  const wanted = Object.fromEntries(
    checks.map(({ name, check }) => {
      const value = check.ok ? check.value : null;
      return [name, name === 'ordersPerMinute' && value !== null ? Number(value) : value];
    }),
  ) as unknown as GuardLimits; // one entry a field, each as its limit is written
  const changed = unreadable || FIELDS.some(({ name }) => before[name] !== texts[name]);
  const why = whyNot ?? (wrong ? 'One limit is not a valid number.' : undefined);

  async function set(limits: GuardLimits): Promise<void> {
    setBusy(true);
    try {
      await ask('guard.set', { ...newPress(), limits });
      setTyped(null);
      notify('success', 'Limits set.');
    } catch (error) {
      notify('danger', 'The limits were not changed.', faultLine(error));
    }
    setBusy(false);
  }
  function setOrAsk(): void {
    if (!changed || busy || why !== undefined) return;
    if (loosens(inForce, wanted)) setAsking(wanted);
    else void set(wanted);
  }

  return (
    <section className="guard-limits" aria-label="Limits of this terminal">
      <h3 className="guard-title">Limits of this terminal</h3>
      <p className={row.lossReached || row.unreadable ? 'deadman-message' : 'field-hint'}>{wordsOf(row)}</p>
      <div ref={fields} className="guard-fields">
        {FIELDS.map(({ name, label, suffix }) => (
          <Field
            key={name}
            label={label}
            inputMode="decimal"
            placeholder="no limit"
            value={texts[name]}
            suffix={suffix === '' ? undefined : suffix}
            maxLength={32}
            error={errorOf(name)}
            hint={before[name] === texts[name] ? undefined : <span className="guard-unset">Not set yet</span>}
            whyDisabled={whyNot}
            onChange={(text) => setTyped({ ...texts, [name]: text })}
            onEnter={setOrAsk}
          />
        ))}
      </div>
      {changed ? (
        <div className="guard-buttons">
          <Button onClick={() => setTyped(null)}>Drop</Button>
          <Button kind="primary" busy={busy} whyDisabled={why} onClick={setOrAsk}>
            Set limits
          </Button>
        </div>
      ) : null}
      {asking === null ? null : (
        <Loosen
          before={inForce}
          after={asking}
          onEnd={(yes) => {
            setAsking(null);
            if (yes) void set(asking);
          }}
        />
      )}
    </section>
  );
}

function wordsOf(row: GuardRow): string {
  if (row.unreadable) return 'Your limits cannot be read. Only reducing orders go out until you set them again.';
  if (row.lossReached) return 'The daily loss limit is reached. Only reducing orders go out until 00:00 UTC.';
  const { ordersPerMinute, dailyLoss } = row.limits;
  const parts = [
    ordersPerMinute === null ? null : `${row.ordersLastMinute} of ${ordersPerMinute} orders in the last minute`,
    dailyLoss === null
      ? null
      : row.realisedToday === null
        ? 'today’s result is being read'
        : `realised today ${moneyWords(row.realisedToday)} by fills and their fees, without funding and interest`,
  ].filter((part) => part !== null);
  return parts.length === 0
    ? 'Kept before anything is sent. Cancels and reducing orders always go out.'
    : `${parts.join('; ')}.`;
}

function Loosen(props: {
  readonly before: GuardLimits;
  readonly after: GuardLimits;
  onEnd(yes: boolean): void;
}): ReactElement {
  const { before, after, onEnd } = props;
  const [old, now] = [textsOf(before), textsOf(after)];
  const said = (text: string): string => (text === '' ? 'no limit' : text);
  return (
    <Dialog
      title="Loosen your limits?"
      tone="danger"
      onClose={() => onEnd(false)}
      footer={
        <>
          <Button onClick={() => onEnd(false)}>Keep them</Button>
          <Button kind="danger" data-autofocus onPress={() => onEnd(true)}>
            Loosen them
          </Button>
        </>
      }
    >
      <ul className="guard-changes">
        {FIELDS.filter(({ name }) => old[name] !== now[name]).map(({ name, label }) => (
          <li key={name}>
            {label}: <span className="number">{said(old[name])}</span> →{' '}
            <span className="number">{said(now[name])}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
