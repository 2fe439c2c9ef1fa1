import { z } from 'zod';
import { maybeInstant, read } from '../contract-kit.ts';

export const historyNames = [
  'orders',
  'fills',
  'wallet',
  'transfers',
  'interest',
  'funding',
  'referrals',
  'rewards',
] as const;

export const historyRequests = {
  /** One page of a history, newest first; `total` is null where the exchange does not say. */
  'history.page': read(
    z.strictObject({
      history: z.enum(historyNames),
      page: z.int().min(1).max(100_000),
      size: z.int().min(1).max(1000),
      startTime: maybeInstant,
      endTime: maybeInstant,
      filters: z.record(z.string().max(32), z.string().max(64)),
    }),
    z.object({
      /** Each value as the exchange wrote it, as text; times in ms; "" where there is none. */
      rows: z.array(z.record(z.string(), z.string())),
      total: z.int().nullable(),
      /** More cannot be paged to; a narrower range of dates finds the rest. */
      capped: z.boolean(),
    }),
  ),
  /** An order as the exchange has it now, and its fills, newest first, as far as they can be found. */
  'history.order': read(
    z.strictObject({ orderId: z.string().regex(/^[1-9]\d{0,29}$/) }),
    z.object({
      order: z.record(z.string(), z.string()),
      fills: z.array(z.record(z.string(), z.string())),
      /** There were so many fills since that some of this order's may be missing. */
      capped: z.boolean(),
    }),
  ),
} as const;
