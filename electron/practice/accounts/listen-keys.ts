import { randomBytes } from 'node:crypto';
import type { Account } from '../engine/model.ts';

/** A listen key lives for 24 hours (interface-v3.md, E20). */
const LIFE_MS = 24 * 3_600_000;

interface ListenKeys {
  /** Makes a new key and ends the account's old one with its socket, at once. */
  issue(account: Account, now: number): { readonly authKey: string; readonly expiredTime: number };
  /** The account of a key that is valid, else null. */
  accountOf(key: string): Account | null;
  /** Ends what is older than its life. */
  expire(now: number): void;
}

/** @param cut drops the sockets that were opened with a key. */
export function newListenKeys(cut: (key: string) => void): ListenKeys {
  const keys = new Map<string, { readonly account: Account; readonly expiresAt: number }>();
  const end = (key: string): void => {
    keys.delete(key);
    cut(key);
  };
  return {
    issue(account, now) {
      for (const [key, { account: owner }] of keys) if (owner === account) end(key);
      const authKey = randomBytes(24).toString('base64url');
      keys.set(authKey, { account, expiresAt: now + LIFE_MS });
      return { authKey, expiredTime: now + LIFE_MS };
    },
    accountOf: (key) => keys.get(key)?.account ?? null,
    expire(now) {
      for (const [key, { expiresAt }] of keys) if (expiresAt <= now) end(key);
    },
  };
}
