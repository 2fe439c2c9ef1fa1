import { isWithoutEffect, type PendingChange } from './pending-changes.ts';
import type { StateUpdate } from './order-updates.ts';
import type { Polls } from '../../commands/polls.ts';
import type { OwnOrders } from './own-orders.ts';
import { updateOfRead, type OrderReads } from './reads.ts';

/** The stream is given this long before the exchange is asked. */
const STREAM_FIRST_MS = 1_500;
/** An acknowledged edit or cancel that shows no effect after this long has had none. */
const NO_EFFECT_AFTER_MS = 10_000;

/**
 * Reads an order whose report did not come on the stream after a placement or an acknowledged change. The first read
 * follows after `firstAfterMs`.
 */
export type Follow = (orderId: string, firstAfterMs?: number) => void;

const isFollowed = ({ isTaken, state }: PendingChange): boolean => isTaken && state === 'open';

const noEffect = (change: PendingChange, life: StateUpdate | null): string =>
  life === null || isWithoutEffect(change, change.rivals, life)
    ? `The exchange took the ${change.what}, and shows no effect of it.`
    : `The exchange took the ${change.what}. Its effect is unknown: the order was changed since.`;

/** Creates the follower; it ends once the order has a state and no acknowledged change is pending. */
export function createFollow(orders: OwnOrders, reads: OrderReads, polls: Polls): Follow {
  const awaitsReport = (orderId: string): boolean => {
    const order = orders.get(orderId);
    return order !== undefined && (order.life === null || order.pendingChanges.some(isFollowed));
  };
  return (orderId, firstAfterMs = STREAM_FIRST_MS) => {
    if (!awaitsReport(orderId)) return;
    polls.start(
      `order ${orderId}`,
      async () => {
        if (!awaitsReport(orderId)) return true;
        const read = await reads.one({ orderId });
        if (read === null) return false;
        orders.state(updateOfRead(read));
        const { pendingChanges = [], life = null } = orders.get(orderId) ?? {};
        for (const change of pendingChanges)
          if (isFollowed(change) && read.readAt - change.at > NO_EFFECT_AFTER_MS)
            orders.refused(orderId, change.commandId, { reason: noEffect(change, life), isSure: false });
        return !awaitsReport(orderId);
      },
      firstAfterMs,
    );
  };
}
