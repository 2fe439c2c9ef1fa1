import { z } from 'zod';
import { tokenOf, findInstrument } from '../engine/symbols.ts';
import { MOODS } from '../options.ts';

/** What the admin interface takes, by method and path. All bodies are JSON objects. */

const ms = z.number().min(0).max(86_400_000);
const money = z.string().regex(/^(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/);

export const faultSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
  path: z.string().startsWith('/').optional(),
  kind: z.enum(['delay', 'hang', 'reset', 'close', 'cut', 'status', 'garbage', 'html', 'stale']),
  process: z.boolean().default(true),
  ms: ms.default(0),
  status: z.int().min(200).max(599).default(503),
  code: z.union([z.int(), z.string().max(20)]).default(-1000),
  share: z.number().min(0).max(1).default(1),
  times: z.int().min(1).max(1_000_000).default(1),
});

export const streamSchema = z.strictObject({
  silent: z.boolean().default(false),
  loseOneOf: z.int().min(0).default(0),
  repeatOneOf: z.int().min(0).default(0),
  garbageOneOf: z.int().min(0).default(0),
  reorderOneOf: z.int().min(0).default(0),
  refuse: z.string().max(100).default(''),
  closeOnConnect: z.int().min(0).max(100_000).default(0),
  which: z.enum(['public', 'private', 'all']).default('all'),
  topic: z.string().max(100).default(''),
});

export const dropSchema = z.strictObject({ which: z.enum(['public', 'private', 'all']).default('all') });

export const clockSchema = z.strictObject({ skewMs: z.int().min(-86_400_000).max(86_400_000) });

export const advanceSchema = z.strictObject({
  ms: z
    .int()
    .min(0)
    .max(400 * 86_400_000),
});

export const priceSchema = z.strictObject({
  symbol: z.string().refine((symbol) => findInstrument(symbol) !== undefined, 'no such symbol'),
  price: money,
});

/** Whether prices and books stay as they are until they are told to go on; orders match as ever. */
export const marketSchema = z.strictObject({ still: z.boolean() });

/** A mood of the venue, now or so many exchange ms later, for good or until it is calm again. */
export const moodSchema = z.strictObject({
  mood: z.enum(MOODS),
  afterMs: ms.default(0),
  forMs: ms.optional(),
});

/** What takes the whole of the other side's book, orders of tests among it. */
export const sweepSchema = z.strictObject({
  symbol: z.string().refine((symbol) => findInstrument(symbol) !== undefined, 'no such symbol'),
  side: z.enum(['BUY', 'SELL']),
});

export const depositSchema = z.strictObject({
  account: z.string(),
  token: z.string().refine((token) => tokenOf(token) !== undefined, 'no such token'),
  network: z.string(),
  amount: money,
  fails: z.boolean().default(false),
});

/** A deposit or withdrawal that the network is to take back half way. */
export const walletSchema = z.strictObject({ id: z.string().max(40) });

/** How far behind reads are: histories and single reads in ms, books frozen as they are at the next read. */
export const lagSchema = z.strictObject({ historyMs: ms.default(0), books: z.boolean().default(false) });

export const maintenanceSchema = z.strictObject({ status: z.union([z.literal(0), z.literal(1), z.literal(2)]) });

export const keySchema = z.strictObject({ key: z.string() });
