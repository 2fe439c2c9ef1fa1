import { decimal, type Decimal } from '../../../../../shared/decimal.ts';

/**
 * A decimal as three integers that SQLite can add up exactly: the whole part and twice nine decimals,
 * each with the number's sign. A sum of nine million rows stays within its 64 bits.
 */
export type SumParts = readonly [whole: number, high: number, low: number];

/** Digits of a limb, and the most that a whole part may have. */
const PLACES = 9;
const MOST_WHOLE = 12;
const UNIT = 10n ** BigInt(PLACES);
const FITS = new RegExp(String.raw`^-?\d{1,${MOST_WHOLE}}(?:\.\d{1,${2 * PLACES}})?$`);

/**
 * Splits a decimal.
 *
 * @returns null for what is no decimal or has more digits: {@link exactSum} adds those up one by one.
 */
export function sumPartsOf(text: string): SumParts | null {
  if (!FITS.test(text)) return null;
  const negative = text.startsWith('-');
  const point = text.indexOf('.');
  const whole = Number(point === -1 ? text : text.slice(0, point));
  if (point === -1) return [whole, 0, 0];
  const fraction = text.slice(point + 1).padEnd(2 * PLACES, '0');
  const high = Number(fraction.slice(0, PLACES));
  const low = Number(fraction.slice(PLACES));
  return negative ? [whole, -high, -low] : [whole, high, low];
}

/**
 * Puts sums of limbs together.
 *
 * @param rest decimals of any length that are added to it.
 */
export function exactSum(whole: bigint, high: bigint, low: bigint, rest: readonly string[] = []): Decimal {
  let places = 2 * PLACES;
  let units = (whole * UNIT + high) * UNIT + low;
  for (const text of rest) {
    const [before = '', fraction = ''] = text.split('.');
    const more = fraction.length - places;
    if (more > 0) {
      units *= 10n ** BigInt(more);
      places += more;
    }
    units += BigInt(before + fraction) * 10n ** BigInt(places - fraction.length);
  }
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  return decimal(`${negative ? '-' : ''}${digits.slice(0, -places)}${fraction === '' ? '' : `.${fraction}`}`);
}
