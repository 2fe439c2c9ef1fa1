import type { DeadManItem } from '../../../../shared/contract/deadman.ts';
import { isCancelled } from '../../orders/book/pending-changes.ts';
import type { StateUpdate } from '../../orders/book/order-updates.ts';
import type { OwnOrder } from '../../orders/book/merge.ts';
import type { OwnCancels } from '../../orders/own-cancels.ts';
import type { OwnOrders } from '../../orders/book/own-orders.ts';
import { updateOfRead, type OrderReads } from '../../orders/book/reads.ts';
import type { Reconciler } from '../../orders/book/reconcile.ts';
import { listedSince, MOST_BY_NAME } from './last-open.ts';
import type { EndedBy, OpenItem, ProofSource } from './proof.ts';

/**
 * The proof's reads of the book of own orders. An unconfirmed order may be missing there; its absence proves nothing.
 */
export function proofOrders(
  orders: Pick<OwnOrders, 'all' | 'get'>,
  ownCancels: OwnCancels,
  reconciler: Pick<Reconciler, 'run' | 'knownSince'>,
  reads: Pick<OrderReads, 'list' | 'one'>,
): ProofSource {
  const open = (): OwnOrder[] =>
    [...orders.all()].filter(({ orderId, life }) => orderId !== null && life?.open !== false);
  const openItems = (): OpenItem[] =>
    open().map(({ orderId, createdAt, firstAt, sent }) => ({
      kind: 'order',
      id: orderId ?? '',
      createdAt: createdAt ?? firstAt ?? sent?.at ?? null,
    }));

  /**
   * @param wasOpen whether it was open at the deadline or shortly before, as far as known.
   */
  function endedByUpdate({ orderId: id, ...life }: StateUpdate, at: number, wasOpen: boolean): EndedBy {
    const { symbol, type } = life.traits;
    // These orders end at once, whenever the report arrives.
    if (NEVER_RESTS.has(type)) return 'other';
    const isNew = life.changedAt !== null && life.changedAt >= at;
    if (!isCancelled({ orderId: id, ...life }) || (life.changedAt !== null && !isNew)) return 'other';
    return (isNew || wasOpen) && !ownCancels({ id, symbol }, isNew) ? 'switch' : 'unknown';
  }

  return {
    openAt: (at) =>
      [...orders.all()]
        .filter(({ orderId, life }) => orderId !== null && (life?.open !== false || (life.changedAt ?? 0) >= at))
        .flatMap(itemOf),
    openItems,
    knownSince: reconciler.knownSince,
    endedBy({ id }, at) {
      const { life = null } = orders.get(id) ?? {};
      return life === null ? 'unknown' : endedByUpdate(life, at, true);
    },
    endedAt: ({ id }) => orders.get(id)?.life?.changedAt ?? null,
    readOpen: async () => {
      await reconciler.run('timer');
      return openItems();
    },
    async readEnded(last, at) {
      const known = new Set(last?.items.flatMap(({ kind, id }) => (kind === 'order' ? [id] : [])));
      const { orders: listed, isComplete } = await reads.list({
        status: 'CANCELLED',
        startTime: listedSince(last, 'order', at),
        endTime: at,
      });
      const found = new Map(listed.map((listing) => [String(listing.record.orderId), listing]));
      for (const orderId of [...known].filter((id) => !found.has(id)).slice(0, MOST_BY_NAME)) {
        const one = await reads.one({ orderId });
        if (one !== null) found.set(orderId, one);
      }
      const updates = [...found.values()].map(updateOfRead);
      return {
        ends: updates
          // An order created before the saved list and missing in it had ended before.
          .filter(({ orderId, createdAt, changedAt }) =>
            known.has(orderId) ? true : changedAt !== null || (createdAt ?? at) >= (last?.at ?? 0),
          )
          .map((update) => ({
            item: itemOfUpdate(update),
            // A lagging list may still show it as open.
            by: update.open ? 'unknown' : endedByUpdate(update, at, known.has(update.orderId)),
            at: update.changedAt,
          })),
        isComplete: last !== null && isComplete && [...known].every((id) => found.has(id)),
      };
    },
    protects: () => false,
  };
}

const NEVER_RESTS: ReadonlySet<string> = new Set(['MARKET', 'IOC', 'FOK']);

function itemOf({ orderId, traits, life, sent }: OwnOrder): DeadManItem[] {
  if (orderId === null) return [];
  const { symbol, side, type } = traits;
  const quantity = life?.quantity ?? sent?.quantity ?? null;
  const price = life?.price ?? sent?.price ?? null;
  return [{ kind: 'order', id: orderId, symbol, side, type, quantity, price, trigger: null }];
}

function itemOfUpdate({ orderId, traits: { symbol, side, type }, quantity, price }: StateUpdate): DeadManItem {
  return { kind: 'order', id: orderId, symbol, side, type, quantity, price, trigger: null };
}
