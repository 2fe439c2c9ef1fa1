import type { OrderRow } from '../../../../shared/contract/contract.ts';
import type { FeedStore } from '../../page/feeds.ts';
import type { Unsubscribe } from '../../world/ports.ts';
import type { Asking, Former } from './pending-changes.ts';
import type { SendingUpdate, StateUpdate } from './order-updates.ts';
import type { OrderEvents, Note } from './order-events.ts';
import type { ReadJudge } from './read-judge.ts';
import {
  mergeAsked,
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

/** Finished orders that stay on the screen; the oldest go first. */
const FINISHED_KEPT = 1_000;

/** The own-order book: every order that is open, or that finished since the terminal started. */
export interface OwnOrders {
  /** An order of ours is about to leave. */
  sending(fact: SendingUpdate): void;
  /** Nothing of it left, or the exchange refused it: there is no such order. */
  withdraw(clientOrderId: string): void;
  unconfirmed(clientOrderId: string): void;
  placed(clientOrderId: string, orderId: string): void;
  /** The exchange's word on an order, from any source; `listed` for one that was read with all others. */
  state(fact: StateUpdate, listed?: 'listed'): void;
  /** Keeps what belongs to an order's life and changes nothing of it. */
  note(order: { readonly orderId: string } | { readonly clientOrderId: string }, note: Note): void;
  /** An edit or cancel leaves; `former` for one that left in a former run. */
  asked(orderId: string, asking: Asking, former?: Former): void;
  /** The exchange took one, by its answer or as was found out. */
  taken(orderId: string, commandId: string): void;
  /** One was refused by its answer, found to have had no effect, or given up. */
  refused(orderId: string, commandId: string, refusal: Refusal): void;
  /** The stream says that one was refused. */
  reportedRefused(orderId: string, what: 'edit' | 'cancel', reason: string, at: number): void;
  /**
   * The exchange neither lists it nor finds it by its id, by reads since an exchange ms.
   *
   * @returns whether that is news.
   */
  missed(orderId: string, at: number): boolean;
  get(orderId: string): OwnOrder | undefined;
  /** An order that we sent ourselves, by its client id. */
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
 * Makes the book.
 *
 * @param feed the contract's feed "orders".
 * @param isOurs whether a client order id is in the journal of this terminal.
 * @param lives keeps all that is said of each order; nothing is kept without it.
 * @param judge of reads that contradict the stream; without it each read is taken by its date.
 */
export function createOwnOrders(
  feed: FeedStore<OrderRow>,
  isOurs: (clientOrderId: string) => boolean,
  lives?: OrderEvents,
  judge?: ReadJudge,
): OwnOrders {
  const byRow = new Map<string, OwnOrder>();
  /** Row ids of what this terminal sent since it started, by client id. */
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

  /** The order of ours without an id that the exchange speaks of: the same client id on the same order. */
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
      // The exchange's word on it, where there is one, is stronger than what we concluded.
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
      // The stream spoke of it first and without our client id.
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
    asked: (orderId, asking, former) => change(orderId, (order) => mergeAsked(order, asking, former)),
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
