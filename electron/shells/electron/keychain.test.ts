import { createCipheriv, pbkdf2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openKeychain } from './keychain.ts';

type Storage = Parameters<typeof openKeychain>[0];

/** A keychain whose ciphertext begins with a tag of Chromium's. */
const storage = (backend: string, tag = 'v11', available = true): Storage => ({
  isAsyncEncryptionAvailable: async () => available,
  getSelectedStorageBackend: () => backend as 'kwallet6', // any name that it may say
  encryptStringAsync: async (text) => Buffer.from(`${tag}${text}`),
  decryptStringAsync: async (sealed) => ({ result: sealed.toString().slice(tag.length), shouldReEncrypt: false }),
});

/** As Chromium encrypts on Linux where no keyring answers: with a key that stands in its sources. */
const known: Storage = {
  ...storage('gnome_libsecret'),
  encryptStringAsync: async (text) => {
    const cipher = createCipheriv(
      'aes-128-cbc',
      pbkdf2Sync('peanuts', 'saltysalt', 1, 16, 'sha1'),
      Buffer.alloc(16, ' '),
    );
    return Buffer.concat([Buffer.from('v10'), cipher.update(text), cipher.final()]);
  },
};

describe('the keychain', () => {
  it('is none where it encrypts with a key that everybody knows, whatever its backend is called', async () => {
    expect(await openKeychain(known, 'linux')).toBeNull();
  });
  it.each(['', 'v1', 'v10', 'v13', 'sealed '])(
    'is none on Linux where it writes %j, which no keyring does',
    async (tag) => {
      expect(await openKeychain(storage('kwallet6', tag), 'linux')).toBeNull();
    },
  );
  it('is none where encryption is not available, or fails', async () => {
    expect(await openKeychain(storage('kwallet6', 'v11', false), 'linux')).toBeNull();
    const failing = { ...storage('kwallet6'), encryptStringAsync: () => Promise.reject(new Error('locked')) };
    expect(await openKeychain(failing, 'linux')).toBeNull();
  });
  it.each([
    ['linux', 'gnome_libsecret', 'v11', 'gnome_libsecret'],
    ['linux', 'basic_text', 'v12', 'basic_text'],
    ['darwin', 'unknown', 'v10', 'darwin'],
    ['win32', 'unknown', 'v10', 'win32'],
  ] as const)('on %s is %s and gives back what it wrapped as %s', async (platform, backend, tag, name) => {
    const keychain = await openKeychain(storage(backend, tag), platform);
    expect(keychain?.backend).toBe(name);
    const key = Buffer.from([0, 1, 254, 255]);
    expect(await keychain?.unwrap(await keychain.wrap(key))).toEqual(key);
  });
});
