import { z } from 'zod';
import { local } from '../contract-kit.ts';

/** Letters of one piece of an export. A piece must fit into a frame of the bridge. */
export const MOST_EXPORT_TEXT = 250_000;

export const tableExportRequests = {
  /**
   * Writes a piece of what a table shows into a file of the data folder's "exports". The pieces of one file come one
   * after another under one id. Answers with the file's path at the last piece, and with null before.
   */
  'table.export': local(
    z.strictObject({
      /** First part of the file's name. */
      table: z.string().regex(/^[a-z][a-z-]{0,39}$/),
      file: z.uuid(),
      text: z.string().max(MOST_EXPORT_TEXT),
      last: z.boolean(),
    }),
    z.object({ path: z.string().nullable() }),
  ),
} as const;
