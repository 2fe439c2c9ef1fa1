import { describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../shared/contract.ts';
import { decimal } from '../../../shared/decimal.ts';
import { createOwnResting } from './own-levels.ts';

const order = (id: string, change: Partial<OrderRow> = {}): OrderRow => ({
  id,
  orderId: id,
  clientOrderId: null,
  symbol: 'PERP_BTC_USDT',
  side: 'BUY',
  positionSide: 'BOTH',
  type: 'LIMIT',
  price: decimal('64210.50'),
  quantity: decimal('1'),
  amount: null,
  visibleQuantity: null,
  executed: decimal('0.25'),
  averagePrice: null,
  fee: null,
  feeAsset: null,
  reduceOnly: false,
  marginMode: null,
  bidAskLevel: null,
  tag: null,
  status: 'NEW',
  open: true,
  reason: null,
  ours: true,
  createdAt: 0,
  updatedAt: 0,
  pending: 'none',
  pendingPrice: null,
  pendingQuantity: null,
  lastRefusal: null,
  ...change,
});
const put = (...rows: OrderRow[]) => ({ fresh: false, put: rows, drop: [] });

describe('own orders in the book', () => {
  it('add up by price with what is left of them', () => {
    const own = createOwnResting('PERP_BTC_USDT');
    own.take(put(order('1'), order('2', { price: decimal('64210.5') }), order('3', { side: 'SELL' })));
    expect([...own.levels(null)]).toEqual([
      ['bid 64210.5', '1.5'],
      ['ask 64210.5', '0.75'],
    ]);
  });

  it('stand in the group of their side', () => {
    const own = createOwnResting('PERP_BTC_USDT');
    own.take(put(order('1'), order('2', { side: 'SELL' })));
    expect([...own.levels(decimal('1')).keys()]).toEqual(['bid 64210', 'ask 64211']);
  });

  it('leave with their end, a drop, or a snapshot without them', () => {
    const own = createOwnResting('PERP_BTC_USDT');
    own.take(put(order('1'), order('2'), order('3')));
    expect(own.take(put(order('1', { open: false })))).toBe(true);
    expect(own.take({ fresh: false, put: [], drop: ['2'] })).toBe(true);
    expect(own.levels(null).size).toBe(1);
    expect(own.take({ fresh: true, put: [], drop: [] })).toBe(true);
    expect(own.levels(null).size).toBe(0);
  });

  it('are no news when nothing that rests has changed', () => {
    const own = createOwnResting('PERP_BTC_USDT');
    own.take(put(order('1')));
    expect(own.take(put(order('1', { updatedAt: 5 })))).toBe(false);
    expect(own.take(put(order('9', { symbol: 'PERP_ETH_USDT' })))).toBe(false);
    expect(own.take(put(order('8', { price: null })))).toBe(false);
    expect(own.take({ fresh: false, put: [], drop: ['7'] })).toBe(false);
  });
});
