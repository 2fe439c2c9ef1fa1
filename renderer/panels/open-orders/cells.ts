import type { ICellRendererComp } from 'ag-grid-community';
import type { InstrumentRow, OrderRow } from '../../../shared/contract/contract.ts';
import {
  approximate,
  atLeastPlaces,
  decimalsOf,
  grouped,
  isZero,
  toDecimal,
  type Decimal,
} from '../../../shared/decimal.ts';
import type { CellState, EditField } from '../../state/orders/order-edits.ts';
import { MISSING } from '../../ui/text/format.ts';
import { cellOf, type DrawCell } from '../../ui/grid/grid-cell.ts';

/** What cells need besides their value. */
export interface GridContext {
  instrumentOf(symbol: string): InstrumentRow | undefined;
  cellState(row: OrderRow, field: EditField): CellState;
  isCancelling(row: OrderRow): boolean;
  cancel(row: OrderRow): void;
  dismiss(row: OrderRow): void;
  details(row: OrderRow): void;
}

/** A number with the instrument's own decimals; a digit is never taken away. */
export function numberText(
  value: Decimal | null | undefined,
  row: OrderRow,
  field: EditField,
  context: GridContext,
): string {
  if (value === null || value === undefined) return MISSING;
  const instrument = context.instrumentOf(row.symbol);
  if (instrument === undefined) return grouped(value);
  return grouped(atLeastPlaces(value, decimalsOf(field === 'price' ? instrument.priceTick : instrument.quantityStep)));
}

type Draw = DrawCell<OrderRow, GridContext>;
const cell = (make: (box: HTMLElement) => Draw) =>
  cellOf<OrderRow, GridContext>((box) => {
    box.classList.add('orders-cell');
    return make(box);
  });

/** Price or quantity, with what is asked for and how the last edit ended. */
const editedCell = (field: EditField): new () => ICellRendererComp<OrderRow> =>
  cell((box) => (row, context) => {
    const text = numberText(row[field], row, field, context);
    const state = context.cellState(row, field);
    box.dataset['state'] = state.kind;
    box.title = titleOf(state, text);
    if (state.kind === 'still') box.textContent = text;
    else if (state.kind === 'refused') {
      // Pressing the mark takes it away; the double click on the cell edits again.
      const sign = mark('!', `refused ${state.asked}: ${state.reason}`);
      sign.onclick = () => context.dismiss(row);
      box.replaceChildren(text, sign);
    } else {
      const value = toDecimal(state.asked);
      const asked = value === null ? state.asked : numberText(value, row, field, context);
      const sign = state.kind === 'pending' ? mark('…', 'pending') : mark('?', 'unconfirmed');
      box.replaceChildren(element('b', asked), sign);
    }
  });

export const PriceCell = editedCell('price');
export const QuantityCell = editedCell('quantity');

function titleOf(state: CellState, text: string): string {
  switch (state.kind) {
    case 'still':
      return '';
    case 'pending':
      return `On its way to the exchange. It has ${text} now.`;
    case 'unconfirmed':
      return `Unconfirmed: ${state.reason} It had ${text}.`;
    case 'refused':
      return `${state.asked} was refused. ${state.reason}`;
  }
}

function element(name: 'b' | 'i', text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function mark(sign: string, words: string): HTMLElement {
  const made = element('i', sign);
  made.setAttribute('role', 'img');
  made.setAttribute('aria-label', words);
  return made;
}

/** Executed quantity with its share of the whole as a bar; of a part the whole is named too. */
export const ExecutedCell = cell((box) => {
  const text = document.createTextNode('');
  box.classList.add('orders-executed');
  box.append(text);
  return (row, context) => {
    const whole = row.quantity;
    const share = whole === null || isZero(whole) ? 0 : Math.min(1, approximate(row.executed) / approximate(whole));
    const done = numberText(row.executed, row, 'quantity', context);
    text.data = share > 0 && share < 1 ? `${done} / ${numberText(whole, row, 'quantity', context)}` : done;
    box.style.backgroundSize = `${share * 100}% 2px`;
    box.dataset['some'] = isZero(row.executed) ? 'no' : 'yes';
  };
});

const PENDING_WORDS = { none: '', edit: 'editing', cancel: 'cancelling' } as const;

/** The exchange's word, what is pending, and the reason of an end or of a refusal. */
export const StatusCell = cell((box) => (row, context) => {
  const pending = context.isCancelling(row) ? PENDING_WORDS.cancel : PENDING_WORDS[row.pending];
  const aside = pending === '' ? (row.lastRefusal ?? row.reason ?? '') : pending;
  box.dataset['refused'] = pending === '' && row.lastRefusal !== null ? 'yes' : 'no';
  box.title = aside === '' ? row.status : `${row.status}: ${aside}`;
  box.replaceChildren(element('b', row.status), aside === '' ? '' : ` ${aside}`);
});

const CANCELLING = 'It is being cancelled.';

/** The cancel of one row. */
export const CancelCell = cell((box) => {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'orders-cancel';
  box.append(button);
  return (row, context) => {
    const why = whyNotCancelled(row, context);
    button.hidden = !row.open;
    button.textContent = why === CANCELLING ? 'Cancelling' : 'Cancel';
    button.setAttribute('aria-label', `Cancel order ${row.orderId ?? row.clientOrderId ?? ''}`);
    button.setAttribute('aria-disabled', String(why !== null));
    button.title = why ?? '';
    button.onclick = () => {
      if (why === null) context.cancel(row);
    };
  };
});

/** Opens the order's details. */
export const DetailsCell = cell((box) => {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'orders-details';
  button.textContent = '⋯';
  button.title = 'Details';
  box.append(button);
  return (row, context) => {
    button.setAttribute('aria-label', `Details of order ${row.orderId ?? row.clientOrderId ?? ''}`);
    button.onclick = () => context.details(row);
  };
});

function whyNotCancelled(row: OrderRow, context: GridContext): string | null {
  if (row.pending === 'cancel' || context.isCancelling(row)) return CANCELLING;
  return row.orderId === null ? 'The exchange has not given it an id yet.' : null;
}
