import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createOpenCount } from './open-count.ts';

const order = (id: string, open: boolean, symbol = 'A') => ({ id, open, symbol });

it('counts open orders by symbol and in all', () => {
  const counted = createOpenCount();
  counted.take({ fresh: true, put: [order('1', true), order('2', true, 'B'), order('3', false)], drop: [] });
  expect([counted.of('A'), counted.of('B'), counted.of('C'), counted.of(null)]).toEqual([1, 1, 0, 2]);
});

it('follows an order of which the symbol is said later', () => {
  const counted = createOpenCount();
  counted.take({ fresh: true, put: [order('1', true, '')], drop: [] });
  counted.take({ fresh: false, put: [order('1', true, 'A')], drop: [] });
  expect([counted.of(''), counted.of('A'), counted.of(null)]).toEqual([0, 1, 1]);
});

it('agrees with a count of all rows after any changes', () => {
  const change = fc.record({
    id: fc.constantFrom('1', '2', '3', '4'),
    open: fc.boolean(),
    drop: fc.boolean(),
    fresh: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const counted = createOpenCount();
      const rows = new Map<string, boolean>();
      for (const { id, open, drop, fresh } of changes) {
        if (fresh) rows.clear();
        if (drop) rows.delete(id);
        else rows.set(id, open);
        counted.take(drop ? { fresh, put: [], drop: [id] } : { fresh, put: [order(id, open)], drop: [] });
      }
      expect(counted.of(null)).toBe([...rows.values()].filter(Boolean).length);
      expect(counted.of('A')).toBe(counted.of(null));
    }),
  );
});
