import type { Decimal } from '../../../../shared/decimal.ts';
import { compare, isZero } from '../../../../shared/decimal.ts';
import type { OrderRecord } from '../../../../shared/v3/records.ts';
import type { ExecutionReport, OrderReport } from '../../../../shared/v3/topics.ts';

/**
 * A report of one own order from one source. The stream, reads over REST, answers and our own sending all come as facts
 * into one merge (merge.ts), in any order.
 */

/** What never changes over an order's life. Sources leave out what they do not know. */
export interface OrderTraits {
  readonly symbol: string;
  readonly side: string;
  readonly type: string;
  readonly positionSide: string | null;
  readonly amount: Decimal | null;
  readonly reduceOnly: boolean | null;
  readonly marginMode: string | null;
  readonly bidAskLevel: number | null;
  readonly tag: string | null;
}

/** The exchange's word on an order at an instant, with the report or record itself. */
export type StateUpdate = ReportedState &
  (
    | { readonly source: 'stream'; readonly sent: OrderReport }
    | {
        readonly source: 'read';
        readonly sent: object;
        /** Monotonic ms at which the read began. */
        readonly beganAt: number;
      }
  );

interface ReportedState {
  readonly kind: 'state';
  readonly orderId: string;
  readonly clientOrderId: string | null;
  readonly traits: OrderTraits;
  /** Exchange ms of its validity: the time of the event or of the read's sending. */
  readonly at: number;
  /** Exchange ms of the order's last change, if reported. */
  readonly changedAt: number | null;
  readonly createdAt: number | null;
  readonly status: string;
  readonly open: boolean;
  readonly price: Decimal | null;
  readonly quantity: Decimal | null;
  readonly visibleQuantity: Decimal | null;
  readonly executed: Decimal;
  readonly averagePrice: Decimal | null;
  readonly fee: Decimal | null;
  readonly feeAsset: string | null;
  readonly reason: string | null;
}

/** We are about to send it. */
export interface SendingUpdate {
  readonly kind: 'sending';
  readonly clientOrderId: string;
  readonly traits: OrderTraits;
  readonly price: Decimal | null;
  readonly quantity: Decimal | null;
  readonly visibleQuantity: Decimal | null;
  /** Exchange ms, as far as known. */
  readonly at: number;
}

/** Words of the exchange that end an order (protocol.md, section 6), with the other spelling of one. */
const FINAL: ReadonlySet<string> = new Set(['FILLED', 'CANCELLED', 'CANCELED', 'REJECTED']);

/** Whether a status is open. Words that are not known are, unless all of the order is executed. */
export function isOpenStatus(status: string, executed: Decimal, quantity: Decimal | null): boolean {
  if (FINAL.has(status)) return false;
  return quantity === null || isZero(quantity) || compare(executed, quantity) < 0;
}

/** A report of the private stream as a fact; null for one that says that an edit or cancel was refused. */
export function updateOfReport(report: ExecutionReport): StateUpdate | null {
  return report.messageType === 0 ? stateOfReport(report) : null;
}

/** A report on the state of an order as a fact. */
export function stateOfReport(report: OrderReport): StateUpdate {
  return {
    kind: 'state',
    source: 'stream',
    orderId: report.orderId,
    clientOrderId: report.clientOrderId,
    traits: {
      symbol: report.symbol,
      side: report.side,
      type: report.type,
      positionSide: report.positionSide,
      amount: null,
      reduceOnly: report.reduceOnly,
      marginMode: report.marginMode,
      bidAskLevel: null,
      tag: report.tag,
    },
    at: report.at,
    changedAt: report.at,
    createdAt: null,
    status: report.status,
    open: isOpenStatus(report.status, report.totalExecuted, report.quantity),
    price: nonZero(report.price),
    quantity: nonZero(report.quantity),
    visibleQuantity: report.visibleQuantity,
    executed: report.totalExecuted,
    averagePrice: nonZero(report.averagePrice),
    fee: report.totalFee,
    feeAsset: report.totalFeeAsset,
    reason: report.reason,
    sent: report,
  };
}

/**
 * A record read over REST as a fact.
 *
 * @param readAt exchange ms of the read's sending: the content is at least as new. A record that carries its own time
 *   of change is dated by that.
 * @param beganAt monotonic ms at the start of the read; a read without it corrects no stream report.
 */
export function updateOfRecord(record: OrderRecord, readAt: number, beganAt = -Infinity): StateUpdate {
  return {
    kind: 'state',
    source: 'read',
    orderId: record.orderId,
    clientOrderId: record.clientOrderId,
    traits: {
      symbol: record.symbol,
      side: record.side,
      type: record.type,
      positionSide: record.positionSide,
      amount: record.amount,
      reduceOnly: record.reduceOnly,
      marginMode: record.marginMode,
      bidAskLevel: record.bidAskLevel,
      tag: record.orderTag,
    },
    at: record.updatedTime ?? readAt,
    changedAt: record.updatedTime,
    createdAt: record.createdTime,
    status: record.status,
    open: isOpenStatus(record.status, record.executed, record.quantity),
    price: nonZero(record.price),
    quantity: nonZero(record.quantity),
    visibleQuantity: record.visible,
    executed: record.executed,
    averagePrice: nonZero(record.averageExecutedPrice),
    fee: record.totalFee,
    feeAsset: record.feeAsset,
    reason: null,
    sent: record,
    beganAt,
  };
}

/** A market order has no price and an order by amount no quantity: the wire writes 0 or nothing. */
const nonZero = (value: Decimal | null): Decimal | null => (value === null || isZero(value) ? null : value);

/**
 * The use of a read: `take` it by its date, take only what was `executed`, or `correct` the state by it whatever the
 * dates say.
 */
export type Verdict = 'take' | 'executed' | 'correct';
