import { z } from 'zod';

/**
 * Everything that can go wrong on purpose, as data. Errors cross the bridge in this shape; no stack
 * does. Words for a person come from {@link describeFault}.
 */
export const faultSchema = z.discriminatedUnion('kind', [
  /** The exchange said no. `code` is its own, null where it sent none. */
  z.object({
    kind: z.literal('ExchangeRejected'),
    endpoint: z.string(),
    code: z.string().nullable(),
    message: z.string(),
    httpStatus: z.number().int(),
    isRead: z.literal(true).optional(),
  }),
  /** Nothing was sent: no connection, name or certificate. Trying again is safe. */
  z.object({
    kind: z.literal('ExchangeUnreachable'),
    endpoint: z.string(),
    reason: z.string(),
    isRead: z.literal(true).optional(),
  }),
  /** It was sent and no answer came that says what happened. Never to be sent again, unless it only reads. */
  z.object({
    kind: z.literal('OutcomeUnknown'),
    endpoint: z.string(),
    reason: z.string(),
    isRead: z.literal(true).optional(),
  }),
  /** Our own limiter or the exchange's: `retryAt` is local milliseconds since the epoch. */
  z.object({ kind: z.literal('RateLimited'), endpoint: z.string(), retryAt: z.number() }),
  /** Refused before sending. One entry a problem; `path` names the field, empty for the whole. */
  z.object({
    kind: z.literal('InvalidInput'),
    problems: z.array(z.object({ path: z.string(), reason: z.string(), suggestion: z.string().optional() })),
  }),
  /**
   * The command adds risk that a person is asked about first. Nothing was sent; the same press with these reasons as
   * `answered` is carried out. `summary` and `worth` are the words of the question.
   */
  z.object({
    kind: z.literal('NeedsAnswer'),
    summary: z.string(),
    symbol: z.string(),
    side: z.enum(['BUY', 'SELL']),
    worth: z.string().nullable(),
    reasons: z.array(z.string()).min(1),
  }),
  /** Policy: locked, view only, wrong environment, a stale session, a journal that cannot be written. */
  z.object({
    kind: z.literal('NotAllowed'),
    policy: z.enum([
      'locked',
      'view-only',
      'environment',
      'session',
      'guard',
      'money',
      'journal',
      'unsupported',
      'cancel-all',
    ]),
    reason: z.string(),
  }),
  /** A bug of ours, shown as one. `detail` is redacted and has no stack. */
  z.object({ kind: z.literal('Defect'), detail: z.string() }),
]);

export type Fault = z.infer<typeof faultSchema>;

/** A fault on its way up the call stack. Only `fault` crosses the bridge. */
export class FaultError extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.kind);
    this.name = 'FaultError';
    this.fault = fault;
  }
}

/** Makes a refusal of one field. */
export function invalid(path: string, reason: string, suggestion?: string): FaultError {
  return new FaultError({
    kind: 'InvalidInput',
    problems: [{ path, reason, ...(suggestion === undefined ? {} : { suggestion }) }],
  });
}

/** Reads any thrown value as a fault; what is not ours is a defect. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof FaultError) return thrown.fault;
  return { kind: 'Defect', detail: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown) };
}

/** For the default branch of an exhaustive switch. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
