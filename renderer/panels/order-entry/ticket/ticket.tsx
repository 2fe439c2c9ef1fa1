import { useEffect, useEffectEvent, useLayoutEffect, useMemo, type ReactElement } from 'react';
import type { InstrumentRow } from '../../../../shared/contract/contract.ts';
import { known, toDecimal } from '../../../../shared/decimal.ts';
import { positionQuestions, timesOf } from '../../../../shared/rules/order-questions.ts';
import { sentence } from '../../../../shared/rules/order-rules.ts';
import { onlyCloses } from '../../../../shared/rules/position-math.ts';
import { notify } from '../../../state/notices.ts';
import { useFeedRow } from '../../../state/feeds/feeds.ts';
import { onPickPrice } from '../../../state/orders/pick-price.ts';
import { useInstrument } from '../../../state/kept/symbol.ts';
import { onTicketKey, type TicketKey } from '../../../state/keys/ticket-keys.ts';
import { useFieldInView } from '../fields/use-field-in-view.ts';
import { SegmentedRadio, Switch } from '../../../ui/controls/choices.tsx';
import { chooseType } from '../algo/algo-store.ts';
import { AdvancedFields, Problem } from '../fields/advanced-fields.tsx';
import { isSendable, problemAt, problemsOf, stillRefused } from '../fields/errors.ts';
import { FIELD_LABELS, fieldsOf, readDraft, shownDraft, whyOff } from '../fields/fields.ts';
import { NumberField } from '../fields/number-field.tsx';
import { ticketReducer } from '../reducer.ts';
import { ShareButtons } from '../available/share-buttons.tsx';
import { stepped } from '../../../ui/grid/stepping.ts';
import { limitSlippage, type Limited } from './slippage.ts';
import { crossesBook, summaryOf, valuedAt } from './summary.ts';
import { takesLiquidity, takingOf } from './taking.ts';
import { useSlippageLimit, useTicketSettings } from './ticket-settings.ts';
import { TicketFoot } from './ticket-foot.tsx';
import { NO_QUOTE, TicketHead } from './ticket-head.tsx';
import { FromTemplate, TemplatesButton } from '../templates/templates-button.tsx';
import { TicketOutcome } from './ticket-outcome.tsx';
import { dismissSubmission, edit, pressOrder, useTicket } from './ticket-store.ts';
import { TypeSelect } from './type-select.tsx';
import { booksNow, useBooks, type Books } from '../available/use-book.ts';
import { useLoans } from '../available/use-loans.ts';
import { useMeans, useOrderContext, useQuotes, useSurroundings } from '../available/use-surroundings.ts';

/** The fields of one order, what is wrong with them, and the button. */
export function Ticket(props: {
  readonly instrument: InstrumentRow;
  /** Whether what the exchange reports may come late. */
  readonly late: boolean;
}): ReactElement {
  const { instrument } = props;
  const { symbol } = instrument;
  const stored = useTicket((state) => state.form);
  const form = useMemo(() => ticketReducer(stored, { do: 'symbol', symbol }), [stored, symbol]);
  useLayoutEffect(() => edit({ do: 'symbol', symbol }), [symbol]);

  const quotes = useQuotes(symbol);
  const context = useOrderContext(quotes);
  const fields = fieldsOf(form.draft, instrument, context);
  const typed = shownDraft(form.draft, fields, context.positionMode ?? null);
  const draft = readDraft(typed, instrument);
  const loans = useLoans(instrument);
  const said = useSurroundings(draft, instrument, quotes);
  const means = useMeans(draft, instrument, said, loans);
  const books = useBooks(instrument, takesLiquidity(draft, crossesBook(draft, quotes)));
  const around = { ...said, books };
  const slippage = useSlippageLimit();
  const submission = useTicket((state) => state.submission);
  const sentInstrument = useInstrument(submission?.draft.symbol ?? symbol);
  const environment = useFeedRow('terminal', 'terminal')?.environment ?? 'live';
  const body = useFieldInView();

  const own = problemsOf(draft, instrument, context, form.pressed);
  const problems = [...own, ...stillRefused(submission, draft)];
  const limited = limitedBy(books);
  const summary = summaryOf(limited.order, instrument, around);
  const words = sentence(limited.order, instrument);
  const kept = [limited.refusal, limited.warning].filter((each) => each !== null);
  const outOfProportion = positionQuestions(
    {
      side: draft.side,
      base: instrument.base,
      quantityStep: instrument.quantityStep,
      quantity: known(toDecimal(draft.quantity)),
      amount: known(toDecimal(draft.amount)),
      valuedAt: valuedAt(draft, around),
      holding: around.holding,
      closes: onlyCloses(draft),
    },
    timesOf(useTicketSettings((state) => state.positionTimes)),
  );
  // What a market order of so many coins costs is not known before; what it may cost can be said.
  const byAmount =
    draft.type === 'MARKET' && draft.side === 'BUY' && instrument.kind === 'spot' && fields.amount.applies;
  const sizedBy = fields.quantity.applies && !byAmount ? 'quantity' : 'amount';

  useEffect(
    () =>
      onPickPrice((picked) => {
        if (picked.symbol === symbol) edit({ do: 'fill', field: 'price', text: picked.price });
      }),
    [symbol],
  );

  const prepare = useEffectEvent((key: TicketKey) => {
    if (key === 'buy' || key === 'sell') edit({ do: 'choose', change: { side: key === 'buy' ? 'BUY' : 'SELL' } });
    if (key !== 'bid' && key !== 'ask') return;
    const price = quotes[key];
    const why = whyOff(fields, 'price') ?? (price === null ? NO_QUOTE : null);
    if (price !== null && why === null) edit({ do: 'fill', field: 'price', text: price });
    else notify('info', why ?? '');
  });
  useEffect(() => onTicketKey((key) => prepare(key)), []);

  /** What leaves under the limit on slippage, by the books as they are. */
  function limitedBy(now: Books): Limited {
    const best = known(draft.side === 'BUY' ? quotes.ask : quotes.bid);
    return limitSlippage(draft, instrument, best, slippage, (order) => takingOf(order, instrument, now));
  }

  function place(clicks: number): void {
    const { order, refusal } = limitedBy(booksNow(instrument));
    const sendable = isSendable(draft, instrument, context) && isSendable(order, instrument, context);
    if (refusal !== null && sendable) {
      notify('warning', 'Nothing was sent.', refusal);
      return;
    }
    if (!sendable) {
      edit({ do: 'refuse' });
      const [first] = [draft, order].flatMap((each) => problemsOf(each, instrument, context, true));
      body.current?.querySelector<HTMLElement>(`[data-field="${first?.field ?? ''}"] :is(input, button)`)?.focus();
      return;
    }
    pressOrder({ draft, sends: order, words: sentence(order, instrument) }, clicks);
  }

  function step(field: 'price' | 'quantity'): (direction: 1 | -1, tenfold: boolean) => void {
    const [grid, lowest, start] =
      field === 'price'
        ? [instrument.priceTick, instrument.priceMin, draft.side === 'BUY' ? quotes.bid : quotes.ask]
        : [instrument.quantityStep, instrument.quantityMin, instrument.quantityMin];
    return (direction, tenfold) => {
      const next = stepped(draft[field], grid, { direction, tenfold }, start, lowest);
      if (next !== null) edit({ do: 'fill', field, text: next });
    };
  }

  const number = { form, fields, instrument, onEnter: () => place(0) };
  return (
    <div className="ticket">
      <div ref={body} className="ticket-body">
        <TicketHead
          instrument={instrument}
          quotes={quotes}
          takes="price"
          onTake={(price) => edit({ do: 'fill', field: 'price', text: price })}
        />
        <SegmentedRadio
          label="Side"
          size="large"
          value={draft.side}
          onChange={(side) => edit({ do: 'choose', change: { side } })}
          choices={[
            { value: 'BUY', label: 'Buy', tone: 'up' },
            { value: 'SELL', label: 'Sell', tone: 'down' },
          ]}
        />
        <div data-field="type" className="ticket-type">
          <TypeSelect value={draft.type} instrument={instrument} onChange={chooseType} />
          <TemplatesButton order={{ kind: 'order', draft }} />
          <Problem problem={problemAt(problems, 'type')} />
        </div>
        <FromTemplate name={form.template} forget={() => edit({ do: 'forget-template' })} />
        {(['price', 'quantity'] as const).map((field) => (
          <NumberField
            key={field}
            {...number}
            field={field}
            text={typed[field]}
            problem={problemAt(problems, field)}
            onStep={step(field)}
          />
        ))}
        <NumberField {...number} field="amount" text={typed.amount} problem={problemAt(problems, 'amount')} />
        <ShareButtons draft={draft} means={means} sizedBy={sizedBy} instrument={instrument} />
        <div data-field="reduceOnly">
          <Switch
            label={FIELD_LABELS.reduceOnly}
            checked={draft.reduceOnly}
            onChange={(reduceOnly) => edit({ do: 'choose', change: { reduceOnly } })}
            whyDisabled={whyOff(fields, 'reduceOnly')}
          />
          <Problem problem={problemAt(problems, 'reduceOnly')} />
        </div>
        <AdvancedFields {...number} draft={typed} context={context} environment={environment} problems={problems} />
      </div>
      <div className="ticket-messages">
        {/* First, because it is what a press waits for: more than fits is scrolled to. */}
        <TicketOutcome submission={submission} units={sentInstrument} dismiss={dismissSubmission} />
        <div role="status" aria-label="Warnings" id="ticket-warnings" className="ticket-warnings">
          {props.late ? (
            <p className="ticket-warning">The private stream is not live: fills and positions may show late.</p>
          ) : null}
          {[...outOfProportion, ...kept, ...summary.warnings].map((warning) => (
            <p key={warning} className="ticket-warning">
              {warning}
            </p>
          ))}
        </div>
        <Problem problem={problemAt(own, 'whole')} />
      </div>
      <TicketFoot
        summary={summary}
        instrument={instrument}
        draft={limited.order}
        means={means}
        loans={loans}
        words={words}
        onPlace={place}
      />
    </div>
  );
}
