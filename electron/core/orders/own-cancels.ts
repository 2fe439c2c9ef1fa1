import type { CommandRow } from '../../../shared/contract/contract.ts';
import type { FeedStore } from '../page/feeds.ts';
import type { Clock } from '../world/ports.ts';
import type { Journal, JournaledCommand } from '../storage/journal.ts';
import { mayHaveCancelled } from './book/pending-changes.ts';
import type { OwnOrders } from './book/own-orders.ts';

/** An older cancel of all has had its effect, and lagging lists show it. In ms. */
const LONG_AGO_MS = 600_000;

export interface OwnCancelsParts {
  readonly orders: Pick<OwnOrders, 'get'>;
  readonly commands: Pick<FeedStore<CommandRow>, 'rows'>;
  readonly journal: Pick<Journal, 'ofOrder'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Whether an own cancel may have cancelled an order. `isNew` when the order certainly ended just now. */
export type OwnCancels = (order: { readonly id: string; readonly symbol: string }, isNew: boolean) => boolean;

/**
 * Creates the check. An unanswered cancel may take effect minutes later, an acknowledged one at any time. Without a
 * known end time, a cancel of an earlier run may have ended the order: a lagging list shows it as open again.
 */
export function createOwnCancels({ orders, commands, journal, clock }: OwnCancelsParts): OwnCancels {
  const ofAll = (of: string, isNew: boolean): boolean =>
    [...commands.rows()].some(({ name, symbol, status, known, at }) => {
      if (name !== 'orders.cancelAll' || (symbol !== null && symbol !== of)) return false;
      if (status === 'sending' || status === 'unconfirmed') return true;
      return !isNew && (status === 'accepted' || !known) && at > clock.now() - LONG_AGO_MS;
    });
  const before = (orderId: string): boolean => {
    try {
      return journal.ofOrder({ orderId, clientOrderId: null }).some(isCancel);
    } catch {
      return true; // it cannot be ruled out
    }
  };
  return ({ id, symbol }, isNew) => {
    const order = orders.get(id);
    // Only the journal has the commands of an earlier run on an order that ended before this run.
    if (order === undefined) return ofAll(symbol, isNew) || before(id);
    return mayHaveCancelled(order.pendingChanges) || ofAll(symbol, isNew) || (!isNew && before(id));
  };
}

/** Whether a command is a cancel that was not certainly rejected. */
const isCancel = ({ name, outcome }: JournaledCommand): boolean =>
  name === 'orders.cancel' && (outcome?.status !== 'rejected' || outcome.fault.kind === 'OutcomeUnknown');
