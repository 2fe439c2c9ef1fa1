import { FaultError } from '../../../../shared/errors.ts';
import type { Endpoint, Lane } from '../../../../shared/v3/endpoint.ts';
import { endpoints, type EndpointName } from '../../../../shared/v3/endpoints.ts';
import { describeCode } from '../../../../shared/v3/error-codes.ts';
import { HttpFailure, type HttpAnswer, type World } from '../../world/ports.ts';
import type { MeasuredClock } from './clock.ts';
import { createLimitUpdates } from './limit-updates.ts';
import { createLimiter, type Slot } from './limiter.ts';
import { ofRead, verdictOf, type Verdict } from './outcome.ts';
import { buildRequest, type BuiltRequest } from './request.ts';
import { sign } from './sign.ts';
import type { CallOptions, Credentials, ExchangeAddress, ExchangeClient } from '../types.ts';

/** Ms until the answer must be there. A trader is not left for long without a word on an order. */
const DEADLINE_MS: Readonly<Record<Lane, number>> = { safety: 5_000, trade: 5_000, read: 10_000, history: 30_000 };
/** Before a signed request waits no longer for the clock to be measured. */
const MEASURE_MS = 3_000;
/** So many questions at once, where the answers to a doubt contradict what was known. */
const AT_ONCE = 3;
/**
 * A write that waited for so long, through a sleep for example, is not what a person means any more. What takes risk
 * away is as good as it was.
 */
const GOOD_MS = 90_000;

export interface ClientParts {
  readonly world: World;
  readonly address: Pick<ExchangeAddress, 'rest'>;
  /** Null for public data only. */
  readonly credentials: Credentials | null;
  readonly exchangeClock: MeasuredClock;
}

/** The client, and how its clock is measured. */
export interface MeasuringClient extends ExchangeClient {
  /** Reads the exchange's clock once; calls while it runs share it. Never rejects. */
  measure(): Promise<void>;
  /** Nothing is sent from here on: what waits for its slot, or is asked, ends as ExchangeUnreachable. */
  end(): void;
}

/** What an endpoint's schema makes of an input. */
type Parsed = Readonly<Record<string, unknown>>;

interface Asked {
  readonly endpoint: Endpoint;
  /** Local ms. */
  readonly askedAt: number;
  readonly input: Parsed;
  readonly request: BuiltRequest;
  readonly options: CallOptions;
}

/**
 * The REST half of the interface. A call is sent once or not at all; nothing here sends again, reads
 * neither. `ExchangeUnreachable` says that no byte left, `OutcomeUnknown` that the request may have
 * arrived and no answer says what became of it (outcome.ts).
 *
 * A signed call first waits for the exchange's clock where that was never measured or jumped since, then
 * for its slot, and is signed only then: a signature grows old while its request waits.
 */
export function createClient(parts: ClientParts): MeasuringClient {
  const { world, address, credentials, exchangeClock } = parts;
  const { clock, http } = world;
  const limiter = createLimiter(clock);
  const news = createLimitUpdates(limiter, clock);
  const trips = new Set<(ms: number | null, reason: string) => void>();
  let measuring: Promise<void> | null = null;
  let over = false;

  async function call(name: EndpointName, given: unknown, options: CallOptions): Promise<unknown> {
    const endpoint: Endpoint = endpoints[name];
    const askedAt = clock.now();
    const input = options.parsed === true ? (given as Parsed) : parse(endpoint, given);
    const request = buildRequest(endpoint, input);
    if (options.body !== undefined && request.body !== options.body)
      throw new FaultError({ kind: 'Defect', detail: 'what would be sent is not what was confirmed' });
    if (endpoint.signed) {
      if (credentials === null) throw new FaultError(noKey);
      if (!exchangeClock.isSure()) await measure();
    }
    const scopeKey = endpoint.limit.scope === 'symbol' ? String(input['symbol'] ?? '') : '';
    const granted = limiter.acquire(endpoint, scopeKey, options.lane ?? endpoint.lane, options.signal);
    const slot = granted instanceof Promise ? await granted : granted;
    return exchange({ endpoint, askedAt, input, request, options }, slot);
  }

  /** Sends what was granted, once, and reads the answer. */
  async function exchange(asked: Asked, slot: Slot): Promise<unknown> {
    const { endpoint, askedAt, input, options } = asked;
    let sentAt: number;
    let answer: HttpAnswer;
    try {
      // It may have been granted in the moment before the end.
      if (over) throw new HttpFailure('the profile was closed before it was sent', false);
      const isPast = endpoint.effect === 'write' && endpoint.lane !== 'safety' && clock.now() - askedAt > GOOD_MS;
      if (isPast) throw new HttpFailure('it waited for too long, and was given up before it was sent', false);
      const headers = headersOf(asked);
      options.onSending?.();
      sentAt = clock.monotonic();
      answer = await http.send({
        method: endpoint.method,
        url: address.rest + asked.request.target,
        headers,
        body: asked.request.body,
        timeoutMs: options.timeoutMs ?? DEADLINE_MS[options.lane ?? endpoint.lane],
        signal: options.signal,
      });
    } catch (error) {
      if (!(error instanceof HttpFailure)) {
        slot.unused();
        throw error;
      }
      if (error.sent) slot.lost();
      else slot.unused();
      tellTrip(null, error.message);
      const kind = error.sent ? 'OutcomeUnknown' : 'ExchangeUnreachable';
      throw new FaultError({ kind, endpoint: endpoint.name, reason: error.message, ...ofRead(endpoint) });
    }
    const receivedAt = clock.monotonic();
    const verdict = verdictOf(endpoint, input, answer);
    // The book's timestamp is that of its last change, not the clock (protocol.md, 1.2).
    const timestamp = endpoint.name === 'public.orderbook' ? null : verdict.timestamp;
    const trip = { sentAt, receivedAt, timestamp };
    exchangeClock.observe(trip);
    const retryAt = verdict.kind === 'limited' ? slot.refused() : null;
    slot.answered(trip);
    tellTrip(receivedAt - sentAt, uselessness(verdict, answer.status));
    if (verdict.timestamp !== null) options.onTimestamp?.(verdict.timestamp);
    if (retryAt !== null) throw new FaultError({ kind: 'RateLimited', endpoint: endpoint.name, retryAt });
    if (verdict.kind === 'record') return verdict.record;
    if (verdict.kind === 'fault') {
      const { fault } = verdict;
      if (fault.kind === 'ExchangeRejected' && isAboutTime(fault)) exchangeClock.doubt();
      throw new FaultError(fault);
    }
    return undefined;
  }

  function headersOf({ endpoint, request }: Asked): Record<string, string> {
    const headers: Record<string, string> = request.body === null ? {} : { 'content-type': 'application/json' };
    if (!endpoint.signed || credentials === null) return headers;
    const timestamp = exchangeClock.now();
    headers['x-api-key'] = credentials.key;
    headers['x-api-timestamp'] = String(timestamp);
    headers['x-api-signature'] = sign(credentials.secret, timestamp, endpoint.method, request.target, request.body);
    return headers;
  }

  function tellTrip(ms: number | null, reason: string): void {
    for (const listener of trips) listener(ms, reason);
  }

  function measure(): Promise<void> {
    measuring ??= measureNow().finally(() => {
      measuring = null;
    });
    return measuring;
  }

  /** Asks once, or until a doubt is decided: one node's word is not enough where it contradicts what was known. */
  async function measureNow(): Promise<void> {
    const began = clock.monotonic();
    // A failure shows as the state of REST; what is signed then is signed with what is known.
    const asked = (): Promise<boolean> =>
      call('public.systemInfo', {}, { timeoutMs: MEASURE_MS, lane: 'safety' }).then(
        () => true,
        () => false,
      );
    let isAnswered = await asked();
    while (isAnswered && !exchangeClock.isSure() && exchangeClock.isContradicted()) {
      if (over || clock.monotonic() - began >= MEASURE_MS) return;
      const all = await Promise.all(Array.from({ length: AT_ONCE }, asked));
      isAnswered = all.includes(true);
    }
  }

  return {
    // The row of `name` parsed the answer, which is what EndpointOutput<typeof name> is derived from.
    call: (name, input, options = {}) => call(name, input, options) as Promise<never>,
    limits: limiter.rows,
    onLimits: news.onRows,
    onRoundTrip(listener) {
      trips.add(listener);
      return () => {
        trips.delete(listener);
      };
    },
    measure,
    end() {
      over = true;
      limiter.end();
    },
  };
}

function parse(endpoint: Endpoint, given: unknown): Parsed {
  const parsed = endpoint.input.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), reason: message }));
  throw new FaultError({ kind: 'InvalidInput', problems });
}

/** Why an answer says nothing of what was asked; "" for one that does, a refusal in the exchange's own words included. */
function uselessness(verdict: Verdict, status: number): string {
  if (verdict.kind === 'limited') return 'it answers only that requests are too many';
  if (verdict.kind === 'record' || (status < 500 && verdict.fault.kind === 'ExchangeRejected')) return '';
  return `it answers only HTTP ${status}${status < 500 ? ' with what cannot be read' : ''}`;
}

const noKey = {
  kind: 'NotAllowed',
  policy: 'unsupported',
  reason: 'This profile has no key: it shows market data only.',
} as const;

/** Whether a refusal may come from the time in the signature: HTTP 401, or the codes of the receive window. */
const isAboutTime = ({ code, httpStatus }: { readonly code: string | null; readonly httpStatus: number }): boolean =>
  httpStatus === 401 || code === '317178' || code === '317179' || describeCode(code, '').kind === 'key';
