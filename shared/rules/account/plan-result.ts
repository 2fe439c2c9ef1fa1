import { add, divide, isPositive, multiply, negate, subtract, type Decimal } from '../../decimal.ts';

/** One way in and out of a position. */
export interface Trip {
  readonly long: boolean;
  /** Base currency. */
  readonly quantity: Decimal;
  readonly entry: Decimal;
  readonly exit: Decimal;
  /** Fees as shares of the value of each end, such as 0.0005; zero for an end that was paid before. */
  readonly entryFee: Decimal;
  readonly exitFee: Decimal;
}

/**
 * What a trip brings after fees: ± (exit − entry) × quantity − entry × quantity × entry fee − exit × quantity × exit fee.
 *
 * @returns quote currency, exact; negative is a loss.
 */
export function tripResult({ long, quantity, entry, exit, entryFee, exitFee }: Trip): Decimal {
  const move = long ? subtract(exit, entry) : subtract(entry, exit);
  const fees = add(multiply(entry, entryFee), multiply(exit, exitFee));
  return multiply(subtract(move, fees), quantity);
}

/**
 * Reward by risk, cut after two decimals.
 *
 * @param reward result at the take profit, and @param stop result at the stop loss; quote currency.
 * @returns null where one is not known, the plan gains nothing, or its stop loses nothing.
 */
export function rewardByRisk(reward: Decimal | null, stop: Decimal | null): Decimal | null {
  if (reward === null || stop === null) return null;
  const risk = negate(stop);
  return isPositive(reward) && isPositive(risk) ? divide(reward, risk, 2) : null;
}

/**
 * Where a trailing stop stands: the best price less the callback for a sell, plus it for a buy.
 *
 * @param best the furthest price since it trails; null where none was seen.
 * @param callback a share of the best price, or a distance from it in quote currency.
 * @returns quote currency, exact; null where it is not known.
 */
export function trailingStop(
  side: 'BUY' | 'SELL',
  best: Decimal | null,
  callback: { readonly rate: Decimal | null; readonly value: Decimal | null },
): Decimal | null {
  if (best === null) return null;
  const { rate, value } = callback;
  const away = rate !== null && isPositive(rate) ? multiply(best, rate) : value;
  if (away === null || !isPositive(away)) return null;
  return side === 'SELL' ? subtract(best, away) : add(best, away);
}
