import type { ExecutionReport } from '../../../../shared/v3/topics.ts';
import { compare, isPositive } from '../../../../shared/decimal.ts';
import { millis } from '../../../../shared/time.ts';
import { latestNow, type LatestNow } from '../../account/latest-now.ts';
import { updateOfReport, type StateUpdate } from './order-updates.ts';
import type { OwnOrders } from './own-orders.ts';
import type { Reconciler } from './reconcile.ts';

/**
 * Creates the handler of execution reports. States go to the book of own orders; refused edits and cancels go to their
 * orders. A refused cancel-all concerns every order of its symbol (protocol.md, 4.6).
 *
 * @param latest dates a report from the future as one of now.
 */
export function createTakeReport(
  orders: OwnOrders,
  reconciler: Pick<Reconciler, 'heard'>,
  latest: LatestNow = latestNow(null),
): (report: ExecutionReport) => void {
  /**
   * The fields of a rejection are not documented. It may name the order only by the client id, which is unique among
   * open orders.
   */
  const openOrderOf = (clientOrderId: string): string | null => {
    for (const order of orders.all())
      if (order.clientOrderId === clientOrderId && order.life?.open !== false) return order.orderId;
    return null;
  };
  return (report) => {
    const said = updateOfReport(report);
    if (said !== null) {
      const fact: StateUpdate = { ...said, at: latest(millis(said.at)) };
      if (isImpossible(fact)) return;
      orders.state(fact);
      reconciler.heard(fact);
      return;
    }
    const { messageType, orderId, clientOrderId, symbol, at } = report;
    const reason = report.reason ?? 'The exchange gave no reason.';
    const refuse = (id: string): void => {
      orders.note({ orderId: id }, { what: 'refused', report });
      orders.reportedRefused(id, messageType === 1 ? 'edit' : 'cancel', reason, at);
    };
    if (messageType !== 3) {
      const named = orderId ?? (clientOrderId === null ? null : openOrderOf(clientOrderId));
      if (named !== null) refuse(named);
      return;
    }
    for (const order of [...orders.all()])
      if (order.orderId !== null && (symbol === null || order.traits.symbol === symbol)) refuse(order.orderId);
  };
}

/** Whether more is executed than was ordered: the executed quantity never falls, so that one such report would stay. */
const isImpossible = ({ executed, quantity }: StateUpdate): boolean =>
  quantity !== null && isPositive(quantity) && compare(executed, quantity) > 0;
