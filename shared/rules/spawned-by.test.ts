import { expect, test } from 'vitest';
import { decimal } from '../decimal.ts';
import { spawnedBy } from './spawned-by.ts';
import { algoRow } from '../testing/algo-row.ts';
import { orderRow } from '../testing/order-row.ts';

const T = 1_760_000_000_000;
const order = (change: Parameters<typeof orderRow>[1] = {}) =>
  orderRow('9', { ours: false, clientOrderId: null, quantity: decimal('1'), createdAt: T, ...change });
const bracket = algoRow('1', { algoType: 'BRACKET', createdAt: T - 40 });
const group = algoRow('2', { algoType: 'TP_SL', parentId: '1', rootId: '1', side: 'SELL', createdAt: T - 40 });
const stop = algoRow('3', { algoType: 'STOP_LOSS', parentId: '2', rootId: '1', side: 'SELL', createdAt: T - 40 });

test('the entry of a bracket is its own', () => {
  expect(spawnedBy(order(), [bracket, group, stop])?.id).toBe('1');
});

test('the order of a stop comes as it is triggered, and not before', () => {
  const sell = order({ side: 'SELL' });
  expect(spawnedBy(sell, [bracket, group, stop])).toBeNull();
  expect(spawnedBy(sell, [bracket, group, { ...stop, triggeredAt: T + 3 }])?.id).toBe('3');
  expect(spawnedBy(sell, [bracket, group, { ...stop, triggeredAt: 0 }])).toBeNull();
  expect(spawnedBy(sell, [{ ...stop, triggeredAt: T, quantity: null }])?.id).toBe('3');
});

test.each([
  ['this terminal placed', { ours: true }],
  ['has a client order id', { clientOrderId: '5' }],
  ['has another quantity', { quantity: decimal('2') }],
  ['is of another symbol', { symbol: 'PERP_ETH_USDT' }],
  ['is of another side', { side: 'SELL' }],
  ['came long before', { createdAt: T - 5_000 }],
])('an order that %s is none of it', (_what, change) => {
  expect(spawnedBy(order(change), [bracket])).toBeNull();
});

test('where two fit, neither is named', () => {
  expect(spawnedBy(order(), [bracket, { ...bracket, id: '8', rootId: '8' }])).toBeNull();
});
