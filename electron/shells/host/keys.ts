import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The keys of the loopback host. A launch token stands in the address that is opened, works once and is
 * replaced by a session key, which is replaced at every further connection. So an address out of a
 * history or a screenshot opens nothing, and of two tabs with the same key the later one goes on.
 */
export interface HostKeys {
  /** A new launch token; the one before it no longer works. */
  launchToken(): string;
  /** Lets a key in, or null. The old session key works until `confirm`, for a page that missed the new one. */
  admit(presented: string): Admission | null;
}

export interface Admission {
  /** The key for this tab's next connection. */
  readonly session: string;
  /** The page has received its session key: no other key works from now on. */
  confirm(): void;
}

const KEY_BYTES = 32;

/** Makes the keys. Only digests are kept, and compared in constant time. */
export function createHostKeys(random: (length: number) => Buffer = randomBytes): HostKeys {
  let launch: Buffer | null = null;
  let sessions: readonly Buffer[] = [];
  const fresh = (): string => random(KEY_BYTES).toString('base64url');
  return {
    launchToken() {
      const token = fresh();
      launch = digest(token);
      return token;
    },
    admit(presented) {
      const shown = digest(presented);
      const byLaunch = launch !== null && timingSafeEqual(launch, shown);
      // Every key is compared, so that the time says nothing about which one it was.
      const bySession = sessions.filter((known) => timingSafeEqual(known, shown));
      if (!byLaunch && bySession.length === 0) return null;
      if (byLaunch) launch = null;
      const session = fresh();
      const mine = digest(session);
      sessions = [...bySession, mine];
      return {
        session,
        confirm: () => {
          if (sessions.includes(mine)) sessions = [mine];
        },
      };
    },
  };
}

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();
