import type { JsonValue } from '../wire/json.ts';
import { wireInstant, type Millis } from '../time.ts';
import { isObject } from './stream/plain.ts';

/** An answer of REST taken out of its envelope. */
export type Envelope =
  /** `timestamp` is the server's clock, except on public.orderbook, where it is the book's last change (protocol.md, 1.2). */
  | { readonly ok: true; readonly data: JsonValue | undefined; readonly timestamp: Millis | null }
  /** `code` is the exchange's own as text; null where it sent none. */
  | { readonly ok: false; readonly code: string | null; readonly message: string; readonly timestamp: Millis | null };

/**
 * Opens the envelope of an answer. It is a success only with an HTTP status of 2xx and `success`
 * exactly true: an unknown path answers 200 with a gateway error (protocol.md, section 5).
 *
 * @param status HTTP status.
 * @param body as parseLossless gives it.
 * @returns the data, or code and message in words for a person. Never throws.
 */
export function readEnvelope(status: number, body: JsonValue): Envelope {
  if (!isObject(body)) return { ok: false, code: null, message: `HTTP ${status} without an envelope`, timestamp: null };
  const { timestamp: sent } = body;
  const timestamp = typeof sent === 'number' || typeof sent === 'string' ? wireInstant(sent) : null;
  if (status >= 200 && status < 300 && body.success === true) return { ok: true, data: body.data, timestamp };
  const code = codeText(body.code) ?? codeText(body.error_code);
  return { ok: false, code, message: messageText(body.message) ?? `HTTP ${status} without a message`, timestamp };
}

function codeText(value: JsonValue | undefined): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function messageText(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
