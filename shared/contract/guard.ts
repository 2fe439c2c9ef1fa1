import { z } from 'zod';
import { command, decimalText, feed, maybeDecimal, outcomeSchema, press } from '../contract-kit.ts';

const limit = decimalText.refine((text) => /[1-9]/.test(text) && !text.startsWith('-') && text.length <= 30).nullable();
/** Limits that the terminal itself keeps before anything is sent; null is no limit. Money is in the quote currency. */
export const guardLimitsSchema = z.strictObject({
  /** The value of one order. */
  largestOrder: limit,
  /** The value of a position of one symbol, with the own orders that would add to it. */
  largestPosition: limit,
  ordersPerMinute: z.int().min(1).max(600).nullable(),
  /** Realised loss since 00:00 UTC, fees included, after which only reducing orders go out. */
  dailyLoss: limit,
});
export type GuardLimits = z.infer<typeof guardLimitsSchema>;

export const guardRowSchema = z.object({
  id: z.literal('guard'),
  limits: guardLimitsSchema,
  /** What was kept of the limits cannot be read: nothing that adds risk goes out until they are set again. */
  unreadable: z.boolean(),
  ordersLastMinute: z.int(),
  /** Realised since 00:00 UTC, negative is a loss; null while it is not known, or no limit asks for it. */
  realisedToday: maybeDecimal,
  lossReached: z.boolean(),
});
export type GuardRow = z.infer<typeof guardRowSchema>;

export const guardRequests = {
  'guard.set': command(z.strictObject({ ...press, limits: guardLimitsSchema }), outcomeSchema),
} as const;

export const guardFeeds = { guard: feed(guardRowSchema, 'id') } as const;
