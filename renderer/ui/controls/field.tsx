import { useId, type KeyboardEvent, type ReactElement, type ReactNode, type Ref } from 'react';
import { Tooltip } from '../overlays/tooltip.tsx';

interface FieldProps {
  /** Accessible name, exactly. */
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** A value that would be right, offered as a button below the error. */
  readonly suggestion?: { readonly text: string; take(): void } | undefined;
  readonly whyDisabled?: string | undefined;
  /** Unit behind the value, such as "USDT". */
  readonly suffix?: ReactNode;
  readonly placeholder?: string;
  readonly inputMode?: 'decimal' | 'numeric' | 'text' | 'search';
  readonly maxLength?: number;
  /** Arrow up and down; `tenfold` with Shift. */
  readonly onStep?: ((direction: 1 | -1, tenfold: boolean) => void) | undefined;
  onEnter?(): void;
  /** What was pasted, as the clipboard had it. */
  onPaste?(text: string): void;
  onBlur?(): void;
  readonly ref?: Ref<HTMLInputElement>;
  readonly type?: 'text' | 'search' | 'password';
}

/** A labelled line of text with its hint, its error and the way out of it. Holds text, never a number. */
export function Field(props: FieldProps): ReactElement {
  const id = useId();
  const { label, value, error, hint, suggestion, whyDisabled, onStep } = props;
  const numeric = props.inputMode === 'decimal' || props.inputMode === 'numeric';

  function keyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (onStep !== undefined && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      onStep(event.key === 'ArrowUp' ? 1 : -1, event.shiftKey);
    } else if (event.key === 'Enter' && !event.repeat) props.onEnter?.();
  }

  const parts = { error, hint, why: whyDisabled };
  const described = Object.entries(parts)
    .filter(([, text]) => text !== undefined)
    .map(([part]) => `${id}-${part}`)
    .join(' ');
  return (
    <div className={`field${whyDisabled === undefined ? '' : ' field-off'}${error === undefined ? '' : ' field-bad'}`}>
      <Tooltip text={whyDisabled}>
        <div className="field-box">
          <label className="field-label" htmlFor={id}>
            {label}
          </label>
          <input
            id={id}
            ref={props.ref}
            className={numeric ? 'field-input number' : 'field-input'}
            type={props.type ?? 'text'}
            inputMode={props.inputMode}
            value={value}
            placeholder={props.placeholder}
            maxLength={props.maxLength}
            // Read-only and not disabled: a field that is off can still be reached to hear why.
            readOnly={whyDisabled !== undefined}
            aria-disabled={whyDisabled !== undefined || undefined}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={described === '' ? undefined : described}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => props.onChange(event.target.value)}
            onKeyDown={keyDown}
            onPaste={(event) => props.onPaste?.(event.clipboardData.getData('text/plain'))}
            onBlur={props.onBlur}
          />
          {props.suffix === undefined ? null : <span className="field-suffix">{props.suffix}</span>}
        </div>
      </Tooltip>
      {whyDisabled === undefined ? null : (
        <span id={`${id}-why`} hidden>
          {whyDisabled}
        </span>
      )}
      {hint === undefined ? null : (
        <div id={`${id}-hint`} className="field-hint">
          {hint}
        </div>
      )}
      {error === undefined ? null : (
        <div id={`${id}-error`} className="field-error">
          {error}
          {suggestion === undefined ? null : (
            <button type="button" className="field-suggestion" onClick={() => suggestion.take()}>
              {suggestion.text}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
