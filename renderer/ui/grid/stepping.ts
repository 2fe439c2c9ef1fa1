import {
  add,
  compare,
  isPositive,
  multiply,
  neighbours,
  decimal,
  subtract,
  toDecimal,
  type Decimal,
} from '../../../shared/decimal.ts';

/**
 * The next value up or down: a value off the grid goes to its neighbour on it first, an empty field
 * begins at `start`, and nothing goes below `lowest`.
 *
 * @param text as typed; what is no plain number is left alone (null).
 * @param step tick or lot, positive.
 * @param start for an empty field; null where nothing is known.
 * @returns the new text, or null when there is nothing to do.
 */
export function stepped(
  text: string,
  step: Decimal,
  move: { readonly direction: 1 | -1; readonly tenfold: boolean },
  start: Decimal | null,
  lowest: Decimal,
): Decimal | null {
  if (!isPositive(step)) return null;
  if (text === '') return start;
  const value = toDecimal(text);
  if (value === null || !(isPositive(value) || move.direction === 1)) return null;
  const { below, above } = neighbours(isPositive(value) ? value : decimal('0'), step);
  const onGrid = compare(below, above) === 0;
  const size = move.tenfold ? multiply(step, decimal('10')) : step;
  // Off the grid, the first single step is to the neighbour.
  const from = onGrid ? below : move.direction === 1 ? below : above;
  const next = onGrid || move.tenfold ? shifted(from, size, move.direction) : move.direction === 1 ? above : below;
  const floor = isPositive(lowest) ? neighbours(lowest, step).above : step;
  return compare(next, floor) < 0 ? floor : next;
}

const shifted = (value: Decimal, size: Decimal, direction: 1 | -1): Decimal =>
  direction === 1 ? add(value, size) : subtract(value, size);
