import { useState, type ReactElement } from 'react';
import { historyOf, type HistoryName } from '../../../shared/history/tables.ts';
import { Select } from '../../ui/controls/choices.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { PRESETS, type Looking } from './presets.ts';

/** The range and the filters that the history's endpoint has. */
export function HistoryFilters(props: {
  readonly history: HistoryName;
  readonly looking: Looking;
  /** Whether the archive is asked, which knows more than the exchange. */
  readonly archive: boolean;
  onChange(looking: Looking): void;
}): ReactElement {
  const { looking, archive, onChange } = props;
  const { preset, dates, filters } = looking;
  const filter = (name: string, value: string): void =>
    onChange({ ...looking, filters: { ...filters, [name]: value } });
  return (
    <>
      <div className="history-filter">
        <Select
          label="Range"
          value={preset}
          onChange={(chosen) => onChange({ ...looking, preset: chosen })}
          choices={PRESETS.map((value) => ({ value, label: value }))}
        />
      </div>
      {preset === 'Dates'
        ? (['from', 'to'] as const).map((end) => (
            <input
              key={end}
              type="date"
              className="history-date number"
              aria-label={end === 'from' ? 'First day' : 'Last day'}
              value={dates[end]}
              max="9999-12-31"
              onChange={(event) => onChange({ ...looking, dates: { ...dates, [end]: event.target.value } })}
            />
          ))
        : null}
      {historyOf(props.history).filters.map(({ name, title, choices, archiveOnly = false }) =>
        archiveOnly && !archive ? null : choices === undefined ? (
          <TypedFilter
            key={name}
            title={title}
            value={filters[name] ?? ''}
            onChange={(text) => filter(name, text.toUpperCase())}
          />
        ) : (
          <div key={name} className="history-filter">
            <Select
              label={title}
              showLabel={false}
              value={filters[name] ?? ''}
              onChange={(chosen) => filter(name, chosen)}
              choices={[
                { value: '', label: `${title}: any` },
                ...choices.map((value) => ({
                  value: value as string,
                  label: value in WORDS ? `${title}: ${WORDS[value] ?? value}` : (value as string),
                })),
              ]}
            />
          </div>
        ),
      )}
    </>
  );
}

/** Flags as a person says them. */
const WORDS: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };

/** Sent when it is finished: each letter would be a request. */
export function TypedFilter(props: {
  readonly title: string;
  readonly value: string;
  readonly placeholder?: string;
  onChange(text: string): void;
}): ReactElement {
  const [text, setText] = useState(props.value);
  const done = (): void => {
    const plain = text.trim();
    if (plain !== props.value) props.onChange(plain);
  };
  return (
    <div className="history-filter">
      <Field
        label={props.title}
        value={text}
        onChange={setText}
        onEnter={done}
        onBlur={done}
        maxLength={64}
        placeholder={props.placeholder ?? 'any'}
      />
    </div>
  );
}
