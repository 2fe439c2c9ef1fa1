import type { InstrumentRow, OrderDraft, OrderType } from './contract.ts';
import {
  compare,
  grouped,
  isMultipleOf,
  isPositive,
  isZero,
  multiply,
  neighbours,
  toDecimal,
  type Decimal,
} from './decimal.ts';
import { isClientId } from './ids.ts';

/**
 * What an order may look like, used by the form while one types and by the core before it sends.
 * Sources: protocol.md 2.1 (placement body and filters), interface-v3.md E7 and E8.
 */

/** What is wrong with one field. `suggestion` is an allowed value to take instead. */
export interface Problem {
  readonly path: string;
  readonly reason: string;
  readonly suggestion?: string;
}

/** The fields of E7's body in the order in which they are sent; absent ones are left out. */
export interface PlaceOrder {
  readonly symbol: string;
  readonly clientOrderId?: string;
  readonly orderTag?: string;
  readonly side: 'BUY' | 'SELL';
  readonly positionSide?: 'BOTH' | 'LONG' | 'SHORT';
  readonly type: OrderType;
  readonly price?: Decimal;
  readonly quantity?: Decimal;
  readonly amount?: Decimal;
  readonly reduceOnly?: boolean;
  readonly visibleQuantity?: Decimal;
  readonly marginMode?: 'CROSS' | 'ISOLATED';
  readonly bidAskLevel?: number;
}

/** What is known besides the order; every part may be unknown, and then its rule is left to the exchange. */
export interface OrderContext {
  readonly accountMode?: string | null;
  readonly positionMode?: string | null;
  /** For the notional of an order without a price. */
  readonly bestBid?: Decimal | null;
  readonly bestAsk?: Decimal | null;
}

export type DraftField =
  | 'price'
  | 'quantity'
  | 'amount'
  | 'visibleQuantity'
  | 'positionSide'
  | 'marginMode'
  | 'bidAskLevel'
  | 'reduceOnly'
  | 'clientOrderId'
  | 'orderTag';

export type Applicability =
  | { readonly applies: true; readonly required: boolean }
  | { readonly applies: false; readonly why: string };

const PRICED: ReadonlySet<OrderType> = new Set(['LIMIT', 'IOC', 'FOK', 'POST_ONLY', 'RPI']);
const JOINS_BOOK: ReadonlySet<OrderType> = new Set(['ASK', 'BID']);
const RESTS: ReadonlySet<OrderType> = new Set(['LIMIT', 'POST_ONLY', 'RPI', 'ASK', 'BID']);
/** Highest book level that ASK and BID may join (protocol.md, section 8). */
export const MAX_BID_ASK_LEVEL = 5;
const MAX_TAG = 64;

const yes = (required: boolean): Applicability => ({ applies: true, required });
const no = (why: string): Applicability => ({ applies: false, why });

/**
 * Says for each field whether it can be filled in, and why not.
 *
 * @param draft only `type` and `side` are read.
 * @param kind of the instrument.
 * @param context account and position mode where known.
 */
export function applicability(
  draft: Pick<OrderDraft, 'type' | 'side'>,
  kind: InstrumentRow['kind'],
  context: OrderContext = {},
): Readonly<Record<DraftField, Applicability>> {
  const { type, side } = draft;
  const priced = PRICED.has(type);
  const perpetual = kind === 'perpetual';
  const perpetualOnly = (what: string): Applicability =>
    perpetual ? yes(false) : no(`${what} is for perpetuals; this is a spot symbol.`);
  // Spot without margin sizes its market, ask and bid buys by amount and its sells by quantity (302147 to 302152).
  const pureSpot = !perpetual && !priced && (context.accountMode ?? 'PURE_SPOT') === 'PURE_SPOT';
  return {
    price: priced ? yes(true) : no(`${type} ignores price: it takes what the book offers.`),
    quantity:
      pureSpot && side === 'BUY'
        ? no(`A spot ${type} buy is sized by amount: what to spend in quote currency.`)
        : yes(priced || pureSpot),
    amount: priced
      ? no(`${type} is sized by quantity; amount is for MARKET, ASK and BID.`)
      : pureSpot && side === 'SELL'
        ? no(`A spot ${type} sell is sized by quantity.`)
        : yes(pureSpot),
    visibleQuantity: RESTS.has(type)
      ? yes(false)
      : no(`${type} never rests in the book, so nothing of it can be hidden.`),
    positionSide: perpetualOnly('Position side'),
    marginMode: perpetualOnly('Margin mode'),
    bidAskLevel: JOINS_BOOK.has(type) ? yes(false) : no('Only ASK and BID join a level of the book.'),
    reduceOnly: perpetualOnly('Reduce only'),
    clientOrderId: yes(false),
    orderTag: yes(false),
  };
}

/**
 * Checks an order as typed against the type's fields and the instrument's filters.
 *
 * @param draft texts as typed; "" is empty.
 * @param instrument the symbol's filters.
 * @param context what else is known.
 * @returns the body to send, or every problem by field.
 */
export function checkDraft(
  draft: OrderDraft,
  instrument: InstrumentRow,
  context: OrderContext = {},
): { readonly ok: true; readonly order: PlaceOrder } | { readonly ok: false; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const fields = applicability(draft, instrument.kind, context);
  const say = (path: string, reason: string, suggestion?: string): void => {
    problems.push({ path, reason, ...(suggestion === undefined ? {} : { suggestion }) });
  };

  if (draft.symbol !== instrument.symbol) say('symbol', `This order is for ${draft.symbol}, not ${instrument.symbol}.`);
  if (instrument.status !== 'TRADING') say('symbol', `${instrument.symbol} is not trading (${instrument.status}).`);
  if (draft.type === 'RPI' && !instrument.rpiAllowed) say('type', `${instrument.symbol} takes no RPI orders.`);

  const texts = ['price', 'quantity', 'amount', 'visibleQuantity', 'bidAskLevel'] as const;
  for (const field of texts) {
    const rule = fields[field];
    if (!rule.applies && draft[field] !== '') say(field, rule.why);
    if (rule.applies && rule.required && draft[field] === '') say(field, `Enter the ${LABELS[field]}.`);
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
      say('quantity', 'Enter a quantity, or an amount in quote currency.');
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
    readonly price: Decimal | null;
    readonly quantity: Decimal | null;
    readonly executed: Decimal;
  },
  instrument: InstrumentRow,
):
  | { readonly ok: true; readonly price?: Decimal; readonly quantity?: Decimal }
  | { readonly ok: false; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const say = (path: string, reason: string, suggestion?: string): void => {
    problems.push({ path, reason, ...(suggestion === undefined ? {} : { suggestion }) });
  };
  if (edit.price === undefined && edit.quantity === undefined) say('price', 'Give a new price or a new quantity.');
  if (edit.price === '') say('price', 'Enter the price.');
  if (edit.quantity === '') say('quantity', 'Enter the quantity.');
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
    nextPrice !== null &&
    nextQuantity !== null &&
    compare(multiply(nextPrice, nextQuantity), instrument.minNotional) < 0
  )
    say(quantity === null ? 'price' : 'quantity', tooSmall(multiply(nextPrice, nextQuantity), instrument));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, ...(price === null ? {} : { price }), ...(quantity === null ? {} : { quantity }) };
}

const LABELS: Readonly<Record<'price' | 'quantity' | 'amount' | 'visibleQuantity' | 'bidAskLevel', string>> = {
  price: 'price',
  quantity: 'quantity',
  amount: 'amount',
  visibleQuantity: 'visible quantity',
  bidAskLevel: 'bid/ask level',
};

type Say = (path: string, reason: string, suggestion?: string) => void;

function readNumber(path: keyof typeof LABELS, text: string, say: Say): Decimal | null {
  const value = toDecimal(text);
  if (value === null) {
    say(path, `“${text.slice(0, 40)}” is not a plain number such as 64210.5.`);
    return null;
  }
  if (text.length > 40) {
    say(path, 'A number has at most 40 digits.');
    return null;
  }
  return value;
}

function checkPrice(text: string, instrument: InstrumentRow, say: Say): Decimal | null {
  if (text === '') return null;
  const price = readNumber('price', text, say);
  if (price === null) return null;
  if (!isPositive(price)) return refuse(say, 'price', 'The price must be above zero.');
  if (compare(price, instrument.priceMin) < 0)
    return refuse(say, 'price', `The lowest price is ${grouped(instrument.priceMin)}.`, instrument.priceMin);
  if (!isZero(instrument.priceMax) && compare(price, instrument.priceMax) > 0)
    return refuse(say, 'price', `The highest price is ${grouped(instrument.priceMax)}.`, instrument.priceMax);
  return onGrid('price', price, instrument.priceTick, 'Prices move in steps of', instrument.priceMin, say);
}

function checkQuantity(
  path: 'quantity' | 'visibleQuantity',
  text: string,
  instrument: InstrumentRow,
  say: Say,
): Decimal | null {
  if (text === '') return null;
  const quantity = readNumber(path, text, say);
  if (quantity === null) return null;
  if (!isPositive(quantity)) return refuse(say, path, 'The quantity must be above zero.');
  if (compare(quantity, instrument.quantityMin) < 0)
    return refuse(
      say,
      path,
      `The smallest quantity is ${grouped(instrument.quantityMin)} ${instrument.base}.`,
      instrument.quantityMin,
    );
  if (!isZero(instrument.quantityMax) && compare(quantity, instrument.quantityMax) > 0)
    return refuse(
      say,
      path,
      `The largest quantity is ${grouped(instrument.quantityMax)} ${instrument.base}.`,
      instrument.quantityMax,
    );
  return onGrid(path, quantity, instrument.quantityStep, 'Quantities move in steps of', instrument.quantityMin, say);
}

function checkAmount(text: string, say: Say): Decimal | null {
  if (text === '') return null;
  const amount = readNumber('amount', text, say);
  if (amount === null) return null;
  return isPositive(amount) ? amount : refuse(say, 'amount', 'The amount must be above zero.');
}

function checkVisible(text: string, quantity: Decimal | null, instrument: InstrumentRow, say: Say): Decimal | null {
  if (text === '') return null;
  const whole = toDecimal(text);
  if (whole !== null && isZero(whole)) return whole; // 0 hides the order
  const visible = checkQuantity('visibleQuantity', text, instrument, say);
  if (visible !== null && quantity !== null && compare(visible, quantity) > 0)
    return refuse(say, 'visibleQuantity', 'No more can be visible than the whole quantity.', quantity);
  return visible;
}

function checkLevel(text: string, say: Say): number | null {
  if (text === '') return null;
  if (/^[1-9]$/.test(text) && Number(text) <= MAX_BID_ASK_LEVEL) return Number(text);
  say('bidAskLevel', `The bid/ask level is a whole number from 1 to ${MAX_BID_ASK_LEVEL}.`);
  return null;
}

function onGrid(
  path: keyof typeof LABELS,
  value: Decimal,
  step: Decimal,
  words: string,
  lowest: Decimal,
  say: Say,
): Decimal | null {
  if (isMultipleOf(value, step)) return value;
  const { below, above } = neighbours(value, step);
  const suggestion = compare(below, lowest) >= 0 && isPositive(below) ? below : above;
  say(path, `${words} ${grouped(step)}: ${grouped(below)} or ${grouped(above)}.`, suggestion);
  return null;
}

function refuse(say: Say, path: string, reason: string, suggestion?: Decimal): null {
  say(path, reason, suggestion);
  return null;
}

const tooSmall = (notional: Decimal, instrument: InstrumentRow): string =>
  `Worth ${grouped(notional)} ${instrument.quote}; the smallest order is ${grouped(instrument.minNotional)} ${instrument.quote}.`;

function checkNotional(
  draft: OrderDraft,
  price: Decimal | null,
  quantity: Decimal | null,
  amount: Decimal | null,
  instrument: InstrumentRow,
  context: OrderContext,
  say: Say,
): void {
  if (amount !== null && compare(amount, instrument.minNotional) < 0)
    say('amount', tooSmall(amount, instrument), instrument.minNotional);
  const reference = price ?? (draft.side === 'BUY' ? context.bestAsk : context.bestBid) ?? null;
  // Without a price of its own the order is judged by the market only where the market is known.
  if (quantity === null || reference === null) return;
  const notional = multiply(reference, quantity);
  if (compare(notional, instrument.minNotional) < 0) say('quantity', tooSmall(notional, instrument));
}

function checkPositionSide(draft: OrderDraft, instrument: InstrumentRow, context: OrderContext, say: Say): void {
  if (instrument.kind !== 'perpetual') return;
  if (context.positionMode === 'HEDGE_MODE' && draft.positionSide === 'BOTH')
    say('positionSide', 'The account is in hedge mode: choose LONG or SHORT.');
  if (context.positionMode === 'ONE_WAY' && draft.positionSide !== 'BOTH')
    say('positionSide', 'The account is in one-way mode: the position side is BOTH.', 'BOTH');
}

/**
 * The order in one sentence, as it stands on the button: "Buy 0.25 BTC at 64,210.5".
 *
 * @param draft texts as typed; unreadable ones are shown as "…".
 */
export function sentence(draft: OrderDraft, instrument: Pick<InstrumentRow, 'base' | 'quote' | 'kind'>): string {
  const verb = draft.side === 'BUY' ? 'Buy' : 'Sell';
  const read = (text: string): string | null => {
    const value = toDecimal(text);
    return value === null ? null : grouped(value);
  };
  const amount = PRICED.has(draft.type) ? null : read(draft.amount);
  const size =
    amount !== null && draft.quantity === ''
      ? `${instrument.base} for ${amount} ${instrument.quote}`
      : `${read(draft.quantity) ?? '…'} ${instrument.base}`;
  const level = draft.bidAskLevel === '' || draft.bidAskLevel === '1' ? '' : ` level ${draft.bidAskLevel}`;
  const where = PRICED.has(draft.type)
    ? ` at ${read(draft.price) ?? '…'}`
    : draft.type === 'MARKET'
      ? ' at market'
      : ` at the best ${draft.type === 'ASK' ? 'ask' : 'bid'}${level}`;
  const perpetual = instrument.kind === 'perpetual';
  const kindWord: Partial<Record<OrderType, string>> = {
    IOC: ', IOC',
    FOK: ', FOK',
    POST_ONLY: ', post only',
    RPI: ', RPI',
  };
  const opens = (draft.side === 'BUY') === (draft.positionSide === 'LONG');
  const hedge =
    perpetual && draft.positionSide !== 'BOTH'
      ? `, ${opens ? 'opens' : 'closes'} ${draft.positionSide.toLowerCase()}`
      : '';
  const reduce = perpetual && draft.reduceOnly ? ', reduce only' : '';
  return `${verb} ${size}${where}${kindWord[draft.type] ?? ''}${hedge}${reduce}`;
}
