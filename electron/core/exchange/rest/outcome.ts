import type { Fault } from '../../../../shared/errors.ts';
import { parseLossless, type JsonValue } from '../../../../shared/wire/json.ts';
import type { Endpoint } from '../../../../shared/v3/endpoint.ts';
import { readEnvelope } from '../../../../shared/v3/envelope.ts';
import { isRateLimit, outcomeUnknown } from '../../../../shared/v3/error-codes.ts';
import { isObject } from '../../../../shared/v3/stream/plain.ts';
import type { HttpAnswer } from '../../world/ports.ts';

/**
 * What an answer means. `limited` is a refusal for rate; its fault is made by who knows the next slot.
 * `timestamp` is the envelope's, in exchange ms, null where there is none.
 */
export type Verdict =
  | { readonly kind: 'record'; readonly record: unknown; readonly timestamp: number | null }
  | { readonly kind: 'limited'; readonly timestamp: number | null }
  | { readonly kind: 'fault'; readonly fault: Fault; readonly timestamp: number | null };

/**
 * Reads an answer. The one rule: a write is called refused only where the exchange itself says so, in its
 * own envelope and in words that mean it was not done. Whatever else comes instead of a success leaves
 * its outcome unknown: a proxy's page, half an answer, HTTP 5xx, a code of the kinds "failed inside" and
 * "timed out" (protocol.md, section 5), a success that cannot be read, the answer to something else. A
 * read without a usable answer is OutcomeUnknown too; it may be asked again.
 *
 * @param input as parsed by the endpoint's schema.
 */
export function verdictOf(
  endpoint: Pick<Endpoint, 'name' | 'effect' | 'output'>,
  input: Readonly<Record<string, unknown>>,
  answer: HttpAnswer,
): Verdict {
  const { status } = answer;
  const unknown = (reason: string, timestamp: number | null): Verdict => ({
    kind: 'fault',
    fault: { kind: 'OutcomeUnknown', endpoint: endpoint.name, reason, ...ofRead(endpoint) },
    timestamp,
  });
  let body: JsonValue;
  try {
    body = parseLossless(answer.body);
  } catch {
    if (status === 429) return { kind: 'limited', timestamp: null };
    return unknown(`HTTP ${status} with an answer that is not JSON`, null);
  }
  const envelope = readEnvelope(status, body);
  const { timestamp } = envelope;
  if (envelope.ok) {
    const record = endpoint.output.safeParse(envelope.data);
    if (!record.success) {
      const [issue] = record.error.issues;
      return unknown(`the answer cannot be read: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`, timestamp);
    }
    const other = namesAnother(input, record.data);
    if (other !== null) return unknown(`the answer is about another ${other}`, timestamp);
    return { kind: 'record', record: record.data, timestamp };
  }
  const { code, message } = envelope;
  if (status === 429 || isRateLimit(code)) return { kind: 'limited', timestamp };
  const isRefusal = isObject(body) && body.success === false;
  if (endpoint.effect === 'write' && (!isRefusal || status >= 500 || outcomeUnknown(code)))
    return unknown(message, timestamp);
  return {
    kind: 'fault',
    fault: {
      kind: 'ExchangeRejected',
      endpoint: endpoint.name,
      code,
      message,
      httpStatus: status,
      ...ofRead(endpoint),
    },
    timestamp,
  };
}

/** Marks the fault of a question, which changes nothing. */
export const ofRead = ({ effect }: Pick<Endpoint, 'effect'>): { readonly isRead?: true } =>
  effect === 'read' ? { isRead: true } : {};

/** What both a request and its answer may name (quality.md, fault 17: the answer of another request). */
const SUBJECTS = ['orderId', 'clientOrderId', 'algoOrderId', 'clientAlgoOrderId', 'symbol'] as const;

/** The first field in which an answer names something else than was asked about, or null. */
function namesAnother(input: Readonly<Record<string, unknown>>, record: unknown): string | null {
  if (typeof record !== 'object' || record === null) return null;
  const named = record as Readonly<Record<string, unknown>>; // what a schema made of JSON
  for (const field of SUBJECTS) {
    const asked = input[field];
    const answered = named[field] ?? undefined;
    if (asked !== undefined && answered !== undefined && String(asked) !== String(answered)) return field;
  }
  return null;
}
