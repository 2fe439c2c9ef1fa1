/**
 * JSON that loses no digit.
 *
 * Ids of the venue pass 2^53 (`1954766344355779056` stands in its documentation) and some private
 * reads carry money as JSON numbers. `JSON.parse` would round both silently. Reading therefore goes
 * in two steps: a scan puts quotes around every number that a double could change, and the
 * platform's own parser does the rest. Source of the need: protocol.md, section 2.
 */

/** What {@link parseLossless} returns. A `number` in it is always an integer of at most 15 digits. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

const QUOTE = 34;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Integers of so many digits are all below 2^53. */
const SAFE_DIGITS = 15;

/** Nesting above this is refused before the platform's parser sees it (a tree bomb, not a record). */
const MAX_DEPTH = 20_000;

/**
 * Parses JSON text without losing digits.
 *
 * Integers of up to 15 digits come back as `number`; every other number (longer, fractional, with an
 * exponent, or minus zero) comes back as its own source text.
 *
 * @param text JSON as received.
 * @returns the value; numbers as described.
 * @throws SyntaxError when the text is not JSON or nests deeper than 20,000 levels.
 */
export function parseLossless(text: string): JsonValue {
  const safe = quoteWideNumbers(text);
  return JSON.parse(safe) as JsonValue; // JSON.parse returns any; JsonValue is its full range
}

/** Strings up to this length are walked; longer ones are left to the native search, which is slower to start. */
const WALK = 16;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Puts quotes around numbers that would change as a double; everything else stays as it is.
 * Text that is not JSON comes out as text that is not JSON: the parser then refuses it.
 */
function quoteWideNumbers(text: string): string {
  const length = text.length;
  let out = '';
  let copied = 0;
  let i = 0;
  let depth = 0;
  while (i < length) {
    const c = text.charCodeAt(i);
    i += 1;
    if (c === QUOTE) {
      const near = i + WALK;
      let d = text.charCodeAt(i);
      while (d !== QUOTE && d !== BACKSLASH && i < near) d = text.charCodeAt((i += 1));
      if (d !== QUOTE) {
        i = closingQuote(text, i);
        if (i === -1) return text;
      }
      i += 1;
    } else if (c <= NINE && (c >= ZERO || c === MINUS)) {
      const start = i - 1;
      let d = text.charCodeAt(i);
      while (d >= ZERO && d <= NINE) d = text.charCodeAt((i += 1));
      const minus = c === MINUS ? 1 : 0;
      // at the end of the text d is NaN, which no comparison takes for a part of a number
      if (i - start - minus > SAFE_DIGITS || isFraction(d) || (minus === 1 && text.charCodeAt(start + 1) === ZERO)) {
        while ((d >= ZERO && d <= NINE) || isFraction(d)) d = text.charCodeAt((i += 1));
        const token = text.slice(start, i);
        // A malformed one stays bare, and so does one in a key's place: the parser then refuses the text.
        if (NUMBER.test(token) && !isKey(text, i)) {
          out += `${text.slice(copied, start)}"${token}"`;
          copied = i;
        }
      }
    } else if (c === OPEN_BRACE || c === OPEN_BRACKET) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new SyntaxError('JSON nests too deep');
    } else if (c === CLOSE_BRACE || c === CLOSE_BRACKET) {
      depth -= 1;
    }
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** Whether a character goes on with a number as fraction or exponent. */
const isFraction = (c: number): boolean => c === 46 || c === 101 || c === 69 || c === 43 || c === 45;

/** Whether what ends before `from` is followed by a colon. */
function isKey(text: string, from: number): boolean {
  let i = from;
  while (/\s/.test(text.charAt(i))) i += 1;
  return text.charCodeAt(i) === COLON;
}

/** Place of the next quote at or after `from` that is not escaped, or -1. `from` is not inside an escape. */
function closingQuote(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end !== -1 && text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** An odd run of backslashes before a quote escapes it. */
function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  for (let i = quote - 1; i >= 0 && text.charCodeAt(i) === BACKSLASH; i -= 1) slashes += 1;
  return slashes % 2 === 1;
}

/** ES2025 `JSON.rawJSON`, which both of our engines have and the ES2024 library does not declare. */
const rawJson = (JSON as unknown as { rawJSON(text: string): object }).rawJSON;

/**
 * A number that is written to JSON with exactly these digits.
 *
 * @param digits decimal integer text, for example an order id.
 * @returns a value that `JSON.stringify` writes bare.
 * @throws SyntaxError when the text is not an integer.
 */
export function integerLiteral(digits: string): object {
  if (!/^-?(?:0|[1-9]\d*)$/.test(digits)) throw new SyntaxError(`not an integer: ${digits}`);
  return rawJson(digits);
}

/**
 * A decimal that is written to JSON as a number with exactly these digits.
 *
 * @param text decimal text, for example an amount.
 * @returns a value that `JSON.stringify` writes bare.
 * @throws SyntaxError when the text is not a number of JSON.
 */
export function numberLiteral(text: string): object {
  if (!NUMBER.test(text)) throw new SyntaxError(`not a number: ${text}`);
  return rawJson(text);
}
