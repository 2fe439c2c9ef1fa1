import { useEffect, useEffectEvent, useLayoutEffect, type ReactElement } from 'react';
import type { InstrumentRow } from '../../../../shared/contract/contract.ts';
import type { AlgoDraft } from '../../../../shared/contract/algo.ts';
import { checkAlgo, takesField, TRAILS_LAST } from '../../../../shared/rules/algo-rules.ts';
import { algoFieldLabel, algoFields, type AlgoField } from '../../../../shared/words/algo-fields.ts';
import { algoSentence } from '../../../../shared/words/algo-sentence.ts';
import type { Decimal } from '../../../../shared/decimal.ts';
import { AWAITED } from '../../../../shared/rules/order-questions.ts';
import { wrong, type Problem } from '../../../../shared/rules/problem.ts';
import { useLink } from '../../../link/bridge.ts';
import { useFees } from '../../../state/feeds/fees.ts';
import { peekFeed, useFeed, useFeedRow } from '../../../state/feeds/feeds.ts';
import { notify } from '../../../state/notices.ts';
import { onPickPrice } from '../../../state/orders/pick-price.ts';
import { onTicketKey, type TicketKey } from '../../../state/keys/ticket-keys.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SegmentedRadio, Switch } from '../../../ui/controls/choices.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { readable, readNumberText } from '../../../ui/text/number-text.ts';
import { stepped } from '../../../ui/grid/stepping.ts';
import { sidesOf } from '../fields/fields.ts';
import { ticketReducer } from '../reducer.ts';
import { useFieldInView } from '../fields/use-field-in-view.ts';
import { SendKey, useSendKey } from '../send-key.tsx';
import { FromTemplate, TemplatesButton } from '../templates/templates-button.tsx';
import { edit, useTicket } from '../ticket/ticket-store.ts';
import { TypeSelect } from '../ticket/type-select.tsx';
import { askAlgo, changeAlgo, chooseType, dismissAlgo, nameMissing, takeSymbol, useAlgoTicket } from './algo-store.ts';
import { whyNothingLeaves } from '../ticket/ticket-foot.tsx';
import { isAwaited } from '../ticket/outcome.ts';
import { NO_PRICE, NO_QUOTE, TicketHead } from '../ticket/ticket-head.tsx';
import { TicketOutcome } from '../ticket/ticket-outcome.tsx';
import { useHeld, useHolding, useQuotes } from '../available/use-surroundings.ts';
import { PlanAxis } from './plan-axis.tsx';
import { PlanFigures } from './plan-figures.tsx';
import { PlanQuestion } from './plan-question.tsx';
import { protectedBy, shownPlan } from './shown-plan.ts';

/** Where a price that is picked goes: to the first of these that the type takes. */
const PRICES = ['triggerPrice', 'price', 'activatedPrice'] as const;
const OPTIONAL: ReadonlySet<string> = new Set(['activatedPrice', 'takeProfitPrice', 'stopLossPrice']);

/** The ticket while its order type is an algo type. */
export function AlgoTicket(props: {
  readonly instrument: InstrumentRow;
  readonly algoType: AlgoDraft['algoType'];
}): ReactElement {
  const { instrument, algoType } = props;
  const { symbol } = instrument;
  const { own, submission, pressed, question } = useAlgoTicket();
  const stored = useTicket((state) => state.form);
  const { draft: form, template } = ticketReducer(stored, { do: 'symbol', symbol });
  const sending = submission?.state.kind === 'sending';
  const last = useFeed('market', symbol, (state) => state.rows.get(symbol)?.last ?? null);
  const mark = useFeed('market', symbol, (state) => state.rows.get(symbol)?.mark ?? null);
  const terminal = useFeedRow('terminal', 'terminal');
  const link = useLink((state) => state.link.state);
  useLayoutEffect(() => takeSymbol(symbol), [symbol]);
  const quotes = useQuotes(symbol);
  const priceField = PRICES.find((field) => takesField({ algoType, type: own.type }, field));
  useEffect(
    () =>
      onPickPrice((picked) => {
        if (picked.symbol === symbol && priceField !== undefined) changeAlgo({ [priceField]: picked.price });
      }),
    [symbol, priceField],
  );
  const positionMode = useFeedRow('account', 'account')?.positionMode ?? null;
  const shown = shownPlan(form, own, algoType, instrument.kind, positionMode);
  const held = useHeld(shown);
  const protects = protectedBy(shown, instrument, useHolding(shown));
  const draft = { ...shown, side: protects?.exit ?? shown.side };
  const check = checkAlgo(draft, instrument, { last, mark, fees: useFees(symbol), position: held });
  const problems =
    protects !== null && protects.nothing !== null
      ? [wrong('algoType', protects.nothing)]
      : check.ok
        ? []
        : check.problems;
  const words = algoSentence(draft, instrument);
  const problemAt = (field: string): Problem | undefined =>
    problems.find(({ path, kind }) => path === field && (pressed || kind === 'wrong'));
  const whyNot = whyNothingLeaves(terminal, link);

  function place(): void {
    if (!check.ok || problems.length > 0) return nameMissing();
    const awaited = isAwaited(peekFeed('commands').values(), symbol, `${algoType}: ${words}`);
    const subject = protects === null ? symbol : `${symbol}, protects the ${protects.words}`;
    askAlgo({ draft, words, subject }, awaited ? [AWAITED] : []);
  }

  function chooseSide(side: AlgoDraft['side']): void {
    const why = side === draft.side ? undefined : protects?.whyOtherSide;
    // Hedge mode may hold a position on either side: the other one is meant.
    const either = protects === null ? {} : ({ positionSide: 'BOTH' } as const);
    if (why === undefined) edit({ do: 'choose', change: { side, ...either } });
    else notify('info', why);
  }

  const prepare = useEffectEvent((key: TicketKey) => {
    if (key === 'buy' || key === 'sell') chooseSide(key === 'buy' ? 'BUY' : 'SELL');
    if (key !== 'bid' && key !== 'ask') return;
    const price = quotes[key];
    if (priceField === undefined) notify('info', NO_PRICE);
    else if (price === null) notify('info', NO_QUOTE);
    else changeAlgo({ [priceField]: price });
  });
  useEffect(() => onTicketKey((key) => prepare(key)), []);

  const body = useFieldInView();
  useSendKey(whyNot, sending, place);

  return (
    <div className="ticket">
      <div ref={body} className="ticket-body">
        <TicketHead
          instrument={instrument}
          quotes={quotes}
          takes={priceField === undefined ? null : algoFieldLabel(priceField).toLowerCase()}
          onTake={(price) => {
            if (priceField !== undefined) changeAlgo({ [priceField]: price });
          }}
        />
        <SegmentedRadio
          label="Side"
          size="large"
          value={draft.side}
          onChange={chooseSide}
          choices={(['BUY', 'SELL'] as const).map((value) => ({
            value,
            label: value === 'BUY' ? 'Buy' : 'Sell',
            tone: value === 'BUY' ? 'up' : 'down',
            whyDisabled: value === draft.side ? undefined : protects?.whyOtherSide,
          }))}
        />
        <div className="ticket-type">
          <TypeSelect
            value={algoType}
            instrument={instrument}
            onChange={(type) => {
              // A side that followed from the position is the one on the screen.
              edit({ do: 'choose', change: { side: draft.side } });
              chooseType(type);
            }}
          />
          <TemplatesButton order={{ kind: 'algo', draft }} />
        </div>
        <FromTemplate name={template} forget={() => edit({ do: 'forget-template' })} />
        {takesField(draft, 'type') ? (
          <SegmentedRadio
            label="Executed as"
            value={own.type}
            onChange={(type) => changeAlgo({ type })}
            choices={[
              { value: 'LIMIT', label: 'Limit order' },
              { value: 'MARKET', label: 'Market order' },
            ]}
          />
        ) : null}
        {algoFields
          .filter(([field]) => takesField(draft, field))
          .map(([field, label]) => (
            <NumberInput
              key={field}
              field={field}
              label={label}
              text={draft[field]}
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
          <Switch
            label="Reduce only"
            checked={form.reduceOnly}
            onChange={(reduceOnly) => edit({ do: 'choose', change: { reduceOnly } })}
          />
        ) : null}
        {instrument.kind === 'perpetual' ? (
          <>
            <SegmentedRadio
              label="Position side"
              showLabel
              value={draft.positionSide}
              onChange={(positionSide) => edit({ do: 'choose', change: { positionSide } })}
              choices={sidesOf(positionMode).map((value) => ({ value, label: value }))}
            />
            <SegmentedRadio
              label="Margin mode"
              showLabel
              value={form.marginMode}
              onChange={(marginMode) => edit({ do: 'choose', change: { marginMode } })}
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
        {check.ok && check.plan.result !== null ? (
          <PlanFigures result={check.plan.result} quote={instrument.quote} />
        ) : null}
        <Button
          kind={draft.side === 'BUY' ? 'buy' : 'sell'}
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
      {question === null ? null : <PlanQuestion {...question} />}
    </div>
  );
}

function NumberInput(props: {
  readonly field: AlgoField;
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
  const change = (next: string): void =>
    field === 'quantity' ? edit({ do: 'type', field, text: next }) : changeAlgo({ [field]: next });
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
