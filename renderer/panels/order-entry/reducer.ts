import type { OrderDraft } from '../../../shared/contract/contract.ts';
import { assertNever } from '../../../shared/errors.ts';
import { LONGEST_TEXT, readNumberText } from '../../ui/text/number-text.ts';
import type { NumberField, TextField, TicketForm } from './types.ts';

export type TicketAction =
  | { readonly do: 'choose'; readonly change: Partial<Pick<OrderDraft, Choice>> }
  | { readonly do: 'type'; readonly field: TextField; readonly text: string }
  /** A paste that replaces all of a number field. */
  | { readonly do: 'paste'; readonly field: NumberField; readonly text: string; readonly unit: string }
  /** A value that the program worked out because it was asked to: a step, a share, a suggestion, a click on the book. */
  | { readonly do: 'fill'; readonly field: TextField; readonly text: string; readonly note?: string }
  | { readonly do: 'symbol'; readonly symbol: string }
  /** The ticket turned from orders to plans, or back. */
  | { readonly do: 'other-kind' }
  /** Everything at once, from a template of that name. */
  | { readonly do: 'recall'; readonly draft: OrderDraft; readonly template: string }
  | { readonly do: 'forget-template' }
  /** A press found problems. */
  | { readonly do: 'refuse' }
  /** An order left, with that client order id. */
  | { readonly do: 'placed'; readonly sent: string };

type Choice = 'side' | 'type' | 'positionSide' | 'marginMode' | 'reduceOnly';

export function emptyTicket(symbol: string): TicketForm {
  return {
    draft: {
      symbol,
      side: 'BUY',
      type: 'LIMIT',
      price: '',
      quantity: '',
      amount: '',
      visibleQuantity: '',
      positionSide: 'BOTH',
      marginMode: 'CROSS',
      bidAskLevel: '',
      reduceOnly: false,
      clientOrderId: '',
      orderTag: '',
    },
    notes: {},
    pressed: false,
    template: null,
  };
}

export function ticketReducer(form: TicketForm, action: TicketAction): TicketForm {
  switch (action.do) {
    case 'choose':
      return { ...form, draft: { ...form.draft, ...action.change } };
    case 'type':
      return withText(form, action.field, action.text);
    case 'fill':
      return withText(form, action.field, action.text, action.note);
    case 'paste': {
      const reading = readNumberText(action.text, action.unit);
      return reading.kind === 'readable'
        ? withText(form, action.field, reading.value, `Read from “${action.text.trim()}”.`)
        : withText(form, action.field, action.text);
    }
    case 'symbol':
      return action.symbol === form.draft.symbol ? form : forSymbol(form, action.symbol);
    case 'other-kind': {
      // A price of long ago is not the one that is meant now.
      const { marginMode, reduceOnly, quantity } = form.draft;
      const fresh = forSymbol(form, form.draft.symbol);
      return { ...fresh, draft: { ...fresh.draft, marginMode, reduceOnly, quantity } };
    }
    case 'recall':
      // A client order id names one order, and a template is for many.
      return {
        ...emptyTicket(action.draft.symbol),
        draft: { ...action.draft, clientOrderId: '' },
        template: action.template,
      };
    case 'forget-template':
      return { ...form, template: null };
    case 'refuse':
      return { ...form, pressed: true };
    case 'placed':
      // The id names one order; everything else is likely to be wanted again.
      return {
        ...form,
        pressed: false,
        notes: {},
        draft: {
          ...form.draft,
          clientOrderId: form.draft.clientOrderId === action.sent ? '' : form.draft.clientOrderId,
        },
      };
    default:
      return assertNever(action);
  }
}

function withText(form: TicketForm, field: TextField, text: string, note?: string): TicketForm {
  const { [field]: _gone, ...notes } = form.notes;
  // Cutting it would be a silent change, so the field keeps what it had and says so.
  if (text.length > LONGEST_TEXT) {
    const refusal = `${text.length.toLocaleString('en')} characters were not taken; ${LONGEST_TEXT} are the most.`;
    return { ...form, notes: { ...notes, [field]: refusal } };
  }
  return {
    ...form,
    draft: { ...form.draft, [field]: text },
    notes: note === undefined ? notes : { ...notes, [field]: note },
  };
}

/** Numbers, ids and margin mode of one symbol mean nothing for another; the way of trading stays. */
function forSymbol({ draft }: TicketForm, symbol: string): TicketForm {
  const fresh = emptyTicket(symbol);
  const { side, type, positionSide, orderTag } = draft;
  return { ...fresh, draft: { ...fresh.draft, side, type, positionSide, orderTag } };
}
