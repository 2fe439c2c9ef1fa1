import { expect, it } from 'vitest';
import { decimal } from '../../../../../shared/decimal.ts';
import { orderRow } from '../../../../../shared/testing/order-row.ts';
import { MOST_LINES, nearestOrders } from './nearest.ts';

const orders = Array.from({ length: 100 }, (_, index) =>
  orderRow(String(index), { price: decimal(String(index + 1)) }),
);

it('draws all of a few', () => {
  expect(nearestOrders(orders.slice(0, 5), 3)).toHaveLength(5);
});

it('draws those nearest to the market of many', () => {
  const prices = nearestOrders(orders, 50).map(({ price }) => Number(price));
  expect(prices).toHaveLength(MOST_LINES);
  expect(Math.max(...prices.map((price) => Math.abs(price - 50)))).toBeLessThanOrEqual(MOST_LINES / 2);
});

it('leaves out what has no price of its own', () => {
  expect(nearestOrders([orderRow('a', { price: null })], 50)).toEqual([]);
});
