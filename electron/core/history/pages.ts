import type { RequestInput, RequestOutput } from '../../../shared/contract/contract.ts';
import { historyOf, type HistoryName } from '../../../shared/history/tables.ts';
import { invalid } from '../../../shared/errors.ts';
import type { EndpointInput } from '../../../shared/v3/endpoints.ts';
import type { PageMeta } from '../../../shared/v3/records/rows.ts';
import type { CallOptions, ExchangeClient } from '../exchange/types.ts';
import { createCells } from './cells.ts';

/** Fills have no pages: so many of the newest can be asked for at once (protocol.md, 3.2). */
export const MOST_FILLS = 500;

/** What is asked for, by the names of the wire: filters, range, and the page or the limit. */
export type PageQuery = Readonly<Record<string, string | number>>;

/** Whether a history is read by ranges of time, because its endpoint has no pages. */
export const hasPages = (history: HistoryName): boolean => historyOf(history).endpoint !== 'trade.transactionHistory';

/**
 * Asks for records of a history, after everything that is more urgent. Rejects with FaultError.
 *
 * @param query as the endpoint's row takes it.
 */
export async function askRecords(
  client: ExchangeClient,
  history: HistoryName,
  query: PageQuery,
  options: CallOptions = {},
): Promise<{ readonly rows: readonly object[]; readonly meta: PageMeta | null }> {
  const { endpoint } = historyOf(history);
  // Without it an order says nothing of what it realised (protocol.md, 2.2).
  const whole = endpoint === 'trade.orders' ? { ...query, withRealizedPnl: true } : query;
  return (await client.call(
    endpoint,
    whole as EndpointInput<'trade.orders'>, // checked by the row's schema
    { ...options, lane: 'history' },
  )) as { rows: readonly object[]; meta: PageMeta | null }; // all of them answer alike
}

/**
 * Reads one page of a history.
 *
 * @returns rows as text, and how many there are in all where the exchange says so.
 */
export async function readHistory(
  client: ExchangeClient,
  { history, page, size, startTime, endTime, filters }: RequestInput<'history.page'>,
): Promise<RequestOutput<'history.page'>> {
  const { mostSize, filters: known, columns, id } = historyOf(history);
  if (size > mostSize) throw invalid('size', `At most ${mostSize} rows a page.`);
  const wanted: Record<string, string | number> = {};
  for (const { name, archiveOnly = false } of known) {
    const value = filters[name];
    if (value !== undefined && value !== '' && !archiveOnly) wanted[name] = value;
  }
  if (startTime !== null) wanted['startTime'] = startTime;
  if (endTime !== null) wanted['endTime'] = endTime;
  const fields = [...new Set([id, ...columns.map(({ field }) => field)])];
  const cells = createCells(history, fields);
  const text = (records: readonly object[]): Record<string, string>[] =>
    records.map((record) => {
      const row = cells(record);
      return Object.fromEntries(fields.map((field, at) => [field, row[at] ?? '']));
    });

  if (!hasPages(history)) {
    const limit = Math.min(MOST_FILLS, page * size);
    const { rows } = await askRecords(client, history, { ...wanted, limit });
    const whole = rows.length < limit;
    return {
      rows: text(rows.slice((page - 1) * size, page * size)),
      total: whole ? rows.length : null,
      capped: limit === MOST_FILLS && !whole,
    };
  }
  const { rows, meta } = await askRecords(client, history, { ...wanted, page, size });
  return { rows: text(rows), total: meta?.total ?? null, capped: false };
}
