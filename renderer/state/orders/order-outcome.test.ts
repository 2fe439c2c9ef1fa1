import { expect, it, test } from 'vitest';
import type { OrderRow } from '../../../shared/contract/contract.ts';
import { decimal } from '../../../shared/decimal.ts';
import { PERP } from '../../../shared/testing/instrument.ts';
import { endOfOrder } from './order-outcome.ts';
import { orderRow } from '../../../shared/testing/order-row.ts';

const ORDER = orderRow('1', {
  clientOrderId: '7',
  type: 'MARKET',
  price: null,
  quantity: decimal('0.1'),
  createdAt: null,
  updatedAt: null,
});
const units = { base: 'BTC', priceTick: PERP.priceTick, quantityStep: decimal('0.0001') };
const end = (change: Partial<OrderRow>, tookMs = 180) => endOfOrder({ order: { ...ORDER, ...change }, tookMs }, units);
const filled = { executed: decimal('0.1'), averagePrice: decimal('64196.5'), status: 'FILLED', open: false };

it('has nothing to add while the order rests, or is not heard of', () => {
  expect(endOfOrder(undefined, units)).toBeNull();
  expect(end({})).toBeNull();
});

it('says what was bought at what price, the fee and the time taken', () => {
  expect(end({ ...filled, fee: decimal('3.209825'), feeAsset: 'USDT' })).toEqual({
    kind: 'filled',
    title: 'Bought 0.1000 BTC at 64,196.5',
    detail: 'fee 3.209825 USDT · 180 ms',
  });
  expect(end({ ...filled, side: 'SELL', averagePrice: decimal('64196.53333333') }, 1_240)).toMatchObject({
    title: 'Sold 0.1000 BTC at 64,196.533',
    detail: '1.2 s',
  });
});

it('says how much of it was filled, and what became of the rest', () => {
  const part = { ...filled, executed: decimal('0.04'), status: 'PARTIAL_FILLED', open: true };
  expect(end(part)).toMatchObject({ kind: 'working', title: 'Bought 0.0400 of 0.1000 BTC at 64,196.5' });
  expect(end(part)?.detail).toContain('The rest is working.');
  const ended = end({ ...part, status: 'CANCELLED', open: false, reason: 'No more liquidity' });
  expect(ended).toMatchObject({ kind: 'cancelled', detail: '180 ms. The rest was cancelled: No more liquidity.' });
});

test.each([
  ['REJECTED', 'Post only: it would have traded at once.', 'rejected', 'Rejected'],
  ['CANCELLED', 'FOK: not enough at this price', 'cancelled', 'Cancelled'],
  ['CANCELED', null, 'cancelled', 'Cancelled'],
  ['EXPIRED', null, 'cancelled', 'EXPIRED'],
] as const)('an order that ends %s after it was accepted says so: %s', (status, reason, kind, title) => {
  const told = end({ type: 'POST_ONLY', status, reason, open: false });
  expect(told).toMatchObject({ kind, title });
  expect(told?.detail ?? '').toContain(reason ?? '');
});
