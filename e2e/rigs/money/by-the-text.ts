/*
 * The arithmetic of an account a third time, from the text alone: plain fractions of whole numbers, no code of the
 * program and none of the practice exchange. protocol.md, 3.4: PnL is (mark − average open) × holding, maintenance is
 * baseMMR of the value, a loan or a position claims its value by the leverage.
 */

/** A fraction; the lower number is above zero. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** Reads plain decimal text. */
export function fraction(text: string): Fraction {
  const [whole = '0', rest = ''] = text.split('.');
  return { over: BigInt(whole + rest), under: 10n ** BigInt(rest.length) };
}
export const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
});
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { ...b, over: -b.over });
export const times = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under });
/** Throws where nothing is shared out by nothing. */
export function by(a: Fraction, b: Fraction): Fraction {
  if (b.over === 0n) throw new RangeError('a share of nothing');
  const sign = b.over < 0n ? -1n : 1n;
  return { over: a.over * b.under * sign, under: a.under * b.over * sign };
}
export const sign = (a: Fraction): number => (a.over === 0n ? 0 : a.over < 0n ? -1 : 1);
export const size = (a: Fraction): Fraction => ({ ...a, over: a.over < 0n ? -a.over : a.over });
const NOTHING = fraction('0');
const larger = (a: Fraction, b: Fraction): Fraction => (sign(minus(a, b)) >= 0 ? a : b);

/** Whether two are the same but for what a cut after so many places leaves. */
export function isNear(a: Fraction, text: string, places: number): boolean {
  const apart = size(minus(a, fraction(text)));
  return sign(minus(apart, { over: 2n, under: 10n ** BigInt(places) })) <= 0;
}

export interface Leg {
  readonly holding: Fraction;
  readonly entry: Fraction;
  readonly mark: Fraction;
  readonly rate: Fraction;
}

/** Profit that is not taken: (mark − average open) × holding. */
export const profit = ({ holding, entry, mark }: Leg): Fraction => times(minus(mark, entry), holding);

/** Margin that a position and its orders claim: the farthest that they reach, by mark and leverage. */
export function claim(
  holding: Fraction,
  buys: Fraction,
  sells: Fraction,
  mark: Fraction,
  leverage: Fraction,
): Fraction {
  const long = plus(holding, buys);
  const short = minus(sells, holding);
  return by(times(larger(size(holding), larger(long, short)), mark), leverage);
}

/**
 * The mark at which collateral meets maintenance, found by its value at two marks: both run straight.
 *
 * @param legs of one base, all at the same mark.
 * @param collateral now; @param weight of the base token; @param others maintenance of other symbols.
 */
export function liquidation(
  legs: readonly Leg[],
  collateral: Fraction,
  weight: Fraction,
  others: Fraction,
): Fraction | null {
  const [first] = legs;
  if (first === undefined) return null;
  const { mark } = first;
  const spare = (at: Fraction): Fraction => {
    const moved = minus(at, mark);
    let left = minus(plus(collateral, times(weight, moved)), others);
    for (const leg of legs)
      left = minus(plus(left, times(leg.holding, moved)), times(times(leg.rate, size(leg.holding)), at));
    return left;
  };
  const now = spare(mark);
  const slope = minus(spare(plus(mark, fraction('1'))), now);
  if (slope.over === 0n) return null;
  const at = minus(mark, by(now, slope));
  return sign(at) > 0 ? at : null;
}

export { NOTHING };
