import { z } from 'zod';
import { isPositive, isNegative, toDecimal, type Decimal } from '../decimal.ts';
import { isClientId, isSymbol } from '../ids.ts';

/**
 * Fields of requests. Unlike the records, these are strict: what leaves is exactly what the
 * interface describes (enumerations: protocol.md, section 6).
 */

export const sides = ['BUY', 'SELL'] as const;
/** AC and RPI are for market makers. */
export const orderTypes = ['LIMIT', 'MARKET', 'IOC', 'FOK', 'POST_ONLY', 'ASK', 'BID', 'AC', 'RPI'] as const;
export const positionSides = ['BOTH', 'LONG', 'SHORT'] as const;
export const marginModes = ['CROSS', 'ISOLATED'] as const;
export const positionModes = ['ONE_WAY', 'HEDGE_MODE'] as const;
/** INCOMPLETE is NEW or PARTIAL_FILLED; COMPLETED is CANCELLED, FILLED or REJECTED. */
export const orderStatusFilters = [
  'NEW',
  'PARTIAL_FILLED',
  'FILLED',
  'CANCELLED',
  'REJECTED',
  'INCOMPLETE',
  'COMPLETED',
] as const;
/** Kinds of algo order that can be placed; the last two are legs of the others. */
export const algoTypes = [
  'STOP',
  'OCO',
  'TRAILING_STOP',
  'POSITIONAL_TP_SL',
  'TP_SL',
  'BRACKET',
  'STOP_BRACKET',
  'TAKE_PROFIT',
  'STOP_LOSS',
] as const;
export const algoOrderTypes = ['LIMIT', 'MARKET', 'CLOSE_POSITION'] as const;
export const triggerPriceTypes = ['MARKET_PRICE', 'MARK_PRICE', 'INDEX_PRICE'] as const;

/** `SPOT_<base>_<quote>` or `PERP_<base>_<quote>`. */
export const symbolInput = z.string().refine(isSymbol, 'not a symbol');

/** Decimal text that passes a test, read by one function: an order has several of them. */
const decimalInput = (passes: (value: Decimal) => boolean, refusal: string) =>
  z
    .string()
    .max(80)
    .transform((text, context): Decimal => {
      const value = toDecimal(text);
      if (value !== null && passes(value)) return value;
      context.addIssue({ code: 'custom', message: value === null ? 'not a number' : refusal });
      return z.NEVER;
    });

/** Decimal text above zero. */
export const positiveInput = decimalInput(isPositive, 'not above zero');
/** Decimal text of zero or more. */
export const amountInput = decimalInput((value) => !isNegative(value), 'below zero');

/** An id of the exchange: integer text without sign or leading zero. */
export const idInput = z.string().regex(/^[1-9]\d{0,29}$/, 'not an id');
/** An id of the user: "0" to "9223372036854775807". */
export const clientIdInput = z.string().refine(isClientId, 'not an integer from 0 to 9223372036854775807');

/** Integer ms since the epoch. */
export const instantInput = z.int().min(0);
/** Pages count from 1. */
export const pageInput = z.int().min(1);
/** At most so many records in one answer. */
export const sizeInput = (largest: number) => z.int().min(1).max(largest);
/** A tag of the user: at most 64 characters. */
export const tagInput = z.string().min(1).max(64);
/** Any text that must not be empty. */
export const textInput = z.string().min(1).max(256);

/** The optional fields of a paged history, in ms and at most `largest` records a page. */
export const historyRange = (largest: number) => ({
  startTime: instantInput.optional(),
  endTime: instantInput.optional(),
  page: pageInput.optional(),
  size: sizeInput(largest).optional(),
});

/** For operations whose parameters are not known: they are passed on as given. */
export const looseInput = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** No parameters. */
export const noInput = z.strictObject({});

/**
 * Refines an input that names its subject by the exchange's id or the user's: one is needed, and
 * when both are given only the exchange's is kept (interface-v3.md, Errors, 3).
 */
export function oneId<Shape extends z.ZodType<Record<string, unknown>>>(schema: Shape, ours: string, theirs: string) {
  return schema
    .refine((input) => input[ours] !== undefined || input[theirs] !== undefined, {
      error: `needs ${theirs} or ${ours}`,
      path: [theirs],
    })
    .transform((input): Record<string, unknown> => {
      if (input[theirs] === undefined || input[ours] === undefined) return input;
      return Object.fromEntries(Object.entries(input).filter(([name]) => name !== ours));
    });
}
