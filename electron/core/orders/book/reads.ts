import { isOrderNotFound } from '../../../../shared/v3/error-codes.ts';
import { faultOf } from '../../../../shared/errors.ts';
import type { Lane } from '../../../../shared/v3/endpoint.ts';
import type { EndpointInput } from '../../../../shared/v3/endpoints.ts';
import type { OrderRecord } from '../../../../shared/v3/records.ts';
import type { ExchangeClient, ExchangeClock } from '../../exchange/types.ts';
import type { Clock } from '../../world/ports.ts';
import { updateOfRecord, type StateUpdate } from './order-updates.ts';

/** A record with the earliest exchange ms of its validity. */
export interface ReadOrder {
  readonly record: OrderRecord;
  readonly readAt: number;
  /** Monotonic ms at which the read began. */
  readonly beganAt: number;
}

/** A read order as the merge takes it. */
export const updateOfRead = ({ record, readAt, beganAt }: ReadOrder): StateUpdate =>
  updateOfRecord(record, readAt, beganAt);

/** Orders of a list. The absence of an order in an incomplete list proves nothing. */
export interface OrderList {
  readonly orders: readonly ReadOrder[];
  readonly isComplete: boolean;
}

/** Reads of orders, each dated just before its sending. */
export interface OrderReads {
  /** The earliest possible exchange ms of now. */
  now(): number;
  /** Reads one order (E9); null when the exchange has none. Rejects with FaultError. */
  one(by: { readonly orderId: string } | { readonly clientOrderId: string }, lane?: Lane): Promise<ReadOrder | null>;
  /** Reads a list of up to 40 pages. Rejects with FaultError when one page fails. */
  list(filter: Omit<EndpointInput<'trade.orders'>, 'page' | 'size'>): Promise<OrderList>;
}

const PAGE_SIZE = 500;
/** More than any account has open; ends the reading when the page count is wrong. */
const MAX_PAGES = 40;

/** Creates the reads. */
export function createOrderReads(
  client: ExchangeClient,
  exchangeClock: ExchangeClock,
  clock: Pick<Clock, 'monotonic'>,
): OrderReads {
  /** The earliest possible exchange ms of now. */
  const now = (): number => exchangeClock.now() - Math.ceil(exchangeClock.uncertainty() ?? 0);
  const stamp = () => ({ readAt: now(), beganAt: clock.monotonic() });
  return {
    now,
    async one(by, lane) {
      let began = stamp();
      const onSending = (): void => {
        began = stamp();
      };
      try {
        const record = await client.call('trade.order', by, { onSending, ...(lane === undefined ? {} : { lane }) });
        return { record, ...began };
      } catch (thrown) {
        const fault = faultOf(thrown);
        if (fault.kind === 'ExchangeRejected' && isOrderNotFound(fault.code)) return null;
        throw thrown;
      }
    },
    async list(filter) {
      const found = new Map<string, ReadOrder>();
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        let began = stamp();
        const onSending = (): void => {
          began = stamp();
        };
        const { rows, meta } = await client.call('trade.orders', { ...filter, page, size: PAGE_SIZE }, { onSending });
        for (const record of rows) found.set(record.orderId, { record, ...began });
        const isLast = meta === null ? rows.length < PAGE_SIZE : page * meta.recordsPerPage >= meta.total;
        if (isLast || rows.length === 0) return { orders: [...found.values()], isComplete: true };
      }
      return { orders: [...found.values()], isComplete: false };
    },
  };
}
