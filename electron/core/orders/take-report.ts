import type { ExecutionReport } from '../../../shared/v3/topics.ts';
import { factOfReport } from './facts.ts';
import type { OwnOrders } from './own-orders.ts';
import type { Reconciler } from './reconcile.ts';

/**
 * Makes the taking of execution reports: states go to the book, refusals of edits and cancels to the
 * orders that they are about. A refused cancel-all is about every order of its symbol (protocol.md, 4.6).
 */
export function createTakeReport(
  orders: OwnOrders,
  reconciler: Pick<Reconciler, 'heard'>,
): (report: ExecutionReport) => void {
  return (report) => {
    const fact = factOfReport(report);
    if (fact !== null) {
      orders.state(fact);
      reconciler.heard(fact);
      return;
    }
    const { messageType, orderId, symbol, at } = report;
    const reason = report.reason ?? 'The exchange gave no reason.';
    const refuse = (id: string): void => {
      orders.note({ orderId: id }, { what: 'refused', report });
      orders.refused(id, messageType === 1 ? 'edit' : 'cancel', reason, at);
    };
    if (messageType !== 3) {
      if (orderId !== null) refuse(orderId);
      return;
    }
    for (const order of [...orders.all()])
      if (order.orderId !== null && (symbol === null || order.traits.symbol === symbol)) refuse(order.orderId);
  };
}
