/** Work that what changes all the time asks for. */
export interface AtMostEvery {
  /** Does it at once, or where it was done a short time ago, once its time has come. */
  soon(): void;
  /** Does it now, whenever it was done. */
  now(): void;
  /** Whatever waits is not done. */
  stop(): void;
}

/**
 * Does work at once, and then at most every so often: many that ask meanwhile get one turn.
 *
 * @param ms between two turns.
 */
export function atMostEvery(ms: number, work: () => void): AtMostEvery {
  let doneAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }
  function now(): void {
    stop();
    doneAt = performance.now();
    work();
  }
  return {
    soon() {
      const wait = doneAt + ms - performance.now();
      if (wait <= 0) now();
      else timer ??= setTimeout(now, wait);
    },
    now,
    stop,
  };
}
