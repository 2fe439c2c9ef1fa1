import type { Account, Order, OrderType } from '../../engine/model.ts';
import { cancel, cancelAll, edit, openOrder } from '../../engine/orders/change.ts';
import { isOpen } from '../../engine/orders/order.ts';
import { place } from '../../engine/orders/place.ts';
import { refuse, Refusal } from '../../engine/refusal.ts';
import { instrumentOf } from '../../engine/symbols.ts';
import type { SignedCall, SignedRoute } from '../call.ts';
import {
  clientId,
  flag,
  id,
  integer,
  maybeInstrument,
  number,
  paged,
  paging,
  range,
  requiredInstrument,
  requiredWord,
  text,
  word,
} from '../fields.ts';
import { fixedText } from '../../engine/money/fixed.ts';
import { bare, priceText, sizeText } from '../../wire/numbers.ts';
import { orderRecord } from '../../wire/order-record.ts';

const SIDES = ['BUY', 'SELL'] as const;
const POSITION_SIDES = ['BOTH', 'LONG', 'SHORT'] as const;
const TYPES: readonly OrderType[] = ['LIMIT', 'MARKET', 'IOC', 'FOK', 'POST_ONLY', 'ASK', 'BID', 'RPI'];

/** E7. */
export const placeOrder: SignedRoute = ({ venue, account, fields, desk }) => {
  const instrument = requiredInstrument(fields);
  const side = requiredWord(fields, 'side', SIDES);
  const type = requiredWord(fields, 'type', TYPES);
  const level = integer(fields, 'bidAskLevel', 1, 5);
  const order = place(venue, account, {
    symbol: instrument.symbol,
    side,
    type,
    clientId: clientId(fields, 'clientOrderId') ?? '0',
    tag: text(fields, 'orderTag', 64) ?? 'default',
    positionSide: word(fields, 'positionSide', POSITION_SIDES),
    marginMode: word(fields, 'marginMode', ['CROSS', 'ISOLATED'] as const) ?? 'CROSS',
    reduceOnly: flag(fields, 'reduceOnly') ?? false,
    price: number(fields, 'price'),
    quantity: number(fields, 'quantity'),
    amount: number(fields, 'amount'),
    visible: ['MARKET', 'IOC', 'FOK'].includes(type) ? null : number(fields, 'visibleQuantity'),
    bidAskLevel: type === 'ASK' || type === 'BID' ? (level ?? 1) : null,
    postOnlyAdjusted: type === 'POST_ONLY' && (flag(fields, 'postOnlyAdjusted') ?? false),
    byHand: false,
    forced: false,
    algoId: '',
  });
  const written = (decimal: string): unknown => (desk.forms === 'live' ? bare(decimal) : decimal);
  return {
    data: {
      orderId: bare(order.id),
      clientOrderId: bare(order.clientId),
      type: order.type,
      price: order.price === 0 ? null : written(priceText(instrument, order.price)),
      quantity: order.quantity === 0 ? null : written(sizeText(instrument, order.quantity)),
      amount: order.amount === null ? null : written(fixedText(order.amount)),
      bidAskLevel: order.bidAskLevel,
    },
  };
};

/** The two ids of a call; one is needed, and the system's wins. */
function ids({ fields }: SignedCall): { readonly order: string | null; readonly client: string | null } {
  const order = id(fields, 'orderId');
  const client = order === null ? clientId(fields, 'clientOrderId') : null;
  if (order === null && client === null)
    throw refuse('invalidParameter', 'Either orderId or clientOrderId is required.');
  return { order, client };
}

/** E8. What a rule forbids is said at once; what became of the edit comes on the stream. */
export const editOrder: SignedRoute = (call) => {
  const { venue, account, fields } = call;
  const { order: orderId, client } = ids(call);
  const quantity = number(fields, 'quantity');
  if (quantity !== null && number(fields, 'amount') !== null)
    throw refuse('invalidParameter', 'Give either quantity or amount, not both.');
  const order = openOrder(account, orderId, client);
  const price = number(fields, 'price');
  try {
    edit(venue, order, price, quantity ?? bought(order, call));
  } catch (error) {
    if (error instanceof Refusal) venue.outlet.onRefusedReport(account, 1, order.symbol, order, error.message);
    throw error;
  }
  return { data: { status: 'EDIT_SENT' } };
};

/** New quantity of an edit by amount: what the amount buys at the order's price, whole lots. */
function bought(order: Order, { fields }: SignedCall): bigint | null {
  const amount = number(fields, 'amount');
  if (amount === null) return null;
  const instrument = instrumentOf(order.symbol);
  return (amount / (BigInt(order.price) * instrument.unit)) * instrument.lot;
}

function find({ account }: SignedCall, order: string | null, client: string | null): Order | undefined {
  const { open, openByClient, finished, finishedByClient } = account;
  if (order !== null) return open.get(order) ?? finished.get(order);
  return client === null ? undefined : (openByClient.get(client) ?? finishedByClient.get(client));
}

/** E9 is limited by symbol, which the order that is asked for has. */
export function symbolOfOrder(call: SignedCall): string | null {
  const { order, client } = ids(call);
  return find(call, order, client)?.symbol ?? null;
}

/** E9: open orders, and finished ones as far back as they are kept. */
export const readOrder: SignedRoute = (call) => {
  const { order, client } = ids(call);
  const found = find(call, order, client);
  if (found === undefined || found.createdAt > call.venue.now - call.desk.lagMs)
    throw refuse('orderNotFound', 'The order does not exist.');
  return { data: orderRecord(found, flag(call.fields, 'withRealizedPnl') ?? false, call.desk.forms) };
};

export const cancelOrder: SignedRoute = (call) => {
  const { venue, account, fields } = call;
  const instrument = requiredInstrument(fields);
  const { order: orderId, client } = ids(call);
  const order = openOrder(account, orderId, client);
  if (order.symbol !== instrument.symbol) throw refuse('orderNotFound', 'The order is not on this symbol.');
  cancel(venue, order, 'Cancelled by the user.');
  return { data: { status: 'CANCEL_SENT' } };
};

export const cancelOrders: SignedRoute = ({ venue, account, fields }) => {
  const instrument = maybeInstrument(fields);
  cancelAll(venue, account, instrument?.symbol ?? null, 'Cancelled by the user.');
  return { data: { status: 'CANCEL_ALL_SENT' } };
};

const STATUSES = ['NEW', 'PARTIAL_FILLED', 'FILLED', 'CANCELLED', 'REJECTED', 'INCOMPLETE', 'COMPLETED'] as const;

const OPEN: ReadonlySet<string> = new Set(['NEW', 'PARTIAL_FILLED', 'INCOMPLETE']);

/** Orders that can have a status and are wanted, newest first: by time of placing, then by id. */
function newestFirst(account: Account, status: string | null, wanted: (order: Order) => boolean): Order[] {
  const some = status === null ? null : OPEN.has(status) ? account.open : account.finished;
  const orders = some === null ? [...account.finished.values(), ...account.open.values()] : [...some.values()];
  return orders
    .filter(wanted)
    .sort((a, b) => b.createdAt - a.createdAt || (a.id.length - b.id.length || (a.id < b.id ? -1 : 1)) * -1);
}

export const listOrders: SignedRoute = ({ venue, account, fields, desk }) => {
  const instrument = maybeInstrument(fields);
  const side = word(fields, 'side', SIDES);
  const positionSide = word(fields, 'positionSide', POSITION_SIDES);
  const type = word(fields, 'type', [...TYPES, 'LIQUIDATE'] as const);
  const tag = text(fields, 'orderTag', 64);
  const status = word(fields, 'status', STATUSES);
  const withPnl = flag(fields, 'withRealizedPnl') ?? false;
  const { from, to } = range(fields);
  const page = paging(fields, desk.forms === 'live' ? 100 : 25);
  const wanted = (order: Order): boolean =>
    (instrument === null || order.symbol === instrument.symbol) &&
    (side === null || order.side === side) &&
    (positionSide === null || order.positionSide === positionSide) &&
    (type === null || (order.forced ? 'LIQUIDATE' : order.type) === type) &&
    (tag === null || order.tag === tag) &&
    (status === null ||
      status === order.status ||
      (status === 'INCOMPLETE' && isOpen(order)) ||
      (status === 'COMPLETED' && !isOpen(order))) &&
    order.createdAt >= from &&
    order.createdAt <= Math.min(to, venue.now - desk.lagMs);
  const { rows, meta } = paged(newestFirst(account, status, wanted), page);
  return { data: { meta, rows: rows.map((order) => orderRecord(order, withPnl, desk.forms)) } };
};
