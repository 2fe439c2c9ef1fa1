import type { InstrumentRow, OrderDraft } from '../../../../shared/contract/contract.ts';
import {
  abs,
  add,
  compare,
  decimal,
  decimalsOf,
  divide,
  grouped,
  isNegative,
  isPositive,
  isZero,
  multiply,
  subtract,
  toDecimal,
  type Decimal,
} from '../../../../shared/decimal.ts';
import { onlyCloses } from '../../../../shared/rules/position-math.ts';

/** An order of more than so many times the position is asked about. */
export const DEFAULT_TIMES = decimal('5');

/** The times as typed where they are a number; otherwise the first ones, so that a slip does not turn the guard off. */
export function timesOf(text: string): Decimal {
  const typed = toDecimal(text);
  return typed !== null && isPositive(typed) ? typed : DEFAULT_TIMES;
}

/**
 * What is out of proportion to the position that the order would change; none where there is no position or
 * it is not known, and none for an order that can only reduce.
 *
 * @param holding signed base quantity.
 * @param price by which an order that is sized by amount is valued.
 */
export function positionWarnings(
  draft: OrderDraft,
  { base, quantityStep }: Pick<InstrumentRow, 'base' | 'quantityStep'>,
  holding: Decimal | null,
  price: Decimal | null,
  times: Decimal,
): readonly string[] {
  if (holding === null || isZero(holding) || onlyCloses(draft)) return [];
  const size = sizeOf(draft, price, decimalsOf(quantityStep));
  if (size === null) return [];
  const words: string[] = [];
  const after = draft.side === 'BUY' ? add(holding, size) : subtract(holding, size);
  const opposite = !isZero(after) && isNegative(after) !== isNegative(holding);
  if (opposite) words.push(`It turns the position around: ${grouped(holding)} → ${grouped(after)} ${base}.`);
  if (compare(size, multiply(abs(holding), times)) > 0)
    words.push(`It is more than ${grouped(times)} times the position of ${grouped(abs(holding))} ${base}.`);
  return words;
}

function sizeOf(draft: OrderDraft, price: Decimal | null, places: number): Decimal | null {
  const quantity = toDecimal(draft.quantity);
  if (quantity !== null && isPositive(quantity)) return quantity;
  const amount = toDecimal(draft.amount);
  if (amount === null || !isPositive(amount) || price === null) return null;
  return divide(amount, price, places);
}
