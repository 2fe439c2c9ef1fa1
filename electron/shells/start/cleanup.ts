/** What was started, so that all of it is stopped: last first, each once. */
export interface Cleanup {
  add(stop: () => void | Promise<void>): void;
  /** Stops everything; one that fails does not keep the others from being stopped. */
  run(): Promise<void>;
}

export function createCleanup(): Cleanup {
  const stops: (() => void | Promise<void>)[] = [];
  return {
    add: (stop) => void stops.push(stop),
    run: async () => {
      for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
        try {
          await stop();
        } catch (error) {
          process.stderr.write(`While stopping: ${error instanceof Error ? error.message : String(error)}\n`);
        }
      }
    },
  };
}
