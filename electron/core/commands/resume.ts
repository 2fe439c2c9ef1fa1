import type { JournaledCommand } from '../storage/journal.ts';

/** A capability that can settle a command of an earlier run. */
interface Capability {
  /** Settles its own commands; false for others. Throws when it cannot read the journal entry. */
  resume(command: JournaledCommand): boolean;
}

/**
 * Settles a command of an earlier run.
 *
 * @returns false for an unknown or unreadable command, for example of another version; the program starts all the same.
 */
export function goesOn(command: JournaledCommand, capabilities: readonly Capability[]): boolean {
  try {
    return capabilities.some((capability) => capability.resume(command));
  } catch {
    return false;
  }
}
