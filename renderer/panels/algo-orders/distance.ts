import type { MarketRow } from '../../../shared/contract.ts';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { abs, compare, decimal, divide, isZero, multiply, subtract, type Decimal } from '../../../shared/decimal.ts';

/** How far the price is from a node's trigger. */
export interface Distance {
  /** Trigger less market price. */
  readonly price: Decimal;
  /** Of the market price, cut after two digits. */
  readonly percent: Decimal;
  readonly near: 'far' | 'near' | 'close';
}

const NEAR = decimal('1');
const CLOSE = decimal('0.25');

/** Null where the node has no trigger that waits, or the price that it looks at is not known. */
export function distanceOf(
  row: AlgoRow,
  market: Pick<MarketRow, 'last' | 'mark' | 'index'> | undefined,
): Distance | null {
  if (!row.open || row.isTriggered || row.triggerPrice === null || isZero(row.triggerPrice)) return null;
  const kind = row.triggerPriceType;
  const now = kind === 'MARK_PRICE' ? market?.mark : kind === 'INDEX_PRICE' ? market?.index : market?.last;
  if (now === undefined || now === null || isZero(now)) return null;
  const price = subtract(row.triggerPrice, now);
  const percent = divide(multiply(price, decimal('100')), now, 2);
  const far = abs(percent);
  return { price, percent, near: compare(far, CLOSE) < 0 ? 'close' : compare(far, NEAR) < 0 ? 'near' : 'far' };
}
