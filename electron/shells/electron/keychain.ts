import type { SafeStorage } from 'electron';
import { isPrivateCopy } from '../../core/storage/keychain-copy.ts';
import type { Keychain } from '../../core/storage/vault.ts';

type Storage = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>;

/**
 * The platform's keychain, or null where there is none: an encoding that only looks like encryption is
 * refused, and the passphrase alone opens the vault. On Linux the name of the backend follows from the desktop's name,
 * so that only what it writes says whether it encrypts.
 */
export async function openKeychain(storage: Storage, platform: NodeJS.Platform): Promise<Keychain | null> {
  if (!(await storage.isAsyncEncryptionAvailable())) return null;
  const backend = platform === 'linux' ? storage.getSelectedStorageBackend() : platform;
  const wrapped = await storage.encryptStringAsync('a trial').catch(() => null);
  if (wrapped === null || !isPrivateCopy({ backend, wrapped })) return null;
  return {
    backend,
    wrap: (key) => storage.encryptStringAsync(key.toString('base64')),
    unwrap: async (sealed) => Buffer.from((await storage.decryptStringAsync(sealed)).result, 'base64'),
  };
}
