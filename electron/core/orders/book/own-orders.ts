import type { OrderRow } from '../../../../shared/contract/contract.ts';
import type { FeedStore } from '../../page/feeds.ts';
import type { Unsubscribe } from '../../world/ports.ts';
import type { ChangeRequest, Former } from './pending-changes.ts';
import type { SendingUpdate, StateUpdate } from './order-updates.ts';
import type { OrderEvents, Note } from './order-events.ts';
import type { ReadJudge } from './read-judge.ts';
import {
  mergePendingChange,
  mergeMissed,
  mergePlaced,
  mergeRefusal,
  mergeReportedRefusal,
  mergeState,
  mergeTaken,
  mergeUnconfirmed,
  orderRow,
  rowId,
  seenOrder,
  sendingOrder,
  type OwnOrder,
  type Refusal,
} from './merge.ts';

/** Finished orders that stay on the screen; the oldest are dropped first. */
const FINISHED_KEPT = 1_000;

/** The book of own orders: the open ones and those finished since the start. */
export interface OwnOrders {
  /** Adds an own order that is about to be sent. */
  sending(fact: SendingUpdate): void;
  /** Removes an order that was not sent or was rejected. */
  withdraw(clientOrderId: string): void;
  unconfirmed(clientOrderId: string): void;
  placed(clientOrderId: string, orderId: string): void;
  /** Merges a report of an order from any source; `listed` for one from a list. */
  state(fact: StateUpdate, listed?: 'listed'): void;
  /** Notes an event of an order without changing the order. */
  note(order: { readonly orderId: string } | { readonly clientOrderId: string }, note: Note): void;
  /** Adds an edit or cancel that is being sent; `former` for one of an earlier run. */
  addPendingChange(orderId: string, asking: ChangeRequest, former?: Former): void;
  /** Marks a change as accepted, by its answer or by proof. */
  taken(orderId: string, commandId: string): void;
  /** Marks a change as rejected, proved without effect, or dismissed. */
  refused(orderId: string, commandId: string, refusal: Refusal): void;
  /** Takes a rejection from the stream. */
  reportedRefused(orderId: string, what: 'edit' | 'cancel', reason: string, at: number): void;
  /**
   * Marks an order that the exchange neither lists nor finds, by reads since an exchange ms.
   *
   * @returns whether this is new.
   */
  missed(orderId: string, at: number): boolean;
  get(orderId: string): OwnOrder | undefined;
  /** An order of this terminal, by its client id. */
  sent(clientOrderId: string): OwnOrder | undefined;
  all(): Iterable<OwnOrder>;
  /** The exchange's clock was set: the dates of what is known say nothing beside those of now. */
  forgetDates(): void;
  /** In how many ms a read can correct what the stream reported; null while none contradicts it. */
  decidesIn(): number | null;
  /** Called after each change of an order, with the state before it. */
  onChange(listener: (now: OwnOrder, before: OwnOrder | undefined) => void): Unsubscribe;
}

/**
 * Creates the book.
 *
 * @param feed the contract's feed "orders".
 * @param isOurs whether a client order id is in the journal of this terminal.
 * @param lives stores the events of each order; without it none are stored.
 * @param judge judges reads that contradict the stream; without it each read counts by its date.
 */
export function createOwnOrders(
  feed: FeedStore<OrderRow>,
  isOurs: (clientOrderId: string) => boolean,
  lives?: OrderEvents,
  judge?: ReadJudge,
): OwnOrders {
  const byRow = new Map<string, OwnOrder>();
  /** Row ids of the orders sent since the start, by client id. */
  const sentRows = new Map<string, string>();
  const finished = new Set<string>();
  const listeners = new Set<(now: OwnOrder, before: OwnOrder | undefined) => void>();

  function rowNow(id: string): OrderRow | undefined {
    const order = byRow.get(id);
    return order === undefined ? undefined : orderRow(order);
  }

  function write(now: OwnOrder, before: OwnOrder | undefined): void {
    if (now === before) return;
    const id = rowId(now);
    if (before !== undefined && rowId(before) !== id) {
      lives?.rename(rowId(before), id);
      remove(rowId(before));
    }
    byRow.set(id, now);
    if (now.sent !== null && now.clientOrderId !== null) sentRows.set(now.clientOrderId, id);
    feed.putLater(id, rowNow);
    if (now.life?.open === false) keepFinished(id);
    else finished.delete(id);
    for (const listener of [...listeners]) listener(now, before);
  }

  function change(orderId: string, how: (order: OwnOrder) => OwnOrder): void {
    const order = byRow.get(orderId);
    if (order !== undefined) write(how(order), order);
  }

  function remove(id: string): void {
    byRow.delete(id);
    finished.delete(id);
    lives?.forget(id);
    judge?.forget(id);
    feed.drop(id);
  }

  function keepFinished(id: string): void {
    finished.add(id);
    if (finished.size <= FINISHED_KEPT) return;
    const [oldest] = finished;
    if (oldest === undefined) return;
    const { clientOrderId } = byRow.get(oldest) ?? {};
    if (clientOrderId !== undefined && clientOrderId !== null) sentRows.delete(clientOrderId);
    remove(oldest);
  }

  const sentOrder = (clientOrderId: string): OwnOrder | undefined => byRow.get(sentRows.get(clientOrderId) ?? '');

  /** The own order without an id that a report is about: same client id, same order. */
  function nameless(fact: StateUpdate): OwnOrder | undefined {
    if (fact.clientOrderId === null) return undefined;
    const order = sentOrder(fact.clientOrderId);
    const same =
      order !== undefined &&
      order.orderId === null &&
      order.traits.symbol === fact.traits.symbol &&
      order.traits.side === fact.traits.side;
    return same ? order : undefined;
  }

  return {
    sending: (fact) => write(sendingOrder(fact), undefined),
    withdraw(clientOrderId) {
      const order = sentOrder(clientOrderId);
      // A report of the exchange is stronger than our conclusion.
      if (order === undefined || order.orderId !== null) return;
      remove(rowId(order));
      sentRows.delete(clientOrderId);
    },
    unconfirmed(clientOrderId) {
      const order = sentOrder(clientOrderId);
      if (order !== undefined && order.orderId === null) write(mergeUnconfirmed(order), order);
    },
    placed(clientOrderId, orderId) {
      const order = sentOrder(clientOrderId);
      if (order === undefined || order.orderId !== null) return;
      const seen = byRow.get(orderId);
      if (seen === undefined) {
        write(mergePlaced(order, orderId), order);
        return;
      }
      // The stream reported it first, without our client id.
      const named = { ...seen, clientOrderId, ours: true, sent: order.sent };
      lives?.rename(rowId(order), orderId);
      remove(rowId(order));
      write(named, seen);
    },
    state(fact, listed) {
      const known = byRow.get(fact.orderId) ?? nameless(fact);
      if (known === undefined) {
        judge?.heard(undefined, fact);
        write(seenOrder(fact, fact.clientOrderId !== null && isOurs(fact.clientOrderId)), undefined);
      } else {
        const verdict = fact.source === 'read' ? judge?.judge(known, fact) : 'take';
        const now = mergeState(known, fact, verdict);
        if (fact.source === 'stream' || now.life !== known.life) judge?.heard(known, fact);
        write(now, known);
      }
      lives?.note(
        fact.orderId,
        fact.source === 'stream'
          ? { what: 'reported', report: fact.sent }
          : { what: 'read', fact, by: listed ?? 'inquiry' },
      );
    },
    note(order, note) {
      const known = 'orderId' in order ? byRow.get(order.orderId) : sentOrder(order.clientOrderId);
      if (known !== undefined) lives?.note(rowId(known), note);
    },
    addPendingChange: (orderId, asking, former) =>
      change(orderId, (order) => mergePendingChange(order, asking, former)),
    taken: (orderId, commandId) => change(orderId, (order) => mergeTaken(order, commandId)),
    refused: (orderId, commandId, refusal) => change(orderId, (order) => mergeRefusal(order, commandId, refusal)),
    reportedRefused: (orderId, what, reason, at) =>
      change(orderId, (order) => mergeReportedRefusal(order, what, reason, at)),
    missed(orderId, at) {
      const order = byRow.get(orderId);
      if (order === undefined) return false;
      const now = mergeMissed(order, at);
      write(now, order);
      return now !== order;
    },
    get: (orderId) => byRow.get(orderId),
    sent: sentOrder,
    all: () => byRow.values(),
    forgetDates() {
      for (const [id, order] of byRow)
        if (order.life !== null) byRow.set(id, { ...order, life: { ...order.life, at: 0 } });
    },
    decidesIn: () => judge?.decidesIn() ?? null,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
