import { FaultError } from '../../../shared/errors.ts';
import { parseLossless, type JsonValue } from '../../../shared/json.ts';
import type { Endpoint } from '../../../shared/v3/endpoint.ts';
import { endpoints } from '../../../shared/v3/endpoints.ts';
import { readEnvelope, type Envelope } from '../../../shared/v3/envelope.ts';
import { isRateLimit, outcomeUnknown } from '../../../shared/v3/error-codes.ts';
import { HttpFailure, type HttpAnswer, type World } from '../ports.ts';
import type { MeasuredClock } from './clock.ts';
import type { Limiter } from './limiter.ts';
import { buildRequest } from './request.ts';
import { sign } from './sign.ts';
import type { CallOptions, Credentials, ExchangeAddress, ExchangeClient } from './types.ts';

const TIMEOUT_MS = 10_000;

export interface ClientParts {
  readonly world: World;
  readonly address: Pick<ExchangeAddress, 'rest'>;
  /** Null for public data only. */
  readonly credentials: Credentials | null;
  readonly limiter: Limiter;
  readonly exchangeClock: MeasuredClock;
}

/**
 * The REST half of the interface. Each call is sent at most once; nothing here sends again. What its
 * failure means is told apart with care: `ExchangeUnreachable` only when no byte left, `OutcomeUnknown`
 * whenever a request may have arrived and no answer says what became of it.
 */
export function createClient(parts: ClientParts): ExchangeClient {
  const { world, address, credentials, limiter, exchangeClock } = parts;
  const { clock } = world;
  const trips = new Set<(ms: number | null, reason: string) => void>();
  const tellTrip = (ms: number | null, reason: string): void => {
    for (const listener of trips) listener(ms, reason);
  };

  const exchange = async (
    endpoint: Endpoint,
    input: Record<string, unknown>,
    options: CallOptions,
  ): Promise<unknown> => {
    const { target, body } = buildRequest(endpoint, input);
    if (endpoint.signed && credentials === null)
      throw new FaultError({
        kind: 'NotAllowed',
        policy: 'unsupported',
        reason: 'This profile has no key: it shows market data only.',
      });
    const scopeKey = endpoint.limit.scope === 'symbol' ? String(input['symbol'] ?? '') : '';
    const slot = await limiter.acquire(endpoint, scopeKey, options.lane ?? endpoint.lane, options.signal);
    const sentAt = clock.monotonic();
    let answer: HttpAnswer;
    try {
      // Signed only now: a signature grows old while its request waits for a slot.
      const headers = headersOf(endpoint, target, body);
      options.onSending?.();
      answer = await world.http.send({
        method: endpoint.method,
        url: address.rest + target,
        headers,
        body,
        timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
        signal: options.signal,
      });
    } catch (error) {
      if (!(error instanceof HttpFailure)) {
        slot.unused();
        throw error;
      }
      if (error.sent) slot.answered();
      else slot.unused();
      tellTrip(null, error.message);
      throw new FaultError({
        kind: error.sent ? 'OutcomeUnknown' : 'ExchangeUnreachable',
        endpoint: endpoint.name,
        reason: error.message,
      });
    }
    slot.answered();
    const receivedAt = clock.monotonic();
    const envelope = open(endpoint, answer);
    tellTrip(receivedAt - sentAt, '');
    if (envelope.timestamp !== null) {
      // The book's timestamp is that of its last change, not the clock (protocol.md, 1.2).
      if (endpoint.name !== 'public.orderbook') exchangeClock.observe(envelope.timestamp, sentAt, receivedAt);
      options.onTimestamp?.(envelope.timestamp);
    }
    if (!envelope.ok) throw refusal(endpoint, scopeKey, answer.status, envelope);
    const record = endpoint.output.safeParse(envelope.data);
    if (record.success) return record.data;
    const reason = `the answer could not be read: ${record.error.issues[0]?.message ?? 'unknown shape'}`;
    throw new FaultError({ kind: 'OutcomeUnknown', endpoint: endpoint.name, reason });
  };

  const headersOf = (endpoint: Endpoint, target: string, body: string | null): Record<string, string> => {
    const content: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' };
    if (!endpoint.signed || credentials === null) return content;
    const timestamp = exchangeClock.now();
    return {
      ...content,
      'x-api-key': credentials.key,
      'x-api-timestamp': String(timestamp),
      'x-api-signature': sign(credentials.secret, timestamp, endpoint.method, target, body),
    };
  };

  const refusal = (
    endpoint: Endpoint,
    scopeKey: string,
    httpStatus: number,
    envelope: Extract<Envelope, { ok: false }>,
  ): FaultError => {
    const { code, message } = envelope;
    if (httpStatus === 429 || isRateLimit(code)) {
      limiter.refused(endpoint, scopeKey);
      return new FaultError({
        kind: 'RateLimited',
        endpoint: endpoint.name,
        retryAt: limiter.nextFree(endpoint, scopeKey),
      });
    }
    if (endpoint.effect === 'write' && (outcomeUnknown(code) || (httpStatus >= 500 && code === null)))
      return new FaultError({ kind: 'OutcomeUnknown', endpoint: endpoint.name, reason: message });
    return new FaultError({ kind: 'ExchangeRejected', endpoint: endpoint.name, code, message, httpStatus });
  };

  return {
    call: async (name, input, options = {}) => {
      const endpoint: Endpoint = endpoints[name];
      const parsed = endpoint.input.safeParse(input);
      if (!parsed.success)
        throw new FaultError({
          kind: 'InvalidInput',
          problems: parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), reason: issue.message })),
        });
      // The row of `name` parsed it, so it has the shape that EndpointOutput<typeof name> is derived from.
      return (await exchange(endpoint, parsed.data, options)) as never;
    },
    limits: limiter.rows,
    onLimits: limiter.onRows,
    onRoundTrip: (listener) => {
      trips.add(listener);
      return () => trips.delete(listener);
    },
  };
}

/** Reads an answer's envelope. An answer that is no JSON, such as a proxy's page, says nothing of the outcome. */
function open(endpoint: Endpoint, answer: HttpAnswer): Envelope {
  let body: JsonValue;
  try {
    body = parseLossless(answer.body);
  } catch {
    throw new FaultError({
      kind: 'OutcomeUnknown',
      endpoint: endpoint.name,
      reason: `HTTP ${answer.status} with an answer that is no JSON`,
    });
  }
  return readEnvelope(answer.status, body);
}
