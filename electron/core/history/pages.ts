import type { RequestInput, RequestOutput } from '../../../shared/contract.ts';
import { historyOf } from '../../../shared/history.ts';
import { invalid } from '../../../shared/errors.ts';
import type { EndpointInput } from '../../../shared/v3/endpoints.ts';
import type { ExchangeClient } from '../exchange/types.ts';

/** Fills have no pages: so many of the newest can be asked for at once (protocol.md, 3.2). */
const MOST_FILLS = 500;

/**
 * Reads one page of a history, after everything that is more urgent. Rejects with FaultError.
 *
 * @returns rows as text, and how many there are in all where the exchange says so.
 */
export async function readHistory(
  client: ExchangeClient,
  { history, page, size, startTime, endTime, filters }: RequestInput<'history.page'>,
): Promise<RequestOutput<'history.page'>> {
  const { endpoint, mostSize, filters: known, columns, id } = historyOf(history);
  if (size > mostSize) throw invalid('size', `At most ${mostSize} rows a page.`);
  const wanted: Record<string, string | number> = {};
  for (const { name } of known) {
    const value = filters[name];
    if (value !== undefined && value !== '') wanted[name] = value;
  }
  if (startTime !== null) wanted['startTime'] = startTime;
  if (endTime !== null) wanted['endTime'] = endTime;
  const fields = [id, ...columns.map(({ field }) => field)];
  const text = (records: readonly object[]): Record<string, string>[] =>
    records.map((record) =>
      Object.fromEntries(fields.map((field) => [field, textOf((record as Record<string, unknown>)[field])])),
    ); // every record is a loose object

  if (endpoint === 'trade.transactionHistory') {
    const limit = Math.min(MOST_FILLS, page * size);
    const { rows } = await client.call(endpoint, { ...wanted, limit } as EndpointInput<typeof endpoint>, {
      lane: 'history',
    }); // checked by the row's schema
    const whole = rows.length < limit;
    return {
      rows: text(rows.slice((page - 1) * size, page * size)),
      total: whole ? rows.length : null,
      capped: limit === MOST_FILLS && !whole,
    };
  }
  const { rows, meta } = (await client.call(
    endpoint,
    { ...wanted, page, size } as EndpointInput<'trade.orders'>, // checked by the row's schema
    { lane: 'history' },
  )) as { rows: readonly object[]; meta: { total: number } | null }; // all of them page alike
  return { rows: text(rows), total: meta?.total ?? null, capped: false };
}

/** A value for a cell: texts, numbers, names of accounts, and amounts by token. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value !== 'object') return String(value);
  const { token, amount, totalAmount, accountName, applicationId } = value as Record<string, unknown>; // any record
  if (token !== undefined) return `${textOf(amount ?? totalAmount)} ${textOf(token)}`;
  return textOf(accountName) || textOf(applicationId);
}
