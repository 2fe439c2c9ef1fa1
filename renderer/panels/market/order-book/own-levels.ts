import type { OrderRow } from '../../../../shared/contract/contract.ts';
import { add, isZero, subtract, ZERO, type Decimal } from '../../../../shared/decimal.ts';
import type { FeedStep } from '../../../state/feeds/feeds.ts';
import { groupPrice, type BookSide } from './levels.ts';

/** What of the own orders rests at each price, by "bid 64210.5". */
export type OwnLevels = ReadonlyMap<string, Decimal>;

interface Resting {
  readonly key: string;
  readonly left: Decimal;
}

/**
 * Keeps what of one symbol's own orders rests in the book. Only rows that changed are looked at, since
 * thousands may be open.
 *
 * @param step groups prices as the book does; null keeps them.
 */
export function createOwnResting(
  symbol: string,
  step: Decimal | null,
): {
  /** @returns whether anything that rests has changed. */
  take(step: FeedStep<OrderRow>): boolean;
  /** One map that is changed in place. */
  readonly levels: OwnLevels;
} {
  const resting = new Map<string, Resting>();
  const levels = new Map<string, Decimal>();

  function change(id: string, now: Resting | null): boolean {
    const before = resting.get(id);
    if (before?.key === now?.key && before?.left === now?.left) return false;
    if (before !== undefined) {
      const left = subtract(levels.get(before.key) ?? before.left, before.left);
      if (isZero(left)) levels.delete(before.key);
      else levels.set(before.key, left);
    }
    if (now === null) resting.delete(id);
    else {
      resting.set(id, now);
      levels.set(now.key, add(levels.get(now.key) ?? ZERO, now.left));
    }
    return true;
  }

  return {
    levels,
    take(taken) {
      const there = new Set(taken.put.map((row) => row.id));
      const gone = taken.fresh ? [...resting.keys()].filter((id) => !there.has(id)) : taken.drop;
      let changed = false;
      for (const id of gone) changed = change(id, null) || changed;
      for (const row of taken.put) if (row.symbol === symbol) changed = change(row.id, restingOf(row, step)) || changed;
      return changed;
    },
  };
}

export const ownKey = (side: BookSide, price: Decimal): string => `${side} ${price}`;

function restingOf(row: OrderRow, step: Decimal | null): Resting | null {
  if (!row.open || row.price === null || row.quantity === null || row.orderId === null) return null;
  const left = subtract(row.quantity, row.executed);
  if (isZero(left)) return null;
  const side = row.side === 'BUY' ? 'bid' : 'ask';
  // Adding zero writes the price as the book does, without zeros behind.
  const price = step === null ? add(row.price, ZERO) : groupPrice(row.price, step, side);
  return { key: ownKey(side, price), left };
}
