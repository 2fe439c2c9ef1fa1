import { compare, cut, decimal, divide, grouped, isNegative, negate, type Decimal } from '../../../shared/decimal.ts';

const UNITS = [
  ['B', decimal('1000000000')],
  ['M', decimal('1000000')],
  ['K', decimal('1000')],
] as const;

/**
 * A large figure in few signs, cut and never rounded up: "4.60 M", "812.4 K", "92". Its exact value belongs in a tooltip.
 *
 * @returns digits with thousands marked, and the unit of thousands.
 */
export function compact(value: Decimal): string {
  if (isNegative(value)) return `−${compact(negate(value))}`;
  for (const [letter, size] of UNITS) {
    if (compare(value, size) < 0) continue;
    const places = compare(value, decimal(String(Number(size) * 100))) < 0 ? 2 : 1;
    const [whole = '0', part = ''] = (divide(value, size, places) ?? '0').split('.');
    return `${grouped(decimal(whole))}.${part.padEnd(places, '0')} ${letter}`;
  }
  return grouped(cut(value, 2));
}
