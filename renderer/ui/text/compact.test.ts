import { expect, test } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { compact } from './compact.ts';

test.each([
  ['0', '0'],
  ['12.3456', '12.34'],
  ['999.99', '999.99'],
  ['1000', '1.00 K'],
  ['4609999.99', '4.60 M'],
  ['812499', '812.4 K'],
  ['999999', '999.9 K'],
  ['12345678901234', '12,345.6 B'],
  ['-4609999', '−4.60 M'],
])('%s is said as %s', (value, text) => expect(compact(decimal(value))).toBe(text));
