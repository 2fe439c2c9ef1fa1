import fc from 'fast-check';
import { expect, it } from 'vitest';
import { add, compare, decimal, ZERO } from '../../../../shared/decimal.ts';
import { barsOf, DAY_MS, groupLines } from './picture-data.ts';

const MONDAY = Date.UTC(2025, 8, 22);
const point = (start: number, by: string[], sum: string) => ({ start, by, rows: 1, sum: decimal(sum) });
const all = (): boolean => true;

it('draws what came in above and what went out below, and days without anything as nothing', () => {
  const points = [
    point(MONDAY, ['PERP_BTC_USDT', 'Pay'], '2.5'),
    point(MONDAY, ['PERP_ETH_USDT', 'Receive'], '1'),
    point(MONDAY + 2 * DAY_MS, ['PERP_BTC_USDT', 'Receive'], '0.25'),
  ];
  expect(barsOf(points, all, 'day', 0)).toEqual([
    { start: MONDAY, plus: '1', minus: '-2.5', total: '-1.5' },
    { start: MONDAY + DAY_MS, plus: '0', minus: '0', total: '-1.5' },
    { start: MONDAY + 2 * DAY_MS, plus: '0.25', minus: '0', total: '-1.25' },
  ]);
  expect(barsOf(points, ({ by }) => by[0] === 'PERP_ETH_USDT', 'day', 0)).toHaveLength(1);
  expect(groupLines('funding', points)).toEqual([
    { name: 'PERP_BTC_USDT', unit: 'USDT', plus: '0.25', minus: '-2.5', net: '-2.25' },
    { name: 'PERP_ETH_USDT', unit: 'USDT', plus: '1', minus: '0', net: '1' },
  ]);
});

it('begins weeks on Monday and months on their first, where the clock here says so', () => {
  const late = [
    point(MONDAY - 3_600_000, ['USDT', 'DEPOSIT'], '1'),
    point(MONDAY + 6 * DAY_MS, ['USDT', 'WITHDRAW'], '3'),
  ];
  expect(barsOf(late, all, 'week', 0).map(({ start }) => start)).toEqual([MONDAY - 7 * DAY_MS, MONDAY]);
  // Two hours to the east Monday has begun.
  expect(barsOf(late, all, 'week', 7_200_000).map(({ start, total }) => [start, total])).toEqual([[MONDAY, '-2']]);
  expect(barsOf(late, all, 'month', 0).map(({ start }) => start)).toEqual([Date.UTC(2025, 8, 1)]);
});

it('comes to the same in days, weeks and months', () => {
  const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((units) => decimal(String(units)));
  const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), amount), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(points, (drawn) => {
      const series = drawn.map(([day, sum]) => point(MONDAY + day * DAY_MS, ['USDT', 'LOAN'], sum));
      const whole = series.reduce((sum, each) => add(sum, each.sum), ZERO);
      for (const slot of ['day', 'week', 'month'] as const)
        expect(compare(barsOf(series, all, slot, 0).at(-1)?.total ?? ZERO, whole)).toBe(0);
    }),
  );
});
