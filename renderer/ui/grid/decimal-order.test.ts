import { expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { byDecimal } from './decimal-order.ts';

it('orders by value and not as text, with what is missing last', () => {
  const values = [decimal('10'), null, decimal('9.5'), undefined, decimal('-1'), decimal('9.50')];
  expect(values.toSorted(byDecimal).slice(0, 4)).toEqual(['-1', '9.5', '9.50', '10']);
  expect(byDecimal(null, undefined)).toBe(0);
  expect(byDecimal(decimal('1'), null)).toBe(-1);
});
