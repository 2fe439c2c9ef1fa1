import { z } from 'zod';
import { askedBySchema, environmentSchema, feed, instant, local, read } from '../contract-kit.ts';

/** The record of everything that the terminal did, in the order in which it happened. */

export const activityKindSchema = z.enum(['command', 'connection', 'dead-man', 'profile', 'lock', 'notice']);
export type ActivityKind = z.infer<typeof activityKindSchema>;

export const activityResultSchema = z.enum(['accepted', 'rejected', 'unconfirmed', 'noted', 'warning']);

/** One entry. Nothing in it is a secret; addresses of withdrawals are cut in the middle. */
export const activityEntrySchema = z.object({
  /** Rises by one an entry, without gaps. */
  number: z.int().min(1),
  /** Local ms in which it ended. */
  at: instant,
  kind: activityKindSchema,
  by: askedBySchema,
  profile: z.string(),
  environment: environmentSchema,
  /** Name of the request or event. */
  name: z.string(),
  symbol: z.string().nullable(),
  /** One sentence. */
  summary: z.string(),
  result: activityResultSchema,
  /** What was sent, as JSON; null for what sends nothing. */
  sent: z.string().nullable(),
  /** What came back, in words. */
  answer: z.string(),
  /** From the press to the answer. */
  ms: z.int().nullable(),
  /** SHA-256 over the entry before and this one, in hex. */
  hash: z.string(),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

/** Where the record ends; one row, id "record". */
export const activityHeadSchema = z.object({
  id: z.literal('record'),
  /** Number of the newest entry; 0 while there is none. */
  number: z.int(),
  entries: z.int(),
  /** Why nothing is recorded; "" while it is. */
  broken: z.string(),
});

const filter = {
  kinds: z.array(activityKindSchema).max(6),
  results: z.array(activityResultSchema).max(5),
  /** Words that all stand somewhere in the entry. */
  text: z.string().max(200),
};
export type ActivityFilter = z.infer<z.ZodObject<typeof filter>>;

export const activityRequests = {
  /** Entries before a number (null for the newest), newest first. */
  'activity.page': read(
    z.strictObject({ ...filter, before: z.int().min(1).nullable(), limit: z.int().min(1).max(500) }),
    z.object({ entries: z.array(activityEntrySchema), more: z.boolean() }),
  ),
  /** Writes what the filter leaves as CSV into the data folder's "exports"; answers with the file's path. */
  'activity.export': local(z.strictObject(filter), z.object({ path: z.string(), entries: z.int() })),
} as const;

export const activityFeeds = { activity: feed(activityHeadSchema, 'id') } as const;
