import type { BalanceRow } from '../../../shared/contract.ts';
import { add, cut, decimal, multiply, ZERO, type Decimal } from '../../../shared/decimal.ts';

const ONE = decimal('1');
const CENTS = 2;

/** What a holding is worth at its mark price in USDT, cut to cents; null where it has no price. A debt is negative. */
export function valueOf(row: Pick<BalanceRow, 'token' | 'holding' | 'markPrice'>): Decimal | null {
  const price = row.token === 'USDT' ? ONE : row.markPrice;
  return price === null ? null : cut(multiply(row.holding, price), CENTS);
}

/** The worth of all that has a price, and the tokens that have none. */
export function totalOf(rows: Iterable<BalanceRow>): { readonly total: Decimal; readonly unpriced: readonly string[] } {
  let total = ZERO;
  const unpriced: string[] = [];
  for (const row of rows) {
    const value = valueOf(row);
    if (value === null) unpriced.push(row.token);
    else total = add(total, value);
  }
  return { total, unpriced };
}
