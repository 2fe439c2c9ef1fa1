import { create } from 'zustand';
import type { OrderDraft, PositionRow } from '../../../shared/contract/contract.ts';
import { isPositive, known, toDecimal } from '../../../shared/decimal.ts';
import { faultOf, type Fault } from '../../../shared/errors.ts';
import { alwaysAsked, DEFAULT_TIMES, positionQuestions } from '../../../shared/rules/order-questions.ts';
import { describeFault } from '../../../shared/words/fault-words.ts';
import { peekFeed } from '../../state/feeds/feeds.ts';
import { notify } from '../../state/notices.ts';
import { endOfOrder, followOrder, type Followed } from '../../state/orders/order-outcome.ts';
import { newPress, type Press } from '../../state/commands/press.ts';
import { isDeclined, sendCommand } from '../../state/commands/send-command.ts';
import { realised } from './position-words.ts';

/** What is asked of a position, with the account that was on screen when its button was pressed. */
export interface Question {
  readonly kind: 'close' | 'reverse';
  /** As it was then: the question does not change under the pointer. */
  readonly position: PositionRow;
  readonly press: Press;
}

interface State {
  readonly question: Question | null;
  readonly sending: boolean;
  /** Why the last try of this question was not taken. */
  readonly fault: Fault | null;
}

/** Outside the components, so that an order on its way is not forgotten when the panel is closed. */
export const usePositionQuestion = create<State>(() => ({ question: null, sending: false, fault: null }));

const { setState, getState } = usePositionQuestion;

export function askAbout(kind: Question['kind'], position: PositionRow): void {
  if (getState().question !== null) return;
  try {
    setState({ question: { kind, position, press: newPress() }, sending: false, fault: null });
  } catch (thrown) {
    const words = describeFault(faultOf(thrown));
    notify('danger', words.title, words.advice);
  }
}

/** Puts the question away; not while its order is on its way, whose answer belongs to it. */
export function dropQuestion(): void {
  if (!getState().sending) setState({ question: null, fault: null });
}

/**
 * Sends the order of the question, once. A refusal stays in the dialog, where the order can be changed;
 * the next try is another press.
 *
 * @param words the sentence that was confirmed.
 */
export async function sendAnswer(draft: OrderDraft, words: string): Promise<void> {
  const { question, sending } = getState();
  if (question === null || sending) return;
  setState({ sending: true, fault: null });
  const pressedAt = Date.now();
  try {
    const answered = answeredHere(question, draft);
    const outcome = await sendCommand('orders.place', { ...question.press, draft, answered });
    if (outcome.status === 'rejected') return refuse(question, outcome.fault);
    if (outcome.status === 'unconfirmed')
      notify('warning', `Unconfirmed: ${words}`, `${NOT_AGAIN} (${outcome.reason})`);
    else notify('success', `Accepted: ${words}`, outcome.orderId === null ? undefined : `Order ${outcome.orderId}`);
    const orderId = outcome.status === 'accepted' ? outcome.orderId : null;
    followOrder({ orderId, clientOrderId: outcome.clientOrderId }, pressedAt, (followed) =>
      tellEnd(question.position, followed),
    );
    setState({ question: null, sending: false });
  } catch (thrown) {
    refuse(question, faultOf(thrown));
  }
}

/** Says with what result a position was closed, at what price and how soon; that an order ended is told for every order. */
function tellEnd(position: PositionRow, followed: Followed): void {
  const instrument = peekFeed('instruments').get(position.symbol);
  const end = endOfOrder(followed, instrument);
  const result = realised(position, followed.order, instrument?.quote);
  if (end === null || end.kind === 'working') return;
  if (result === null) {
    if (isPositive(followed.order.executed))
      notify('success', end.title, `${position.symbol}: ${end.detail}. What it realised stands in “Fills”.`);
    return;
  }
  const sum = `${result.sum.text} ${instrument?.quote ?? ''}`.trim();
  notify(
    'success',
    `Realised ${sum} ${result.afterFee ? 'after its fee' : 'before fees'}`,
    `${position.symbol}: ${end.title} · ${end.detail}`,
  );
}

const NOT_AGAIN =
  'It was sent and no answer came. The exchange is being asked about it; it is not sent again, and neither should you.';

/** What the dialog has asked already: whether an order may leave on this account, and whether it may turn the position. */
function answeredHere({ kind, position, press }: Question, draft: OrderDraft): string[] {
  const instrument = peekFeed('instruments').get(position.symbol);
  const always = alwaysAsked(press.environment);
  if (kind === 'close' || instrument === undefined) return [always];
  const { base, quantityStep } = instrument;
  const { holding } = position;
  const sizes = { quantity: known(toDecimal(draft.quantity)), amount: null, valuedAt: null };
  const order = { ...sizes, side: draft.side, base, quantityStep, holding, closes: false };
  return [always, ...positionQuestions(order, DEFAULT_TIMES)];
}

function refuse(question: Question, fault: Fault): void {
  const press = { ...question.press, commandId: crypto.randomUUID() };
  setState({ question: { ...question, press }, sending: false, fault: isDeclined(fault) ? null : fault });
}
