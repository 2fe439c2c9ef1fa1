import type { OrderDraft, PositionRow } from '../../../shared/contract/contract.ts';
import { abs, decimal, isZero, multiply, neighbours, type Decimal } from '../../../shared/decimal.ts';
import { faultOf } from '../../../shared/errors.ts';
import { describeFault } from '../../../shared/words/fault-words.ts';
import { alwaysAsked } from '../../../shared/rules/order-questions.ts';
import { checkDraft, sentence } from '../../../shared/rules/order-rules.ts';
import { closeDraft } from '../../../shared/rules/position-math.ts';
import { isKnown, peekFeed } from '../../state/feeds/feeds.ts';
import { notify } from '../../state/notices.ts';
import { cancellable, cancelOrders } from '../../state/orders/order-actions.ts';
import { newPress } from '../../state/commands/press.ts';
import { sendCommand } from '../../state/commands/send-command.ts';
import { currentSymbol } from '../../state/kept/symbol.ts';
import { ordersWords } from '../news/order-counts.ts';

/** Cancels the symbol's ordinary orders, one request each; what is refused is said by each. */
export function cancelSymbol(): void {
  const symbol = currentSymbol();
  if (!isKnown('orders')) {
    notify('danger', 'The open orders are not known yet: nothing was cancelled.');
    return;
  }
  const open = [...peekFeed('orders').values()].filter((row) => row.symbol === symbol && row.open);
  const rows = cancellable(open);
  const nameless = open.filter(({ orderId }) => orderId === null).length;
  if (rows.length > 0) notify('info', `Cancelling ${ordersWords(rows.length)} of ${symbol}`);
  else if (nameless === 0) notify('info', `No order of ${symbol} is open to cancel.`);
  if (nameless > 0)
    notify(
      'warning',
      `${ordersWords(nameless)} of ${symbol} cannot be cancelled yet: the exchange has not given it an id.`,
      '“Cancel all” takes it too.',
    );
  cancelOrders(rows);
}

const HALF = decimal('0.5');
/** Positions whose closing order is on its way: one order for each, however often the key is pressed. */
const closing = new Set<string>();

/** Closes the symbol's positions at market, reduce only, or half of each, cut to the lot. */
export function closePositions(share: 'all' | 'half'): void {
  const symbol = currentSymbol();
  const instrument = peekFeed('instruments').get(symbol);
  const positions = [...peekFeed('positions').values()].filter((row) => row.symbol === symbol && !isZero(row.holding));
  if (!isKnown('positions')) {
    notify('danger', 'The positions are not known yet: nothing was closed.');
    return;
  }
  if (positions.length === 0) notify('info', `There is no position in ${symbol} to close.`);
  for (const position of positions) {
    if (instrument === undefined) {
      notify('danger', `The position in ${symbol} was not closed.`, 'The rules of the symbol are not known.');
      continue;
    }
    if (closing.has(position.id)) {
      notify('info', `An order that closes the position in ${symbol} is on its way: no second one was sent.`);
      continue;
    }
    const draft = closeDraft(position, { type: 'MARKET' }, quantityOf(position, share, instrument.quantityStep));
    if (draft === null) continue;
    const checked = checkDraft(draft, instrument, peekFeed('account').get('account'));
    if (checked.ok) void send(position, draft, sentence(draft, instrument));
    else {
      const why = checked.problems.map(({ reason }) => reason).join(' ');
      notify('danger', `The position in ${symbol} was not closed.`, why);
    }
  }
}

/** @returns text for the order: the whole, or half of it cut to the lot. */
export function quantityOf({ holding }: Pick<PositionRow, 'holding'>, share: 'all' | 'half', step: Decimal): Decimal {
  const whole = abs(holding);
  if (share === 'all') return whole;
  const half = multiply(whole, HALF);
  return isZero(step) ? half : neighbours(half, step).below;
}

async function send(position: PositionRow, draft: OrderDraft, words: string): Promise<void> {
  closing.add(position.id);
  // The position that the feed still shows may be the one before; the answer to a double press is the same one.
  let release = (): void => void setTimeout(() => closing.delete(position.id), AFTER_ANSWER_MS);
  const nothingLeft = (): void => void closing.delete(position.id);
  try {
    const press = newPress();
    // The key of a close asks nothing; what is out of the ordinary is asked all the same.
    const answered = [alwaysAsked(press.environment)];
    const outcome = await sendCommand('orders.place', { ...press, draft, answered });
    if (outcome.status === 'accepted') notify('success', `Accepted: ${words}`);
    else if (outcome.status === 'unconfirmed') notify('warning', `Unconfirmed: ${words}`, outcome.reason);
    else {
      release = nothingLeft;
      notify('danger', `Refused: ${words}`, describeFault(outcome.fault).line);
    }
  } catch (thrown) {
    release = nothingLeft;
    notify('danger', `Not sent: ${words}`, describeFault(faultOf(thrown)).line);
  } finally {
    release();
  }
}

/** Time for the position to come in after the order that changed it was answered. */
const AFTER_ANSWER_MS = 1_000;
