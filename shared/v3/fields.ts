import { z } from 'zod';
import { wireDecimal, ZERO, type Decimal } from '../decimal.ts';
import type { AlgoOrderId, ClientOrderId, OrderId } from '../ids.ts';
import { wireInstant } from '../time.ts';

/**
 * Tolerant readers of single fields of a record, one function for each wart of the wire, used by
 * every record. They accept what {@link import('../wire/json.ts').parseLossless} gives: numbers of at most
 * 15 digits as numbers, all others as their text. Sources: protocol.md, section 2.
 */

/** The many forms of nothing: absent, null, "", and the text "null" (protocol.md, 2.2). */
export function isNothing(value: unknown): value is null | undefined | '' | 'null' {
  return value === null || value === undefined || value === '' || value === 'null';
}

/** Reads text or a number; null for what it cannot read. */
type Reader<Read> = (value: string | number) => Read | null;

/** What a reader makes of a value; null for anything but text and numbers too. */
const readBy = <Read>(read: Reader<Read>, value: unknown): Read | null =>
  typeof value === 'string' || typeof value === 'number' ? read(value) : null;

/** A field that must be there. One function and no union of schemas: an answer is read while somebody waits for it. */
const field = <Read>(read: Reader<Read>, expected: string) =>
  z.transform((value: unknown, context): Read => {
    const found = readBy(read, value);
    if (found !== null) return found;
    context.addIssue({ code: 'custom', message: `not ${expected}` });
    return z.NEVER;
  });

/** A field that may be missing in any form of nothing, or of `none`: null then. */
const maybeField = <Read>(read: Reader<Read>, expected: string, none: (value: unknown) => boolean = isNothing) =>
  z.transform((value: unknown, context): Read | null => {
    if (none(value)) return null;
    const found = readBy(read, value);
    if (found === null) context.addIssue({ code: 'custom', message: `not ${expected}` });
    return found;
  });

const isNothingOrZero = (value: unknown): boolean => isNothing(value) || value === 0 || value === '0';

const readDecimal: Reader<Decimal> = (value) => wireDecimal(String(value));
const readInteger: Reader<number> = (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : null);
/** Branded by who names the id: these are its digits. */
const readId = <Id extends string>(value: string | number): Id | null =>
  /^\d{1,30}$/.test(String(value)) ? (String(value) as Id) : null;

/** A decimal as number or text, kept digit by digit. */
export const decimalField = field(readDecimal, 'a number');

/** A decimal that may be missing in any form of nothing: null then. */
export const maybeDecimalField = maybeField(readDecimal, 'a number');

/**
 * A decimal that is only shown beside what matters: an average of nothing may come as "NaN". What cannot be read is
 * missing, because one such figure would hide every record of its list.
 */
export const figureField = z.transform((value: unknown): Decimal | null =>
  isNothing(value) ? null : readBy(readDecimal, value),
);

/** An id as number or text: integer text. Callers brand it. */
export const idField = field<string>(readId, 'an id');

/** An id that the user may not have given: absent, null, "" and 0 all read as null (protocol.md, section 2). */
export const maybeIdField = maybeField<string>(readId, 'an id', isNothingOrZero);

/** An instant in any of its three forms. */
export const instantField = field(wireInstant, 'a time');

/** An instant that may be missing; "0" is missing too (an untriggered algo order's triggerTime). */
export const maybeInstantField = maybeField(wireInstant, 'a time', isNothingOrZero);

/** Text that may be missing in any form of nothing: null then. Numbers are taken as their text. */
export const maybeTextField = maybeField(String, 'a text');

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
export const integerField = field(readInteger, 'an integer');

/** A small integer that may be missing. */
export const maybeIntegerField = maybeField(readInteger, 'an integer');

/** A decimal where missing means none of it: zero. */
export const decimalOrZeroField = maybeDecimalField.transform((value): Decimal => value ?? ZERO);

/** The exchange's id of an order. */
export const orderIdField = field<OrderId>(readId, 'an id');
/** The exchange's id of an algo order. */
export const algoOrderIdField = field<AlgoOrderId>(readId, 'an id');
/** An algo order's id that may be missing or 0. */
export const maybeAlgoOrderIdField = maybeField<AlgoOrderId>(readId, 'an id', isNothingOrZero);
/** The user's id of an order; null when none was given. */
export const maybeClientOrderIdField = maybeField<ClientOrderId>(readId, 'an id', isNothingOrZero);

/** A list of texts; nothing is an empty one. */
export const textListField = z
  .union([z.array(z.string()), z.null(), z.literal('')])
  .optional()
  .transform((value): readonly string[] => (isNothing(value) ? [] : value));
