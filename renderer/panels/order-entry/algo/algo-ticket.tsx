import { useEffect, useEffectEvent, useLayoutEffect, type ReactElement } from 'react';
import type { InstrumentRow } from '../../../../shared/contract.ts';
import { algoDraftTypes, type AlgoDraft } from '../../../../shared/contract/algo.ts';
import { checkAlgo, takesField, TRAILS_LAST, type AlgoPlan } from '../../../../shared/algo-rules.ts';
import { algoSentence } from '../../../../shared/algo-sentence.ts';
import { grouped, type Decimal } from '../../../../shared/decimal.ts';
import type { Problem } from '../../../../shared/order-rules.ts';
import { useLink } from '../../../bridge.ts';
import { peekFeed, useFeed, useFeedRow } from '../../../state/feeds.ts';
import { notify } from '../../../state/notices.ts';
import { onPickPrice } from '../../../state/pick-price.ts';
import { onTicketKey, type TicketKey } from '../../../state/ticket-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { SegmentedRadio, Select, Switch } from '../../../ui/choices.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { readable, readNumberText } from '../../../ui/number-text.ts';
import { stepped } from '../../../ui/stepping.ts';
import { OnAccount, useAsked } from '../../../ui/on-account.tsx';
import { ORDER_TYPES, shownSide, sidesOf } from '../fields.ts';
import { useFieldInView } from '../use-field-in-view.ts';
import { SendKey, useSendKey } from '../send-key.tsx';
import { FromTemplate, TemplatesButton } from '../templates-button.tsx';
import { edit } from '../ticket-store.ts';
import {
  answerAlgo,
  askAlgo,
  changeAlgo,
  chooseAlgo,
  dismissAlgo,
  forgetAlgoTemplate,
  nameMissing,
  takeSymbol,
  useAlgoTicket,
} from './algo-store.ts';
import { whyNothingLeaves } from '../ticket-foot.tsx';
import { AWAITED, isAwaited } from '../outcome.ts';
import { NO_PRICE, NO_QUOTE, TicketHead } from '../ticket-head.tsx';
import { TicketOutcome } from '../ticket-outcome.tsx';
import { useQuotes } from '../use-surroundings.ts';
import { PlanAxis } from './plan-axis.tsx';

type NumberName = Exclude<
  keyof AlgoDraft,
  'symbol' | 'algoType' | 'side' | 'type' | 'positionSide' | 'marginMode' | 'reduceOnly' | 'triggerPriceType'
>;

/** Fields in the order of the ticket. */
const FIELDS: readonly (readonly [NumberName, string])[] = [
  ['triggerPrice', 'Trigger price'],
  ['price', 'Price'],
  ['quantity', 'Quantity'],
  ['activatedPrice', 'Activation price'],
  ['callbackRate', 'Callback in percent'],
  ['callbackValue', 'Callback value'],
  ['takeProfitTrigger', 'Take profit'],
  ['takeProfitPrice', 'Take profit limit'],
  ['stopLossTrigger', 'Stop loss'],
  ['stopLossPrice', 'Stop loss limit'],
];
const labelOf = (name: NumberName): string => FIELDS.find(([field]) => field === name)?.[1] ?? name;
/** Where a price that is picked goes: to the first of these that the type takes. */
const PRICES = ['triggerPrice', 'price', 'activatedPrice'] as const;
/** What closes a position and opens none. */
const CLOSES: ReadonlySet<string> = new Set(['TP_SL', 'POSITIONAL_TP_SL']);
const OPTIONAL: ReadonlySet<string> = new Set(['activatedPrice', 'takeProfitPrice', 'stopLossPrice']);

/** The ticket while its order type is an algo type. */
export function AlgoTicket(props: {
  readonly instrument: InstrumentRow;
  readonly algoType: AlgoDraft['algoType'];
}): ReactElement {
  const { instrument, algoType } = props;
  const { symbol } = instrument;
  const { draft: form, submission, pressed, question, template } = useAlgoTicket();
  const sending = submission?.state.kind === 'sending';
  const last = useFeed('market', symbol, (state) => state.rows.get(symbol)?.last ?? null);
  const mark = useFeed('market', symbol, (state) => state.rows.get(symbol)?.mark ?? null);
  const terminal = useFeedRow('terminal', 'terminal');
  const link = useLink((state) => state.link.state);
  useLayoutEffect(() => takeSymbol(symbol), [symbol]);
  const quotes = useQuotes(symbol);
  const priceField = PRICES.find((field) => takesField({ algoType, type: form.type }, field));
  useEffect(
    () =>
      onPickPrice((picked) => {
        if (picked.symbol === symbol && priceField !== undefined) changeAlgo({ [priceField]: picked.price });
      }),
    [symbol, priceField],
  );
  const prepare = useEffectEvent((key: TicketKey) => {
    if (key === 'buy' || key === 'sell') changeAlgo({ side: key === 'buy' ? 'BUY' : 'SELL' });
    if (key !== 'bid' && key !== 'ask') return;
    const price = quotes[key];
    if (priceField === undefined) notify('info', NO_PRICE);
    else if (price === null) notify('info', NO_QUOTE);
    else changeAlgo({ [priceField]: price });
  });
  useEffect(() => onTicketKey((key) => prepare(key)), []);

  const positionMode = useFeedRow('account', 'account')?.positionMode ?? null;
  const positionSide =
    instrument.kind === 'perpetual'
      ? shownSide({ ...form, reduceOnly: form.reduceOnly || CLOSES.has(algoType) }, positionMode)
      : form.positionSide;
  const draft = shownDraft({ ...form, positionSide, symbol, algoType });
  const check = checkAlgo(draft, instrument, { last, mark });
  const problems = check.ok ? [] : check.problems;
  const words = algoSentence(draft, instrument);
  const problemAt = (field: string): Problem | undefined =>
    problems.find(
      ({ path, reason }) =>
        path === field && (pressed || !reason.startsWith('Enter ')) && (pressed || !reason.startsWith('Give ')),
    );
  const whyNot = whyNothingLeaves(terminal, link);

  function place(): void {
    if (!check.ok) return nameMissing();
    const awaited = isAwaited(peekFeed('commands').values(), symbol, `${algoType}: ${words}`);
    askAlgo(draft, words, awaited ? [AWAITED] : []);
  }

  const body = useFieldInView();
  useSendKey(whyNot, sending, place);

  return (
    <div className="ticket">
      <div ref={body} className="ticket-body">
        <TicketHead
          instrument={instrument}
          quotes={quotes}
          takes={priceField === undefined ? null : labelOf(priceField).toLowerCase()}
          onTake={(price) => {
            if (priceField !== undefined) changeAlgo({ [priceField]: price });
          }}
        />
        <SegmentedRadio
          label="Side"
          size="large"
          value={form.side}
          onChange={(side) => changeAlgo({ side })}
          choices={[
            { value: 'BUY', label: 'Buy', tone: 'up' },
            { value: 'SELL', label: 'Sell', tone: 'down' },
          ]}
        />
        <div className="ticket-type">
          <Select<string>
            label="Order type"
            value={algoType}
            onChange={(type) => {
              const algo = algoDraftTypes.find((each) => each === type);
              const ordinary = ORDER_TYPES.find((each) => each === type);
              chooseAlgo(algo ?? null);
              if (ordinary !== undefined) edit({ do: 'choose', change: { type: ordinary } });
            }}
            choices={[...ORDER_TYPES, ...algoDraftTypes].map((type) => ({ value: type, label: type }))}
          />
          <TemplatesButton order={{ kind: 'algo', draft }} />
        </div>
        <FromTemplate name={template} forget={forgetAlgoTemplate} />
        {takesField(draft, 'type') ? (
          <SegmentedRadio
            label="Executed as"
            value={form.type}
            onChange={(type) => changeAlgo({ type })}
            choices={[
              { value: 'LIMIT', label: 'Limit order' },
              { value: 'MARKET', label: 'Market order' },
            ]}
          />
        ) : null}
        {FIELDS.filter(([field]) => takesField(draft, field)).map(([field, label]) => (
          <NumberInput
            key={field}
            field={field}
            label={label}
            text={form[field]}
            instrument={instrument}
            problem={problemAt(field)}
            // A callback is a distance from the market, and no price of it.
            start={field === 'callbackValue' ? null : last}
            onEnter={place}
          />
        ))}
        <SegmentedRadio
          label="Trigger on"
          showLabel
          value={draft.triggerPriceType}
          whyDisabled={takesField(draft, 'triggerPriceType') ? undefined : TRAILS_LAST}
          onChange={(triggerPriceType) => changeAlgo({ triggerPriceType })}
          choices={[
            { value: 'MARKET_PRICE', label: 'Last' },
            { value: 'MARK_PRICE', label: 'Mark' },
          ]}
        />
        {instrument.kind === 'perpetual' && algoType !== 'POSITIONAL_TP_SL' ? (
          <Switch label="Reduce only" checked={form.reduceOnly} onChange={(reduceOnly) => changeAlgo({ reduceOnly })} />
        ) : null}
        {instrument.kind === 'perpetual' ? (
          <>
            <SegmentedRadio
              label="Position side"
              showLabel
              value={positionSide}
              onChange={(chosen) => changeAlgo({ positionSide: chosen })}
              choices={[...new Set([...sidesOf(positionMode), positionSide])].map((value) => ({ value, label: value }))}
            />
            <SegmentedRadio
              label="Margin mode"
              showLabel
              value={form.marginMode}
              onChange={(marginMode) => changeAlgo({ marginMode })}
              choices={(['CROSS', 'ISOLATED'] as const).map((value) => ({ value, label: value }))}
            />
          </>
        ) : null}
        {check.ok ? <PlanAxis plan={check.plan} market={last} instrument={instrument} /> : null}
      </div>
      <div className="ticket-messages">
        {problems
          .filter(({ path }) => path === 'symbol' || path === 'algoType')
          .map(({ reason }) => (
            <p key={reason} className="ticket-warning">
              {reason}
            </p>
          ))}
        <TicketOutcome submission={submission} dismiss={dismissAlgo} />
      </div>
      <div className="ticket-foot">
        {check.ok ? <PlanFigures plan={check.plan} quote={instrument.quote} /> : null}
        <Button
          kind={form.side === 'BUY' ? 'buy' : 'sell'}
          size="large"
          className="ticket-place"
          busy={sending}
          whyDisabled={whyNot}
          onPress={() => place()}
        >
          {words}
          <SendKey />
        </Button>
      </div>
      {question === null ? null : <Question {...question} side={question.draft.side} />}
    </div>
  );
}

/** What does not apply to the type is not sent, whatever stands in it. */
function shownDraft(draft: AlgoDraft): AlgoDraft {
  const kept: Record<string, unknown> = { ...draft };
  for (const [field] of FIELDS) if (!takesField(draft, field)) kept[field] = '';
  if (draft.algoType === 'POSITIONAL_TP_SL') kept['reduceOnly'] = false;
  if (!takesField(draft, 'triggerPriceType')) kept['triggerPriceType'] = 'MARKET_PRICE';
  return kept as AlgoDraft; // the same fields, some of them emptied
}

function NumberInput(props: {
  readonly field: NumberName;
  readonly label: string;
  readonly text: string;
  readonly instrument: InstrumentRow;
  readonly problem: Problem | undefined;
  readonly start: Decimal | null;
  onEnter(): void;
}): ReactElement {
  const { field, label, text, instrument, problem, start } = props;
  const sized = field === 'quantity';
  const unit = sized ? instrument.base : field === 'callbackRate' ? '%' : instrument.quote;
  const reading = readNumberText(text, unit);
  const suggestion = problem?.suggestion ?? (reading.kind === 'readable' ? reading.value : undefined);
  const change = (next: string): void => changeAlgo({ [field]: next });
  const [step, lowest] = sized
    ? [instrument.quantityStep, instrument.quantityMin]
    : [instrument.priceTick, instrument.priceMin];
  return (
    <div className="ticket-field">
      <Field
        label={label}
        inputMode="decimal"
        value={text}
        onChange={change}
        suffix={unit}
        placeholder={OPTIONAL.has(field) ? 'optional' : ''}
        maxLength={80}
        error={problem?.reason}
        suggestion={
          suggestion === undefined ? undefined : { text: `use ${readable(suggestion)}`, take: () => change(suggestion) }
        }
        onStep={
          field === 'callbackRate'
            ? undefined
            : (direction, tenfold) => {
                const next = stepped(
                  text,
                  step,
                  { direction, tenfold },
                  sized ? instrument.quantityMin : start,
                  lowest,
                );
                if (next !== null) change(next);
              }
        }
        onEnter={props.onEnter}
      />
    </div>
  );
}

function PlanFigures({ plan, quote }: { readonly plan: AlgoPlan; readonly quote: string }): ReactElement | null {
  const { reward, risk, ratio } = plan;
  if (reward === null && risk === null) return null;
  return (
    <dl className="plan-figures">
      {risk === null ? null : (
        <div>
          <dt>Risk</dt>
          <dd className="number">
            {grouped(risk)} {quote}
          </dd>
        </div>
      )}
      {reward === null ? null : (
        <div>
          <dt>Reward</dt>
          <dd className="number">
            {grouped(reward)} {quote}
            {ratio === null ? '' : `, ${ratio} to 1`}
          </dd>
        </div>
      )}
    </dl>
  );
}

function Question(props: {
  readonly words: string;
  readonly reasons: readonly string[];
  readonly side: 'BUY' | 'SELL';
}): ReactElement {
  const { words, reasons, side } = props;
  const asked = useAsked();
  return (
    <Dialog
      title="Place this plan?"
      tone={asked.on?.environment === 'live' ? 'danger' : undefined}
      onClose={() => void answerAlgo(false)}
      footer={
        <>
          <Button onClick={() => void answerAlgo(false)}>Do not send</Button>
          <Button
            kind={side === 'BUY' ? 'buy' : 'sell'}
            data-autofocus
            whyDisabled={asked.whyNot}
            onPress={() => void answerAlgo(true)}
          >
            Place it
          </Button>
        </>
      }
    >
      <p className="ticket-question">{words}</p>
      <OnAccount asked={asked} />
      {reasons.length === 0 ? null : (
        <ul className="ticket-reasons">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
