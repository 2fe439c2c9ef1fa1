import type { JsonValue } from '../../wire/json.ts';
import { wireDecimal, type Decimal } from '../../decimal.ts';
import { wireInstant, type Millis } from '../../time.ts';
import { isNothing } from '../fields.ts';

export { isNothing };

/**
 * Plain readers of single stream fields, with the tolerance of fields.ts and without the cost of a
 * schema: an execution report is read ten thousand times a second. They take the value itself, not
 * object and key, so that each access stays a fast one. A value that fits nothing throws
 * {@link Misread}, which the readers of whole frames turn into a reason.
 */

/** An object of the wire. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** A field that cannot be read; `message` names it. Never leaves the frame readers. */
export class Misread extends Error {
  constructor(field: string, expected: string, value: unknown) {
    super(`${field}: not ${expected}: ${shown(value)}`);
    this.name = 'Misread';
  }
}

/** Short words for a value. An object's fields are not written out: one may nest deeper than the stack. */
function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return JSON.stringify(typeof value === 'string' ? value.slice(0, 60) : value);
}

/** Whether a value is an object and neither null nor an array. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; Misread otherwise. */
export function objectOf(value: JsonValue | undefined, field: string): JsonObject {
  if (isObject(value)) return value;
  throw new Misread(field, 'an object', value);
}

/** The value as a list of objects; nothing reads as an empty list. */
export function objectsOf(value: JsonValue | undefined, field: string): readonly JsonObject[] {
  if (isNothing(value)) return [];
  if (!Array.isArray(value)) throw new Misread(field, 'a list', value);
  return value.map((item: JsonValue) => objectOf(item, field));
}

/** A decimal as number or text; null for any form of nothing. */
export function maybeDecimal(value: JsonValue | undefined, field: string): Decimal | null {
  if (typeof value === 'string' || typeof value === 'number') {
    const read = wireDecimal(typeof value === 'string' ? value : String(value));
    if (read !== null) return read;
  }
  if (isNothing(value)) return null;
  throw new Misread(field, 'a number', value);
}

/** A decimal that is only shown beside what matters: what cannot be read is missing, so that it hides no message (fields.ts). */
export function figureOf(value: JsonValue | undefined): Decimal | null {
  if (isNothing(value) || (typeof value !== 'string' && typeof value !== 'number')) return null;
  return wireDecimal(typeof value === 'string' ? value : String(value));
}

/** A decimal that must be there. */
export function decimalOf(value: JsonValue | undefined, field: string): Decimal {
  const read = maybeDecimal(value, field);
  if (read === null) throw new Misread(field, 'a number', value);
  return read;
}

/** Text or a number's text; null for any form of nothing. */
export function maybeText(value: JsonValue | undefined, field: string): string | null {
  if (isNothing(value)) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new Misread(field, 'text', value);
}

/** Text that must be there. */
export function textOf(value: JsonValue | undefined, field: string): string {
  const read = maybeText(value, field);
  if (read === null) throw new Misread(field, 'text', value);
  return read;
}

/** Digits of an id; null for any form of nothing and for 0 (protocol.md, section 2). Callers brand it. */
export function maybeId(value: JsonValue | undefined, field: string): string | null {
  if (isNothing(value) || value === 0 || value === '0') return null;
  if (typeof value === 'number' && value > 0 && Number.isSafeInteger(value)) return String(value);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (/^\d{1,30}$/.test(text)) return text;
  throw new Misread(field, 'an id', value);
}

/** An id that must be there and is not 0. */
export function idOf(value: JsonValue | undefined, field: string): string {
  const read = maybeId(value, field);
  if (read === null) throw new Misread(field, 'an id', value);
  return read;
}

/** An instant in any of its three forms; null for nothing and 0. */
export function maybeInstant(value: JsonValue | undefined, field: string): Millis | null {
  if (typeof value === 'number' && value > 0 && Number.isInteger(value)) return value as Millis; // an integer of ms is a Millis
  if (isNothing(value) || value === 0 || value === '0') return null;
  const read = typeof value === 'string' ? wireInstant(value) : null;
  if (read !== null) return read;
  throw new Misread(field, 'a time', value);
}

/** An instant that must be there. */
export function instantOf(value: JsonValue | undefined, field: string): Millis {
  const read = maybeInstant(value, field);
  if (read === null) throw new Misread(field, 'a time', value);
  return read;
}

/** A small integer as number or text; null for any form of nothing. */
export function maybeInteger(value: JsonValue | undefined, field: string): number | null {
  if (isNothing(value)) return null;
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new Misread(field, 'an integer', value);
}

/** A flag as boolean, 0 or 1, or their text; null for any form of nothing. */
export function maybeFlag(value: JsonValue | undefined): boolean | null {
  if (isNothing(value)) return null;
  return value === true || value === 1 || value === '1' || value === 'true';
}

/** What a record carries beyond the fields that we know, kept as it came. */
export type Extra = JsonObject;

const NO_EXTRA: Extra = Object.freeze({});

/** The fields of `record` that are not in `known`. */
export function extraOf(record: JsonObject, known: ReadonlySet<string>): Extra {
  for (const key in record) {
    // fromEntries defines properties, so that a field named __proto__ stays a field
    if (!known.has(key)) return Object.fromEntries(Object.entries(record).filter(([name]) => !known.has(name)));
  }
  return NO_EXTRA;
}
