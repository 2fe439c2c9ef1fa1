import { expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { axisText, shiftedPrice, tickPrice } from './tick-price.ts';

it.each([
  [64210.46, '0.1', '64210.5'],
  [64210.44, '0.1', '64210.4'],
  [0.000012344, '0.00000001', '0.00001234'],
  [12.4, '0.5', '12.5'],
  [107, '5', '105'],
])('takes the tick next to a place: %d by %s is %s', (place, tick, expected) => {
  expect(tickPrice(place, decimal(tick))).toBe(expected);
});

it('knows no price below the first tick, or of no place', () => {
  for (const place of [0, -5, 0.04, Number.NaN, Infinity]) expect(tickPrice(place, decimal('0.1'))).toBeNull();
});

it('steps by whole ticks and not below the first', () => {
  expect(shiftedPrice(decimal('100.1'), decimal('0.1'), 10)).toBe('101.1');
  expect(shiftedPrice(decimal('0.1'), decimal('0.1'), -1)).toBeNull();
});

it('writes the axis with the decimals of the tick', () => {
  expect(axisText(64210.5, decimal('0.01'))).toBe('64,210.50');
});
