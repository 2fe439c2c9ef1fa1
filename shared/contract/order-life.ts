import { z } from 'zod';
import { keyedFeed, maybeDecimal, maybeInstant } from '../contract-kit.ts';

/** Something that was sent for one order, or said of it. */
export const orderEventSchema = z.object({
  id: z.string(),
  /** `gap` stands for what is not kept or cannot be read; `words` says which. */
  kind: z.enum(['command', 'answer', 'report', 'refusal', 'record', 'gap']),
  /** Who said it: this terminal, the answer to a command, the stream, or a read (one order, or all of them). */
  source: z.enum(['terminal', 'answer', 'stream', 'inquiry', 'reconcile']),
  /** What it is: "Place", "Execution report", "Cancel refused". */
  title: z.string(),
  /** The exchange's ms of what is said, where it says one. */
  at: maybeInstant,
  /** The core's local ms when it came, or when it was sent. */
  receivedAt: maybeInstant,
  /** The core's local ms when a later read said the same. */
  agreedAt: maybeInstant,
  /** Of the order, or of the command. */
  status: z.string().nullable(),
  price: maybeDecimal,
  quantity: maybeDecimal,
  /** Of this execution alone. */
  lastQuantity: maybeDecimal,
  lastPrice: maybeDecimal,
  /** Of the whole order so far. */
  executed: maybeDecimal,
  averagePrice: maybeDecimal,
  words: z.string(),
  /** Everything that was sent, unknown fields too, as text. */
  fields: z.record(z.string(), z.string()),
});
export type OrderEvent = z.infer<typeof orderEventSchema>;

/** The life of one order, keyed by the id of its row in the feed "orders". */
export const orderLifeFeeds = { orderLife: keyedFeed(orderEventSchema, 'id') } as const;
