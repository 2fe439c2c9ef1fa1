import { createStore } from 'zustand/vanilla';
import type { OrderRow } from '../../../shared/contract/contract.ts';
import { faultOf, type Fault } from '../../../shared/errors.ts';
import { describeFault } from '../../../shared/words/fault-words.ts';
import { notify } from '../notices.ts';
import { newPress, type Press } from '../commands/press.ts';
import { isDeclined, sendCommand } from '../commands/send-command.ts';
import { isSettled, type EditField, type LocalEdit } from './order-edits.ts';

interface Actions {
  /** By row id. */
  readonly edits: ReadonlyMap<string, LocalEdit & { readonly row: OrderRow }>;
  /** Row ids of cancels that are not answered. */
  readonly cancelling: ReadonlySet<string>;
}

/** What this page asked for and has no answer to; kept outside the grid, which may be closed meanwhile. */
export const orderActions = createStore<Actions>(() => ({ edits: new Map(), cancelling: new Set() }));

function setEdit(row: OrderRow, edit: LocalEdit | null): void {
  const edits = new Map(orderActions.getState().edits);
  if (edit === null) edits.delete(row.id);
  else edits.set(row.id, { ...edit, row });
  orderActions.setState({ edits });
}

/**
 * Sends one edit of one order; what became of it shows in the cell.
 *
 * @param makePress makes the press of an answer; by default that of a button now.
 */
export async function sendEdit(
  row: OrderRow,
  field: EditField,
  text: string,
  makePress: () => Press = newPress,
): Promise<void> {
  if (row.orderId === null) return;
  const end = (state: LocalEdit['state']): void => setEdit(row, { field, text, state });
  try {
    const press = makePress();
    end({ kind: 'sending' });
    const outcome = await sendCommand('orders.edit', {
      ...press,
      symbol: row.symbol,
      orderId: row.orderId,
      [field]: text,
    });
    if (outcome.status === 'accepted') setEdit(row, null);
    else if (outcome.status === 'unconfirmed') {
      end({ kind: 'unconfirmed', reason: outcome.reason });
      notify('warning', `The edit of ${row.symbol} order ${row.orderId} is unconfirmed`, outcome.reason);
    } else refuse(outcome.fault);
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (isDeclined(fault)) setEdit(row, null);
    else refuse(fault);
  }

  function refuse(fault: Fault): void {
    const reason = wordsOf(fault);
    end({ kind: 'refused', reason });
    notify('warning', `Order ${row.orderId ?? ''} of ${row.symbol} was not edited`, reason);
  }
}

/** Takes the mark of a refused or unconfirmed edit away. */
export const dismissEdit = (row: OrderRow): void => setEdit(row, null);

/** Forgets unconfirmed edits that the exchange's own word has settled, and those of orders that ended. */
export function settleEdits(rows: Iterable<OrderRow>): void {
  const { edits } = orderActions.getState();
  if (edits.size === 0) return;
  for (const row of rows) {
    const edit = edits.get(row.id);
    if (edit === undefined) continue;
    if (!row.open || (edit.state.kind === 'unconfirmed' && isSettled(edit.row, row))) setEdit(row, null);
  }
}

const isCancellable = (row: OrderRow): boolean =>
  row.open && row.orderId !== null && row.pending !== 'cancel' && !orderActions.getState().cancelling.has(row.id);

/** Those of some orders that a cancel can be sent for. */
export const cancellable = (rows: readonly OrderRow[]): readonly OrderRow[] => rows.filter(isCancellable);

/** Cancels orders, one request each, at once and without a question: it takes risk away. */
export function cancelOrders(rows: readonly OrderRow[]): void {
  for (const row of cancellable(rows)) void cancelOne(row);
}

async function cancelOne(row: OrderRow): Promise<void> {
  if (row.orderId === null) return;
  mark(row.id, true);
  try {
    const outcome = await sendCommand('orders.cancel', { ...newPress(), symbol: row.symbol, orderId: row.orderId });
    if (outcome.status === 'rejected') tell(row, outcome.fault);
    if (outcome.status === 'unconfirmed')
      notify('warning', `The cancel of ${row.symbol} order ${row.orderId} is unconfirmed`, outcome.reason);
  } catch (thrown) {
    tell(row, faultOf(thrown));
  } finally {
    mark(row.id, false);
  }
}

function mark(id: string, cancelling: boolean): void {
  const ids = new Set(orderActions.getState().cancelling);
  if (cancelling) ids.add(id);
  else ids.delete(id);
  orderActions.setState({ cancelling: ids });
}

function tell(row: OrderRow, fault: Fault): void {
  const words = describeFault(fault);
  notify('danger', `Order ${row.orderId ?? ''} of ${row.symbol} was not cancelled`, words.line);
}

function wordsOf(fault: Fault): string {
  const words = describeFault(fault);
  return words.line;
}
