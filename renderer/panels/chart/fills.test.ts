import { expect, it } from 'vitest';
import type { OrderRow } from '../../../shared/contract.ts';
import { decimal } from '../../../shared/decimal.ts';
import { orderOf } from '../../state/testing/samples.ts';
import { createCandleList } from './candle-list.ts';
import { createFillMarks } from './fills.ts';

const candle = (start: number) => {
  const price = decimal('10');
  return { start, open: price, high: price, low: price, close: price, volume: price };
};
const filled = (id: string, updatedAt: number, change: Partial<OrderRow> = {}): OrderRow =>
  orderOf(id, { side: 'BUY', executed: decimal('1'), updatedAt, ...change });
const symbol = orderOf('x').symbol;

function setUp() {
  const list = createCandleList();
  list.take([candle(0), candle(60), candle(120)]);
  const marks = createFillMarks(symbol, list);
  const take = (put: readonly OrderRow[], drop: readonly string[] = []): boolean =>
    marks.take({ fresh: false, put, drop });
  return { list, marks, take };
}

it('marks a candle once a side, however many orders were filled in it', () => {
  const { marks, take } = setUp();
  expect(take([filled('1', 61), filled('2', 119), filled('3', 70, { side: 'SELL' })])).toBe(true);
  expect(marks.all().map(({ start, buy }) => [start, buy])).toEqual([
    [60, true],
    [60, false],
  ]);
  expect(take([filled('4', 65)])).toBe(false);
});

it('moves with the last report of an order, and goes with it', () => {
  const { marks, take } = setUp();
  take([filled('1', 10)]);
  expect(take([filled('1', 130)])).toBe(true);
  expect(marks.all().map(({ start }) => start)).toEqual([120]);
  expect(take([], ['1'])).toBe(true);
  expect(marks.all()).toEqual([]);
});

it('leaves out other symbols, what has no execution, and what is older than the candles', () => {
  const { marks, take } = setUp();
  take([filled('1', 10, { symbol: 'OTHER' }), filled('2', 10, { executed: decimal('0') }), filled('3', -5)]);
  expect(marks.all()).toEqual([]);
});

it('places all again when older candles come', () => {
  const { list, marks, take } = setUp();
  take([filled('1', -5)]);
  list.take([candle(-60)]);
  marks.place();
  expect(marks.all().map(({ start }) => start)).toEqual([-60]);
});
