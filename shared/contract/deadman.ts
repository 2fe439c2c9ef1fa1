import { z } from 'zod';
import { command, feed, instant, maybeInstant, outcomeSchema, press } from '../contract-kit.ts';

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
  /** Left by an earlier run of the program: it is not being renewed. */
  left: z.boolean(),
  message: z.string(),
  /** Core's local ms of the state's beginning. */
  since: instant,
  /** When it fired: what was open before, what is open after, and positions that are left; null where they were never read. */
  report: z
    .object({
      at: instant,
      before: z.int(),
      after: z.int(),
      positions: z.array(z.string()).nullable(),
    })
    .nullable(),
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
