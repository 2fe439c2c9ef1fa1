import { refuse } from '../engine/refusal.ts';

interface Budget {
  readonly requests: number;
  readonly windowMs: number;
}

/** Counts requests in sliding windows; refused ones do not count. */
export interface Limiter {
  /** Throws -1003 with HTTP 429 when the window of this name is full. */
  take(name: string, budget: Budget, now: number): void;
}

/** Windows that were not used for so long are forgotten. */
const FORGET_AFTER_MS = 120_000;

export function newLimiter(): Limiter {
  const windows = new Map<string, number[]>();
  let swept = 0;
  return {
    take(name, { requests, windowMs }, now) {
      if (now - swept > FORGET_AFTER_MS) {
        swept = now;
        for (const [key, times] of windows) if (now - (times.at(-1) ?? 0) > FORGET_AFTER_MS) windows.delete(key);
      }
      let times = windows.get(name);
      if (times === undefined) {
        times = [];
        windows.set(name, times);
      }
      while (times[0] !== undefined && times[0] <= now - windowMs) times.shift();
      if (times.length >= requests)
        throw refuse('tooMany', `Too many requests: ${requests} per ${windowMs / 1_000} s are allowed.`);
      times.push(now);
    },
  };
}

export const noLimits: Limiter = { take: () => undefined };
