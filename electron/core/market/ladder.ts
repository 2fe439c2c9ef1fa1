import { approximate, compare, isZero, type Decimal } from '../../../shared/decimal.ts';
import type { Level } from '../../../shared/v3/topics.ts';

/** One side of a book: sizes by price. */
export interface Ladder {
  /** Sets levels; size 0 deletes one. By price, never by position (protocol.md, 4.5). */
  apply(levels: readonly Level[]): void;
  clear(): void;
  /** The best levels, best first. */
  top(most: number): [Decimal, Decimal][];
}

/** A feed that never deletes far levels must not fill the memory. */
const MOST_LEVELS = 2_000;

/** Makes one side; bids are best at the highest price, asks at the lowest. */
export function createLadder(side: 'bids' | 'asks'): Ladder {
  /** Key: the price without trailing zeros, so that 100.0 and 100.00 are one level. */
  const levels = new Map<string, readonly [Decimal, Decimal]>();
  const sign = side === 'bids' ? -1 : 1;
  // The doubles decide quickly; equal ones are compared digit by digit.
  const better = (a: readonly [Decimal, Decimal], b: readonly [Decimal, Decimal]): number =>
    sign * (approximate(a[0]) - approximate(b[0]) || compare(a[0], b[0]));
  return {
    apply(changes) {
      for (const [price, size] of changes) {
        const key = bare(price);
        if (isZeroSize(size)) levels.delete(key);
        else levels.set(key, [price, size]);
      }
    },
    clear: () => levels.clear(),
    top(most) {
      const sorted = [...levels.values()].sort(better);
      for (const [price] of sorted.slice(MOST_LEVELS)) levels.delete(bare(price));
      return sorted.slice(0, most).map(([price, size]) => [price, size]);
    },
  };
}

/** The text of a number without trailing zeros behind its point. */
function bare(price: Decimal): string {
  if (!price.endsWith('0') || !price.includes('.')) return price;
  return price.replace(/\.?0+$/, '');
}

/** "0" is what the stream writes; the slow way is for "0.00". */
const isZeroSize = (size: Decimal): boolean => size === '0' || (size.startsWith('0') && isZero(size));
