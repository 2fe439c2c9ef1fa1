import { z } from 'zod';
import { command, feed, instant, maybeDecimal, maybeInstant, outcomeSchema, press } from '../contract-kit.ts';

/** One order, or one tree of algo orders, that is open or that the switch cancelled. */
const deadManItemSchema = z.object({
  kind: z.enum(['order', 'algo']),
  /** The order's id, or that of the tree's root. */
  id: z.string(),
  symbol: z.string(),
  side: z.string().nullable(),
  /** The exchange's word: LIMIT, BRACKET. */
  type: z.string(),
  quantity: maybeDecimal,
  price: maybeDecimal,
  /** Price at which it triggers; of a tree, that of its stop where its root has none. */
  trigger: maybeDecimal,
});
export type DeadManItem = z.infer<typeof deadManItemSchema>;

/** What the switch cancelled when it fired, and what is left. */
export const deadManReportSchema = z.object({
  /** Exchange's ms of the firing; where `until` is there, the earliest that it can be. */
  at: instant,
  /** The latest that it can be, where neither the exchange's answer nor its word on an order says when. */
  until: instant.optional(),
  /** What was open before and is gone by it: orders and trees of algo orders. */
  before: z.int(),
  orders: z.int(),
  algos: z.int(),
  /** What is open now, of both. */
  after: z.int(),
  /** What went; of very many only the first. */
  went: z.array(deadManItemSchema),
  /** Symbols of the positions that are held; null where they were never read. */
  positions: z.array(z.string()).nullable(),
  /** Those of them whose stops went. */
  unprotected: z.array(z.string()),
  /** Whether more may have gone than is known. */
  mayBeMore: z.boolean().optional(),
});

/**
 * The dead-man switch as far as the core knows. Its exchange can set the timer and not read it: what is
 * shown is never safer than what can be true.
 */
export const deadManRowSchema = z.object({
  id: z.literal('deadman'),
  state: z.enum([
    'off',
    'arming',
    'armed',
    'renewing',
    'failing',
    'disarming',
    /** Its time has passed: it fired, or nobody knows yet. */
    'unknown',
    'fired',
    /** The exchange does not give it to this account. */
    'unavailable',
  ]),
  mode: z.enum(['once', 'renew']).nullable(),
  timeoutMs: z.int().nullable(),
  /** The earliest instant at which it may fire, on the exchange's clock and on the core's. */
  deadline: maybeInstant,
  deadlineLocal: maybeInstant,
  /** Whether a request that was not answered may still change it. */
  inDoubt: z.boolean(),
  /** Requests without an answer that may fire it sooner than the newest answer says. */
  doubt: z
    .object({
      timeoutMs: z.int(),
      /** Exchange's ms until which one may still arrive. */
      until: instant,
      /** Exchange's ms of the firing by the newest answer; null where that says that none runs. */
      known: maybeInstant,
    })
    .nullable(),
  /** Left by an earlier run of the program: it is not being renewed. */
  leftArmed: z.boolean(),
  message: z.string(),
  /** Core's local ms of the state's beginning. */
  since: instant,
  /** When it fired. */
  report: deadManReportSchema.nullable(),
});
export type DeadManRow = z.infer<typeof deadManRowSchema>;

export const deadManRequests = {
  /** Arms it, or replaces what is armed. */
  'deadman.arm': command(
    z.strictObject({ ...press, timeoutMs: z.number(), mode: z.enum(['once', 'renew']) }),
    outcomeSchema,
  ),
  'deadman.disarm': command(z.strictObject({ ...press }), outcomeSchema),
} as const;

export const deadManFeeds = { deadman: feed(deadManRowSchema, 'id') } as const;
