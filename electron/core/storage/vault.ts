import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readDurable, writeDurable } from './durable-file.ts';
import { isPrivateCopy } from './keychain-copy.ts';
import { notWritten } from './not-written.ts';

/**
 * API secrets at rest. A random data key encrypts each secret (AES-256-GCM). The data key itself is
 * wrapped always by a passphrase (scrypt) and, where the platform has a real keychain, by that too, so
 * that no change of keychain can lose a secret and no machine is left with an encoding that only looks
 * like encryption. In memory, secrets and the data key are only ever `KeyObject`s made from buffers that
 * are wiped at once: a secret held as text stays in the process hundreds of times after it is dropped.
 */

/** The platform's keychain, for example Electron's safeStorage with a real backend; null where there is none. */
export interface Keychain {
  /** Name of the backend, kept beside what it wrapped. */
  readonly backend: string;
  wrap(key: Buffer): Promise<Buffer>;
  unwrap(wrapped: Buffer): Promise<Buffer>;
}

export type UnlockRefusal = 'wrong-passphrase' | 'keychain-failed' | 'no-keychain-copy';

const sealedSchema = z.object({ iv: z.base64(), data: z.base64(), tag: z.base64() });
const vaultFileSchema = z.object({
  version: z.literal(1),
  kdf: z.object({ name: z.literal('scrypt'), cost: z.int(), blockSize: z.int(), parallel: z.int(), salt: z.base64() }),
  passphrase: sealedSchema,
  keychain: z.object({ backend: z.string(), data: z.base64() }).nullable(),
  /** HMAC of a constant under the data key: tells a right key from a wrong one. */
  check: z.base64(),
  entries: z.record(z.string(), z.object({ key: z.string(), sealed: sealedSchema })),
});
type VaultFile = z.infer<typeof vaultFileSchema>;
type Sealed = z.infer<typeof sealedSchema>;

const CHECK = 'quarterdeck vault 1';
const MAX_SCRYPT_MEMORY = 512 * 1024 * 1024;

/** Cost of one passphrase try. `cost` is scrypt's N; 2^17 with r = 8 takes a third of a second on a laptop of 2024. */
export interface KdfCost {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallel: number;
}
export const DEFAULT_KDF: KdfCost = { cost: 2 ** 17, blockSize: 8, parallel: 1 };

export interface VaultCredentials {
  readonly key: string;
  readonly secret: KeyObject;
}

export class Vault {
  readonly #path: string;
  readonly #keychain: Keychain | null;
  #file: VaultFile | null;
  #generation: number;
  #dataKey: KeyObject | null = null;
  /** What the keychain has did not open it in this run. */
  #keychainFailed = false;
  /** A copy of the data key could be opened without the passphrase by anybody who had the file. It is removed. */
  readonly wasExposed: boolean;
  /** Copies of the file that were not whole when it was opened, for a notice. */
  readonly damaged: readonly string[];

  private constructor(
    path: string,
    keychain: Keychain | null,
    file: VaultFile | null,
    generation: number,
    damaged: readonly string[],
  ) {
    this.#path = path;
    this.#keychain = keychain;
    this.#file = file;
    this.#generation = generation;
    this.damaged = damaged;
    const copy = file?.keychain ?? null;
    this.wasExposed = copy !== null && !isPrivate(copy);
    if (file !== null && this.wasExposed) this.#forgetCopy(file);
  }

  /**
   * Opens the vault file, locked.
   *
   * @param path where it is or will be.
   * @param keychain a real one, or null.
   * @throws Error when the file exists and no copy of it can be read, or it is of a newer version.
   */
  static open(path: string, keychain: Keychain | null): Vault {
    const read = readDurable(path);
    if (read === null) return new Vault(path, keychain, null, 0, []);
    const parsed = vaultFileSchema.safeParse(JSON.parse(read.text));
    if (!parsed.success) throw new Error('the vault is of a version that this program does not know');
    return new Vault(path, keychain, parsed.data, read.generation, read.damaged);
  }

  get exists(): boolean {
    return this.#file !== null;
  }
  get locked(): boolean {
    return this.#dataKey === null;
  }
  /** Names that have a secret, readable also while locked. */
  get names(): readonly string[] {
    return Object.keys(this.#file?.entries ?? {});
  }

  /** The key (not the secret) that is kept under a name, readable also while locked; null without one. */
  keyName(name: string): string | null {
    const entries = this.#file?.entries ?? {};
    return Object.hasOwn(entries, name) ? (entries[name]?.key ?? null) : null;
  }

  /**
   * Makes a new vault, unlocked. Wipes `passphrase`.
   *
   * @throws Error when there is one already, the passphrase is empty, or the disk refuses.
   */
  async create(passphrase: Buffer, kdf: KdfCost = DEFAULT_KDF): Promise<void> {
    if (this.#file !== null) throw new Error('there is a vault already');
    if (passphrase.length === 0) throw new Error('the passphrase is empty');
    const raw = randomBytes(32);
    const salt = randomBytes(16);
    const wrapper = await deriveKey(passphrase, salt, kdf);
    const dataKey = createSecretKey(raw);
    const file: VaultFile = {
      version: 1,
      kdf: { name: 'scrypt', ...kdf, salt: salt.toString('base64') },
      passphrase: seal(wrapper, raw, 'data-key'),
      keychain: await this.#wrapForKeychain(raw),
      check: checkValue(dataKey).toString('base64'),
      entries: {},
    };
    raw.fill(0);
    this.#save(file);
    this.#dataKey = dataKey;
  }

  /** Unlocks with the passphrase and wipes it. A wrong one costs the time of the key derivation. */
  async unlock(passphrase: Buffer): Promise<{ ok: true } | { ok: false; why: UnlockRefusal }> {
    const file = this.#need();
    const wrapper = await deriveKey(passphrase, Buffer.from(file.kdf.salt, 'base64'), file.kdf);
    const raw = unseal(wrapper, file.passphrase, 'data-key');
    if (raw === null) return { ok: false, why: 'wrong-passphrase' };
    const opened = this.#take(raw, file);
    if (!opened) return { ok: false, why: 'wrong-passphrase' };
    try {
      // The backend changed, is new or was reset: what it wrapped before is of no use, the passphrase saves it.
      const known = file.keychain?.backend === this.#keychain?.backend && !this.#keychainFailed;
      const fresh = known ? null : await this.#wrapForKeychain(raw);
      if (fresh !== null) this.#save({ ...file, keychain: fresh });
    } catch {
      // A disk that is full: it is open all the same, and the next passphrase writes it.
    } finally {
      raw.fill(0);
    }
    return { ok: true };
  }

  /** Unlocks with the platform's keychain, without a question to the person. */
  async unlockWithKeychain(): Promise<{ ok: true } | { ok: false; why: UnlockRefusal }> {
    const file = this.#need();
    if (this.#keychain === null || file.keychain === null) return { ok: false, why: 'no-keychain-copy' };
    let raw: Buffer;
    try {
      raw = await this.#keychain.unwrap(Buffer.from(file.keychain.data, 'base64'));
    } catch {
      this.#keychainFailed = true;
      return { ok: false, why: 'keychain-failed' };
    }
    const opened = raw.length === 32 && this.#take(raw, file);
    raw.fill(0);
    this.#keychainFailed = !opened;
    return opened ? { ok: true } : { ok: false, why: 'keychain-failed' };
  }

  /** Drops the data key. Credentials that were handed out are their owners' to drop. */
  lock(): void {
    this.#dataKey = null;
  }

  /** Keeps a key's name and its secret under a profile's name, replacing an earlier one. Wipes `secret`. */
  put(name: string, key: string, secret: Buffer): void {
    const file = this.#need();
    const sealed = seal(this.#needKey(), secret, entryPurpose(name, key));
    secret.fill(0);
    this.#save({ ...file, entries: { ...file.entries, [name]: { key, sealed } } });
  }

  remove(name: string): void {
    const file = this.#need();
    this.#save({
      ...file,
      entries: Object.fromEntries(Object.entries(file.entries).filter(([entry]) => entry !== name)),
    });
  }

  /** The credentials of a name, or null when it has none. Throws when the entry was tampered with. */
  credentials(name: string): VaultCredentials | null {
    const entry = Object.hasOwn(this.#need().entries, name) ? this.#need().entries[name] : undefined;
    if (entry === undefined) return null;
    const raw = unseal(this.#needKey(), entry.sealed, entryPurpose(name, entry.key));
    if (raw === null) throw new Error(`the secret of ${name} was changed outside the program`);
    const secret = createSecretKey(raw);
    raw.fill(0);
    return { key: entry.key, secret };
  }

  /** A key of its own for another purpose, for example to authenticate the address book. */
  derive(purpose: string): KeyObject {
    const raw = Buffer.from(hkdfSync('sha256', this.#needKey(), Buffer.alloc(0), `quarterdeck ${purpose}`, 32));
    const key = createSecretKey(raw);
    raw.fill(0);
    return key;
  }

  #take(raw: Buffer, file: VaultFile): boolean {
    const dataKey = createSecretKey(raw);
    const expected = Buffer.from(file.check, 'base64');
    const actual = checkValue(dataKey);
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return false;
    this.#dataKey = dataKey;
    return true;
  }

  /** Null without a keychain, and where it refuses: the passphrase is enough. */
  async #wrapForKeychain(raw: Buffer): Promise<VaultFile['keychain']> {
    if (this.#keychain === null) return null;
    try {
      const wrapped = await this.#keychain.wrap(raw);
      const copy = { backend: this.#keychain.backend, data: wrapped.toString('base64') };
      return isPrivate(copy) ? copy : null;
    } catch {
      return null;
    }
  }

  /** Neither copy of the file has it any more. Where the disk refuses, the next start tries again. */
  #forgetCopy(file: VaultFile): void {
    this.#file = { ...file, keychain: null };
    try {
      this.#save(this.#file);
    } catch {
      // It is not used in this run all the same.
    }
  }

  #need(): VaultFile {
    if (this.#file === null) throw new Error('there is no vault yet');
    return this.#file;
  }

  #needKey(): KeyObject {
    if (this.#dataKey === null) throw new Error('the vault is locked');
    return this.#dataKey;
  }

  #save(file: VaultFile): void {
    try {
      writeDurable(this.#path, JSON.stringify(file), this.#generation + 1);
    } catch (error) {
      throw notWritten('The file with the keys', error);
    }
    this.#generation += 1;
    this.#file = file;
  }
}

/**
 * Opens the vault of a data folder, locked.
 *
 * @returns null where its file cannot be read: it is left as it is, so that nothing in it is lost for good.
 */
export function openVault(folder: string, keychain: Keychain | null): Vault | null {
  try {
    return Vault.open(join(folder, 'vault'), keychain);
  } catch {
    return null;
  }
}

const isPrivate = ({ backend, data }: NonNullable<VaultFile['keychain']>): boolean =>
  isPrivateCopy({ backend, wrapped: Buffer.from(data, 'base64') });

/** Ties a sealed secret to its profile and key name, so that entries cannot be swapped in the file. */
const entryPurpose = (name: string, key: string): string => JSON.stringify(['entry', name, key]);

const checkValue = (dataKey: KeyObject): Buffer => createHmac('sha256', dataKey).update(CHECK).digest();

function deriveKey(passphrase: Buffer, salt: Buffer, kdf: KdfCost): Promise<KeyObject> {
  return new Promise((resolve, reject) => {
    const options = { N: kdf.cost, r: kdf.blockSize, p: kdf.parallel, maxmem: MAX_SCRYPT_MEMORY };
    scrypt(passphrase, salt, 32, options, (error, raw) => {
      passphrase.fill(0);
      if (error !== null) return reject(error);
      const key = createSecretKey(raw);
      raw.fill(0);
      return resolve(key);
    });
  });
}

function seal(key: KeyObject, plain: Buffer, purpose: string): Sealed {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(purpose));
  const data = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { iv: iv.toString('base64'), data: data.toString('base64'), tag: cipher.getAuthTag().toString('base64') };
}

/** Null when the key is wrong or a bit was changed. The caller wipes what it gets. */
function unseal(key: KeyObject, sealed: Sealed, purpose: string): Buffer | null {
  const tag = Buffer.from(sealed.tag, 'base64');
  if (tag.length !== 16) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.iv, 'base64'));
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(tag);
  const plain = decipher.update(Buffer.from(sealed.data, 'base64'));
  try {
    decipher.final();
  } catch {
    plain.fill(0);
    return null;
  }
  return plain;
}
