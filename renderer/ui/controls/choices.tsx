import { useId, useRef, type KeyboardEvent, type ReactElement } from 'react';
import { Icon } from './icons.tsx';
import { Tooltip } from '../overlays/tooltip.tsx';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly tone?: 'up' | 'down' | undefined;
  readonly whyDisabled?: string | undefined;
}

interface ChoiceProps<Value extends string> {
  /** Accessible name, exactly. */
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<NoInfer<Value>>[];
  onChange(value: NoInfer<Value>): void;
  readonly showLabel?: boolean;
  readonly whyDisabled?: string | undefined;
  readonly size?: 'medium' | 'large';
}

const STEP: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** One of a few, side by side; arrow keys move the choice as in any radio group. */
export function SegmentedRadio<Value extends string>(props: ChoiceProps<Value>): ReactElement {
  const { label, value, choices, onChange, showLabel = false, whyDisabled, size = 'medium' } = props;
  const group = useRef<HTMLDivElement>(null);
  const reason = (choice: Choice<Value>): string | undefined => whyDisabled ?? choice.whyDisabled;

  function move(event: KeyboardEvent): void {
    const step = STEP[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const open = choices.filter((choice) => reason(choice) === undefined);
    const at = open.findIndex((choice) => choice.value === value);
    const next = open[(at + step + open.length) % open.length];
    if (next === undefined) return;
    onChange(next.value);
    group.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus();
  }

  return (
    <div className="choice">
      {showLabel ? (
        <span className="choice-label" aria-hidden="true">
          {label}
        </span>
      ) : null}
      <div ref={group} className={`segments segments-${size}`} role="radiogroup" aria-label={label} onKeyDown={move}>
        {choices.map((choice) => {
          const off = reason(choice);
          const checked = choice.value === value;
          return (
            <Tooltip key={choice.value} text={off}>
              <button
                type="button"
                role="radio"
                aria-checked={checked}
                aria-disabled={off !== undefined || undefined}
                tabIndex={checked ? 0 : -1}
                data-value={choice.value}
                className={`segment${choice.tone === undefined ? '' : ` segment-${choice.tone}`}`}
                onClick={() => {
                  if (off === undefined) onChange(choice.value);
                }}
              >
                {choice.label}
              </button>
            </Tooltip>
          );
        })}
      </div>
    </div>
  );
}

/** On or off, with its words beside it. */
export function Switch(props: {
  readonly label: string;
  readonly checked: boolean;
  onChange(checked: boolean): void;
  readonly whyDisabled?: string | undefined;
  readonly tip?: string | undefined;
}): ReactElement {
  const off = props.whyDisabled !== undefined;
  return (
    <Tooltip text={props.whyDisabled ?? props.tip}>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={props.checked}
        aria-disabled={off || undefined}
        onClick={() => {
          if (!off) props.onChange(!props.checked);
        }}
      >
        <span className="switch-track" aria-hidden="true">
          <span className="switch-knob" />
        </span>
        <span className="switch-label">{props.label}</span>
      </button>
    </Tooltip>
  );
}

/** One of many, in the platform's own list. A choice that is off says why in its own text. */
export function Select<Value extends string>(props: ChoiceProps<Value>): ReactElement {
  const id = useId();
  const { label, value, choices, showLabel = true, whyDisabled } = props;
  return (
    <div className={`select${whyDisabled === undefined ? '' : ' field-off'}`}>
      <Tooltip text={whyDisabled}>
        <div className="field-box">
          {showLabel ? (
            <label className="field-label" htmlFor={id}>
              {label}
            </label>
          ) : null}
          <select
            id={id}
            className="select-input"
            aria-label={showLabel ? undefined : label}
            value={value}
            disabled={whyDisabled !== undefined}
            onChange={(event) => {
              const chosen = choices.find((choice) => choice.value === event.target.value);
              if (chosen !== undefined) props.onChange(chosen.value);
            }}
          >
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value} disabled={choice.whyDisabled !== undefined}>
                {choice.whyDisabled === undefined ? choice.label : `${choice.label} (${choice.whyDisabled})`}
              </option>
            ))}
          </select>
          <Icon name="caret" size={12} />
        </div>
      </Tooltip>
    </div>
  );
}
