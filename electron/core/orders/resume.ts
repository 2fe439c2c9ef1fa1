import type { Journal, JournaledCommand } from '../storage/journal.ts';
import type { Former } from './book/pending-changes.ts';
import { isAsWanted, type Values } from '../commands/overlapping-edits.ts';
import { inputOf } from './journaled.ts';
import type { OwnOrders } from './book/own-orders.ts';
import { sendingUpdate } from './place.ts';
import type { Settler } from './settle.ts';

/**
 * Goes on with a command that a former run left without an end. When it was signed is not known, only
 * that it was before this run.
 *
 * @returns false when the command is none of orders.
 * @throws Error where its input cannot be read. A placement is asked about all the same.
 */
export function resumeCommand(
  command: JournaledCommand,
  orders: OwnOrders,
  settler: Settler,
  journal: Pick<Journal, 'ofOrder'>,
): boolean {
  const { name, clientOrderId, symbol } = command;
  try {
    return goOn(command, orders, settler, journal);
  } catch (error) {
    if (name === 'orders.place' && clientOrderId !== null && symbol !== null)
      settler.placement({ ...sentOf(command), clientOrderId, symbol, side: null, idInUse: null });
    throw error;
  }
}

function goOn(
  command: JournaledCommand,
  orders: OwnOrders,
  settler: Settler,
  journal: Pick<Journal, 'ofOrder'>,
): boolean {
  const { at, name } = command;
  const sent = sentOf(command);
  switch (name) {
    case 'orders.place': {
      const order = inputOf(name, command);
      orders.sending(sendingUpdate(order, at));
      orders.unconfirmed(order.clientOrderId);
      const { clientOrderId, symbol, side } = order;
      settler.placement({ ...sent, clientOrderId, symbol, side, idInUse: null });
      return true;
    }
    case 'orders.edit': {
      const { orderId, price, quantity, before = null } = inputOf(name, command);
      const former = formerOf(command, orderId, journal);
      settler.change({ ...sent, what: 'edit', orderId, price, quantity, before, at: 0, former });
      return true;
    }
    case 'orders.cancel': {
      const { orderId } = inputOf(name, command);
      const former = formerOf(command, orderId, journal);
      settler.change({ ...sent, what: 'cancel', orderId, price: null, quantity: null, before: null, at: 0, former });
      return true;
    }
    case 'orders.cancelAll':
      // The book of this life has asked nothing yet.
      settler.cancelAll({ ...sent, symbol: inputOf(name, command).symbol, orderIds: [] });
      return true;
    default:
      return false;
  }
}

const sentOf = ({ commandId, summary, at }: JournaledCommand) => ({ commandId, summary, signedAt: null, begunAt: at });

/** The effect of an edit may come so long after its sending: where it was answered, and where it was not. In ms. */
const ANSWERED_LASTS_MS = 60_000;
const UNANSWERED_LASTS_MS = 400_000;

function formerOf(left: JournaledCommand, orderId: string, journal: Pick<Journal, 'ofOrder'>): Former {
  const all = journal.ofOrder({ orderId, clientOrderId: null });
  return {
    rivals: left.name === 'orders.edit' ? all.flatMap((other) => crossed(left, other)) : [],
    isNewest: all.at(-1)?.commandId === left.commandId,
  };
}

/** What another edit of the order asks for, where it may have been on its way together with one that was left open. */
function crossed(left: JournaledCommand, other: JournaledCommand): readonly Values[] {
  if (other.name !== 'orders.edit' || other.commandId === left.commandId) return [];
  const { before, ...wanted } = editOf(left);
  const { status, outcome, at } = other;
  const isWithoutEffect = outcome?.status === 'rejected' && outcome.fault.kind !== 'OutcomeUnknown';
  const isTooOld = isEnd(status) && at < left.at - (status === 'accepted' ? ANSWERED_LASTS_MS : UNANSWERED_LASTS_MS);
  if (isWithoutEffect || isTooOld) return [];
  try {
    const { before: _, ...values } = editOf(other);
    const wasThere = status === 'accepted' && at < left.at && isAsWanted(values, before);
    return wasThere ? [] : [values];
  } catch {
    // It may have asked for anything.
    return [wanted, before];
  }
}

function editOf(command: JournaledCommand) {
  const { price, quantity, before } = inputOf('orders.edit', command);
  return { price, quantity, before: { ...before } };
}

const isEnd = (status: JournaledCommand['status']): boolean => status === 'accepted' || status === 'rejected';
