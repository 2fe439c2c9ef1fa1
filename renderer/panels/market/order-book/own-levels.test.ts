import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { OrderRow } from '../../../../shared/contract/contract.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { orderRow } from '../../../../shared/testing/order-row.ts';
import { createOwnResting } from './own-levels.ts';

const order = (id: string, change: Partial<OrderRow> = {}): OrderRow =>
  orderRow(id, { price: decimal('64210.50'), quantity: decimal('1'), executed: decimal('0.25'), ...change });
const put = (...rows: OrderRow[]) => ({ fresh: false, put: rows, drop: [] });

describe('own orders in the book', () => {
  it('add up by price with what is left of them', () => {
    const own = createOwnResting('PERP_BTC_USDT', null);
    own.take(put(order('1'), order('2', { price: decimal('64210.5') }), order('3', { side: 'SELL' })));
    expect([...own.levels]).toEqual([
      ['bid 64210.5', '1.5'],
      ['ask 64210.5', '0.75'],
    ]);
  });

  it('stand in the group of their side', () => {
    const own = createOwnResting('PERP_BTC_USDT', decimal('1'));
    own.take(put(order('1'), order('2', { side: 'SELL' })));
    expect([...own.levels.keys()]).toEqual(['bid 64210', 'ask 64211']);
  });

  it('move with an edit and shrink with a fill', () => {
    const own = createOwnResting('PERP_BTC_USDT', null);
    own.take(put(order('1'), order('2')));
    own.take(put(order('1', { price: decimal('64000') }), order('2', { executed: decimal('0.5') })));
    expect(Object.fromEntries(own.levels)).toEqual({ 'bid 64210.5': '0.5', 'bid 64000': '0.75' });
  });

  it('leave with their end, a drop, or a snapshot without them', () => {
    const own = createOwnResting('PERP_BTC_USDT', null);
    own.take(put(order('1'), order('2'), order('3')));
    expect(own.take(put(order('1', { open: false })))).toBe(true);
    expect(own.take({ fresh: false, put: [], drop: ['2'] })).toBe(true);
    expect(own.levels.size).toBe(1);
    expect(own.take({ fresh: true, put: [], drop: [] })).toBe(true);
    expect(own.levels.size).toBe(0);
  });

  it('are no news when nothing that rests has changed', () => {
    const own = createOwnResting('PERP_BTC_USDT', null);
    own.take(put(order('1')));
    expect(own.take(put(order('1', { updatedAt: 5 })))).toBe(false);
    expect(own.take(put(order('9', { symbol: 'PERP_ETH_USDT' })))).toBe(false);
    expect(own.take(put(order('8', { price: null })))).toBe(false);
    expect(own.take({ fresh: false, put: [], drop: ['7'] })).toBe(false);
  });
});

test('sums kept step by step are the sums of what rests', () => {
  const row = fc.record({
    id: fc.constantFrom('1', '2', '3'),
    open: fc.boolean(),
    price: fc.constantFrom('1', '1.0', '2').map(decimal),
    executed: fc.constantFrom('0', '0.1', '0.25', '1').map(decimal),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (changes) => {
      const rows = changes.map(({ id, ...change }) => order(id, change));
      const own = createOwnResting('PERP_BTC_USDT', null);
      for (const each of rows) own.take(put(each));
      const last = createOwnResting('PERP_BTC_USDT', null);
      last.take({ fresh: true, put: [...new Map(rows.map((each) => [each.id, each])).values()], drop: [] });
      expect(new Map(own.levels)).toEqual(new Map(last.levels));
    }),
  );
});
