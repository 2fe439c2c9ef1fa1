/** What a keychain made of a key, as it stands in a file. */
export interface KeychainCopy {
  /** Name of the backend at that time. On Linux a name proves nothing: it is drawn from the desktop's name. */
  readonly backend: string;
  readonly wrapped: Buffer;
}

/** Keychains whose key is the system's own on these platforms. */
const SYSTEM_KEYCHAINS = new Set(['darwin', 'win32']);
/**
 * The first bytes of what Chromium encrypts on Linux with a key that is no secret of everybody's: v11 with one of the
 * desktop's keyring (`freedesktop_secret_key_provider.cc`), v12 with one of the secret portal. v10 is a key that stands
 * in its sources (`posix_key_provider.cc`), and is used where no keyring answers.
 */
const PRIVATE_TAGS = new Set(['v11', 'v12']);

/** Whether a copy can be opened only by who has this user's keychain. What is not known to be so is not. */
export const isPrivateCopy = ({ backend, wrapped }: KeychainCopy): boolean =>
  SYSTEM_KEYCHAINS.has(backend) || PRIVATE_TAGS.has(wrapped.subarray(0, 3).toString('latin1'));
