import { z } from 'zod';
import { integerField, maybeTextField } from '../fields.ts';

/** How answers carry their records: lists, pages, acknowledgements, and fields with two spellings. */

/**
 * Reads fields that the wire spells in two ways as one.
 *
 * @param names other spelling to ours. Where both are sent, ours wins.
 * @param schema reads the object with our spelling alone.
 */
export function renamed<Schema extends z.ZodType>(names: Readonly<Record<string, string>>, schema: Schema) {
  const ours = new Map(Object.entries(names));
  return z.preprocess((value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const fields = Object.entries(value);
    if (!fields.some(([name]) => ours.has(name))) return value;
    // the given name comes last, so that it overwrites one that was renamed
    const other = fields.filter(([name]) => ours.has(name)).map(([name, field]) => [ours.get(name) ?? name, field]);
    return Object.fromEntries([...other, ...fields.filter(([name]) => !ours.has(name))]);
  }, schema);
}

/** Where a page stands; a live wallet history wrote it in snake case (protocol.md, section 2). */
export const pageMeta = renamed(
  { records_per_page: 'recordsPerPage', current_page: 'currentPage' },
  z.looseObject({ total: integerField, recordsPerPage: integerField, currentPage: integerField }),
);
export type PageMeta = z.output<typeof pageMeta>;

/** `{rows}`. One record that cannot be read refuses the whole: a missing order must not look cancelled. */
export const list = <Row extends z.ZodType>(row: Row) => z.looseObject({ rows: rows(row) });

/** `{rows, meta}`; `meta` is null where the answer has none. */
export const page = <Row extends z.ZodType>(row: Row) =>
  z.looseObject({
    rows: rows(row),
    meta: pageMeta.nullish().transform((meta) => meta ?? null),
  });

/**
 * `{rows, unreadable}` for public reference lists: one strange symbol must not hide all others.
 * `unreadable` has the first problem of each record that was left out.
 */
export const tolerantList = <Row extends z.ZodType>(row: Row) =>
  z.looseObject({ rows: rows(z.unknown()) }).transform((data) => {
    const read: z.output<Row>[] = [];
    const unreadable: string[] = [];
    for (const item of data.rows) {
      const result = row.safeParse(item);
      if (result.success) read.push(result.data);
      else unreadable.push(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)[0] ?? '');
    }
    return { ...data, rows: read, unreadable };
  });

/** Records in the order sent; a missing list is an empty one. */
const rows = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row)
    .nullish()
    .transform((items) => items ?? []);

/** Operations that return success and timestamp alone: null whatever comes. */
export const nothing = z.unknown().transform((): null => null);

/**
 * The word with which the exchange acknowledges (EDIT_SENT, CANCEL_SENT …); null where it sends
 * none. It reads anything: an accepted write must not turn into a failure by its wording.
 */
export const acknowledgement = z
  .looseObject({ status: maybeTextField })
  .catch({ status: null })
  .transform(({ status }) => ({ status }));
