import { add, atLeastPlaces, decimal, divide, grouped, type Decimal } from '../../../shared/decimal.ts';

/** An average may say so many decimals more than a price; what a division leaves behind them is no figure of anybody. */
const FINER = 2;
const ONE = decimal('1');

/**
 * Text of an average price, rounded to two decimals more than prices of its symbol have.
 *
 * @param value zero or positive.
 * @param places decimals of the symbol's prices.
 */
export function averageText(value: Decimal, places: number): string {
  const half = decimal(`0.${'0'.repeat(places + FINER)}5`);
  return grouped(atLeastPlaces(divide(add(value, half), ONE, places + FINER) ?? value, places));
}
