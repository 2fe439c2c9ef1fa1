import { describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/contract/contract.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { claimed, claimOf, NOTHING_YET, saidAnew, takenSince } from './since-said.ts';
import { orderRow } from '../../../../shared/testing/order-row.ts';

const ORDER = orderRow('1', {
  clientOrderId: '7',
  price: decimal('100'),
  quantity: decimal('10'),
  createdAt: null,
  updatedAt: null,
});
const claim = (change: Partial<OrderRow>, mark: string | null = null) =>
  claimOf({ ...ORDER, ...change }, mark === null ? null : decimal(mark));
const SYMBOL = 'PERP_BTC_USDT';
const tenth = () => decimal('0.1');

describe('what an own order claims', () => {
  it('is what rests at its price or the mark, and what it bought at what it paid', () => {
    expect(claim({})).toBe('1000');
    expect(claim({}, '120')).toBe('1200');
    expect(claim({ executed: decimal('4'), averagePrice: decimal('99') })).toBe('996');
    expect(claim({ executed: decimal('4'), averagePrice: decimal('99'), open: false })).toBe('396');
    expect(claim({ open: false })).toBe('0');
    expect(claim({ reduceOnly: true })).toBe('0');
  });

  it('is the mark’s for a market order, and not known without one', () => {
    expect(claim({ type: 'MARKET', price: null }, '120')).toBe('1200');
    expect(claim({ type: 'MARKET', price: null })).toBeNull();
    expect(claim({ price: null, quantity: null, amount: decimal('50') })).toBe('50');
  });
});

describe('what was taken of the free collateral since it was said', () => {
  const read = saidAnew(NOTHING_YET, 1_000, decimal('40'));
  const after = claimed(read, { symbol: SYMBOL, value: decimal('1000'), at: 2_000 });

  it('is the margin of what own orders claim and what positions lost, never what they gained', () => {
    expect(takenSince(after, tenth, decimal('40'))).toEqual({ margin: '100', changedAt: 2_000 });
    expect(takenSince(after, tenth, decimal('-20')).margin).toBe('160');
    expect(takenSince(after, tenth, decimal('90')).margin).toBe('100');
    expect(takenSince(read, tenth, decimal('40'))).toEqual({ margin: '0', changedAt: null });
  });

  it('is in what is said anew, but for what came after that', () => {
    const later = claimed(after, { symbol: SYMBOL, value: decimal('500'), at: 5_000 });
    expect(takenSince(saidAnew(later, 3_000, decimal('0')), tenth, decimal('0')).margin).toBe('50');
    expect(takenSince(saidAnew(later, 6_000, decimal('0')), tenth, decimal('0'))).toMatchObject({ changedAt: null });
  });

  it('is not known after an order that no price values', () => {
    const unknown = claimed(after, { symbol: SYMBOL, value: null, at: 2_100 });
    expect(unknown.claims).toHaveLength(1);
    expect(takenSince(unknown, tenth, decimal('40')).margin).toBeNull();
  });
});
