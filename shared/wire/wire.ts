import { z } from 'zod';
import { faultSchema } from '../errors.ts';

/**
 * A pipe of text. Electron IPC, the loopback WebSocket and a test's in-process pipe all are one.
 * Text sent before `onText` is set is kept for it; after close, `send` does nothing.
 */
export interface Port {
  send(text: string): void;
  onText(listener: (text: string) => void): void;
  /** `over` where no later attempt can succeed. */
  onClose(listener: (reason: string, over?: boolean) => void): void;
  close(reason?: string): void;
}

/** Raised with every change of the frames below. */
export const WIRE_VERSION = 2;

const subscription = z.int().min(1);

/** What the page sends. A frame that does not parse closes the port. */
export const upFrameSchema = z.discriminatedUnion('t', [
  /** First frame of a session. `contract` is the hash of the page's contract. */
  z.strictObject({ t: z.literal('hello'), wire: z.int(), contract: z.string().max(128) }),
  /** One request; `id` is the page's, answered once. */
  z.strictObject({ t: z.literal('ask'), id: z.int().min(1), name: z.string().max(128), input: z.unknown() }),
  /** Starts a feed under a number of the page's choosing. `key` is for feeds by symbol, else "". */
  z.strictObject({ t: z.literal('listen'), sub: subscription, feed: z.string().max(64), key: z.string().max(128) }),
  z.strictObject({ t: z.literal('stop'), sub: subscription }),
  /** The page has applied batch `n` and can take the next. */
  z.strictObject({ t: z.literal('ack'), n: z.int().min(1) }),
  /** Asks for a sign of life; answered with `pong` at once. */
  z.strictObject({ t: z.literal('ping') }),
]);
export type UpFrame = z.infer<typeof upFrameSchema>;

/** What this shell can do, asked by ability and never by "is Electron". */
export const shellCanSchema = z.object({
  name: z.string(),
  keychain: z.boolean(),
  nativeDialogs: z.boolean(),
  notifications: z.boolean(),
});
export type ShellCan = z.infer<typeof shellCanSchema>;

const row = z.record(z.string(), z.unknown());

/** One change of one feed inside a batch. `seq` starts at 0 with the snapshot and rises by one a change. */
export const feedChangeSchema = z.discriminatedUnion('t', [
  z.object({ t: z.literal('snapshot'), sub: subscription, seq: z.int(), rows: z.array(row) }),
  z.object({ t: z.literal('delta'), sub: subscription, seq: z.int(), put: z.array(row), drop: z.array(z.string()) }),
]);
export type FeedChange = z.infer<typeof feedChangeSchema>;

/** What the core sends. */
export const downFrameSchema = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('welcome'),
    wire: z.int(),
    contract: z.string(),
    shell: shellCanSchema,
    session: z.string().optional(),
  }),
  z.object({ t: z.literal('answer'), id: z.int(), ok: z.literal(true), value: z.unknown() }),
  z.object({ t: z.literal('failure'), id: z.int(), fault: faultSchema }),
  z.object({ t: z.literal('batch'), n: z.int(), changes: z.array(feedChangeSchema) }),
  z.object({ t: z.literal('pong') }),
  /** The page is from another version: it must load itself again. */
  z.object({ t: z.literal('reload'), reason: z.string() }),
]);
export type DownFrame = z.infer<typeof downFrameSchema>;
