import { compare, type Decimal } from '../../../shared/decimal.ts';

/** Orders decimal texts by value for a column; what is missing comes last when rising. */
export function byDecimal(a: Decimal | null | undefined, b: Decimal | null | undefined): number {
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : 1;
  if (b === null || b === undefined) return -1;
  return compare(a, b);
}
