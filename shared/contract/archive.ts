import { z } from 'zod';
import { decimalText, feed, local, maybeInstant, read } from '../contract-kit.ts';
import { historyNames } from './history.ts';

const history = z.enum(historyNames);

/** Which of the archived rows are meant. All of it must hold. */
const where = {
  history,
  /** Exchange ms, both ends included; null for no bound. */
  from: maybeInstant,
  to: maybeInstant,
  /** Text that stands in any of the columns, whatever its case. */
  text: z.string().max(200),
  tests: z
    .array(
      z.strictObject({
        field: z.string().max(64),
        /** `is` one of the values, `isNot` any of them; `contains` the first, whatever its case; a number of `least` or at `most` the first. */
        test: z.enum(['is', 'isNot', 'contains', 'least', 'most']),
        values: z.array(z.string().max(200)).min(1).max(16),
      }),
    )
    .max(32),
};
export type ArchiveWhere = z.output<z.ZodObject<typeof where>>;

const sort = z.strictObject({ field: z.string().max(64), descending: z.boolean() }).nullable();

/** Where the archive of a history stands; id is the history. */
export const archiveRowSchema = z.object({
  history,
  /** `paused` goes on where it stopped; `waiting` tries again by itself. */
  state: z.enum(['none', 'running', 'waiting', 'paused', 'done']),
  /** Rows that are kept. */
  rows: z.int(),
  /** Everything up to here is kept; null while no download came to its end. */
  reach: maybeInstant,
  /** Of the download on its way: up to which instant it reads, and the oldest time that it came to. */
  anchor: maybeInstant,
  oldest: maybeInstant,
  /** Pages read, and how many there are; null where the exchange does not say. */
  page: z.int(),
  pages: z.int().nullable(),
  /** Rows read by this download. */
  read: z.int(),
  /** Ms that are left by the rate limit and the pages so far; null where that is not known. */
  leftMs: z.int().nullable(),
  message: z.string(),
  /** Rows that an export has written of how many; null while none runs. */
  exporting: z.object({ rows: z.int(), of: z.int() }).nullable(),
});
export type ArchiveRow = z.output<typeof archiveRowSchema>;

const group = z.object({ by: z.array(z.string()), rows: z.int(), sum: decimalText });

export const archiveRequests = {
  /** Begins or goes on with the download of a history; `anew` forgets where an earlier one stopped. */
  'archive.download': local(z.strictObject({ history, anew: z.boolean() }), z.object({})),
  /** Stops it after the page that is on its way. What is kept stays. */
  'archive.cancel': local(z.strictObject({ history }), z.object({})),
  /** Rows of the archive from an offset on; without a sort the newest first. */
  'archive.page': read(
    z.strictObject({ ...where, sort, offset: z.int().min(0), limit: z.int().min(1).max(1000) }),
    z.object({ rows: z.array(z.record(z.string(), z.string())) }),
  ),
  /** How many rows are meant, and their sums by group, exact. */
  'archive.sums': read(
    z.strictObject(where),
    z.object({ rows: z.int(), sums: z.array(z.object({ field: z.string(), groups: z.array(group) })) }),
  ),
  /** Sums of one field by group in slots of time, oldest first; `start` is the slot's by the clock here, as if that were UTC. */
  'archive.series': read(
    z.strictObject({
      ...where,
      field: z.string().max(64),
      slotMs: z.int().min(60_000),
      /** What local time is ahead of UTC from an instant on, so that days begin at midnight here; the first one holds before too. */
      zones: z
        .array(z.strictObject({ from: z.int(), zoneMs: z.int().min(-86_400_000).max(86_400_000) }))
        .min(1)
        .max(400),
    }),
    z.object({ points: z.array(group.extend({ start: z.int() })) }),
  ),
  /**
   * Writes rows into a new file of the data folder's "exports": of one page as the exchange has it now, or
   * of the archive. Answers when the file is whole.
   */
  'archive.export': local(
    z.strictObject({
      format: z.enum(['csv', 'jsonl']),
      columns: z.array(z.string().max(64)).min(1).max(64),
      of: z.discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('page'),
          history,
          page: z.int().min(1).max(100_000),
          size: z.int().min(1).max(1000),
          startTime: maybeInstant,
          endTime: maybeInstant,
          filters: z.record(z.string().max(32), z.string().max(64)),
        }),
        z.strictObject({ kind: z.literal('archive'), ...where, sort }),
      ]),
    }),
    z.object({ path: z.string(), rows: z.int() }),
  ),
  /** Stops an export; its file is not kept. */
  'archive.stopExport': local(z.strictObject({ history }), z.object({})),
} as const;

export const archiveFeeds = { archives: feed(archiveRowSchema, 'history') } as const;
