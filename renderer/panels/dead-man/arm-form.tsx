import { useState, type ReactElement } from 'react';
import { readTimeout, type DeadManMode } from '../../../shared/rules/deadman-rules.ts';
import type { Press } from '../../state/commands/press.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SegmentedRadio } from '../../ui/controls/choices.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { OnAccount, useAsked } from '../../ui/overlays/on-account.tsx';
import { arm } from './requests.ts';
import { createKept } from '../../state/kept/kept.ts';

const PRESETS = ['15', '30', '60', '300', '900'] as const;
const NAMES: Readonly<Record<string, string>> = { '300': '5 min', '900': '15 min' };

const useChoice = createKept<{ readonly seconds: string; readonly mode: DeadManMode }>('quarterdeck.deadman', {
  seconds: '60',
  mode: 'renew',
});
function choose(change: Partial<ReturnType<typeof useChoice.getState>>): void {
  useChoice.setState(change);
}

/** Timeout and way, and the question that comes before. Nothing is armed by default. */
export function ArmForm(props: {
  readonly whyNot: string | undefined;
  readonly unavailable: boolean;
  readonly busy: boolean;
  /** Something is armed that is not renewed any more. */
  readonly again?: boolean;
}): ReactElement {
  const { seconds, mode } = useChoice();
  const [asking, setAsking] = useState(false);
  const check = readTimeout(seconds, mode);
  const wrong = check.ok ? undefined : check.reason;
  return (
    <div className="deadman-form">
      <div className="deadman-presets" role="group" aria-label="Timeouts">
        {PRESETS.map((preset) => (
          <Button
            key={preset}
            size="small"
            aria-pressed={preset === seconds}
            onClick={() => choose({ seconds: preset })}
          >
            {NAMES[preset] ?? `${preset} s`}
          </Button>
        ))}
      </div>
      <Field
        label="Timeout"
        inputMode="decimal"
        value={seconds}
        onChange={(text) => choose({ seconds: text })}
        suffix="s"
        maxLength={12}
        error={wrong}
      />
      <SegmentedRadio
        label="Way"
        value={mode}
        onChange={(chosen) => choose({ mode: chosen })}
        choices={[
          { value: 'renew', label: 'Keep renewing' },
          { value: 'once', label: 'Once' },
        ]}
      />
      <Button kind="primary" busy={props.busy} whyDisabled={props.whyNot ?? wrong} onClick={() => setAsking(true)}>
        {props.busy ? 'Arming' : props.again === true ? 'Arm anew' : props.unavailable ? 'Try to arm' : 'Arm'}
      </Button>
      {asking && check.ok ? (
        <Question
          timeoutMs={check.timeoutMs}
          mode={mode}
          onLeave={() => setAsking(false)}
          onYes={(press) => {
            setAsking(false);
            void arm(check.timeoutMs, mode, press);
          }}
        />
      ) : null}
    </div>
  );
}

function Question(props: {
  readonly timeoutMs: number;
  readonly mode: DeadManMode;
  onLeave(): void;
  onYes(press: Press): void;
}): ReactElement {
  const { timeoutMs, mode, onLeave, onYes } = props;
  const asked = useAsked();
  const span = `${timeoutMs / 1000} s`;
  return (
    <Dialog
      title="Arm the dead-man switch?"
      tone={asked.on?.environment === 'live' ? 'danger' : undefined}
      onClose={onLeave}
      footer={
        <>
          <Button onClick={onLeave}>Cancel</Button>
          <Button kind="primary" data-autofocus whyDisabled={asked.whyNot} onPress={() => onYes(asked.press())}>
            Arm it
          </Button>
        </>
      }
    >
      <p>
        {mode === 'renew'
          ? `The exchange cancels everything ${span} after it last heard from this terminal: after a crash, a lost network, a closed laptop.`
          : `The exchange cancels everything in ${span}, whatever this terminal does, unless you disarm it.`}
      </p>
      <p>
        <strong>Every ordinary and algo order of the account goes, protective stops too.</strong> Positions stay,
        without their stops.
      </p>
      <OnAccount asked={asked} />
    </Dialog>
  );
}
