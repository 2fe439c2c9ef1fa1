import { expect, test } from 'vitest';
import type { OrderRow } from '../../../shared/contract/contract.ts';
import { decimal } from '../../../shared/decimal.ts';
import { orderRow } from '../../../shared/testing/order-row.ts';
import { createOrderNews, fillOf, gatherFill, type Executed } from './order-news.ts';

const BEGAN = 1_000;
const first = (...put: OrderRow[]) => ({ fresh: true, put, drop: [] });
const later = (...put: OrderRow[]) => ({ fresh: false, put, drop: [] });
const filled = (quantity: string, price: string): Partial<OrderRow> => ({
  executed: decimal(quantity),
  averagePrice: decimal(price),
});

test('what was there at the beginning, and what is old, is no news', () => {
  const news = createOrderNews(BEGAN);
  expect(news(first(orderRow('1', filled('0.1', '60000'))))).toEqual({ fills: [], ends: [], changed: false });
  // Rows of a read that comes after the first snapshot.
  expect(news(later(orderRow('2', { ...filled('0.1', '60000'), createdAt: 5 }))).fills).toEqual([]);
});

test('each fill is told with its own quantity and its own cost', () => {
  const news = createOrderNews(BEGAN);
  news(first(orderRow('1')));
  expect(news(later(orderRow('1', filled('0.1', '60000')))).fills.map(fillOf)).toMatchObject([
    { quantity: '0.1', value: '6000' },
  ]);
  expect(news(later(orderRow('1', filled('0.3', '62000')))).fills.map(fillOf)).toMatchObject([
    { quantity: '0.2', value: '12600' },
  ]);
  expect(news(later(orderRow('1', filled('0.30', '62000')))).fills).toEqual([]);
});

test('fills of one order that are told together are one, from its beginning on', () => {
  const news = createOrderNews(BEGAN);
  news(first());
  const gathered = new Map<string, Executed>();
  const row = (quantity: string, price: string) => orderRow('1', { ...filled(quantity, price), createdAt: 1_001 });
  for (const each of [row('0.1', '60000'), row('0.3', '62000')])
    for (const fill of news(later(each)).fills) gatherFill(gathered, fill);
  expect([...gathered.values()].map(fillOf)).toMatchObject([{ quantity: '0.3', value: '18600' }]);
});

test('an order that is filled before it was ever seen open is told', () => {
  const news = createOrderNews(BEGAN);
  news(first());
  const row = orderRow('1', { ...filled('0.1', '60000'), createdAt: 1_001, open: false, status: 'FILLED' });
  expect(news(later(row)).fills).toHaveLength(1);
});

test('an order that gets its id from the exchange is the same one', () => {
  const news = createOrderNews(BEGAN);
  news(first());
  news(later(orderRow('c:7', { clientOrderId: '7', orderId: null, createdAt: 1_001, status: 'SENDING' })));
  const step = {
    ...later(orderRow('1', { clientOrderId: '7', createdAt: 1_001, ...filled('0.1', '1') })),
    drop: ['c:7'],
  };
  expect(news(step).fills.map(fillOf)).toMatchObject([{ quantity: '0.1' }]);
});

test('what happened while nothing was heard is told with the next whole list, also after an account was locked', () => {
  const news = createOrderNews(BEGAN);
  news(first(orderRow('1'), orderRow('2')));
  news(first());
  const back = news(first(orderRow('1', filled('0.1', '60000')), orderRow('2', { open: false, status: 'CANCELLED' })));
  expect(back.fills.map(({ row }) => row.id)).toEqual(['1']);
  expect(back.ends.map(({ row }) => row.id)).toEqual(['2']);
});

test('an end is told once, and none of an order that was filled', () => {
  const news = createOrderNews(BEGAN);
  news(first(orderRow('1'), orderRow('2')));
  const rejected = orderRow('1', { open: false, status: 'REJECTED' });
  const step = news(later(rejected, orderRow('2', { open: false, status: 'FILLED' })));
  expect(step.ends.map(({ row, before }) => [row.id, before?.open])).toEqual([['1', true]]);
  expect(news(later({ ...rejected })).ends).toEqual([]);
});
