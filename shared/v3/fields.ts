import { z } from 'zod';
import { wireDecimal, ZERO, type Decimal } from '../decimal.ts';
import type { AlgoOrderId, ClientOrderId, OrderId } from '../ids.ts';
import { wireInstant, type Millis } from '../time.ts';

/**
 * Tolerant readers of single fields of a record, one function for each wart of the wire, used by
 * every record. They accept what {@link import('../json.ts').parseLossless} gives: numbers of at most
 * 15 digits as numbers, all others as their text. Sources: protocol.md, section 2.
 */

const scalar = z.union([z.string(), z.number()]);

/** The many forms of nothing: absent, null, "", and the text "null" (protocol.md, 2.2). */
export function isNothing(value: unknown): value is null | undefined | '' | 'null' {
  return value === null || value === undefined || value === '' || value === 'null';
}

/** A decimal as number or text, kept digit by digit. */
export const decimalField = scalar.transform((value, context): Decimal => {
  const read = wireDecimal(String(value));
  if (read !== null) return read;
  context.addIssue({ code: 'custom', message: 'not a number' });
  return z.NEVER;
});

/** A decimal that may be missing in any form of nothing: null then. */
export const maybeDecimalField = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value, context): Decimal | null => {
    if (isNothing(value)) return null;
    const read = wireDecimal(String(value));
    if (read !== null) return read;
    context.addIssue({ code: 'custom', message: 'not a number' });
    return z.NEVER;
  });

/** An id as number or text: integer text. Callers brand it. */
export const idField = scalar.transform((value, context): string => {
  const text = String(value);
  if (/^\d{1,30}$/.test(text)) return text;
  context.addIssue({ code: 'custom', message: 'not an id' });
  return z.NEVER;
});

/** An id that the user may not have given: absent, null, "" and 0 all read as null (protocol.md, section 2). */
export const maybeIdField = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value, context): string | null => {
    if (isNothing(value) || value === 0 || value === '0') return null;
    const text = String(value);
    if (/^\d{1,30}$/.test(text)) return text;
    context.addIssue({ code: 'custom', message: 'not an id' });
    return z.NEVER;
  });

/** An instant in any of its three forms. */
export const instantField = scalar.transform((value, context): Millis => {
  const read = wireInstant(value);
  if (read !== null) return read;
  context.addIssue({ code: 'custom', message: 'not a time' });
  return z.NEVER;
});

/** An instant that may be missing; "0" is missing too (an untriggered algo order's triggerTime). */
export const maybeInstantField = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value, context): Millis | null => {
    if (isNothing(value) || value === 0 || value === '0') return null;
    const read = wireInstant(value);
    if (read !== null) return read;
    context.addIssue({ code: 'custom', message: 'not a time' });
    return z.NEVER;
  });

/** Text that may be missing in any form of nothing: null then. Numbers are taken as their text. */
export const maybeTextField = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value): string | null => (isNothing(value) ? null : String(value)));

/** A flag as boolean, 0 or 1, or their text; a missing one is null. */
export const maybeFlagField = z
  .union([z.boolean(), z.string(), z.number(), z.null()])
  .optional()
  .transform((value): boolean | null => {
    if (isNothing(value)) return null;
    return value === true || value === 1 || value === '1' || value === 'true';
  });

/** A flag where missing means no. */
export const flagField = maybeFlagField.transform((value): boolean => value ?? false);

/** A small integer as number or text (leverage, levels, counts). */
export const integerField = scalar.transform((value, context): number => {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  context.addIssue({ code: 'custom', message: 'not an integer' });
  return z.NEVER;
});

/** A small integer that may be missing. */
export const maybeIntegerField = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value, context): number | null => {
    if (isNothing(value)) return null;
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    context.addIssue({ code: 'custom', message: 'not an integer' });
    return z.NEVER;
  });

/** A decimal where missing means none of it: zero. */
export const decimalOrZeroField = maybeDecimalField.transform((value): Decimal => value ?? ZERO);

/** The exchange's id of an order. */
export const orderIdField = idField.transform((text) => text as OrderId); // idField checked the digits
/** The exchange's id of an algo order. */
export const algoOrderIdField = idField.transform((text) => text as AlgoOrderId); // idField checked the digits
/** An algo order's id that may be missing or 0. */
export const maybeAlgoOrderIdField = maybeIdField.transform((text) => text as AlgoOrderId | null); // as above
/** The user's id of an order; null when none was given. */
export const maybeClientOrderIdField = maybeIdField.transform((text) => text as ClientOrderId | null); // as above

/** A list of texts; nothing is an empty one. */
export const textListField = z
  .union([z.array(z.string()), z.null(), z.literal('')])
  .optional()
  .transform((value): readonly string[] => (isNothing(value) ? [] : value));
