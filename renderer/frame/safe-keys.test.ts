import { expect, test } from 'vitest';
import { decimal } from '../../shared/decimal.ts';
import { quantityOf } from './safe-keys.ts';

test.each([
  ['0.25', 'all', '0.25'],
  ['-0.25', 'all', '0.25'],
  ['-0.25', 'half', '0.12'],
  ['0.01', 'half', '0'],
] as const)('a position of %s closed by %s is an order of %s', (holding, share, quantity) => {
  expect(quantityOf({ holding: decimal(holding) }, share, decimal('0.01'))).toBe(quantity);
});
