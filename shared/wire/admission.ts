import { z } from 'zod';

/*
 * How a page and the loopback host prove to each other that they know the same key, before either says anything
 * else. The key itself is never sent: whoever took the port of a host that has ended learns nothing from a page.
 */

/** Sub-protocol of the loopback socket. */
export const ADMISSION_PROTOCOL = 'qd.v2';
/** Prefix of the second sub-protocol, which carries the id of the key. */
export const KEY_ID_PROTOCOL = 'qd.key.';

/** Characters of base64url: 128 bits that name a key and 256 bits that are secret. */
const ID_CHARS = 22;
const SECRET_CHARS = 43;
const KEY = new RegExp(`^[A-Za-z0-9_-]{${ID_CHARS + SECRET_CHARS}}$`);
export const KEY_ID = new RegExp(`^[A-Za-z0-9_-]{${ID_CHARS}}$`);

/** A key as it stands in an address and in the page's storage. */
export interface HostKey {
  /** Names the key; it is sent, and opens nothing. */
  readonly id: string;
  /** Base64url of 32 bytes; it is never sent. */
  readonly secret: string;
}

/** Splits the text of a key. Null where it is none. */
export const readHostKey = (text: string): HostKey | null =>
  KEY.test(text) ? { id: text.slice(0, ID_CHARS), secret: text.slice(ID_CHARS) } : null;

const nonce = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** First frame of the page: 32 random bytes as base64url. */
export const challengeSchema = z.strictObject({ t: z.literal('challenge'), nonce });
/** The host's answer: its own random bytes, and its proof for both. */
export const hostProofSchema = z.strictObject({ t: z.literal('host-proof'), nonce, proof: nonce });
/** The page's proof for both. From then on the frames of `wire.ts` follow. */
export const pageProofSchema = z.strictObject({ t: z.literal('page-proof'), proof: nonce });

/** The random bytes of both sides, and the origin that the page sees: a proof is good for one connection at one place. */
export interface Encounter {
  readonly origin: string;
  readonly pageNonce: string;
  readonly hostNonce: string;
}

/** The text whose HMAC-SHA-256 under the secret is the proof of a side. */
export const provenText = (side: 'host' | 'page', { origin, pageNonce, hostNonce }: Encounter): string =>
  ['quarterdeck', side, origin, pageNonce, hostNonce].join('\n');

/** Why the host lets a page not in. */
export type KeyRefusal = 'spent' | 'replaced' | 'unknown' | 'unproved';

/** How the host closes the socket of a page, by the reason. */
export const CLOSE_CODES = { spent: 4001, replaced: 4002, unknown: 4003, unproved: 4004, ended: 4010 } as const;
