import { compare, divide, multiply, subtract, decimal, abs, type Decimal } from '../../../shared/decimal.ts';

/** How a price stands against the one of a day ago; the arrow says the direction without the colour. */
export interface DayChange {
  readonly direction: 'up' | 'down' | 'flat';
  readonly arrow: '▲' | '▼' | '';
  /** Percent without a sign, cut after two decimals: "0.41". */
  readonly percent: Decimal;
}

const HUNDRED = decimal('100');

/** @returns null while one of the prices is not known, or the old one is zero. */
export function dayChange(last: Decimal | null, before: Decimal | null): DayChange | null {
  if (last === null || before === null) return null;
  const percent = divide(multiply(abs(subtract(last, before)), HUNDRED), abs(before), 2);
  if (percent === null) return null;
  const order = compare(last, before);
  if (order === 0) return { direction: 'flat', arrow: '', percent };
  return order > 0 ? { direction: 'up', arrow: '▲', percent } : { direction: 'down', arrow: '▼', percent };
}
