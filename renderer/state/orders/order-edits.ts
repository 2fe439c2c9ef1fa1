import type { InstrumentRow, OrderRow } from '../../../shared/contract/contract.ts';
import type { Decimal } from '../../../shared/decimal.ts';
import { checkEdit } from '../../../shared/rules/order-rules.ts';
import { textProblem, type ValueProblem } from '../../ui/grid/value-problem.ts';

/** The cells that can be edited. */
export type EditField = 'price' | 'quantity';

/** An edit that this page sent and of which the feed has not told the end yet. */
export interface LocalEdit {
  readonly field: EditField;
  /** As typed. */
  readonly text: string;
  readonly state:
    | { readonly kind: 'sending' }
    | { readonly kind: 'refused'; readonly reason: string }
    | { readonly kind: 'unconfirmed'; readonly reason: string };
}

/** What a cell shows. The value is always the exchange's; what is asked for stands beside it. */
export type CellState =
  | { readonly kind: 'still' }
  | { readonly kind: 'pending'; readonly asked: string }
  | { readonly kind: 'unconfirmed'; readonly asked: string; readonly reason: string }
  | { readonly kind: 'refused'; readonly asked: string; readonly reason: string };

export function cellState(row: OrderRow, field: EditField, local: LocalEdit | undefined): CellState {
  const asked = field === 'price' ? row.pendingPrice : row.pendingQuantity;
  if (local !== undefined && local.field === field) {
    const { state, text } = local;
    if (state.kind === 'sending') return { kind: 'pending', asked: text };
    return { kind: state.kind, asked: text, reason: state.reason };
  }
  return row.pending === 'edit' && asked !== null ? { kind: 'pending', asked } : { kind: 'still' };
}

/** Whether an unconfirmed edit is settled: the exchange's word on the order is newer, and nothing is pending. */
export const isSettled = (before: OrderRow, now: OrderRow): boolean =>
  now.pending === 'none' && now.updatedAt !== before.updatedAt;

/** Why a cell cannot be edited now, or null. */
export function whyNotEditable(row: OrderRow, field: EditField, instrument: InstrumentRow | undefined): string | null {
  if (!row.open) return `The order is ${row.status}.`;
  if (row.orderId === null) return 'The exchange has not given it an id yet.';
  if (row.pending === 'edit') return 'An edit is on its way.';
  if (row.pending === 'cancel') return 'It is being cancelled.';
  if (instrument === undefined) return `The rules of ${row.symbol} are not known.`;
  if (row[field] === null) return field === 'price' ? `${row.type} has no price of its own.` : 'It is sized by amount.';
  return null;
}

/** What is wrong with a new text of a cell, or null when it can be sent. */
export function editProblem(
  row: OrderRow,
  field: EditField,
  text: string,
  instrument: InstrumentRow | undefined,
): ValueProblem | null {
  if (instrument === undefined) return { reason: `The rules of ${row.symbol} are not known.` };
  const closed = whyNotEditable(row, field, instrument);
  if (closed !== null) return { reason: closed };
  const unread = textProblem(text, field === 'price' ? instrument.quote : instrument.base);
  if (unread !== null) return unread;
  const checked = checkEdit({ [field]: text }, row, instrument);
  const problem = checked.ok ? undefined : (checked.problems.find(({ path }) => path === field) ?? checked.problems[0]);
  return problem === undefined
    ? null
    : { reason: problem.reason, ...(problem.suggestion === undefined ? {} : { suggestion: problem.suggestion }) };
}

/** What a cell's editor begins with: the key that opened it, or what stands there. */
export function firstText(eventKey: string | null, value: Decimal | null | undefined): string {
  return eventKey !== null && /^[\d.]$/.test(eventKey) ? eventKey : (value ?? '');
}
