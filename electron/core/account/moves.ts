import { abs, compare, multiply, subtract, type Decimal } from '../../../shared/decimal.ts';

/** A mark price that went so far, as a fraction, is notable: at ten times leverage it is a hundredth of the margin. */
const NOTABLE = '0.001' as Decimal; // a literal

/** Mark prices at which the positions were last read. */
export interface Moves {
  startFrom(prices: ReadonlyMap<string, Decimal>): void;
  /** Whether a price is notably away from that; never where none is known. */
  isNotable(symbol: string, price: Decimal): boolean;
}

/** Remembers the prices of a read. */
export function createMoves(): Moves {
  let start: ReadonlyMap<string, Decimal> = new Map();
  return {
    startFrom: (prices) => void (start = prices),
    isNotable(symbol, price) {
      const from = start.get(symbol);
      return from !== undefined && compare(abs(subtract(price, from)), multiply(abs(from), NOTABLE)) >= 0;
    },
  };
}
