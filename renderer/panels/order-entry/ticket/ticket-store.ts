import { create } from 'zustand';
import type { OrderDraft } from '../../../../shared/contract/contract.ts';
import { faultOf } from '../../../../shared/errors.ts';
import { describeFault } from '../../../../shared/words/fault-words.ts';
import { ask } from '../../../link/bridge.ts';
import { notify } from '../../../state/notices.ts';
import { followOrder, type Followed } from '../../../state/orders/order-outcome.ts';
import { newPress, type Press } from '../../../state/commands/press.ts';
import { sameOrder, type Placed } from '../fields/guards.ts';
import type { Submission } from './outcome.ts';
import { isNewIntent, type LastPress } from '../press-gate.ts';
import { emptyTicket, ticketReducer, type TicketAction } from '../reducer.ts';
import type { TicketForm } from '../types.ts';

/** An order as it stood on the screen. */
export interface Written {
  readonly draft: OrderDraft;
  /** The sentence on the button. */
  readonly words: string;
  /** What it is worth, in words; null where that is not known. */
  readonly value: string | null;
}

/** An order that waits for the answer to a question, with the account that was on screen when it was pressed. */
export interface Question extends Written {
  readonly press: Press;
  readonly reasons: readonly string[];
}

interface TicketState {
  readonly form: TicketForm;
  readonly question: Question | null;
  readonly submission: Submission | null;
  readonly lastPress: LastPress | null;
  /** The order of that press. */
  readonly pressed: OrderDraft | null;
  readonly placed: Placed | null;
}

/** Outside the components, so that an order on its way is not forgotten when the panel is closed. */
export const useTicket = create<TicketState>(() => ({
  form: emptyTicket(''),
  question: null,
  submission: null,
  lastPress: null,
  pressed: null,
  placed: null,
}));

export const edit = (action: TicketAction): void =>
  useTicket.setState(({ form }) => ({ form: ticketReducer(form, action) }));

/**
 * One press of the order button: at most one order.
 *
 * @param order as it stands on the screen, already without problems.
 * @param reasons why a question comes first; none sends at once.
 * @param clicks the event's `detail`.
 */
export function pressOrder(order: Written, reasons: readonly string[], clicks: number): void {
  const now = Date.now();
  const { lastPress, pressed, question, form } = useTicket.getState();
  const same = pressed !== null && sameOrder(pressed, order.draft);
  if (question !== null || !isNewIntent(lastPress, now, same, clicks)) return;
  useTicket.setState({ lastPress: { at: now, inFlight: false }, pressed: order.draft });
  try {
    const asked: Question = { press: newPress(form.template === null ? undefined : 'template'), ...order, reasons };
    if (reasons.length > 0) useTicket.setState({ question: asked });
    else void send(asked);
  } catch (thrown) {
    show({ commandId: '', draft: order.draft, words: order.words, state: { kind: 'failed', fault: faultOf(thrown) } });
  }
}

/** Answers the question: the press that asked it is the one that is sent. */
export function answerQuestion(yes: boolean): void {
  const { question, lastPress } = useTicket.getState();
  if (question === null) return;
  // The second click of the press that asked is no answer.
  if (yes && !isNewIntent(lastPress, Date.now(), true, 0)) return;
  useTicket.setState({ question: null, lastPress: { at: Date.now(), inFlight: false } });
  if (yes) void send(question);
}

export const dismissSubmission = (): void => useTicket.setState({ submission: null });

/** Ends the wait for an unconfirmed order; nothing is sent to the exchange. */
export async function stopWaiting(commandId: string): Promise<void> {
  try {
    await ask('commands.dismiss', { ...newPress(), of: commandId });
  } catch (thrown) {
    const words = describeFault(faultOf(thrown));
    notify('warning', words.title, words.advice);
  }
}

const show = (submission: Submission): void => useTicket.setState({ submission });

/** The accepted order itself went on; of no interest once another one was pressed. */
function goOn(commandId: string, followed: Followed): void {
  const { submission } = useTicket.getState();
  if (submission?.commandId === commandId) show({ ...submission, followed, at: Date.now() });
}

async function send({ press, draft, words }: Question): Promise<void> {
  const { commandId } = press;
  const at = Date.now();
  const end = (state: Submission['state']): void => {
    useTicket.setState({ lastPress: { at, inFlight: false } });
    show({ commandId, draft, words, state, at: Date.now() });
  };
  useTicket.setState({ lastPress: { at, inFlight: true }, placed: { draft, at } });
  show({ commandId, draft, words, state: { kind: 'sending' } });
  try {
    const outcome = await ask('orders.place', { ...press, draft });
    if (outcome.status === 'rejected') useTicket.setState({ placed: null });
    else edit({ do: 'placed', sent: draft.clientOrderId });
    end({ kind: 'answered', outcome });
    if (outcome.status === 'rejected') return;
    const orderId = outcome.status === 'accepted' ? outcome.orderId : null;
    followOrder({ orderId, clientOrderId: outcome.clientOrderId }, at, (followed) => goOn(commandId, followed));
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (fault.kind !== 'OutcomeUnknown') useTicket.setState({ placed: null });
    end({ kind: 'failed', fault });
  }
}
