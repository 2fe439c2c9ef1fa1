import type { JournaledCommand } from '../storage/journal.ts';
import { inputOf } from './journaled.ts';
import type { OwnOrders } from './own-orders.ts';
import { sendingFact } from './place.ts';
import type { Settler } from './settle.ts';

/**
 * Goes on with a command that a former run left without an end. When it was signed is not known, only
 * that it was before this run.
 *
 * @returns false when the command is none of orders.
 * @throws Error where its input cannot be read. A placement is asked about all the same.
 */
export function resumeCommand(command: JournaledCommand, orders: OwnOrders, settler: Settler): boolean {
  const { name, clientOrderId, symbol } = command;
  try {
    return goOn(command, orders, settler);
  } catch (error) {
    if (name === 'orders.place' && clientOrderId !== null && symbol !== null)
      settler.placement({ ...sentOf(command), clientOrderId, symbol, side: null, idInUse: null });
    throw error;
  }
}

function goOn(command: JournaledCommand, orders: OwnOrders, settler: Settler): boolean {
  const { at, name } = command;
  const sent = sentOf(command);
  switch (name) {
    case 'orders.place': {
      const order = inputOf(name, command);
      orders.sending(sendingFact(order, at));
      orders.unconfirmed(order.clientOrderId);
      const { clientOrderId, symbol, side } = order;
      settler.placement({ ...sent, clientOrderId, symbol, side, idInUse: null });
      return true;
    }
    case 'orders.edit': {
      const { orderId, price, quantity, before = null } = inputOf(name, command);
      settler.change({ ...sent, what: 'edit', orderId, price, quantity, before, askedAt: 0 });
      return true;
    }
    case 'orders.cancel':
      settler.change({
        ...sent,
        what: 'cancel',
        orderId: inputOf(name, command).orderId,
        price: null,
        quantity: null,
        before: null,
        askedAt: 0,
      });
      return true;
    case 'orders.cancelAll':
      // The book of this life has asked nothing yet.
      settler.cancelAll({ ...sent, symbol: inputOf(name, command).symbol, asked: { orderIds: [], at: 0 } });
      return true;
    default:
      return false;
  }
}

const sentOf = ({ commandId, summary, at }: JournaledCommand) => ({ commandId, summary, signedAt: null, begunAt: at });
