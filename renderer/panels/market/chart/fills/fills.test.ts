import { expect, it } from 'vitest';
import type { ExecutionRow } from '../../../../../shared/contract/executions.ts';
import { decimal } from '../../../../../shared/decimal.ts';
import { createCandleList } from '../candle-list.ts';
import { markFills } from './fills.ts';

const candle = (start: number) => {
  const price = decimal('10');
  return { start, open: price, high: price, low: price, close: price, volume: price };
};
const fill = (id: string, at: number, price: string, buy = true): ExecutionRow => ({
  id,
  symbol: 'PERP_BTC_USDT',
  buy,
  price: decimal(price),
  quantity: decimal('1'),
  at,
});

function candles() {
  const list = createCandleList();
  list.take([candle(0), candle(60), candle(120)]);
  return list;
}

it('marks every execution of an order at its own candle and price', () => {
  const marks = markFills([fill('7 3', 125, '12'), fill('7 1', 10, '10'), fill('7 2', 70, '11')], candles());
  expect(marks.map(({ start, buy, price }) => [start, buy, price])).toEqual([
    [0, true, '10'],
    [60, true, '11'],
    [120, true, '12'],
  ]);
});

it('stands for all of them where candle, side and price are the same', () => {
  const marks = markFills(
    [fill('1 1', 61, '10'), fill('2 2', 119, '10'), fill('3 3', 70, '10', false), fill('4 4', 65, '11')],
    candles(),
  );
  expect(marks.map(({ buy, price, fills }) => [buy, price, fills.map(({ id }) => id)])).toEqual([
    [true, '10', ['1 1', '2 2']],
    [true, '11', ['4 4']],
    [false, '10', ['3 3']],
  ]);
});

it('leaves out what is older than the candles until they come', () => {
  const list = candles();
  expect(markFills([fill('1 1', -5, '10')], list)).toEqual([]);
  list.take([candle(-60)]);
  expect(markFills([fill('1 1', -5, '10')], list).map(({ start }) => start)).toEqual([-60]);
});
