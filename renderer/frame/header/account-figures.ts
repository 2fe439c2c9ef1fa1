import type { AccountRow, InstrumentRow, PositionRow } from '../../../shared/contract/contract.ts';
import { abs, add, cut, decimal, divide, isPositive, multiply, ZERO, type Decimal } from '../../../shared/decimal.ts';

const HUNDRED = decimal('100');
const TENTH = decimal('0.1');

type Ruled = Pick<InstrumentRow, 'maintenanceMarginRatio'> | undefined;

/**
 * How much of the collateral the positions need to be kept: 100 percent is liquidation. Worked out at the marks of
 * now, since the exchange says its own ratio once a minute.
 *
 * @param change of the collateral since it was said: profit and loss of the positions.
 * @param rulesOf the symbol's rules; undefined while they are not known.
 * @returns percent with one decimal, never less than it is; null while a part of it is not known.
 */
export function marginUsed(
  account: Pick<AccountRow, 'totalCollateral'> | undefined,
  positions: Iterable<Pick<PositionRow, 'symbol' | 'holding' | 'markPrice' | 'marginMode'>>,
  change: Decimal,
  rulesOf: (symbol: string) => Ruled,
): Decimal | null {
  let needed = ZERO;
  for (const { symbol, holding, markPrice, marginMode } of positions) {
    // It has a margin of its own, which no other money stands for.
    if (marginMode === 'ISOLATED') continue;
    const ratio = rulesOf(symbol)?.maintenanceMarginRatio ?? null;
    if (markPrice === null || ratio === null) return null;
    needed = add(needed, multiply(multiply(abs(holding), markPrice), ratio));
  }
  if (needed === ZERO) return ZERO;
  const collateral = account?.totalCollateral ?? null;
  if (collateral === null) return null;
  const now = add(collateral, change);
  if (!isPositive(now)) return HUNDRED;
  const exact = divide(multiply(needed, HUNDRED), now, 8);
  if (exact === null) return null;
  const short = cut(exact, 1);
  return short === exact ? short : add(short, TENTH);
}
