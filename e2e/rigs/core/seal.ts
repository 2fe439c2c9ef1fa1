import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { Sealed } from '../../../shared/contract/profiles.ts';

/** Seals a text as the page does (renderer/state/commands/seal.ts). */
export function sealText({ to, key }: { readonly to: string; readonly key: string }, text: string | Buffer): Sealed {
  const pair = createECDH('prime256v1');
  const own = pair.generateKeys('base64');
  const shared = pair.computeSecret(Buffer.from(key, 'base64'));
  const raw = Buffer.from(hkdfSync('sha256', shared, Buffer.alloc(0), 'quarterdeck seal 1', 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', raw, iv);
  const data = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  return { to, key: own, iv: iv.toString('base64'), data: data.toString('base64') };
}
