import type { JournaledCommand } from '../storage/journal.ts';

/** What may know a command that an earlier run left without an end. */
interface Capability {
  /** Goes on with it; false when it is none of its own. Throws where it cannot read what was written of it. */
  resume(command: JournaledCommand): boolean;
}

/**
 * Goes on with a command of an earlier run.
 *
 * @returns false for one that nobody knows, or that another version wrote in a way that cannot be read: the program
 *   starts all the same.
 */
export function goesOn(command: JournaledCommand, capabilities: readonly Capability[]): boolean {
  try {
    return capabilities.some((capability) => capability.resume(command));
  } catch {
    return false;
  }
}
