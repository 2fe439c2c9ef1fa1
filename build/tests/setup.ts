import { afterAll, vi } from 'vitest';

/** Files of tests share a process: each leaves timers and globals as they were. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
