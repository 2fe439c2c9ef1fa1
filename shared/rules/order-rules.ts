import type { InstrumentRow, OrderDraft } from '../contract/contract.ts';
import { compare, grouped, multiply, type Decimal } from '../decimal.ts';
import { isClientId, isSymbol } from '../ids.ts';
import {
  checkAmount,
  checkLevel,
  checkNotional,
  checkPositionSide,
  checkPrice,
  checkQuantity,
  checkVisible,
  LABELS,
  tooSmall,
} from './order-checks.ts';
import { applicability, type OrderContext, type PlaceOrder } from './order-fields.ts';
import { createProblems, type Problem } from './problem.ts';
import { onlyCloses } from './position-math.ts';

/**
 * What an order may look like, used by the form while one types and by the core before it sends.
 * Sources: protocol.md 2.1 (placement body and filters), interface-v3.md E7 and E8.
 */
export { applicability } from './order-fields.ts';
export type { Applicability, DraftField, OrderContext, PlaceOrder } from './order-fields.ts';
export { sentence } from '../words/order-sentence.ts';

/** Longest order tag (protocol.md, 2.1). */
const MAX_TAG = 64;

/**
 * Checks an order as typed against the type's fields and the instrument's filters.
 *
 * @param draft texts as typed; "" is empty.
 * @param instrument the symbol's filters.
 * @param context what else is known.
 * @returns the body to send, or every problem by field. The body is what the endpoint's schema would make of it, in
 *   its order (a test holds it to that), and need not be parsed once more.
 */
export function checkDraft(
  draft: OrderDraft,
  instrument: InstrumentRow,
  context: OrderContext = {},
): { readonly ok: true; readonly order: PlaceOrder } | { readonly ok: false; readonly problems: readonly Problem[] } {
  const { problems, say, sayMissing } = createProblems();
  const fields = applicability(draft, instrument.kind, context);

  if (draft.symbol !== instrument.symbol) say('symbol', `This order is for ${draft.symbol}, not ${instrument.symbol}.`);
  if (!isSymbol(draft.symbol)) say('symbol', `${draft.symbol} is not a symbol that the interface takes.`);
  if (instrument.status !== 'TRADING') say('symbol', `${instrument.symbol} is not trading (${instrument.status}).`);
  if (draft.type === 'RPI' && !instrument.rpiAllowed) say('type', `${instrument.symbol} takes no RPI orders.`);

  const texts = ['price', 'quantity', 'amount', 'visibleQuantity', 'bidAskLevel'] as const;
  for (const field of texts) {
    const rule = fields[field];
    if (!rule.applies && draft[field] !== '') say(field, rule.why);
    if (rule.applies && rule.required && draft[field] === '') sayMissing(field, `Enter the ${LABELS[field]}.`);
  }
  for (const field of ['positionSide', 'marginMode'] as const) {
    const rule = fields[field];
    const neutral = field === 'positionSide' ? 'BOTH' : 'CROSS';
    if (!rule.applies && draft[field] !== neutral) say(field, rule.why);
  }
  if (!fields.reduceOnly.applies && draft.reduceOnly) say('reduceOnly', fields.reduceOnly.why);

  const price = fields.price.applies ? checkPrice(draft.price, instrument, say) : null;
  const quantity = fields.quantity.applies ? checkQuantity('quantity', draft.quantity, instrument, say) : null;
  const amount = fields.amount.applies ? checkAmount(draft.amount, say) : null;
  if (fields.quantity.applies && fields.amount.applies) {
    if (draft.quantity !== '' && draft.amount !== '')
      say('amount', 'Give quantity or amount, not both: the exchange refuses both together.');
    if (draft.quantity === '' && draft.amount === '')
      sayMissing('quantity', 'Enter a quantity, or an amount in quote currency.');
  }
  const visible = fields.visibleQuantity.applies
    ? checkVisible(draft.visibleQuantity, quantity, instrument, say)
    : null;
  const bidAskLevel = fields.bidAskLevel.applies ? checkLevel(draft.bidAskLevel, say) : null;
  checkNotional(draft, price, quantity, amount, instrument, context, say);
  checkPositionSide(draft, instrument, context, say);
  if (draft.clientOrderId !== '' && (!isClientId(draft.clientOrderId) || draft.clientOrderId === '0'))
    say('clientOrderId', 'A client order ID is a whole number from 1 to 9223372036854775807.');
  if (draft.orderTag.length > MAX_TAG) say('orderTag', `A tag has at most ${MAX_TAG} characters.`);
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is refused
  if (/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/.test(draft.orderTag))
    say('orderTag', 'A tag has no control or invisible characters.');

  if (problems.length > 0) return { ok: false, problems };
  const perpetual = instrument.kind === 'perpetual';
  return {
    ok: true,
    order: {
      symbol: draft.symbol,
      ...(draft.clientOrderId === '' ? {} : { clientOrderId: draft.clientOrderId }),
      ...(draft.orderTag === '' ? {} : { orderTag: draft.orderTag }),
      side: draft.side,
      ...(perpetual ? { positionSide: draft.positionSide } : {}),
      type: draft.type,
      ...(price === null ? {} : { price }),
      ...(quantity === null ? {} : { quantity }),
      ...(amount === null ? {} : { amount }),
      ...(perpetual && draft.reduceOnly ? { reduceOnly: true } : {}),
      ...(visible === null ? {} : { visibleQuantity: visible }),
      ...(perpetual ? { marginMode: draft.marginMode } : {}),
      ...(bidAskLevel === null ? {} : { bidAskLevel }),
    },
  };
}

/**
 * Checks an edit of price or quantity (E8).
 *
 * @param edit new texts; undefined keeps the old value.
 * @param order type and present values of the order.
 * @returns the fields to send, or the problems.
 */
export function checkEdit(
  edit: { readonly price?: string | undefined; readonly quantity?: string | undefined },
  order: {
    readonly type: string;
    readonly side: string;
    readonly positionSide: string;
    readonly reduceOnly: boolean;
    readonly price: Decimal | null;
    readonly quantity: Decimal | null;
    readonly executed: Decimal;
  },
  instrument: InstrumentRow,
):
  | { readonly ok: true; readonly price?: Decimal; readonly quantity?: Decimal }
  | { readonly ok: false; readonly problems: readonly Problem[] } {
  const { problems, say, sayMissing } = createProblems();
  if (edit.price === undefined && edit.quantity === undefined)
    sayMissing('price', 'Give a new price or a new quantity.');
  if (edit.price === '') sayMissing('price', 'Enter the price.');
  if (edit.quantity === '') sayMissing('quantity', 'Enter the quantity.');
  if (edit.price !== undefined && ['MARKET', 'ASK', 'BID'].includes(order.type))
    say('price', `${order.type} ignores price.`);
  const price = edit.price === undefined ? null : checkPrice(edit.price, instrument, say);
  const quantity = edit.quantity === undefined ? null : checkQuantity('quantity', edit.quantity, instrument, say);
  if (quantity !== null && compare(quantity, order.executed) <= 0)
    say(
      'quantity',
      `${grouped(order.executed)} is executed already; a smaller total cannot be asked for. Cancel the rest instead.`,
    );
  const nextPrice = price ?? order.price;
  const nextQuantity = quantity ?? order.quantity;
  if (
    problems.length === 0 &&
    !onlyCloses(order) &&
    nextPrice !== null &&
    nextQuantity !== null &&
    compare(multiply(nextPrice, nextQuantity), instrument.minNotional) < 0
  )
    say(quantity === null ? 'price' : 'quantity', tooSmall(multiply(nextPrice, nextQuantity), instrument));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, ...(price === null ? {} : { price }), ...(quantity === null ? {} : { quantity }) };
}
