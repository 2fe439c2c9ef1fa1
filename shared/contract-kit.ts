import { z } from 'zod';
import type { Decimal } from './decimal.ts';
import { faultSchema } from './errors.ts';

/**
 * Pieces of the contract's table. A read has no effect; a command changes something at the exchange and is
 * journaled; a local one changes something of this program alone.
 */
export interface RequestRow<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly kind: 'read' | 'command' | 'local';
  readonly input: In;
  readonly output: Out;
}
export interface FeedRow<Row extends z.ZodType = z.ZodType> {
  readonly row: Row;
  /** Field of the row that identifies it; newest row of an id wins. */
  readonly id: string;
  /** Whether the feed is per key (a symbol) or one for the terminal. */
  readonly keyed: boolean;
}

export const read = <In extends z.ZodType, Out extends z.ZodType>(input: In, output: Out) =>
  ({ kind: 'read', input, output }) as const;
export const command = <In extends z.ZodType, Out extends z.ZodType>(input: In, output: Out) =>
  ({ kind: 'command', input, output }) as const;
export const local = <In extends z.ZodType, Out extends z.ZodType>(input: In, output: Out) =>
  ({ kind: 'local', input, output }) as const;
export const feed = <Row extends z.ZodType>(row: Row, id: string) => ({ row, id, keyed: false }) as const;
export const keyedFeed = <Row extends z.ZodType>(row: Row, id: string) => ({ row, id, keyed: true }) as const;

export const decimalText = z
  .string()
  .regex(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/)
  .transform((text) => text as Decimal); // the pattern is Decimal's definition
export const maybeDecimal = decimalText.nullable();
export const instant = z.int();
export const maybeInstant = z.int().nullable();

export const environmentSchema = z.enum(['practice', 'staging', 'live']);
export type Environment = z.infer<typeof environmentSchema>;

/** Who asked for it: a press of the pointer or of a key, a template, a renewal, or the program by itself. */
export const askedBySchema = z.enum(['click', 'key', 'template', 'renewal', 'program']);
export type RequestedBy = z.infer<typeof askedBySchema>;

/** Part of every command: the press, and what was on screen when it was pressed. No field has a default. */
export const press = {
  /** Made by the page for each press; a repeated one gets its known outcome and nothing is sent. */
  commandId: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
  environment: environmentSchema,
  profile: z.string().min(1).max(64),
  /** For the record alone: nothing is decided by it. */
  by: askedBySchema.optional(),
};

/** Part of a command that may add risk: the reasons of its question, word for word, to which a person said yes. */
export const answered = z.array(z.string().max(400)).max(20).optional();

/** What a person typed, not yet checked. */
export const draftText = z.string().max(80);

/**
 * What became of a command. `unconfirmed` is not an error: it was sent, no answer came, and the core
 * is finding out; the feed "commands" has the end of it.
 */
export const outcomeSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('accepted'),
    clientOrderId: z.string().nullable(),
    orderId: z.string().nullable(),
    /** The exchange's own acknowledgement word where it sent one (EDIT_SENT, CANCEL_SENT …). */
    acknowledgement: z.string().nullable(),
  }),
  z.object({ status: z.literal('rejected'), clientOrderId: z.string().nullable(), fault: faultSchema }),
  z.object({ status: z.literal('unconfirmed'), clientOrderId: z.string().nullable(), reason: z.string() }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
