import { randomBytes } from 'node:crypto';
import { createHttp } from './exchange/http.ts';
import { sockets } from './exchange/socket.ts';
import type { World } from './ports.ts';

/** The real time, chance, HTTP and sockets; the one place of the core that reaches for them. */
export function realWorld(): World {
  return {
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      after: (ms, callback) => {
        const timer = setTimeout(callback, ms);
        return { cancel: () => clearTimeout(timer) };
      },
    },
    random: { fraction: () => Math.random(), bytes: (length) => randomBytes(length) },
    http: createHttp(),
    sockets,
  };
}
