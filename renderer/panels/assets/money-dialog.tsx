import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import type { Press } from '../../state/commands/press.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/choices.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { OnAccount, useAsked } from '../../ui/overlays/on-account.tsx';

/** Until the button works: long enough that nobody presses it out of habit. */
const MOMENT_MS = 1_500;

/**
 * The last look before money moves: what will happen, the amount a second time, a moment's wait, and where the same
 * was sent a moment ago, whether a second one is meant.
 */
export function MoneyDialog(props: {
  readonly title: string;
  readonly yes: string;
  readonly amount: string;
  readonly unit: string;
  /** Whether the amount is typed again. */
  readonly typed: boolean;
  /** Said by the core: the same was sent a moment ago. */
  readonly repeated: string | undefined;
  readonly busy: boolean;
  readonly children: ReactNode;
  onClose(): void;
  onYes(press: Press, typedAmount: string, again: boolean): void;
}): ReactElement {
  const { title, yes, amount, unit, typed, repeated, busy } = props;
  const asked = useAsked();
  const [second, setSecond] = useState('');
  const [again, setAgain] = useState(false);
  const [early, setEarly] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setEarly(false), MOMENT_MS);
    return () => clearTimeout(timer);
  }, []);
  const differs = typed && second.trim() !== amount.trim();
  const whyNot = differs
    ? 'Type the amount again first.'
    : repeated !== undefined && !again
      ? 'Confirm first that you want a second one.'
      : early
        ? 'In a moment.'
        : undefined;
  return (
    <Dialog
      title={title}
      tone={asked.on?.environment === 'live' ? 'danger' : undefined}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>Leave it</Button>
          <Button
            kind="primary"
            busy={busy}
            whyDisabled={asked.whyNot ?? whyNot}
            onPress={() => props.onYes(asked.press(), typed ? second : amount, again)}
          >
            {yes}
          </Button>
        </>
      }
    >
      {props.children}
      <OnAccount asked={asked} />
      {typed ? (
        <Field
          label="Amount again"
          inputMode="decimal"
          value={second}
          onChange={setSecond}
          suffix={unit}
          maxLength={60}
          error={second !== '' && differs && !amount.startsWith(second.trim()) ? 'This is another amount.' : undefined}
        />
      ) : null}
      {repeated === undefined ? null : (
        <div className="money-warning" role="alert">
          <p>{repeated}</p>
          <Switch label="I mean a second one" checked={again} onChange={setAgain} />
        </div>
      )}
    </Dialog>
  );
}
