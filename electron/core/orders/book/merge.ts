import type { OrderRow } from '../../../../shared/contract/contract.ts';
import { compare, isPositive, ZERO, type Decimal } from '../../../../shared/decimal.ts';
import { LAG_MS } from '../../commands/proof-of-absence.ts';
import {
  changed,
  isShown,
  joined,
  settledBy,
  type PendingChange,
  type ChangeRequest,
  type Former,
} from './pending-changes.ts';
import type { OrderTraits, SendingUpdate, StateUpdate, Verdict } from './order-updates.ts';

/**
 * Merges all reports of an own order by the greatest of a total order, so that order of arrival, repeats and delays do
 * not matter. A final report beats an open one, then the newer wins, then the one with more executed. The executed
 * quantity only grows.
 */

/** An own order. */
export interface OwnOrder {
  readonly orderId: string | null;
  readonly clientOrderId: string | null;
  readonly ours: boolean;
  readonly traits: OrderTraits;
  /** Set for orders of this terminal: the request and our own knowledge of it. */
  readonly sent: (SendingUpdate & { readonly stage: 'SENDING' | 'UNCONFIRMED' }) | null;
  /** The report that decides status, price and quantity. */
  readonly life: StateUpdate | null;
  /** The report with the most executed. */
  readonly fills: StateUpdate | null;
  /** Exchange ms as reported. */
  readonly createdAt: number | null;
  /** Exchange ms of the first and the last known change. */
  readonly firstAt: number | null;
  readonly changedAt: number | null;
  /** Unsettled edits and cancels, oldest first. */
  readonly pendingChanges: readonly PendingChange[];
  /** Command id of the newest edit or cancel, which the row shows. */
  readonly newest: string | null;
  readonly lastRefusal: string | null;
  /** The edit or cancel of `lastRefusal`; its later effect clears the text. */
  readonly refused: PendingChange | null;
  /** Exchange ms since which the exchange does not find this open order. */
  readonly missedAt: number | null;
}

/** Rank of a status in an order's life, for reports of the same ms and executed quantity. */
const RANK: Readonly<Record<string, number>> = { NEW: 0, PARTIAL_FILLED: 1, REPLACED: 2 };

/** The total order of reports; positive when `a` is newer. */
function compareLife(a: StateUpdate, b: StateUpdate): number {
  return (
    Number(b.open) - Number(a.open) ||
    a.at - b.at ||
    compare(a.executed, b.executed) ||
    (RANK[a.status] ?? 3) - (RANK[b.status] ?? 3) ||
    // The rest only makes the choice stable.
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

/** The greater of two reports; the first when they are equal. */
const greater = (a: StateUpdate | null, b: StateUpdate, by: (a: StateUpdate, b: StateUpdate) => number): StateUpdate =>
  a !== null && by(a, b) >= 0 ? a : b;

/** An order about to be sent. */
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
    pendingChanges: [],
    newest: null,
    lastRefusal: null,
    refused: null,
    missedAt: null,
  };
}

/** An order first known by a report. */
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
    pendingChanges: [],
    newest: null,
    lastRefusal: null,
    refused: null,
    missedAt: null,
  };
}

/**
 * Merges a report of the exchange.
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
  return settlePendingChanges({
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
 * The exchange neither lists the order nor finds it by its id. That does not prove an end, and a read may lag.
 *
 * @param at exchange ms of the first of the two reads.
 */
export function mergeMissed(order: OwnOrder, at: number): OwnOrder {
  const known = Math.max(order.life?.at ?? 0, order.sent?.at ?? 0);
  if (order.missedAt !== null || order.life?.open === false || at - known < LAG_MS) return order;
  return { ...order, missedAt: at };
}

/** The exchange accepted our order and gave its id; the state comes by stream or read. */
export const mergePlaced = (order: OwnOrder, orderId: string): OwnOrder =>
  order.orderId === null ? { ...order, orderId } : order;

/** No answer came: the order may exist or not. */
export const mergeUnconfirmed = (order: OwnOrder): OwnOrder =>
  order.sent === null ? order : { ...order, sent: { ...order.sent, stage: 'UNCONFIRMED' } };

/** Ends the edits and cancels whose effect, or the order's end, the newest report shows. */
function settlePendingChanges(order: OwnOrder): OwnOrder {
  const { life, refused } = order;
  const pendingChanges = settledBy(order.pendingChanges, life);
  const isBack = refused !== null && life !== null && isShown(refused, life);
  return isBack
    ? { ...order, pendingChanges, refused: null, lastRefusal: null }
    : pendingChanges === order.pendingChanges
      ? order
      : { ...order, pendingChanges };
}

/** Adds an edit or cancel in flight; `former` for one of an earlier run. */
export function mergePendingChange(order: OwnOrder, asking: ChangeRequest, former?: Former): OwnOrder {
  const pendingChanges = joined(order.pendingChanges, asking, former?.rivals ?? []);
  return settlePendingChanges(
    former?.isNewest === false
      ? { ...order, pendingChanges }
      : { ...order, pendingChanges, newest: asking.commandId, lastRefusal: null, refused: null },
  );
}

/** Marks an edit or cancel as accepted, by its answer or by proof. */
export const mergeTaken = (order: OwnOrder, commandId: string): OwnOrder =>
  order.pendingChanges.some((change) => change.commandId === commandId)
    ? settlePendingChanges({
        ...order,
        pendingChanges: changed(order.pendingChanges, commandId, (change) => ({ ...change, isTaken: true })),
      })
    : order;

/** Why an edit or cancel had no effect. */
export interface Refusal {
  readonly reason: string;
  /** Whether it certainly had no effect and will have none. */
  readonly isSure: boolean;
}

/** Marks an edit or cancel as rejected, proved without effect, or dismissed. */
export function mergeRefusal(order: OwnOrder, commandId: string, { reason, isSure }: Refusal): OwnOrder {
  const refused = order.pendingChanges.find((change) => change.commandId === commandId);
  if (refused === undefined) return order;
  const mayComeYet = refused.what === 'cancel' && (refused.state === 'over' || (refused.state === 'open' && !isSure));
  const pendingChanges = changed(order.pendingChanges, commandId, (change): PendingChange => {
    if (!mayComeYet) return { ...change, isTaken: true, state: 'refused' };
    return change.state === 'over' ? change : { ...change, state: 'given up' };
  });
  return refusedNow({ ...order, pendingChanges }, refused, reason);
}

/**
 * A stream report of a rejected edit or cancel does not name it: it counts for the newest pending one.
 *
 * @param at exchange ms of the rejection; later edits and cancels are not affected.
 */
export function mergeReportedRefusal(order: OwnOrder, what: 'edit' | 'cancel', reason: string, at: number): OwnOrder {
  const refused = order.pendingChanges.findLast(
    (change) => change.state === 'open' && change.what === what && at >= change.at,
  );
  if (refused === undefined) return order;
  const pendingChanges = changed(order.pendingChanges, refused.commandId, (change) => ({
    ...change,
    state: 'refused',
  }));
  return refusedNow({ ...order, pendingChanges }, refused, reason);
}

/** Shows the reason of a rejection, unless a newer change was sent since. */
const refusedNow = (order: OwnOrder, change: PendingChange, reason: string): OwnOrder =>
  change.state === 'open' && change.commandId === order.newest
    ? { ...order, lastRefusal: reason, refused: change }
    : order;

function mergeTraits(known: OrderTraits, reported: OrderTraits): OrderTraits {
  const complete =
    (known.positionSide !== null || reported.positionSide === null) &&
    (known.amount !== null || reported.amount === null) &&
    (known.reduceOnly !== null || reported.reduceOnly === null) &&
    (known.marginMode !== null || reported.marginMode === null) &&
    (known.bidAskLevel !== null || reported.bidAskLevel === null) &&
    (known.tag !== null || reported.tag === null);
  if (complete) return known;
  return {
    ...known,
    positionSide: known.positionSide ?? reported.positionSide,
    amount: known.amount ?? reported.amount,
    reduceOnly: known.reduceOnly ?? reported.reduceOnly,
    marginMode: known.marginMode ?? reported.marginMode,
    bidAskLevel: known.bidAskLevel ?? reported.bidAskLevel,
    tag: known.tag ?? reported.tag,
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
  const pending = order.pendingChanges.find(({ commandId, state }) => state === 'open' && commandId === order.newest);
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

/** A status older than a fill from another source would contradict the executed quantity. */
const shownStatus = (life: StateUpdate, executed: Decimal): string =>
  life.status === 'NEW' && isPositive(executed) ? 'PARTIAL_FILLED' : life.status;
