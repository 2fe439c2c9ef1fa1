import type { Sealed } from '../../../shared/contract/profiles.ts';
import { ask } from '../../link/bridge.ts';

const PURPOSE = new TextEncoder().encode('quarterdeck seal 1');

/**
 * Seals a secret to a one-time key of the core, so that it is readable nowhere on its way: not in a
 * frame, a trace of the pipe, or the core's strings (electron/core/session/sealed-secrets.ts opens it).
 */
export async function seal(secret: string): Promise<Sealed> {
  const { to, key } = await ask('desk.sealingKey', {});
  return { to, ...(await sealTo(key, secret)) };
}

/** Seals to a P-256 point in base64. */
export async function sealTo(key: string, secret: string): Promise<Omit<Sealed, 'to'>> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' } as const;
  const theirs = await crypto.subtle.importKey('raw', bytesOf(key), curve, false, []);
  const own = await crypto.subtle.generateKey(curve, false, ['deriveBits']);
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, own.privateKey, 256);
  const base = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const aes = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: PURPOSE },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  );
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(secret);
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, aes, text);
  text.fill(0);
  const point = await crypto.subtle.exportKey('raw', own.publicKey);
  return { key: base64(new Uint8Array(point)), iv: base64(iv), data: base64(new Uint8Array(data)) };
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
