import { create } from 'zustand';
import type { OrderDraft } from '../../../../shared/contract/contract.ts';
import { faultOf } from '../../../../shared/errors.ts';
import { describeFault } from '../../../../shared/words/fault-words.ts';
import { ask } from '../../../link/bridge.ts';
import { notify } from '../../../state/notices.ts';
import { followOrder, type Followed } from '../../../state/orders/order-outcome.ts';
import { newPress, type Press } from '../../../state/commands/press.ts';
import { askCommand, isDeclined } from '../../../state/commands/send-command.ts';
import type { Submission } from './outcome.ts';
import { isNewIntent, sameOrder, type LastPress } from '../press-gate.ts';
import { emptyTicket, ticketReducer, type TicketAction } from '../reducer.ts';
import type { TicketForm } from '../types.ts';

/** An order as it stood on the screen. */
export interface Written {
  /** As typed: by it a second press is known for the same order, wherever the market is by then. */
  readonly draft: OrderDraft;
  /** What leaves, where a limit on slippage makes it another one. */
  readonly sends?: OrderDraft;
  /** The sentence on the button: what leaves. */
  readonly words: string;
}

interface TicketState {
  readonly form: TicketForm;
  readonly submission: Submission | null;
  readonly lastPress: LastPress | null;
  /** The order of that press. */
  readonly pressed: OrderDraft | null;
}

/** Outside the components, so that an order on its way is not forgotten when the panel is closed. */
export const useTicket = create<TicketState>(() => ({
  form: emptyTicket(''),
  submission: null,
  lastPress: null,
  pressed: null,
}));

export const edit = (action: TicketAction): void =>
  useTicket.setState(({ form }) => ({ form: ticketReducer(form, action) }));

/**
 * One press of the order button: at most one order.
 *
 * @param order as it stands on the screen, already without problems.
 * @param clicks the event's `detail`.
 */
export function pressOrder(order: Written, clicks: number): void {
  const now = Date.now();
  const { lastPress, pressed, form } = useTicket.getState();
  const same = pressed !== null && sameOrder(pressed, order.draft);
  if (!isNewIntent(lastPress, now, same, clicks)) return;
  useTicket.setState({ lastPress: { at: now, inFlight: false }, pressed: order.draft });
  try {
    void send(newPress(form.template === null ? undefined : 'template'), order);
  } catch (thrown) {
    show({ commandId: '', draft: order.draft, words: order.words, state: { kind: 'failed', fault: faultOf(thrown) } });
  }
}

export const dismissSubmission = (): void => useTicket.setState({ submission: null });

/** Ends the wait for an unconfirmed order; nothing is sent to the exchange. */
export const stopWaiting = (commandId: string): Promise<void> => about('commands.dismiss', commandId);
/** Takes back a press that has not left. */
export const takeBack = (commandId: string): Promise<void> => about('commands.takeBack', commandId);

async function about(name: 'commands.dismiss' | 'commands.takeBack', commandId: string): Promise<void> {
  try {
    await ask(name, { ...newPress(), of: commandId });
  } catch (thrown) {
    const words = describeFault(faultOf(thrown));
    notify('warning', words.title, words.advice);
  }
}

const show = (submission: Submission | null): void => useTicket.setState({ submission });

/** The accepted order itself went on; of no interest once another one was pressed. */
function goOn(commandId: string, followed: Followed): void {
  const { submission } = useTicket.getState();
  if (submission?.commandId === commandId) show({ ...submission, followed, at: Date.now() });
}

async function send(press: Press, { draft, sends, words }: Written): Promise<void> {
  const { commandId } = press;
  let at = Date.now();
  const sending = (): void => show({ commandId, draft, words, state: { kind: 'sending' } });
  const end = (state: Submission['state']): void => {
    useTicket.setState({ lastPress: { at, inFlight: false } });
    show({ commandId, draft, words, state, at: Date.now() });
  };
  useTicket.setState({ lastPress: { at, inFlight: true } });
  sending();
  try {
    const outcome = await askCommand('orders.place', { ...press, draft: sends ?? draft }, (open) => {
      at = Date.now();
      // Nothing is on its way while the question stands.
      if (open) show(null);
      else sending();
    });
    if (outcome.status !== 'rejected') edit({ do: 'placed', sent: draft.clientOrderId });
    end({ kind: 'answered', outcome });
    if (outcome.status === 'rejected') return;
    const orderId = outcome.status === 'accepted' ? outcome.orderId : null;
    followOrder({ orderId, clientOrderId: outcome.clientOrderId }, at, (followed) => goOn(commandId, followed));
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (!isDeclined(fault)) return end({ kind: 'failed', fault });
    useTicket.setState({ lastPress: { at, inFlight: false } });
    show(null);
  }
}
