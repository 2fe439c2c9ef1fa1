import { invalid } from '../../../shared/errors.ts';
import type { Clock } from '../world/ports.ts';
import type { KdfCost, Vault } from '../storage/vault.ts';

/** Shorter ones are guessed from a stolen file in an afternoon, whatever each try costs. */
const LEAST_BYTES = 10;
/** Wrong tries that cost no more than the key derivation. */
const FREE_TRIES = 5;
const MOST_WAIT_MS = 30_000;

/** The passphrase's half of the vault: one try at a time, and a growing wait after wrong ones. */
export interface Passphrase {
  /** Makes the vault. Wipes `passphrase`. @throws FaultError InvalidInput where it is too short. */
  choose(passphrase: Buffer): Promise<void>;
  /** Wipes `passphrase`. */
  unlock(passphrase: Buffer): Promise<Tried>;
}

/** What came of a try. */
interface Tried {
  /** Why it stays locked, or null. */
  readonly refused: string | null;
  /** For the record; null for what would fill it: a try that was not made, and most of very many wrong ones. */
  readonly summary: string | null;
}

export function createPassphrase(vault: Vault, clock: Clock, kdf?: KdfCost): Passphrase {
  let trying = false;
  let wrong = 0;
  let waitUntil = Number.NEGATIVE_INFINITY;

  async function alone<Result>(passphrase: Buffer, otherwise: Result, work: () => Promise<Result>): Promise<Result> {
    if (trying) {
      passphrase.fill(0);
      return otherwise;
    }
    trying = true;
    try {
      return await work();
    } finally {
      passphrase.fill(0);
      trying = false;
    }
  }

  return {
    choose: (passphrase) =>
      alone(passphrase, undefined, async () => {
        if (passphrase.length < LEAST_BYTES)
          throw invalid('passphrase', `A passphrase has at least ${LEAST_BYTES} characters. A few words are best.`);
        await vault.create(passphrase, kdf);
      }),
    unlock: (passphrase) =>
      alone<Tried>(passphrase, notTried('Another try is under way.'), async () => {
        const wait = waitUntil - clock.monotonic();
        if (wait > 0) return notTried(`Too many wrong tries. Wait ${Math.ceil(wait / 1000)} s.`);
        const result = await vault.unlock(passphrase);
        if (result.ok) {
          const tries = wrong;
          wrong = 0;
          return { refused: null, summary: tries < FREE_TRIES ? 'Unlocked' : `Unlocked after ${tries} wrong tries` };
        }
        wrong += 1;
        if (wrong >= FREE_TRIES)
          waitUntil = clock.monotonic() + Math.min(MOST_WAIT_MS, 1000 * 2 ** (wrong - FREE_TRIES));
        return wrongTry(wrong);
      }),
  };
}

const notTried = (refused: string): Tried => ({ refused, summary: null });

/** Of more than the first ones, each that doubles their number is written down. */
function wrongTry(tries: number): Tried {
  const refused = 'The passphrase is wrong.';
  const words = `Not unlocked: ${refused}`;
  if (tries <= FREE_TRIES) return { refused, summary: words };
  return { refused, summary: Number.isInteger(Math.log2(tries)) ? `${words} ${tries} wrong tries so far` : null };
}
