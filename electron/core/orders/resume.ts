import type { Journal, JournaledCommand } from '../storage/journal.ts';
import type { Former } from './book/pending-changes.ts';
import { isAsWanted, type Values } from '../commands/overlapping-edits.ts';
import { inputOf } from './journaled.ts';
import type { OwnOrders } from './book/own-orders.ts';
import { sendingUpdate } from './place.ts';
import type { Settler } from './settle.ts';

/**
 * Settles a command that an earlier run left open. Its signing time is unknown, but was before this run.
 *
 * @returns false for commands of other parts.
 * @throws Error when its input cannot be read. A placement is polled all the same.
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
      settler.placement({ ...sentOf(command), clientOrderId, symbol, side: null, idInUse: null, notBefore: null });
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
      settler.placement({ ...sent, clientOrderId, symbol, side, idInUse: null, notBefore: null });
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
      // The book of this run has no pending changes yet.
      settler.cancelAll({ ...sent, symbol: inputOf(name, command).symbol, orderIds: [] });
      return true;
    default:
      return false;
  }
}

const sentOf = ({ commandId, summary, at }: JournaledCommand) => ({ commandId, summary, signedAt: null, begunAt: at });

/** Longest delay of an edit's effect after sending: with an answer, and without. In ms. */
const ANSWERED_LASTS_MS = 60_000;
const UNANSWERED_LASTS_MS = 400_000;

function formerOf(command: JournaledCommand, orderId: string, journal: Pick<Journal, 'ofOrder'>): Former {
  const all = journal.ofOrder({ orderId, clientOrderId: null });
  return {
    rivals: command.name === 'orders.edit' ? all.flatMap((other) => crossed(command, other)) : [],
    isNewest: all.at(-1)?.commandId === command.commandId,
  };
}

/** The wanted values of another edit that may have been in flight together with an open one. */
function crossed(command: JournaledCommand, other: JournaledCommand): readonly Values[] {
  if (other.name !== 'orders.edit' || other.commandId === command.commandId) return [];
  const { before, ...wanted } = editOf(command);
  const { status, outcome, at } = other;
  const isWithoutEffect = outcome?.status === 'rejected' && outcome.fault.kind !== 'OutcomeUnknown';
  const isTooOld = isEnd(status) && at < command.at - (status === 'accepted' ? ANSWERED_LASTS_MS : UNANSWERED_LASTS_MS);
  if (isWithoutEffect || isTooOld) return [];
  try {
    const { before: _, ...values } = editOf(other);
    const wasThere = status === 'accepted' && at < command.at && isAsWanted(values, before);
    return wasThere ? [] : [values];
  } catch {
    // Its wanted values are unknown.
    return [wanted, before];
  }
}

function editOf(command: JournaledCommand) {
  const { price, quantity, before } = inputOf('orders.edit', command);
  return { price, quantity, before: { ...before } };
}

const isEnd = (status: JournaledCommand['status']): boolean => status === 'accepted' || status === 'rejected';
