import { randomUUID } from 'node:crypto';
import { parseLossless } from '../../../shared/wire/json.ts';
import { afterwards } from '../engine/afterwards.ts';
import { refuse, Refusal, WrongType } from '../engine/refusal.ts';
import type { Venue } from '../engine/venue.ts';
import { maintenanceOf, type Desk, type PublicCall, type SignedCall } from './call.ts';
import type { Fields } from './fields.ts';
import type { Forms } from '../wire/forms.ts';
import { authenticate, permit } from './keys.ts';
import type { Limiter } from './limits.ts';
import { findRoute, type Found } from './router.ts';

/** A request as it came over the wire. */
export interface Received {
  readonly method: string;
  /** Path and query, exactly as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer | null;
  readonly address: string;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
  /** Ms until it is sent; none: at once. */
  readonly delayMs?: number;
  /** What happens to the connection instead of, or in the middle of, the answer. */
  readonly fate?: 'hang' | 'reset' | 'close' | 'cut';
}

/** An unknown path answers 200 with a gateway's error and no envelope (protocol.md, section 5). */
const NO_UPSTREAM: Reply = { status: 200, body: '{"code":503,"message":"[GW] no upstream server"}' };

/** Answers a request: route, signature, permission, limits, parameters, then the venue. Never throws. */
export function answer(venue: Venue, desk: Desk, limiter: Limiter, request: Received, realNow: number): Reply {
  const { method, target } = request;
  const question = target.indexOf('?');
  const path = question === -1 ? target : target.slice(0, question);
  const found = findRoute(method, path);
  if (found === null) return NO_UPSTREAM;
  try {
    const { data, timestamp } = run(venue, desk, limiter, request, found, question, realNow);
    afterwards(venue);
    return {
      status: 200,
      body: JSON.stringify({ success: true, timestamp: timestamp ?? venue.now + desk.skewMs, data }),
    };
  } catch (error) {
    const seen = error instanceof WrongType && !found.route.signed ? internal() : error;
    return refusal(seen, venue.now + desk.skewMs, desk.forms);
  }
}

function run(
  venue: Venue,
  desk: Desk,
  limiter: Limiter,
  request: Received,
  found: Found,
  question: number,
  realNow: number,
): ReturnType<Extract<Found['route'], { signed: false }>['run']> {
  const { row, route, inPath } = found;
  if (!route.signed) {
    limiter.take(`${row.name} ${request.address}`, row.limit, realNow);
    const call: PublicCall = { venue, desk, fields: fieldsOf(request, question, inPath) };
    return route.run(call);
  }
  const key = authenticate(
    desk.keys,
    {
      method: request.method,
      target: request.target,
      body: request.body,
      key: header(request, 'x-api-key'),
      timestamp: header(request, 'x-api-timestamp'),
      signature: header(request, 'x-api-signature'),
    },
    venue.now + desk.skewMs,
  );
  permit(key, route.permission);
  const maintenance = maintenanceOf(venue, desk);
  if (maintenance === 2 || (maintenance === 1 && row.effect === 'write'))
    throw new Refusal('-1011', 'The exchange is under maintenance. Try again later.', 503);
  const fields = fieldsOf(request, question, inPath);
  const call: SignedCall = { venue, desk, fields, account: key.account, key };
  const symbol = row.limit.scope === 'symbol' ? (fields.get('symbol') ?? route.symbolOf?.(call)) : '';
  // Bounded, so that made-up symbols cannot fill the memory.
  const scope = typeof symbol === 'string' && symbol.length <= 20 ? symbol : '?';
  if (!desk.observers.has(key.key)) limiter.take(`${row.name} ${key.account.id} ${scope}`, row.limit, realNow);
  return route.run(call);
}

/** What a public call answers to a parameter of the wrong type: HTTP 500, -1000 and the id of the request. */
const internal = (): Refusal =>
  new Refusal(-1000, `An unknown error occurred while processing the request. Request id: ${randomUUID()}`, 500);

function header(request: Received, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Parameters of GET and DELETE from the query, of POST and PUT from the JSON body, and those of the path. */
function fieldsOf(request: Received, question: number, inPath: Readonly<Record<string, string>>): Fields {
  const fields = new Map<string, unknown>();
  if (request.method === 'GET' || request.method === 'DELETE') {
    if (question !== -1) {
      for (const [name, value] of new URLSearchParams(request.target.slice(question + 1)))
        if (!fields.has(name)) fields.set(name, value);
    }
  } else if (request.body !== null && request.body.length > 0) {
    let parsed: unknown;
    try {
      parsed = parseLossless(request.body.toString('utf8'));
    } catch {
      throw refuse('invalidParameter', 'The body is not JSON.');
    }
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      throw refuse('invalidParameter', 'The body must be a JSON object.');
    for (const [name, value] of Object.entries(parsed)) fields.set(name, value);
  }
  for (const [name, value] of Object.entries(inPath)) fields.set(name, value);
  return fields;
}

/**
 * The error envelope (protocol.md, section 5), live without a time (9.8). A defect of ours is a -1000, never a crash.
 */
export function refusal(error: unknown, timestamp: number, forms: Forms): Reply {
  if (error instanceof Refusal) {
    const { code, errorCode, message, status } = error;
    return {
      status,
      body: JSON.stringify({
        success: false,
        ...(code === null ? {} : { code }),
        ...(errorCode === null ? {} : { error_code: errorCode }),
        message,
        ...(forms === 'live' ? {} : { timestamp }),
      }),
    };
  }
  process.stderr.write(
    `practice exchange: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return {
    status: 500,
    body: JSON.stringify({
      success: false,
      code: -1000,
      message: 'An unknown error occurred.',
      ...(forms === 'live' ? {} : { timestamp }),
    }),
  };
}
