import { expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { averageText } from './average-text.ts';

it.each([
  ['64297.324793333333', 1, '64,297.325'],
  ['64210.4999999999', 1, '64,210.5'],
  ['64210', 1, '64,210.0'],
  ['1234567.5', 0, '1,234,567.5'],
  ['0.00001234567', 8, '0.0000123457'],
])('an average of %s, where prices have %i decimals, reads %s', (value, places, text) => {
  expect(averageText(decimal(value), places)).toBe(text);
});
