import { wireDecimal } from '../../../../shared/decimal.ts';

/**
 * Money inside the practice exchange: a bigint of 10^-18, so that every sum is exact and fast.
 * Products of a tick and a lot fit exactly (symbols.ts proves it at load); what must be rounded
 * (fees, funding, interest, shares of a cost) is cut toward zero, and what is cut stays with the payer.
 */
export type Fixed = bigint;

const PLACES = 18;
export const ONE: Fixed = 10n ** BigInt(PLACES);
/** Longer text than this is no number that a venue takes. */
const LONGEST = 60;

/**
 * Reads a number's text (exponents allowed, as JSON allows them).
 *
 * @returns the value, or null when it is no number or has more than 18 decimals.
 */
export function toFixed(text: string): Fixed | null {
  if (text.length > LONGEST) return null;
  const exponent = /[eE]([+-]?\d+)$/.exec(text);
  if (exponent !== null && Math.abs(Number(exponent[1])) > 40) return null;
  const plain = wireDecimal(text);
  if (plain === null) return null;
  const negative = plain.startsWith('-');
  const digits = negative ? plain.slice(1) : plain;
  const point = digits.indexOf('.');
  const whole = point === -1 ? digits : digits.slice(0, point);
  const fraction = point === -1 ? '' : digits.slice(point + 1).replace(/0+$/, '');
  if (fraction.length > PLACES) return null;
  const value = BigInt(whole + fraction.padEnd(PLACES, '0'));
  return negative ? -value : value;
}

/** Reads a constant of ours. Throws RangeError when it is no number. */
export function fixed(text: string): Fixed {
  const value = toFixed(text);
  if (value === null) throw new RangeError(`not a number: ${text}`);
  return value;
}

/** Plain decimal text without superfluous zeros. */
export function fixedText(value: Fixed): string {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(PLACES + 1, '0');
  const whole = digits.slice(0, -PLACES);
  let end = digits.length;
  while (end > whole.length && digits.charCodeAt(end - 1) === 48) end -= 1;
  const fraction = digits.slice(whole.length, end);
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** a * b, cut toward zero after 18 decimals. */
export const times = (a: Fixed, b: Fixed): Fixed => (a * b) / ONE;
/** a / b, cut toward zero after 18 decimals; the caller makes sure that b is not zero. */
export const over = (a: Fixed, b: Fixed): Fixed => (a * ONE) / b;
export const absolute = (a: Fixed): Fixed => (a < 0n ? -a : a);
export const smaller = (a: Fixed, b: Fixed): Fixed => (a < b ? a : b);

/** How many units a value is, when it is a whole number of them and a safe integer; null otherwise. */
export function unitsOf(value: Fixed, unit: Fixed): number | null {
  if (value % unit !== 0n) return null;
  const count = value / unit;
  return count <= 9_007_199_254_740_991n && count >= -9_007_199_254_740_991n ? Number(count) : null;
}
