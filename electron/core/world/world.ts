import { randomBytes, randomFillSync } from 'node:crypto';
import { createHttp } from '../exchange/rest/http.ts';
import { sockets } from '../exchange/stream/socket.ts';
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
    random: { fraction: () => Math.random(), bytes: pooledBytes(4096) },
    http: createHttp(),
    sockets,
  };
}

/**
 * Random bytes that are drawn from the system many at a time: one draw costs more than the bytes of a
 * thousand client order ids. Each byte is handed out once and wiped behind.
 */
function pooledBytes(size: number): (length: number) => Uint8Array {
  const pool = Buffer.alloc(size);
  let next = size;
  return (length) => {
    if (length > size) return randomBytes(length);
    if (next + length > size) {
      randomFillSync(pool);
      next = 0;
    }
    const bytes = Uint8Array.from(pool.subarray(next, next + length));
    pool.fill(0, next, next + length);
    next += length;
    return bytes;
  };
}
