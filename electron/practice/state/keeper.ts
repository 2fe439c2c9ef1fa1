/** How often the state is written, and how often it is tried again where that failed, in real ms. */
const SAVE_EVERY_MS = 60_000;
const TRY_AGAIN_MS = 5_000;

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the share of the disk is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'the file may not be written',
  EPERM: 'the file may not be written',
  ENOENT: 'its folder is gone',
  EIO: 'the disk has a fault',
};

/** Why a file could not be written, in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}

export interface Keeper {
  /** Writes the state where that is due; never throws. */
  look(now: number): void;
  /** Why the state is not being kept now, in words; null while it is. */
  trouble(): string | null;
}

/**
 * Writes the state every minute. A failure ends nothing: it is said once in words, and the state is written as soon as
 * that can be done, which is said too.
 *
 * @param write keeps the state as it is now; throws when it cannot.
 * @param say words for whoever runs the exchange.
 * @param now real ms, as those that {@link Keeper.look} is given.
 */
export function newKeeper(write: () => void, say: (words: string) => void, now: number): Keeper {
  let dueAt = now + SAVE_EVERY_MS;
  let trouble: string | null = null;
  return {
    look(at) {
      if (at < dueAt) return;
      try {
        write();
        dueAt = at + SAVE_EVERY_MS;
        if (trouble !== null) say('The state of the practice exchange is kept again.');
        trouble = null;
      } catch (error) {
        dueAt = at + TRY_AGAIN_MS;
        const reason = reasonOf(error);
        if (reason !== trouble)
          say(
            `The state of the practice exchange is not being kept: ${reason}. What is kept is older. It is tried again.`,
          );
        trouble = reason;
      }
    },
    trouble: () => trouble,
  };
}
