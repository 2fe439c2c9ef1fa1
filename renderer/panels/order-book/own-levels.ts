import type { OrderRow } from '../../../shared/contract.ts';
import { add, subtract, ZERO, type Decimal } from '../../../shared/decimal.ts';
import type { FeedStep } from '../../state/feeds.ts';
import { groupPrice, type BookSide } from './levels.ts';

/** What of the own orders rests at each price, by "bid 64210.5". */
export type OwnLevels = ReadonlyMap<string, Decimal>;

interface Resting {
  readonly side: BookSide;
  readonly price: Decimal;
  readonly left: Decimal;
}

/**
 * Keeps what of one symbol's own orders rests in the book. Only rows that changed are looked at, since
 * thousands may be open.
 */
export function createOwnResting(symbol: string): {
  /** @returns whether anything that rests has changed. */
  take(step: FeedStep<OrderRow>): boolean;
  /** Sizes by side and price; with a step, by the price of the group. */
  levels(step: Decimal | null): OwnLevels;
} {
  const resting = new Map<string, Resting>();
  return {
    take(step) {
      let changed = false;
      if (step.fresh && resting.size > 0) {
        resting.clear();
        changed = true;
      }
      for (const id of step.drop) changed = resting.delete(id) || changed;
      for (const row of step.put) {
        if (row.symbol !== symbol) continue;
        const now = restingOf(row);
        const before = resting.get(row.id);
        if (now === null) changed = resting.delete(row.id) || changed;
        else if (before === undefined || before.price !== now.price || before.left !== now.left) {
          resting.set(row.id, now);
          changed = true;
        }
      }
      return changed;
    },
    levels(step) {
      const levels = new Map<string, Decimal>();
      for (const { side, price, left } of resting.values()) {
        const key = ownKey(side, step === null ? price : groupPrice(price, step, side));
        levels.set(key, add(levels.get(key) ?? ZERO, left));
      }
      return levels;
    },
  };
}

export const ownKey = (side: BookSide, price: Decimal): string => `${side} ${price}`;

function restingOf(row: OrderRow): Resting | null {
  if (!row.open || row.price === null || row.quantity === null || row.orderId === null) return null;
  // Adding zero writes the price as the book does, without zeros behind.
  return {
    side: row.side === 'BUY' ? 'bid' : 'ask',
    price: add(row.price, ZERO),
    left: subtract(row.quantity, row.executed),
  };
}
