import type { ReactElement } from 'react';
import type { Environment, InstrumentRow, OrderDraft } from '../../../../shared/contract/contract.ts';
import { CONFIRM_MODES, timesOf } from '../../../../shared/rules/order-questions.ts';
import type { OrderContext } from '../../../../shared/rules/order-rules.ts';
import { SegmentedRadio, Select } from '../../../ui/controls/choices.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Icon } from '../../../ui/controls/icons.tsx';
import { problemAt } from './errors.ts';
import { ADVANCED_FIELDS, FIELD_LABELS, sidesOf, whyOff, type Fields } from './fields.ts';
import { NumberField } from './number-field.tsx';
import {
  changeConfirm,
  changePositionTimes,
  changeSlippage,
  confirmSettings,
  showAdvanced,
  useSlippageLimit,
  useTicketSettings,
} from '../ticket/ticket-settings.ts';
import { SLIPPAGE_WAYS, slippageShare } from '../ticket/slippage.ts';
import { edit } from '../ticket/ticket-store.ts';
import type { FieldProblem, TicketForm } from '../types.ts';

/** What becomes of a market order that the book would fill beyond the limit. */
const WAY_WORDS = { refuse: 'Refuse the order', limit: 'Send as IOC at the limit' } as const;
const MODE_WORDS = { off: 'Off', large: 'For large orders', always: 'Always' } as const;

/** The fields that most orders leave as they are, and when a person wants to be asked. */
export function AdvancedFields(props: {
  readonly form: TicketForm;
  readonly draft: OrderDraft;
  readonly fields: Fields;
  readonly instrument: InstrumentRow;
  readonly context: OrderContext;
  readonly environment: Environment;
  readonly problems: readonly FieldProblem[];
  onEnter(): void;
}): ReactElement {
  const { draft, problems } = props;
  const wanted = useTicketSettings((settings) => settings.advanced);
  // A problem is never behind a fold.
  const open = wanted || problems.some(({ field }) => ADVANCED_FIELDS.some((each) => each === field));
  const filled = ADVANCED_FIELDS.filter((field) => !['', 'BOTH', 'CROSS', false].includes(draft[field])).length;
  return (
    <div className="ticket-advanced">
      <button type="button" className="ticket-fold" aria-expanded={open} onClick={() => showAdvanced(!open)}>
        <Icon name="caret" size={12} />
        Advanced
        {filled > 0 ? <span className="ticket-fold-count">{filled} set</span> : null}
      </button>
      {open ? <AdvancedBody {...props} /> : null}
    </div>
  );
}

function AdvancedBody(props: Parameters<typeof AdvancedFields>[0]): ReactElement {
  const { form, draft, fields, instrument, context, environment, problems, onEnter } = props;
  const confirm = useTicketSettings((settings) => confirmSettings(settings, environment));
  const times = useTicketSettings((settings) => settings.positionTimes);
  const { percent: slippage, way } = useSlippageLimit();
  const number = { form, fields, instrument, onEnter };
  const positionMode = context.positionMode ?? null;
  return (
    <div className="ticket-advanced-body">
      {(['visibleQuantity', 'bidAskLevel'] as const).map((field) => (
        <NumberField key={field} {...number} field={field} text={draft[field]} problem={problemAt(problems, field)} />
      ))}
      <div className="ticket-choice" data-field="positionSide">
        <SegmentedRadio
          label={FIELD_LABELS.positionSide}
          showLabel
          value={draft.positionSide}
          whyDisabled={whyOff(fields, 'positionSide')}
          onChange={(positionSide) => edit({ do: 'choose', change: { positionSide } })}
          choices={sidesOf(positionMode).map((value) => ({ value, label: value }))}
        />
        <Problem problem={problemAt(problems, 'positionSide')} />
      </div>
      <div className="ticket-choice" data-field="marginMode">
        <SegmentedRadio
          label={FIELD_LABELS.marginMode}
          showLabel
          value={draft.marginMode}
          whyDisabled={whyOff(fields, 'marginMode')}
          onChange={(marginMode) => edit({ do: 'choose', change: { marginMode } })}
          choices={[
            { value: 'CROSS', label: 'CROSS' },
            { value: 'ISOLATED', label: 'ISOLATED' },
          ]}
        />
        <Problem problem={problemAt(problems, 'marginMode')} />
      </div>
      {(['clientOrderId', 'orderTag'] as const).map((field) => (
        <div key={field} data-field={field}>
          <Field
            label={FIELD_LABELS[field]}
            value={draft[field]}
            onChange={(text) => edit({ do: 'type', field, text })}
            placeholder={field === 'clientOrderId' ? 'made for you' : 'none'}
            hint={form.notes[field]}
            error={problemAt(problems, field)?.reason}
            whyDisabled={whyOff(fields, field)}
            onEnter={onEnter}
          />
        </div>
      ))}
      <Select
        label="Confirm orders"
        value={confirm.mode}
        onChange={(mode) => changeConfirm(environment, { mode })}
        choices={CONFIRM_MODES.map((mode) => ({ value: mode, label: MODE_WORDS[mode] }))}
      />
      <Field
        label="Large from"
        value={confirm.largeFrom}
        onChange={(largeFrom) => changeConfirm(environment, { largeFrom })}
        inputMode="decimal"
        suffix={instrument.quote}
        error={
          /^\d+(?:\.\d+)?$/.test(confirm.largeFrom) ? undefined : 'Not a plain number: 50,000 counts until it is one.'
        }
      />
      <Field
        label="Slippage limit"
        value={slippage}
        onChange={(percent) => changeSlippage({ slippage: percent })}
        inputMode="decimal"
        suffix="%"
        placeholder="no limit"
        error={slippageShare({ percent: slippage }).problem}
      />
      <Select
        label="Beyond it"
        value={way}
        onChange={(slippageWay) => changeSlippage({ slippageWay })}
        choices={SLIPPAGE_WAYS.map((each) => ({ value: each, label: WAY_WORDS[each] }))}
      />
      {instrument.kind === 'perpetual' ? (
        <Field
          label="Ask beyond"
          value={times}
          onChange={changePositionTimes}
          inputMode="decimal"
          suffix="× position"
          error={timesOf(times) === times ? undefined : 'Not a plain number above zero: 5 counts until it is one.'}
        />
      ) : null}
    </div>
  );
}

/** A problem below a control that has no place of its own for it. */
export function Problem({ problem }: { readonly problem: FieldProblem | undefined }): ReactElement | null {
  return problem === undefined ? null : (
    <p className="field-error" role="alert">
      {problem.reason}
    </p>
  );
}
