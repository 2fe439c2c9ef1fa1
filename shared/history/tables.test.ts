import { expect, it } from 'vitest';
import { histories, historyOf, type HistoryName } from './tables.ts';
import { endpoints } from '../v3/endpoints.ts';

const names = Object.keys(histories) as HistoryName[]; // the table's own keys

it.each(names)('%s names an endpoint that pages, and no filter that the endpoint does not take', (name) => {
  const { endpoint, filters, mostSize } = historyOf(name);
  const given = Object.fromEntries(
    filters
      .filter(({ archiveOnly }) => archiveOnly !== true)
      .map(({ name: filter, choices }) => [filter, choices?.[0] ?? 'SPOT_BTC_USDT']),
  );
  const size = endpoint === 'trade.transactionHistory' ? { limit: mostSize } : { page: 1, size: mostSize };
  const parsed = endpoints[endpoint].input.safeParse({ ...given, ...size, startTime: 1, endTime: 2 });
  expect(parsed.success ? [] : parsed.error.issues.filter(({ path }) => path[0] !== 'token')).toEqual([]);
});
