import { z } from 'zod';
import { decimalText, instant, keyedFeed } from '../contract-kit.ts';

/** One execution of an own order. */
export const executionRowSchema = z.object({
  /** Order id and trade id: both sides of a trade can be of this account. */
  id: z.string(),
  symbol: z.string(),
  buy: z.boolean(),
  price: decimalText,
  quantity: decimalText,
  /** The exchange's ms of the execution itself. */
  at: instant,
});
export type ExecutionRow = z.infer<typeof executionRowSchema>;

/** So many executions of a symbol are kept, the newest. */
export const MOST_EXECUTIONS = 1_000;

/** Keyed by symbol: the newest that are read, and each as it comes. */
export const executionFeeds = { executions: keyedFeed(executionRowSchema, 'id') } as const;
