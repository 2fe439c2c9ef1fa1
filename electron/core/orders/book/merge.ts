import type { OrderRow } from '../../../../shared/contract/contract.ts';
import { compare, isPositive, ZERO, type Decimal } from '../../../../shared/decimal.ts';
import { LAG_MS } from '../../commands/proof-of-absence.ts';
import {
  changed,
  isShown,
  joined,
  settledBy,
  type PendingChange,
  type Asking,
  type Former,
} from './pending-changes.ts';
import type { OrderTraits, SendingUpdate, StateUpdate, Verdict } from './order-updates.ts';

/**
 * The one merge of everything that is said of an own order. What the exchange says is joined by the
 * greatest of a total order, so that any order of arrival, repeats and delays end in the same state:
 * a final word beats an open one, then the newer one wins, then the one with more executed. The
 * executed quantity itself only grows.
 */

/** What is known of one order. */
export interface OwnOrder {
  readonly orderId: string | null;
  readonly clientOrderId: string | null;
  readonly ours: boolean;
  readonly traits: OrderTraits;
  /** Set while or after we placed it ourselves: what we asked for, and what we know without the exchange's word. */
  readonly sent: (SendingUpdate & { readonly stage: 'SENDING' | 'UNCONFIRMED' }) | null;
  /** The word that decides status, price and quantity. */
  readonly life: StateUpdate | null;
  /** The word with the most executed. */
  readonly fills: StateUpdate | null;
  /** Exchange ms as the exchange says it. */
  readonly createdAt: number | null;
  /** Exchange ms of the first and the last change that is known. */
  readonly firstAt: number | null;
  readonly changedAt: number | null;
  /** Edits and cancels of which not all is known yet, oldest first. */
  readonly asked: readonly PendingChange[];
  /** Command id of the newest edit or cancel, which is what the row speaks of. */
  readonly newest: string | null;
  readonly lastRefusal: string | null;
  /** The edit or cancel that `lastRefusal` is about: where its effect is seen after all, the words are taken back. */
  readonly refused: PendingChange | null;
  /** Exchange ms since which it is open by all that is known, and the exchange does not know it. */
  readonly missedAt: number | null;
}

/** Among words of the same ms with the same executed quantity, the later in an order's life. */
const RANK: Readonly<Record<string, number>> = { NEW: 0, PARTIAL_FILLED: 1, REPLACED: 2 };

/** The total order of words on an order's life; positive when `a` is the newer truth. */
function compareLife(a: StateUpdate, b: StateUpdate): number {
  return (
    Number(b.open) - Number(a.open) ||
    a.at - b.at ||
    compare(a.executed, b.executed) ||
    (RANK[a.status] ?? 3) - (RANK[b.status] ?? 3) ||
    // From here on the two say the same of the order, or differ in what cannot be decided: take one for good.
    compareText(lifeText(a), lifeText(b))
  );
}

const compareFills = (a: StateUpdate, b: StateUpdate): number =>
  compare(a.executed, b.executed) || a.at - b.at || compareText(fillText(a), fillText(b));

const lifeText = (fact: StateUpdate): string =>
  [fact.status, fact.price, fact.quantity, fact.visibleQuantity, fact.reason].map((part) => part ?? '').join('\n');
const fillText = (fact: StateUpdate): string =>
  [fact.averagePrice, fact.fee, fact.feeAsset].map((part) => part ?? '').join('\n');
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The greater of two words; the first where they are equal, so that nothing changes. */
const greater = (a: StateUpdate | null, b: StateUpdate, by: (a: StateUpdate, b: StateUpdate) => number): StateUpdate =>
  a !== null && by(a, b) >= 0 ? a : b;

/** An order that we are about to send. */
export function sendingOrder(fact: SendingUpdate): OwnOrder {
  return {
    orderId: null,
    clientOrderId: fact.clientOrderId,
    ours: true,
    traits: fact.traits,
    sent: { ...fact, stage: 'SENDING' },
    life: null,
    fills: null,
    createdAt: null,
    firstAt: null,
    changedAt: null,
    asked: [],
    newest: null,
    lastRefusal: null,
    refused: null,
    missedAt: null,
  };
}

/** An order of which the exchange spoke first. */
export function seenOrder(fact: StateUpdate, ours: boolean): OwnOrder {
  return {
    orderId: fact.orderId,
    clientOrderId: fact.clientOrderId,
    ours,
    traits: fact.traits,
    sent: null,
    life: fact,
    fills: fact,
    createdAt: fact.createdAt,
    firstAt: fact.changedAt,
    changedAt: fact.changedAt,
    asked: [],
    newest: null,
    lastRefusal: null,
    refused: null,
    missedAt: null,
  };
}

/**
 * Joins the exchange's word into what is known.
 *
 * @param verdict how far a read is believed that contradicts the stream.
 * @returns the same object when nothing changed.
 */
export function mergeState(order: OwnOrder, fact: StateUpdate, verdict: Verdict = 'take'): OwnOrder {
  const life =
    verdict === 'correct' ? fact : verdict === 'executed' ? order.life : greater(order.life, fact, compareLife);
  const fills = greater(order.fills, fact, compareFills);
  const traits = mergeTraits(order.traits, fact.traits);
  const createdAt = earliest(order.createdAt, fact.createdAt);
  const firstAt = earliest(order.firstAt, fact.changedAt);
  const clientOrderId = order.clientOrderId ?? fact.clientOrderId;
  const changedAt = latest(order.changedAt, fact.changedAt);
  if (
    life === order.life &&
    fills === order.fills &&
    traits === order.traits &&
    createdAt === order.createdAt &&
    firstAt === order.firstAt &&
    changedAt === order.changedAt &&
    clientOrderId === order.clientOrderId &&
    order.missedAt === null &&
    order.orderId !== null
  )
    return order;
  return settleAsked({
    ...order,
    orderId: order.orderId ?? fact.orderId, // the text that is the key already, where there is one
    clientOrderId,
    traits,
    life,
    fills,
    createdAt,
    firstAt,
    changedAt,
    missedAt: null,
  });
}

/**
 * The exchange neither lists it as open nor finds it by its id. That says nothing of how it ended, nor that it did;
 * and a read may lag behind what was said of it last.
 *
 * @param at exchange ms of the first of the two reads.
 */
export function mergeMissed(order: OwnOrder, at: number): OwnOrder {
  const known = Math.max(order.life?.at ?? 0, order.sent?.at ?? 0);
  if (order.missedAt !== null || order.life?.open === false || at - known < LAG_MS) return order;
  return { ...order, missedAt: at };
}

/** The exchange took our order and named it; its state comes on the stream or by a read. */
export const mergePlaced = (order: OwnOrder, orderId: string): OwnOrder =>
  order.orderId === null ? { ...order, orderId } : order;

/** No answer came: it may be there or not. */
export const mergeUnconfirmed = (order: OwnOrder): OwnOrder =>
  order.sent === null ? order : { ...order, sent: { ...order.sent, stage: 'UNCONFIRMED' } };

/** An edit or cancel is over once the newest word shows its effect, or the order's end. */
function settleAsked(order: OwnOrder): OwnOrder {
  const { life, refused } = order;
  const asked = settledBy(order.asked, life);
  const isBack = refused !== null && life !== null && isShown(refused, life);
  return isBack
    ? { ...order, asked, refused: null, lastRefusal: null }
    : asked === order.asked
      ? order
      : { ...order, asked };
}

/** An edit or cancel is on its way; `former` for one that left in a former run. */
export function mergeAsked(order: OwnOrder, asking: Asking, former?: Former): OwnOrder {
  const asked = joined(order.asked, asking, former?.rivals ?? []);
  return settleAsked(
    former?.isNewest === false
      ? { ...order, asked }
      : { ...order, asked, newest: asking.commandId, lastRefusal: null, refused: null },
  );
}

/** The exchange took an edit or cancel, by its answer or as was found out. */
export const mergeTaken = (order: OwnOrder, commandId: string): OwnOrder =>
  order.asked.some((each) => each.commandId === commandId)
    ? settleAsked({ ...order, asked: changed(order.asked, commandId, (each) => ({ ...each, isTaken: true })) })
    : order;

/** How an edit or cancel came to nothing. */
export interface Refusal {
  readonly reason: string;
  /** Whether it is certain that it had no effect and will have none. */
  readonly isSure: boolean;
}

/** An edit or cancel was refused by its answer, found to have had no effect, or given up. */
export function mergeRefusal(order: OwnOrder, commandId: string, { reason, isSure }: Refusal): OwnOrder {
  const mine = order.asked.find((each) => each.commandId === commandId);
  if (mine === undefined) return order;
  const mayComeYet = mine.what === 'cancel' && (mine.state === 'over' || (mine.state === 'open' && !isSure));
  const asked = changed(order.asked, commandId, (each): PendingChange => {
    if (!mayComeYet) return { ...each, isTaken: true, state: 'refused' };
    return each.state === 'over' ? each : { ...each, state: 'given up' };
  });
  return refusedNow({ ...order, asked }, mine, reason);
}

/**
 * A report on the stream says that an edit or cancel was refused, and not which: it counts as the newest that waits.
 *
 * @param at exchange ms of the refusal; one from before an edit or cancel says nothing of it.
 */
export function mergeReportedRefusal(order: OwnOrder, what: 'edit' | 'cancel', reason: string, at: number): OwnOrder {
  const mine = order.asked.findLast((each) => each.state === 'open' && each.what === what && at >= each.at);
  if (mine === undefined) return order;
  const asked = changed(order.asked, mine.commandId, (each) => ({ ...each, state: 'refused' }));
  return refusedNow({ ...order, asked }, mine, reason);
}

/** The words of a refusal, where nothing else was asked of the order since. */
const refusedNow = (order: OwnOrder, mine: PendingChange, reason: string): OwnOrder =>
  mine.state === 'open' && mine.commandId === order.newest ? { ...order, lastRefusal: reason, refused: mine } : order;

function mergeTraits(known: OrderTraits, said: OrderTraits): OrderTraits {
  const complete =
    (known.positionSide !== null || said.positionSide === null) &&
    (known.amount !== null || said.amount === null) &&
    (known.reduceOnly !== null || said.reduceOnly === null) &&
    (known.marginMode !== null || said.marginMode === null) &&
    (known.bidAskLevel !== null || said.bidAskLevel === null) &&
    (known.tag !== null || said.tag === null);
  if (complete) return known;
  return {
    ...known,
    positionSide: known.positionSide ?? said.positionSide,
    amount: known.amount ?? said.amount,
    reduceOnly: known.reduceOnly ?? said.reduceOnly,
    marginMode: known.marginMode ?? said.marginMode,
    bidAskLevel: known.bidAskLevel ?? said.bidAskLevel,
    tag: known.tag ?? said.tag,
  };
}

const earliest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b);
const latest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);

/** Key of an order's row: the exchange's id, or ours while there is none. */
export const rowId = (order: Pick<OwnOrder, 'orderId' | 'clientOrderId'>): string =>
  order.orderId ?? `c:${order.clientOrderId ?? ''}`;

/** The row that the page sees. */
export function orderRow(order: OwnOrder): OrderRow {
  const { traits, life, fills, sent } = order;
  const pending = order.asked.find(({ commandId, state }) => state === 'open' && commandId === order.newest);
  const executed = fills?.executed ?? ZERO;
  const price = life === null ? (sent?.price ?? null) : life.price;
  return {
    id: rowId(order),
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    symbol: traits.symbol,
    side: traits.side,
    positionSide: traits.positionSide ?? 'BOTH',
    type: traits.type,
    price,
    quantity: life?.quantity ?? sent?.quantity ?? null,
    amount: traits.amount,
    visibleQuantity: life?.visibleQuantity ?? sent?.visibleQuantity ?? null,
    executed,
    averagePrice: fills?.averagePrice ?? null,
    fee: fills?.fee ?? null,
    feeAsset: fills?.feeAsset ?? null,
    reduceOnly: traits.reduceOnly ?? false,
    marginMode: traits.marginMode,
    bidAskLevel: traits.bidAskLevel,
    tag: traits.tag,
    status: statusOf(order, executed),
    open: life?.open ?? true,
    reason: order.missedAt === null ? (life?.reason ?? null) : MISSED,
    ours: order.ours,
    createdAt: order.createdAt ?? order.firstAt ?? sent?.at ?? null,
    updatedAt: order.changedAt,
    pending: pending?.what ?? 'none',
    pendingPrice: pending?.price ?? null,
    pendingQuantity: pending?.quantity ?? null,
    lastRefusal: order.lastRefusal,
  };
}

const MISSED =
  'The exchange neither lists it as open nor finds it by its id. Whether and how it ended is not known; look at the order history.';

function statusOf({ orderId, sent, life, missedAt }: OwnOrder, executed: Decimal): string {
  if (missedAt !== null) return 'NOT_FOUND';
  if (life !== null) return shownStatus(life, executed);
  return orderId === null ? (sent?.stage ?? 'UNCONFIRMED') : 'NEW';
}

/** A word from before a fill that came by another way would contradict the executed quantity beside it. */
const shownStatus = (life: StateUpdate, executed: Decimal): string =>
  life.status === 'NEW' && isPositive(executed) ? 'PARTIAL_FILLED' : life.status;
