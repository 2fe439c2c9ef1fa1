import { expect, it } from 'vitest';
import { csvLine, histories, historyOf, type HistoryName } from './history.ts';
import { endpoints } from './v3/endpoints.ts';

const names = Object.keys(histories) as HistoryName[]; // the table's own keys

it.each(names)('%s names an endpoint that pages, and no filter that the endpoint does not take', (name) => {
  const { endpoint, filters, mostSize } = historyOf(name);
  const given = Object.fromEntries(
    filters.map(({ name: filter, choices }) => [filter, choices?.[0] ?? 'SPOT_BTC_USDT']),
  );
  const size = endpoint === 'trade.transactionHistory' ? { limit: mostSize } : { page: 1, size: mostSize };
  const parsed = endpoints[endpoint].input.safeParse({ ...given, ...size, startTime: 1, endTime: 2 });
  expect(parsed.success ? [] : parsed.error.issues.filter(({ path }) => path[0] !== 'token')).toEqual([]);
});

it('writes CSV that a spreadsheet reads as it is and never runs', () => {
  expect(csvLine(['a', '1.50', '-3.2', 'x,y', 'say "hi"', 'two\nlines'])).toBe(
    'a,1.50,-3.2,"x,y","say ""hi""","two\nlines"',
  );
  expect(csvLine(['=1+1', '+1', '@x', '-cmd', '\tx'])).toBe("'=1+1,'+1,'@x,'-cmd,'\tx");
});
