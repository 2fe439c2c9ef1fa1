import { createDecipheriv, createECDH, createSecretKey, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import type { Sealed } from '../../../shared/contract/profiles.ts';
import { invalid } from '../../../shared/errors.ts';
import type { Clock } from '../world/ports.ts';

/** How long a public key may be used. */
const GOOD_MS = 120_000;
/** Keys that wait to be used; a page has one question open at a time. */
const MOST = 8;
const PURPOSE = 'quarterdeck seal 1';

/** One-time keys under which a page hands over a secret, so that no pipe, frame or string holds it. */
export interface SealedSecrets {
  issue(): { readonly to: string; readonly key: string };
  /**
   * Opens what was sealed to an issued key, and forgets the key. The caller wipes what it gets.
   *
   * @throws FaultError InvalidInput at `path` when the key is unknown, used or old, or a bit was changed.
   */
  open(sealed: Sealed, path: string): Buffer;
  forget(): void;
}

/** Makes them; the page's half is renderer/state/commands/seal.ts. */
export function createSealedSecrets(clock: Clock): SealedSecrets {
  const issued = new Map<string, { readonly pair: ECDH; readonly at: number }>();
  return {
    issue() {
      const pair = createECDH('prime256v1');
      const key = pair.generateKeys('base64');
      const to = randomBytes(16).toString('base64url');
      for (const [old, { at }] of issued)
        if (issued.size >= MOST || clock.monotonic() - at > GOOD_MS) issued.delete(old);
      issued.set(to, { pair, at: clock.monotonic() });
      return { to, key };
    },
    open(sealed, path) {
      const known = issued.get(sealed.to);
      issued.delete(sealed.to);
      if (known === undefined || clock.monotonic() - known.at > GOOD_MS)
        throw invalid(path, 'It took too long. Type it again.');
      const text = unseal(known.pair, sealed);
      if (text === null) throw invalid(path, 'It did not arrive whole. Type it again.');
      return text;
    },
    forget: () => issued.clear(),
  };
}

function unseal(pair: ECDH, sealed: Sealed): Buffer | null {
  const data = Buffer.from(sealed.data, 'base64');
  const iv = Buffer.from(sealed.iv, 'base64');
  if (iv.length !== 12 || data.length < 16) return null;
  let shared: Buffer;
  try {
    shared = pair.computeSecret(Buffer.from(sealed.key, 'base64'));
  } catch {
    return null;
  }
  const raw = Buffer.from(hkdfSync('sha256', shared, Buffer.alloc(0), PURPOSE, 32));
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(raw), iv);
  shared.fill(0);
  raw.fill(0);
  decipher.setAuthTag(data.subarray(-16));
  const plain = decipher.update(data.subarray(0, -16));
  try {
    decipher.final();
  } catch {
    plain.fill(0);
    return null;
  }
  return plain;
}
