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
 * Asks about an order whose news did not come on the stream: it was placed, or an edit or cancel was
 * acknowledged. The first question leaves after `firstAfterMs`.
 */
export type Follow = (orderId: string, firstAfterMs?: number) => void;

const isFollowed = ({ isTaken, state }: PendingChange): boolean => isTaken && state === 'open';

const noEffect = (asked: PendingChange, life: StateUpdate | null): string =>
  life === null || isWithoutEffect(asked, asked.rivals, life)
    ? `The exchange took the ${asked.what}, and shows no effect of it.`
    : `The exchange took the ${asked.what}. Whether it took effect is not known: the order has been changed since.`;

/** Makes the follower; it ends by itself once the order has a state and nothing that was acknowledged is pending. */
export function createFollow(orders: OwnOrders, reads: OrderReads, polls: Polls): Follow {
  const owesNews = (orderId: string): boolean => {
    const order = orders.get(orderId);
    return order !== undefined && (order.life === null || order.asked.some(isFollowed));
  };
  return (orderId, firstAfterMs = STREAM_FIRST_MS) => {
    if (!owesNews(orderId)) return;
    polls.start(
      `order ${orderId}`,
      async () => {
        if (!owesNews(orderId)) return true;
        const read = await reads.one({ orderId });
        if (read === null) return false;
        orders.state(updateOfRead(read));
        const { asked = [], life = null } = orders.get(orderId) ?? {};
        for (const each of asked)
          if (isFollowed(each) && read.readAt - each.at > NO_EFFECT_AFTER_MS)
            orders.refused(orderId, each.commandId, { reason: noEffect(each, life), isSure: false });
        return !owesNews(orderId);
      },
      firstAfterMs,
    );
  };
}
