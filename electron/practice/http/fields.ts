import { MAX_CLIENT_ID } from '../../../shared/ids.ts';
import { isNothing } from '../../../shared/v3/fields.ts';
import { toFixed, type Fixed } from '../engine/money/fixed.ts';
import { refuse, type Refusal, WrongType } from '../engine/refusal.ts';
import { findInstrument, type Instrument } from '../engine/symbols.ts';

/** Parameters of a request by name: query text, or values of the JSON body. */
export type Fields = ReadonlyMap<string, unknown>;

/** Missing in any of its forms. */
const absent = (fields: Fields, name: string): boolean => isNothing(fields.get(name));

const missing = (name: string): Refusal => refuse('invalidParameter', `Missing required parameter: ${name}`);
const wrong = (name: string, what: string): Refusal => refuse('invalidParameter', `Parameter ${name} must be ${what}`);

const wrongType = (name: string, what: string): Refusal =>
  new WrongType(-1005, `Parameter ${name} must be ${what}`, 400, 90000);

/** Text of a scalar field, or null when it is missing. Arrays, objects and booleans are no text. */
export function text(fields: Fields, name: string, longest = 200): string | null {
  if (absent(fields, name)) return null;
  const value = fields.get(name);
  if (typeof value !== 'string' && typeof value !== 'number') throw wrong(name, 'text');
  const read = String(value);
  if (read.length > longest) throw wrong(name, `at most ${longest} characters long`);
  return read;
}

export function requiredText(fields: Fields, name: string, longest?: number): string {
  const value = text(fields, name, longest);
  if (value === null) throw missing(name);
  return value;
}

/** One of a list of words, or null when it is missing. */
export function word<Word extends string>(fields: Fields, name: string, words: readonly Word[]): Word | null {
  const value = text(fields, name);
  if (value === null) return null;
  const found = words.find((candidate) => candidate === value);
  if (found === undefined) throw wrong(name, `one of ${words.join(', ')}`);
  return found;
}

export function requiredWord<Word extends string>(fields: Fields, name: string, words: readonly Word[]): Word {
  const value = word(fields, name, words);
  if (value === null) throw missing(name);
  return value;
}

/** A number as text or JSON number, exact; null when it is missing. */
export function number(fields: Fields, name: string): Fixed | null {
  const value = text(fields, name);
  if (value === null) return null;
  const read = toFixed(value);
  if (read === null) throw wrong(name, 'a number with at most 18 decimals');
  return read;
}

/** A whole number in a range; null when it is missing. */
export function integer(fields: Fields, name: string, low: number, high: number): number | null {
  const value = text(fields, name);
  if (value === null) return null;
  if (!/^-?\d{1,16}$/.test(value)) throw wrongType(name, 'a whole number');
  const read = Number(value);
  if (read < low || read > high) throw wrong(name, `from ${low} to ${high}`);
  return read;
}

/** A flag as boolean, as its text, or as 1 or 0 (protocol.md, 9.18); null when it is missing. */
export function flag(fields: Fields, name: string): boolean | null {
  if (absent(fields, name)) return null;
  const value = fields.get(name);
  if (value === true || value === 'true' || value === 1 || value === '1') return true;
  if (value === false || value === 'false' || value === 0 || value === '0') return false;
  throw wrongType(name, 'true or false');
}

/** An id as text or JSON integer, at most 2^63 - 1; null when it is missing. */
export function id(fields: Fields, name: string): string | null {
  const value = text(fields, name);
  if (value === null) return null;
  if (!/^(?:0|[1-9]\d{0,18})$/.test(value) || BigInt(value) > MAX_CLIENT_ID) throw wrong(name, 'an integer id');
  return value;
}

/** A client's id: as {@link id}, where 0 stands for none. */
export function clientId(fields: Fields, name: string): string | null {
  const value = id(fields, name);
  return value === '0' ? null : value;
}

/** The instrument that a trading call names: 317155 when there is none. */
export function requiredInstrument(fields: Fields, name = 'symbol'): Instrument {
  const symbol = requiredText(fields, name);
  const found = findInstrument(symbol);
  if (found === undefined) throw refuse('unknownSymbol', `The symbol ${symbol.slice(0, 40)} is not supported.`);
  return found;
}

/** As {@link requiredInstrument}, null when it is missing. */
export const maybeInstrument = (fields: Fields, name = 'symbol'): Instrument | null =>
  absent(fields, name) ? null : requiredInstrument(fields, name);

/** A page of rows: `page` from 1 and `size` (protocol.md, section 2). */
interface Paging {
  readonly page: number;
  readonly size: number;
}
export const paging = (fields: Fields, defaultSize = 25, maxSize = 500): Paging => ({
  page: integer(fields, 'page', 1, 1_000_000_000) ?? 1,
  size: integer(fields, 'size', 1, maxSize) ?? defaultSize,
});

/** Start and end of a time range, both ends included; ms, or seconds where the text is short enough to be seconds. */
export function range(fields: Fields): { readonly from: number; readonly to: number } {
  const from = instant(fields, 'startTime') ?? 0;
  const to = instant(fields, 'endTime') ?? Number.MAX_SAFE_INTEGER;
  if (from > to) throw refuse('invalidParameter', 'startTime must not be after endTime');
  return { from, to };
}

function instant(fields: Fields, name: string): number | null {
  const value = text(fields, name);
  if (value === null) return null;
  if (!/^\d{1,15}(?:\.\d{1,9})?$/.test(value)) throw wrong(name, 'a Unix timestamp');
  const read = Number(value);
  return value.includes('.') || value.length <= 10 ? Math.round(read * 1_000) : read;
}

/** Cuts one page out of rows, newest first as the caller ordered them, with its `meta`. */
export function paged<Row>(
  rows: readonly Row[],
  { page, size }: Paging,
): { readonly rows: readonly Row[]; readonly meta: Record<string, number> } {
  return {
    rows: rows.slice((page - 1) * size, page * size),
    meta: { total: rows.length, recordsPerPage: size, currentPage: page },
  };
}
