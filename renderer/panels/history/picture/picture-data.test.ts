import fc from 'fast-check';
import { expect, it } from 'vitest';
import { add, compare, decimal, ZERO } from '../../../../shared/decimal.ts';
import { barsOf, DAY_MS, groupLines, happened, zonesBetween } from './picture-data.ts';

const MONDAY = Date.UTC(2025, 8, 22);
const point = (start: number, by: string[], sum: string) => ({ start, by, rows: 1, sum: decimal(sum) });
const all = (): boolean => true;

it('draws what came in above and what went out below, and days without anything as nothing', () => {
  const points = [
    point(MONDAY, ['PERP_BTC_USDT', 'Pay'], '2.5'),
    point(MONDAY, ['PERP_ETH_USDT', 'Receive'], '1'),
    point(MONDAY + 2 * DAY_MS, ['PERP_BTC_USDT', 'Receive'], '0.25'),
  ];
  expect(barsOf(points, all, 'day')).toEqual([
    { start: MONDAY, plus: '1', minus: '-2.5', total: '-1.5' },
    { start: MONDAY + DAY_MS, plus: '0', minus: '0', total: '-1.5' },
    { start: MONDAY + 2 * DAY_MS, plus: '0.25', minus: '0', total: '-1.25' },
  ]);
  expect(barsOf(points, ({ by }) => by[0] === 'PERP_ETH_USDT', 'day')).toHaveLength(1);
  expect(groupLines('funding', points)).toEqual([
    { name: 'PERP_BTC_USDT', unit: 'USDT', plus: '0.25', minus: '-2.5', net: '-2.25' },
    { name: 'PERP_ETH_USDT', unit: 'USDT', plus: '1', minus: '0', net: '1' },
  ]);
});

it('begins weeks on Monday and months on their first', () => {
  const late = [
    point(MONDAY - 3_600_000, ['USDT', 'DEPOSIT'], '1'),
    point(MONDAY + 6 * DAY_MS, ['USDT', 'WITHDRAW'], '3'),
  ];
  expect(barsOf(late, all, 'week').map(({ start }) => start)).toEqual([MONDAY - 7 * DAY_MS, MONDAY]);
  expect(barsOf(late, all, 'month').map(({ start }) => start)).toEqual([Date.UTC(2025, 8, 1)]);
});

it('comes to the same in days, weeks and months', () => {
  const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((units) => decimal(String(units)));
  const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), amount), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(points, (drawn) => {
      const series = drawn.map(([day, sum]) => point(MONDAY + day * DAY_MS, ['USDT', 'LOAN'], sum));
      const whole = series.reduce((sum, each) => add(sum, each.sum), ZERO);
      for (const slot of ['day', 'week', 'month'] as const)
        expect(compare(barsOf(series, all, slot).at(-1)?.total ?? ZERO, whole)).toBe(0);
    }),
  );
});

it('finds each change of the clock here, to the minute', () => {
  const spring = Date.UTC(2025, 2, 9, 7);
  const autumn = Date.UTC(2025, 10, 2, 6);
  const offsetAt = (at: number): number => (at >= spring && at < autumn ? -14_400_000 : -18_000_000);
  const from = Date.UTC(2025, 0, 1);
  expect(zonesBetween(from, Date.UTC(2026, 0, 1), offsetAt)).toEqual([
    { from, zoneMs: -18_000_000 },
    { from: spring, zoneMs: -14_400_000 },
    { from: autumn, zoneMs: -18_000_000 },
  ]);
  expect(zonesBetween(from, from, offsetAt)).toEqual([{ from, zoneMs: -18_000_000 }]);
});

it('draws completed deposits and withdrawals alone', () => {
  const points = [
    point(MONDAY, ['USDT', 'DEPOSIT', 'COMPLETED'], '1'),
    point(MONDAY, ['USDT', 'DEPOSIT', 'CANCELED'], '9'),
  ];
  expect(happened('wallet', points)).toEqual([points[0]]);
  expect(happened('funding', points)).toBe(points);
});
