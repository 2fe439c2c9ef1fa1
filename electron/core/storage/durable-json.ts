import { readDurable, writeDurable } from './durable-file.ts';

/** A value in a file of its own, kept twice, so that a power cut in the middle of a write loses nothing. */
export interface DurableJson<Value> {
  /**
   * @returns null where there is none yet.
   * @throws Error where both copies are damaged, or what they hold is not such a value.
   */
  read(): Value | null;
  /** @throws Error of the file system. */
  write(value: Value): void;
}

/**
 * Opens such a file; nothing is read or written yet.
 *
 * @param path of the file; its copy lies beside it.
 * @param parse makes the value of what was read, or throws.
 */
export function durableJson<Value>(path: string, parse: (json: unknown) => Value): DurableJson<Value> {
  let generation = 0;
  return {
    read() {
      const kept = readDurable(path);
      if (kept === null) return null;
      generation = kept.generation;
      return parse(JSON.parse(kept.text));
    },
    write(value) {
      // A number of its own for every attempt: the two copies of one that failed half way are told apart.
      generation += 1;
      writeDurable(path, JSON.stringify(value), generation);
    },
  };
}
