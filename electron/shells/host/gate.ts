import type { IncomingMessage } from 'node:http';
import { ADMISSION_PROTOCOL, KEY_ID, KEY_ID_PROTOCOL } from '../../../shared/wire/admission.ts';

/** Why a request is turned away, with the status that says so. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 426;
  readonly reason: string;
}

/** Where the host is, as a browser must name it. */
export interface Place {
  /** `127.0.0.1:<port>`, the only `Host` that is answered: a name that was rebound to this machine is not. */
  readonly host: string;
  /** `http://127.0.0.1:<port>`, the only `Origin` whose page gets a socket. */
  readonly origin: string;
}

/** Path of the one socket. */
export const BRIDGE_PATH = '/bridge';

/** Checks of every request for a file. Null lets it pass. */
export function refuseGet(request: IncomingMessage, place: Place): Refusal | null {
  return (
    refuseHost(request, place) ??
    (request.method === 'GET' || request.method === 'HEAD'
      ? null
      : { status: 405, reason: 'only GET and HEAD are answered' }) ??
    (request.headers['transfer-encoding'] === undefined && (request.headers['content-length'] ?? '0') === '0'
      ? null
      : { status: 400, reason: 'a body where there can be none' }) ??
    // A service worker would answer for this address at later starts too.
    (request.headers['service-worker'] === undefined && request.headers['sec-fetch-dest'] !== 'serviceworker'
      ? null
      : { status: 403, reason: 'a service worker' })
  );
}

/**
 * Checks of a request for the socket, in this order: name, path, who asks, protocol. What fails early learns
 * nothing about what comes later.
 *
 * @returns the id of the key that the page will prove, or the refusal.
 */
export function admitSocket(request: IncomingMessage, place: Place): Refusal | { readonly keyId: string } {
  const refused = refuseHost(request, place);
  if (refused !== null) return refused;
  if (request.method !== 'GET') return { status: 405, reason: 'only GET opens a socket' };
  if (request.url !== BRIDGE_PATH) return { status: 404, reason: 'no socket here' };
  // Browsers always send it with a socket, and a page cannot write it: absent or "null" is no page of ours.
  if (request.headers.origin !== place.origin) return { status: 403, reason: 'a foreign origin' };
  const keyId = keyIdOf(request.headers['sec-websocket-protocol']);
  return keyId === null ? { status: 401, reason: 'no key' } : { keyId };
}

function refuseHost(request: IncomingMessage, place: Place): Refusal | null {
  const named = request.rawHeaders.filter((_, at) => at % 2 === 0 && request.rawHeaders[at]?.toLowerCase() === 'host');
  return named.length === 1 && request.headers.host === place.host ? null : { status: 403, reason: 'a foreign host' };
}

/** Exactly our protocol and then the id of a key: nothing else speaks it. */
function keyIdOf(offered: string | undefined): string | null {
  const [protocol, name, ...more] = (offered ?? '').split(',').map((each) => each.trim());
  if (protocol !== ADMISSION_PROTOCOL || name === undefined || more.length > 0) return null;
  const id = name.startsWith(KEY_ID_PROTOCOL) ? name.slice(KEY_ID_PROTOCOL.length) : '';
  return KEY_ID.test(id) ? id : null;
}
