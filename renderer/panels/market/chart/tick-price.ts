import { add, decimal, decimalsOf, multiply, type Decimal } from '../../../../shared/decimal.ts';

/**
 * The tick that a place on the chart stands for. A place is no number that anybody typed: the tick next
 * to it is what is meant, and it is shown before anything is done with it.
 *
 * @param place price by the chart's own geometry.
 * @returns null below the first tick.
 */
export function tickPrice(place: number, tick: Decimal): Decimal | null {
  const count = Math.round(place / Number(tick));
  return Number.isSafeInteger(count) && count > 0 ? multiply(tick, decimal(String(count))) : null;
}

/** The price some ticks away; null below the first tick. */
export function shiftedPrice(price: Decimal, tick: Decimal, ticks: number): Decimal | null {
  const moved = add(price, multiply(tick, decimal(String(ticks))));
  return Number(moved) > 0 ? moved : null;
}

/** Text of a place on the price axis. */
export const axisText = (place: number, tick: Decimal): string =>
  place.toLocaleString('en-US', {
    minimumFractionDigits: decimalsOf(tick),
    maximumFractionDigits: decimalsOf(tick),
  });
