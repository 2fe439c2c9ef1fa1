const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How long after the first signal another one is a person's second press. */
const SECOND_PRESS_MS = 500;

/**
 * Calls `stop` at Ctrl+C and whatever else asks the process to end, and `now` at a later repetition.
 * The listeners stay: the library under the settings raises each signal a second time once it has
 * cleaned up, which would end the process in the middle of its own stopping.
 */
export function atSignals(stop: () => void, now: () => void): void {
  let first: number | null = null;
  for (const signal of SIGNALS)
    process.on(signal, () => {
      const at = performance.now();
      if (first === null) {
        first = at;
        stop();
      } else if (at - first > SECOND_PRESS_MS) {
        now();
      }
    });
}
