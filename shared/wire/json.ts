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
const DEL = 127;

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

/** A number of JSON, whole. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Of every engine that we run in; this folder is compiled without the types of any. */
declare const TextEncoder: new () => {
  encodeInto(text: string, into: Uint8Array): { readonly read: number; readonly written: number };
};

/** The characters of texts up to its length, used again for each; longer texts get bytes of their own. */
const SCRATCH = new Uint8Array(65_536);
const encoder = new TextEncoder();

/**
 * The characters of a text as one byte each, which is several times quicker to walk than the text. What is
 * not ASCII means nothing to the scan and is DEL here. Two quotes follow the last one, so that a walk ends.
 */
function bytesOf(text: string): Uint8Array {
  const ascii = asciiBytes(text);
  if (ascii !== null) return ascii;
  const { length } = text;
  const bytes = new Uint8Array(length + 2);
  for (let i = 0; i < length; i += 1) bytes[i] = Math.min(text.charCodeAt(i), DEL);
  bytes.fill(QUOTE, length);
  return bytes;
}

/**
 * A text's bytes, with two quotes behind.
 *
 * @returns null for a text that is not ASCII. Where it is short, the array is longer, and another call writes over it.
 */
function asciiBytes(text: string): Uint8Array | null {
  const { length } = text;
  const bytes = length + 2 <= SCRATCH.length ? SCRATCH : new Uint8Array(length + 2);
  const { read, written } = encoder.encodeInto(text, bytes);
  if (read !== length || written !== length) return null;
  bytes[length] = QUOTE;
  bytes[length + 1] = QUOTE;
  return bytes;
}

/**
 * Puts quotes around numbers that would change as a double; everything else stays as it is.
 * Text that is not JSON comes out as text that is not JSON: the parser then refuses it.
 */
function quoteWideNumbers(text: string): string {
  const length = text.length;
  const bytes = bytesOf(text);
  let out = '';
  let copied = 0;
  let i = 0;
  let depth = 0;
  while (i < length) {
    const c = at(bytes, i);
    i += 1;
    if (c === QUOTE) {
      for (let d = at(bytes, i++); d !== QUOTE; d = at(bytes, i++)) if (d === BACKSLASH) i += 1;
    } else if (c <= NINE && (c >= ZERO || c === MINUS)) {
      const start = i - 1;
      let d = at(bytes, i);
      while (d >= ZERO && d <= NINE) d = at(bytes, (i += 1));
      const minus = c === MINUS ? 1 : 0;
      if (i - start - minus > SAFE_DIGITS || isFraction(d) || (minus === 1 && at(bytes, start + 1) === ZERO)) {
        while ((d >= ZERO && d <= NINE) || isFraction(d)) d = at(bytes, (i += 1));
        const token = text.slice(start, i);
        // A malformed one stays bare, and so does one in a key's place: the parser then refuses the text.
        if (NUMBER.test(token) && !isKey(bytes, i)) {
          out += `${text.slice(copied, start)}"${token}"`;
          copied = i;
        }
      }
    } else if (c < OPEN_BRACKET) {
      // white space, comma, colon: most of what is left
      continue;
    } else if (c === OPEN_BRACE || c === OPEN_BRACKET) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new SyntaxError('JSON nests too deep');
    } else if (c === CLOSE_BRACE || c === CLOSE_BRACKET) {
      depth -= 1;
    }
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** A byte that is there: the quotes behind the text stop every walk. */
const at = (bytes: Uint8Array, i: number): number => bytes[i] as number;

/** Whether a character goes on with a number as fraction or exponent. */
const isFraction = (c: number): boolean => c === 46 || c === 101 || c === 69 || c === 43 || c === 45;

/** Whether what ends before `from` is followed by a colon, with or without white space of JSON. */
function isKey(bytes: Uint8Array, from: number): boolean {
  let i = from;
  let c = at(bytes, i);
  while (c === 32 || c === 10 || c === 13 || c === 9) c = at(bytes, (i += 1));
  return c === COLON;
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
