import { isOrderNotFound } from '../../../../shared/v3/error-codes.ts';
import { faultOf } from '../../../../shared/errors.ts';
import type { Lane } from '../../../../shared/v3/endpoint.ts';
import type { EndpointInput } from '../../../../shared/v3/endpoints.ts';
import type { OrderRecord } from '../../../../shared/v3/records.ts';
import type { ExchangeClient, ExchangeClock } from '../../exchange/types.ts';
import type { Clock } from '../../world/ports.ts';
import { updateOfRecord, type StateUpdate } from './order-updates.ts';

/** A record with the exchange's ms for which it holds at least. */
export interface ReadOrder {
  readonly record: OrderRecord;
  readonly readAt: number;
  /** Monotonic ms at which the read began. */
  readonly beganAt: number;
}

/** A read order as the merge takes it. */
export const updateOfRead = ({ record, readAt, beganAt }: ReadOrder): StateUpdate =>
  updateOfRecord(record, readAt, beganAt);

/** Orders of a list. One that is not whole proves nothing of an order that is not in it. */
export interface OrderList {
  readonly orders: readonly ReadOrder[];
  readonly isComplete: boolean;
}

/** Reads of orders, each dated by the instant before it left. */
export interface OrderReads {
  /** The earliest exchange ms that it may be now. */
  now(): number;
  /** One order (E9); null when the exchange knows none. Rejects with FaultError. */
  one(by: { readonly orderId: string } | { readonly clientOrderId: string }, lane?: Lane): Promise<ReadOrder | null>;
  /** A list up to its 40th page. Rejects with FaultError; a list of which one page failed is no list. */
  list(filter: Omit<EndpointInput<'trade.orders'>, 'page' | 'size'>): Promise<OrderList>;
}

const PAGE_SIZE = 500;
/** Nobody has more open orders; a page count that lies must not read for ever. */
const MAX_PAGES = 40;

/** Makes the reads over a client. */
export function createOrderReads(
  client: ExchangeClient,
  exchangeClock: ExchangeClock,
  clock: Pick<Clock, 'monotonic'>,
): OrderReads {
  /** The earliest that the exchange's clock may show now. */
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
