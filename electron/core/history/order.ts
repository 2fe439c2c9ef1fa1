import type { RequestInput, RequestOutput } from '../../../shared/contract/contract.ts';
import { historyOf } from '../../../shared/history/tables.ts';
import type { ExchangeClient } from '../exchange/types.ts';
import { createCells } from './cells.ts';
import { askRecords, MOST_FILLS } from './pages.ts';

/**
 * Reads an order and its fills. The exchange cannot be asked for the fills of an order: those of its symbol
 * since it was made are read, and its own picked out. Rejects with FaultError.
 */
export async function readOrder(
  client: ExchangeClient,
  { orderId }: RequestInput<'history.order'>,
): Promise<RequestOutput<'history.order'>> {
  const record = await client.call('trade.order', { orderId, withRealizedPnl: true });
  const order = named('orders', record);
  const { rows } = await askRecords(client, 'fills', {
    symbol: record.symbol,
    startTime: record.createdTime ?? 0,
    limit: MOST_FILLS,
  });
  const fills = rows.map((row) => named('fills', row)).filter((fill) => fill['orderId'] === orderId);
  return { order, fills, capped: rows.length === MOST_FILLS };
}

function named(history: 'orders' | 'fills', record: object): Record<string, string> {
  const fields = historyOf(history).columns.map(({ field }) => field);
  const cells = createCells(history, fields)(record);
  return Object.fromEntries(fields.map((field, at) => [field, cells[at] ?? '']));
}
