import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Account } from '../engine/model.ts';
import { refuse } from '../engine/refusal.ts';

export type Permission = 'READ' | 'TRADE' | 'WITHDRAWAL';

/** A key that an account may sign with. */
export interface ApiKey {
  readonly key: string;
  readonly secret: string;
  readonly signer: KeyObject;
  readonly account: Account;
  readonly permissions: readonly Permission[];
}

export const apiKey = (
  account: Account,
  key: string,
  secret: string,
  permissions: readonly Permission[] = ['READ', 'TRADE', 'WITHDRAWAL'],
): ApiKey => ({ key, secret, signer: createSecretKey(Buffer.from(secret, 'utf8')), account, permissions });

/** Widest distance between a request's timestamp and the exchange's clock (protocol.md, 1.2). */
const TOLERANCE_MS = 300_000;

/** The parts of a request that a signature covers. */
export interface Signed {
  readonly method: string;
  /** Path with its query, exactly as received. */
  readonly target: string;
  readonly body: Buffer | null;
  readonly key: string | undefined;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
}

/**
 * Finds the key of a request and checks its signature over the bytes as received (protocol.md, 1.1).
 * Throws -1002 for an unknown key and -1001 for a missing or wrong signature or timestamp.
 */
export function authenticate(keys: ReadonlyMap<string, ApiKey>, request: Signed, now: number): ApiKey {
  const { key, timestamp, signature } = request;
  if (key === undefined || timestamp === undefined || signature === undefined)
    throw refuse('badSignature', 'The headers x-api-key, x-api-signature and x-api-timestamp are required.');
  const found = keys.get(key);
  if (found === undefined) throw refuse('badKey', 'The API key is invalid.');
  if (!/^\d{1,15}$/.test(timestamp)) throw refuse('badSignature', 'x-api-timestamp must be milliseconds.');
  if (Math.abs(Number(timestamp) - now) >= TOLERANCE_MS)
    throw refuse('badSignature', 'x-api-timestamp is 300 seconds or more away from the exchange clock.');
  const hash = createHmac('sha256', found.signer).update(timestamp + request.method + request.target);
  if (request.body !== null) hash.update(request.body);
  const expected = hash.digest();
  const given = /^[0-9a-f]{64}$/.test(signature) ? Buffer.from(signature, 'hex') : null;
  if (given === null || !timingSafeEqual(expected, given))
    throw refuse('badSignature', 'The signature does not match.');
  return found;
}

/** Refuses a key that lacks a permission (-1002). */
export function permit(key: ApiKey, permission: Permission): void {
  if (!key.permissions.includes(permission)) throw refuse('badKey', `The API key lacks the permission ${permission}.`);
}
