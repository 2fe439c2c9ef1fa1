import { useState, type ClipboardEvent, type ReactElement } from 'react';
import type { InstrumentRow } from '../../../../shared/contract/contract.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { FIELD_LABELS, unitOf, whyOff, type Fields } from './fields.ts';
import { readable } from '../../../ui/text/number-text.ts';
import { edit } from '../ticket/ticket-store.ts';
import type { FieldProblem, NumberField as Name, TicketForm } from '../types.ts';

/** A number of the ticket: text as typed, with what is wrong, what would be right, and what was made of a paste. */
export function NumberField(props: {
  readonly field: Name;
  readonly text: string;
  readonly form: TicketForm;
  readonly fields: Fields;
  readonly instrument: InstrumentRow;
  readonly problem: FieldProblem | undefined;
  readonly onStep?: (direction: 1 | -1, tenfold: boolean) => void;
  onEnter(): void;
}): ReactElement {
  const { field, text, form, instrument, problem } = props;
  const [focused, setFocused] = useState(false);
  const unit = unitOf(field, instrument);
  const off = whyOff(props.fields, field);
  // A number that is being typed passes through "64210." and is not wrong for it.
  const shown = focused && /^\d+\.$/.test(text) ? undefined : problem;
  const suggestion = shown?.suggestion;

  function paste(event: ClipboardEvent<HTMLElement>): void {
    const input = event.target;
    if (off !== undefined || !(input instanceof HTMLInputElement)) return;
    const whole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    // Into the middle of a number the paste goes as it is; the field then judges the whole.
    if (!whole) return;
    event.preventDefault();
    edit({ do: 'paste', field, text: event.clipboardData.getData('text/plain'), unit });
  }

  return (
    <div
      data-field={field}
      onPaste={paste}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="ticket-field"
    >
      <Field
        label={FIELD_LABELS[field]}
        value={text}
        onChange={(next) => edit({ do: 'type', field, text: next })}
        inputMode={field === 'bidAskLevel' ? 'numeric' : 'decimal'}
        suffix={unit === '' ? undefined : unit}
        whyDisabled={off}
        hint={form.notes[field]}
        error={shown?.reason}
        suggestion={
          suggestion === undefined
            ? undefined
            : { text: `use ${readable(suggestion)}`, take: () => edit({ do: 'fill', field, text: suggestion }) }
        }
        onStep={props.onStep}
        onEnter={props.onEnter}
      />
    </div>
  );
}
