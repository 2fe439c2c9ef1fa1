/** Of the time that passes, what costly work may take: one part in so many. */
const PARTS = 10;

/** Lets costly work have its share of the time: what is asked for meanwhile is done once, when its time has come. */
export interface Pace {
  /** Whether the last work was so long, or so short a time ago, that the next has to wait. */
  isBusy(): boolean;
  /** Does it now, and measures it. */
  run(work: () => void): void;
  /** Calls `due` once the time has come; one call is enough for many that wait. */
  later(): void;
  stop(): void;
}

/** @param due is called when what waited may be done. */
export function createPace(due: () => void): Pace {
  let until = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    isBusy: () => performance.now() < until,
    run(work) {
      const from = performance.now();
      work();
      const now = performance.now();
      until = Math.max(until, now + (now - from) * (PARTS - 1));
    },
    later() {
      timer ??= setTimeout(() => {
        timer = undefined;
        due();
      }, until - performance.now());
    },
    stop: () => clearTimeout(timer),
  };
}
