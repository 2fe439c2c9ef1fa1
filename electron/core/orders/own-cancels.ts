import type { CommandRow } from '../../../shared/contract/contract.ts';
import type { FeedStore } from '../page/feeds.ts';
import type { Clock } from '../world/ports.ts';
import type { Journal, JournaledCommand } from '../storage/journal.ts';
import { mayHaveCancelled } from './book/pending-changes.ts';
import type { OwnOrders } from './book/own-orders.ts';

/** A cancel of all from so long ago has had its effect, and a list that lags shows it. In ms. */
const LONG_AGO_MS = 600_000;

export interface OwnCancelsParts {
  readonly orders: Pick<OwnOrders, 'get'>;
  readonly commands: Pick<FeedStore<CommandRow>, 'rows'>;
  readonly journal: Pick<Journal, 'ofOrder'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Whether a cancel of ours may be what cancelled an order. `isNew` where it is known that it happened just now. */
export type OwnCancels = (order: { readonly id: string; readonly symbol: string }, isNew: boolean) => boolean;

/**
 * Makes the question. A cancel that was not answered may have effect minutes later, one that was acknowledged at any
 * time; and where it is not known when an order ended, one of a former run may have ended it: a list that lags shows it
 * as open once more.
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
    // What a former run asked of an order that ended before this one stands in the journal alone.
    if (order === undefined) return ofAll(symbol, isNew) || before(id);
    return mayHaveCancelled(order.asked) || ofAll(symbol, isNew) || (!isNew && before(id));
  };
}

/** Whether a command is a cancel that was not refused for certain. */
const isCancel = ({ name, outcome }: JournaledCommand): boolean =>
  name === 'orders.cancel' && (outcome?.status !== 'rejected' || outcome.fault.kind === 'OutcomeUnknown');
