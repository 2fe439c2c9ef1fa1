import { useEffect, useState, type ReactElement } from 'react';
import type { InstrumentRow, OrderDraft, PositionRow } from '../../../shared/contract/contract.ts';
import { abs, grouped, type Decimal } from '../../../shared/decimal.ts';
import { checkDraft } from '../../../shared/rules/order-rules.ts';
import { wrong, type Problem } from '../../../shared/rules/problem.ts';
import { closeDraft, reverseDraft } from '../../../shared/rules/position-math.ts';
import { useFeed, useFeedRow } from '../../state/feeds/feeds.ts';
import { notify } from '../../state/notices.ts';
import { useInstrument } from '../../state/kept/symbol.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SegmentedRadio } from '../../ui/controls/choices.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FaultText } from '../../ui/text/fault-text.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { readable, readNumberText } from '../../ui/text/number-text.ts';
import { stepped } from '../../ui/grid/stepping.ts';
import { dropQuestion, sendAnswer, usePositionQuestion, type Question } from './position-question.ts';
import { asIsNow, consequence, direction, whyNotReversed } from './position-words.ts';

/** The question about a position, while there is one. */
export function PositionDialog(): ReactElement | null {
  const question = usePositionQuestion((state) => state.question);
  const instrument = useInstrument(question?.position.symbol ?? '');
  useDropWhenAccountChanges(question);
  if (question === null) return null;
  if (instrument === undefined) return <NotListed question={question} />;
  return question.kind === 'close' ? (
    <CloseDialog question={question} instrument={instrument} />
  ) : (
    <Ask
      question={question}
      instrument={instrument}
      draft={reverseDraft(question.position)}
      title={`Reverse the ${direction(question.position)}?`}
    />
  );
}

/** An order must not go to another account than the one that was on screen when the button was pressed. */
function useDropWhenAccountChanges(question: Question | null): void {
  const terminal = useFeedRow('terminal', 'terminal');
  const moved =
    question !== null &&
    terminal !== undefined &&
    (terminal.profile !== question.press.profile || terminal.environment !== question.press.environment);
  useEffect(() => {
    if (!moved) return;
    dropQuestion();
    notify('warning', 'The account on screen changed; nothing was sent.');
  }, [moved]);
}

function NotListed({ question }: { readonly question: Question }): ReactElement {
  return (
    <Dialog title="This cannot be asked for now" onClose={dropQuestion}>
      <p>The rules of {question.position.symbol} are not loaded, so no order can be checked against them.</p>
    </Dialog>
  );
}

function CloseDialog(props: { readonly question: Question; readonly instrument: InstrumentRow }): ReactElement {
  const { question, instrument } = props;
  const { position } = question;
  const [type, setType] = useState<'MARKET' | 'LIMIT'>('MARKET');
  const [price, setPrice] = useState('');
  const [quantity, setQuantity] = useState<string>(abs(position.holding));
  const draft = closeDraft(
    position,
    type === 'MARKET' ? { type } : { type, price: valueOf(price, instrument.quote) },
    valueOf(quantity, instrument.base),
  );
  return (
    <Ask question={question} instrument={instrument} draft={draft} title={`Close the ${direction(position)}?`}>
      {(problems) => (
        <>
          <SegmentedRadio
            label="Close with"
            showLabel
            value={type}
            onChange={setType}
            choices={[
              { value: 'MARKET', label: 'Market order' },
              { value: 'LIMIT', label: 'Limit order' },
            ]}
          />
          <NumberInput
            label="Quantity"
            text={quantity}
            onChange={setQuantity}
            unit={instrument.base}
            step={instrument.quantityStep}
            lowest={instrument.quantityMin}
            problem={problems.find(({ path }) => path === 'quantity')}
          />
          {type === 'LIMIT' ? (
            <>
              <NumberInput
                label="Price"
                text={price}
                onChange={setPrice}
                unit={instrument.quote}
                step={instrument.priceTick}
                lowest={instrument.priceMin}
                problem={problems.find(({ path }) => path === 'price')}
              />
              <BestPrices symbol={position.symbol} onPick={setPrice} />
            </>
          ) : null}
        </>
      )}
    </Ask>
  );
}

/** The number that a text stands for; what cannot be read stays as it is, for the rules to refuse. */
function valueOf(text: string, unit: string): string {
  const reading = readNumberText(text, unit);
  return reading.kind === 'readable' ? reading.value : text;
}

/** The order in one sentence, where it goes, why it cannot be sent, and the two answers. */
function Ask(props: {
  readonly question: Question;
  readonly instrument: InstrumentRow;
  readonly draft: OrderDraft | null;
  readonly title: string;
  readonly children?: (problems: readonly Problem[]) => ReactElement;
}): ReactElement {
  const { question, instrument, draft, title, children } = props;
  const { position, press } = question;
  const { sending, fault } = usePositionQuestion();
  const profileName = useFeedRow('terminal', 'terminal')?.profileName ?? press.profile;
  const now = useFeedRow('positions', position.id);
  const whyNot = question.kind === 'reverse' ? whyNotReversed(position, now) : null;
  const ruled = useProblems(draft, instrument);
  const problems = whyNot === null ? ruled : [wrong('', whyNot)];
  const words = draft === null ? '' : consequence(asIsNow(position, now), draft, instrument);
  const answer = draft?.side === 'BUY' ? 'Buy' : 'Sell';
  const aside = problems.filter(({ path }) => children === undefined || (path !== 'price' && path !== 'quantity'));
  return (
    <Dialog
      title={title}
      tone={press.environment === 'live' ? 'danger' : undefined}
      onClose={dropQuestion}
      footer={
        <>
          <Button onClick={dropQuestion}>Do not send</Button>
          <Button
            kind={draft?.side === 'BUY' ? 'buy' : 'sell'}
            data-autofocus
            busy={sending}
            whyDisabled={
              draft === null || problems.length > 0 ? (problems[0]?.reason ?? 'There is nothing to close.') : undefined
            }
            onPress={() => {
              if (draft !== null) void sendAnswer(draft, words);
            }}
          >
            {sending ? 'Sending' : answer}
          </Button>
        </>
      }
    >
      {children?.(problems)}
      <p className="positions-question">{words}</p>
      <p>
        {position.symbol} on <strong>{press.environment.toUpperCase()}</strong>, profile {profileName}
      </p>
      <Changed position={position} now={now} base={instrument.base} />
      {aside.map(({ reason }) => (
        <p key={reason} className="positions-problem">
          {reason}
        </p>
      ))}
      {fault === null ? null : (
        <div role="alert" className="positions-problem">
          <FaultText fault={fault} />
        </div>
      )}
    </Dialog>
  );
}

function useProblems(draft: OrderDraft | null, instrument: InstrumentRow): readonly Problem[] {
  const account = useFeedRow('account', 'account');
  if (draft === null) return [wrong('', 'There is nothing to close.')];
  const checked = checkDraft(draft, instrument, {
    accountMode: account?.accountMode ?? null,
    positionMode: account?.positionMode ?? null,
  });
  return checked.ok ? [] : checked.problems;
}

/** The question stays as it was asked; that the position is another by now is said beside it. */
function Changed(props: {
  readonly position: PositionRow;
  readonly now: PositionRow | undefined;
  readonly base: string;
}): ReactElement | null {
  const { position, now, base } = props;
  if (now?.holding === position.holding) return null;
  return (
    <p className="positions-changed" role="status">
      {now === undefined
        ? 'The position is closed by now.'
        : `The position is ${grouped(abs(now.holding))} ${base} ${direction(now)} by now.`}
    </p>
  );
}

function BestPrices(props: { readonly symbol: string; onPick(price: string): void }): ReactElement {
  const { symbol, onPick } = props;
  const bid = useFeed('market', symbol, (state) => state.rows.get(symbol)?.bid ?? null);
  const ask = useFeed('market', symbol, (state) => state.rows.get(symbol)?.ask ?? null);
  const old = useFeed('market', symbol, (state) => state.rows.get(symbol)?.state === 'stale');
  const pick = (name: string, price: Decimal | null): ReactElement | null =>
    price === null ? null : (
      <Button size="small" onClick={() => onPick(price)}>
        {name} {grouped(price)}
      </Button>
    );
  return (
    <div className="positions-best">
      {pick('Best bid', bid)}
      {pick('Best ask', ask)}
      {old ? <span className="positions-changed">These prices are old.</span> : null}
    </div>
  );
}

function NumberInput(props: {
  readonly label: 'Price' | 'Quantity';
  readonly text: string;
  onChange(text: string): void;
  readonly unit: string;
  readonly step: Decimal;
  readonly lowest: Decimal;
  readonly problem: Problem | undefined;
}): ReactElement {
  const { label, text, onChange, unit, step, lowest, problem } = props;
  const reading = readNumberText(text, unit);
  const suggestion = problem?.suggestion;
  return (
    <Field
      label={label}
      inputMode="decimal"
      value={text}
      onChange={onChange}
      suffix={unit}
      hint={reading.kind === 'readable' ? `Read as ${readable(reading.value)}` : undefined}
      // An empty field is no mistake yet; the button says what is missing.
      error={reading.kind === 'refused' ? reading.reason : problem?.kind === 'missing' ? undefined : problem?.reason}
      suggestion={
        suggestion === undefined ? undefined : { text: `use ${readable(suggestion)}`, take: () => onChange(suggestion) }
      }
      onStep={(direction_, tenfold) => {
        const next = stepped(text, step, { direction: direction_, tenfold }, null, lowest);
        if (next !== null) onChange(next);
      }}
    />
  );
}
