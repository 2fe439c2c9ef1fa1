import { describe, expect, it } from 'vitest';
import { openKeychain } from './keychain.ts';

const storage = (backend: string, available = true): Parameters<typeof openKeychain>[0] => ({
  isAsyncEncryptionAvailable: async () => available,
  getSelectedStorageBackend: () => backend as 'kwallet6',
  encryptStringAsync: async (text) => Buffer.from(`sealed ${text}`),
  decryptStringAsync: async (sealed) => ({ result: sealed.toString().slice(7), shouldReEncrypt: false }),
});

describe('the keychain', () => {
  it.each(['basic_text', 'unknown'])('is none where Linux only has %s', async (backend) => {
    expect(await openKeychain(storage(backend), 'linux')).toBeNull();
  });
  it('is none where encryption is not available', async () => {
    expect(await openKeychain(storage('kwallet6', false), 'linux')).toBeNull();
  });
  it.each([
    ['linux', 'gnome_libsecret', 'gnome_libsecret'],
    ['darwin', 'unknown', 'darwin'],
    ['win32', 'unknown', 'win32'],
  ] as const)('on %s is %s and gives back what it wrapped', async (platform, backend, name) => {
    const keychain = await openKeychain(storage(backend), platform);
    expect(keychain?.backend).toBe(name);
    const key = Buffer.from([0, 1, 254, 255]);
    expect(await keychain?.unwrap(await keychain.wrap(key))).toEqual(key);
  });
});
