import type { SafeStorage } from 'electron';
import type { Keychain } from '../../core/storage/vault.ts';

type Storage = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>;

/** What Chromium falls back to where the desktop has no keychain: a fixed key that everybody knows. */
const FAKE = new Set(['basic_text', 'unknown']);

/**
 * The platform's keychain, or null where there is none: an encoding that only looks like encryption is
 * refused, and the passphrase alone opens the vault.
 */
export async function openKeychain(storage: Storage, platform: NodeJS.Platform): Promise<Keychain | null> {
  if (!(await storage.isAsyncEncryptionAvailable())) return null;
  const backend = platform === 'linux' ? storage.getSelectedStorageBackend() : platform;
  if (FAKE.has(backend)) return null;
  return {
    backend,
    wrap: (key) => storage.encryptStringAsync(key.toString('base64')),
    unwrap: async (wrapped) => Buffer.from((await storage.decryptStringAsync(wrapped)).result, 'base64'),
  };
}
