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
    if (c === 34) {
      // A string: the native search is faster than a walk; an odd run of backslashes escapes a quote.
      let end = i;
      do {
        end = text.indexOf('"', end + 1);
        if (end === -1) return text;
      } while (text.charCodeAt(end - 1) === 92 && isEscaped(text, end));
      i = end + 1;
    } else if (c === 45 || (c >= 48 && c <= 57)) {
      const start = i;
      let wide = false;
      i += 1;
      for (; i < length; i += 1) {
        const d = text.charCodeAt(i);
        if (d >= 48 && d <= 57) continue;
        if (d === 46 || d === 101 || d === 69 || d === 43 || d === 45) {
          wide = true;
          continue;
        }
        break;
      }
      if (wide || i - start > 15 || (c === 45 && text.charCodeAt(start + 1) === 48)) {
        const token = text.slice(start, i);
        // A malformed token stays bare, so that the parser refuses it.
        if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(token)) {
          out += text.slice(copied, start) + '"' + token + '"';
          copied = i;
        }
      }
    } else {
      if (c === 123 || c === 91) {
        depth += 1;
        if (depth > MAX_DEPTH) throw new SyntaxError('JSON nests too deep');
      } else if (c === 125 || c === 93) depth -= 1;
      i += 1;
    }
  }
  return copied === 0 ? text : out + text.slice(copied);
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  for (let i = quote - 1; i >= 0 && text.charCodeAt(i) === 92; i -= 1) slashes += 1;
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
