import Big from 'big.js';

/**
 * Decimal text: an optional minus, digits, and optionally a point and digits; never an exponent,
 * never a thousands separator. Money, prices and quantities are this from the wire to the screen.
 */
declare const decimalBrand: unique symbol;
export type Decimal = string & { readonly [decimalBrand]: true };

Big.NE = -1_000_000; // toString() never uses an exponent
Big.PE = 1_000_000;
Big.DP = 40;
Big.RM = 0; // division truncates; every caller that divides says so

const MINUS = 45;
const DOT = 46;
const DIGIT_0 = 48;
const DIGIT_9 = 57;

/** Whether a text is a Decimal as it stands: `-?(0|[1-9]\d*)(\.\d+)?`, walked, since every price that comes is asked. */
function isPlain(text: string): boolean {
  const end = text.length;
  const first = text.charCodeAt(0) === MINUS ? 1 : 0;
  let i = first;
  while (i < end && isDigit(text.charCodeAt(i))) i += 1;
  if (i === first || (i > first + 1 && text.charCodeAt(first) === DIGIT_0)) return false;
  if (i === end) return true;
  if (text.charCodeAt(i) !== DOT || i + 1 === end) return false;
  i += 1;
  while (i < end && isDigit(text.charCodeAt(i))) i += 1;
  return i === end;
}
const isDigit = (c: number): boolean => c >= DIGIT_0 && c <= DIGIT_9;
const WIRE = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/;

/**
 * Reads text that a person or a program of ours wrote.
 *
 * @param text plain decimal text.
 * @returns the same text, branded, or null for anything else ("1e3", "+1", " 1", ".5", "5.", "00.1").
 */
export function toDecimal(text: string): Decimal | null {
  return isPlain(text) ? (text as Decimal) : null;
}

/**
 * Reads what the exchange sent, which may be a number's source text with an exponent.
 * Digits are kept as sent; only an exponent form is written out.
 *
 * @param text number text from the wire.
 * @returns plain decimal text, or null when it is no number.
 */
export function wireDecimal(text: string): Decimal | null {
  if (isPlain(text)) return text as Decimal;
  // Big takes no plus before a number
  return WIRE.test(text) ? (new Big(text.replace(/^\+/, '')).toFixed() as Decimal) : null;
}

/** Brands decimal text that a constant or a calculation of ours guarantees. Throws RangeError otherwise. */
export function decimal(text: string): Decimal {
  const value = toDecimal(text);
  if (value === null) throw new RangeError(`not a decimal: ${text}`);
  return value;
}

export const ZERO: Decimal = decimal('0');

const out = (value: Big): Decimal => value.toFixed() as Decimal; // toFixed() of a Big is always plain

/** Exact sum. */
export const add = (a: Decimal, b: Decimal): Decimal => summed(a, b, 1) ?? out(new Big(a).plus(b));
/** Exact difference. */
export const subtract = (a: Decimal, b: Decimal): Decimal => summed(a, b, -1) ?? out(new Big(a).minus(b));
/** Exact product. */
export const multiply = (a: Decimal, b: Decimal): Decimal => product(a, b) ?? out(new Big(a).times(b));

/** The sum of short texts by whole numbers, which takes a fifth of the time; null where a double might not hold one. */
function summed(a: Decimal, b: Decimal, sign: 1 | -1): Decimal | null {
  const places = Math.max(placesOf(a), placesOf(b));
  const [x, y] = [scaled(a, places), scaled(b, places)];
  const sum = x + sign * y;
  return Number.isSafeInteger(x) && Number.isSafeInteger(y) && Number.isSafeInteger(sum) ? written(sum, places) : null;
}
/** The same of a product. */
function product(a: Decimal, b: Decimal): Decimal | null {
  const [placesA, placesB] = [placesOf(a), placesOf(b)];
  const [x, y] = [scaled(a, placesA), scaled(b, placesB)];
  const all = x * y;
  return Number.isSafeInteger(x) && Number.isSafeInteger(y) && Number.isSafeInteger(all)
    ? written(all, placesA + placesB)
    : null;
}
/** A count of units of the last of so many places, without zeros at its end. */
function written(units: number, places: number): Decimal {
  if (units === 0) return ZERO;
  const digits = String(Math.abs(units)).padStart(places + 1, '0');
  const point = digits.length - places;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === DIGIT_0) end -= 1;
  const whole = `${units < 0 ? '-' : ''}${digits.slice(0, point)}`;
  return (end === point ? whole : `${whole}.${digits.slice(point, end)}`) as Decimal;
}
/**
 * Quotient cut (not rounded) after `places` decimals.
 *
 * @returns null when dividing by zero: a price, a leverage or a position of nothing is not known or not there.
 */
export function divide(a: Decimal, b: Decimal, places = 20): Decimal | null {
  return isZero(b) ? null : out(new Big(a).div(b).round(places, Big.roundDown));
}
/** The value cut (not rounded) after `places` decimals. */
export const cut = (a: Decimal, places: number): Decimal => out(new Big(a).round(places, Big.roundDown));
/** The value where it is above zero; null where it is absent, or the zero that some exchanges write for "none". */
export const known = (a: Decimal | null): Decimal | null => (a !== null && isPositive(a) ? a : null);
/** The same number with its sign turned; zero stays "0". */
export const negate = (a: Decimal): Decimal => (isZero(a) ? ZERO : out(new Big(a).times(-1)));
/** Distance from zero. */
export const abs = (a: Decimal): Decimal => out(new Big(a).abs());
/** -1, 0 or 1, as for a sort, by value ("1.0" equals "1"). */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  if (a === b) return 0;
  if (isAligned(a, b)) return a < b ? -1 : 1;
  if (!isShort(a) || !isShort(b)) return new Big(a).cmp(b);
  const [x, y] = [Number(a), Number(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}
/** Whether both are of the same length with the point at the same place, and not negative: texts then compare as their values. */
const isAligned = (a: Decimal, b: Decimal): boolean =>
  a.length === b.length && a.charCodeAt(0) !== MINUS && b.charCodeAt(0) !== MINUS && a.indexOf('.') === b.indexOf('.');
/** Whether there is no digit but 0 in it. */
export function isZero(a: Decimal): boolean {
  for (let i = 0; i < a.length; i += 1) {
    const c = a.charCodeAt(i);
    if (c > DIGIT_0 && c <= DIGIT_9) return false;
  }
  return true;
}
export const isPositive = (a: Decimal): boolean => compare(a, ZERO) > 0;
export const isNegative = (a: Decimal): boolean => compare(a, ZERO) < 0;
/**
 * Whether a double tells the text apart from every other such text: it does up to 15 digits, and in the
 * same order. Nothing is calculated with it. Comparing is what books and merges do most.
 */
const isShort = (text: Decimal): boolean => text.length <= 15;
export const min = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b);
export const max = (a: Decimal, b: Decimal): Decimal => (compare(a, b) >= 0 ? a : b);

/**
 * Whether a value stands on the grid of a step.
 *
 * @param value price or quantity.
 * @param step tick or lot; zero means that every value is allowed.
 */
export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  if (isZero(step)) return true;
  const places = Math.max(placesOf(value), placesOf(step));
  const [whole, part] = [scaled(value, places), scaled(step, places)];
  if (Number.isSafeInteger(whole) && Number.isSafeInteger(part)) return whole % part === 0;
  return new Big(value).mod(step).eq(0);
}

function placesOf(text: Decimal): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}
/** The number as a count of units of its last place: a whole number that a double holds exactly, or one that is not safe. */
function scaled(text: Decimal, places: number): number {
  const point = text.indexOf('.');
  if (point === -1) return places === 0 ? Number(text) : Number(text) * (POWERS[places] ?? Infinity);
  const units = Number(text.slice(0, point) + text.slice(point + 1));
  const missing = places - (text.length - point - 1);
  return missing === 0 ? units : units * (POWERS[missing] ?? Infinity);
}
/** Powers of ten that a double holds exactly. */
const POWERS = Array.from({ length: 16 }, (_, places) => 10 ** places);

/**
 * The allowed values next to a value on the grid of a step, both equal to it when it stands on the grid.
 *
 * @param value zero or positive.
 * @param step zero means that every value is allowed.
 */
export function neighbours(value: Decimal, step: Decimal): { below: Decimal; above: Decimal } {
  if (isZero(step)) return { below: value, above: value };
  const rest = new Big(value).mod(step);
  const below = new Big(value).minus(rest);
  return { below: out(below), above: out(rest.eq(0) ? below : below.plus(step)) };
}

/** How many decimals a step has: "0.10" has 1, "5" has 0, "0.001" has 3. */
export function decimalsOf(step: Decimal): number {
  const point = out(new Big(step)).indexOf('.');
  return point === -1 ? 0 : out(new Big(step)).length - point - 1;
}

/**
 * Writes a value with at least `places` decimals. It only ever adds zeros: a value with more digits
 * keeps them, because no number on the screen is silently rounded.
 */
export function atLeastPlaces(value: Decimal, places: number): Decimal {
  const plain = out(new Big(value));
  const point = plain.indexOf('.');
  const have = point === -1 ? 0 : plain.length - point - 1;
  if (have >= places) return plain;
  return (plain + (point === -1 ? '.' : '') + '0'.repeat(places - have)) as Decimal;
}

/** For geometry only (bar widths, chart positions): a double, never to be shown or sent. */
export const approximate = (a: Decimal): number => Number(a);

/** Writes thousands separators into the whole part; digits stay as they are: "64210.50" gives "64,210.50". */
export function grouped(value: Decimal): string {
  const [whole = '', fraction] = value.split('.');
  const marked = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? marked : `${marked}.${fraction}`;
}
