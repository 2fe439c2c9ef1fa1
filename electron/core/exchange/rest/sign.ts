import { createHmac, type KeyObject } from 'node:crypto';

/**
 * Signs a request (protocol.md, 1.1): HMAC-SHA256 over timestamp, method, path with query, and body,
 * joined without separators, as lower-case hex.
 *
 * @param secret the API secret as a key; text secrets are not taken.
 * @param timestamp exchange time in ms.
 * @param method in upper case.
 * @param target path with its query exactly as sent.
 * @param body the exact text that is sent, or null.
 */
export function sign(
  secret: KeyObject,
  timestamp: number,
  method: string,
  target: string,
  body: string | null,
): string {
  return createHmac('sha256', secret)
    .update(`${timestamp}${method}${target}${body ?? ''}`)
    .digest('hex');
}
