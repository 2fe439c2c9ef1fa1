import { guardLimitsSchema, type GuardLimits } from '../../../shared/contract/guard.ts';
import { noLimits } from '../../../shared/guard-rules.ts';
import { readDurable, writeDurable } from '../storage/durable-file.ts';

/** Where a profile's limits are kept. */
export interface KeptLimits {
  /** Null where they cannot be read. */
  read(): GuardLimits | null;
  /** Throws Error of the file system. */
  write(limits: GuardLimits): void;
}

/** Keeps them in a file of their own, twice, so that a power cut in the middle of a write loses nothing. */
export function limitsFile(path: string): KeptLimits {
  let generation = 0;
  return {
    read() {
      try {
        const kept = readDurable(path);
        if (kept === null) return noLimits;
        generation = kept.generation;
        return guardLimitsSchema.parse(JSON.parse(kept.text));
      } catch {
        return null;
      }
    },
    write(limits) {
      generation += 1;
      writeDurable(path, JSON.stringify(limits), generation);
    },
  };
}
