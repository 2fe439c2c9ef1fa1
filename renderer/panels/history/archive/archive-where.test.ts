import { expect, it } from 'vitest';
import { archiveWhere, testsOf } from './archive-where.ts';
import { EVERYTHING } from '../presets.ts';

const NOW = 1_760_000_000_000;

it('asks the archive for what the exchange would be asked for', () => {
  const looking = {
    ...EVERYTHING,
    preset: '7 days',
    filters: { status: 'INCOMPLETE', symbol: 'PERP_BTC_USDT', side: '' },
  } as const;
  expect(archiveWhere('orders', looking, ' btc ', [], NOW, true)).toEqual({
    history: 'orders',
    from: NOW - 7 * 86_400_000,
    to: null,
    text: 'btc',
    tests: [
      { field: 'symbol', test: 'is', values: ['PERP_BTC_USDT'] },
      { field: 'status', test: 'is', values: ['NEW', 'PARTIAL_FILLED'] },
    ],
  });
  // A withdrawal's COMPLETED is one status, not the bundle of orders.
  const wallet = archiveWhere('wallet', { ...EVERYTHING, filters: { status: 'COMPLETED' } }, '', [], NOW, true);
  expect(wallet).toMatchObject({ from: null, tests: [{ field: 'status', values: ['COMPLETED'] }] });
});

it('counts hedge mode’s fills among purchases and sales', () => {
  const of = (side: string) =>
    archiveWhere('fills', { ...EVERYTHING, filters: { side } }, '', [], NOW, true).tests.flatMap(
      ({ values }) => values,
    );
  expect(of('BUY')).toEqual(['BUY', 'OPEN LONG', 'CLOSE SHORT']);
  expect(of('SELL')).toEqual(['SELL', 'OPEN SHORT', 'CLOSE LONG']);
  expect(archiveWhere('orders', { ...EVERYTHING, filters: { side: 'BUY' } }, '', [], NOW, true).tests).toMatchObject([
    { values: ['BUY'] },
  ]);
});

it('reads the grid’s filters, and leaves out what is empty', () => {
  expect(
    testsOf({
      a: { filterType: 'text', type: 'contains', filter: 'x' },
      b: { filterType: 'text', type: 'equals', filter: 'y' },
      c: { filterType: 'number', type: 'inRange', filter: 0.000_000_1, filterTo: 2 },
      d: { filterType: 'number', type: 'lessThanOrEqual', filter: -3.5 },
      e: { filterType: 'number', type: 'greaterThanOrEqual', filter: 100 },
      f: { filterType: 'text', type: 'contains', filter: '' },
    }),
  ).toEqual([
    { field: 'a', test: 'contains', values: ['x'] },
    { field: 'b', test: 'is', values: ['y'] },
    { field: 'c', test: 'least', values: ['0.0000001'] },
    { field: 'c', test: 'most', values: ['2'] },
    { field: 'd', test: 'most', values: ['-3.5'] },
    { field: 'e', test: 'least', values: ['100'] },
  ]);
});
