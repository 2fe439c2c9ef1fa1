import type { Received } from '../http/answer.ts';

/** What can go wrong with one HTTP request. `process` says whether the exchange still does what was asked. */
export interface Fault {
  readonly id: number;
  /** Parts of the request that must match; absent ones match everything. */
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  /**
   * - `delay`: the answer comes `ms` later;
   * - `hang`: no answer ever comes;
   * - `reset`: the connection is reset instead of an answer;
   * - `close`: the connection is closed instead of an answer;
   * - `cut`: half of the answer comes, then the connection is closed;
   * - `status`: `status` with an error envelope (`code`) instead of the answer;
   * - `garbage`: bytes that are no JSON, with HTTP 200;
   * - `html`: a proxy's page, with HTTP 200;
   * - `stale`: the answer of an earlier request.
   */
  readonly kind: 'delay' | 'hang' | 'reset' | 'close' | 'cut' | 'status' | 'garbage' | 'html' | 'stale';
  readonly process: boolean;
  readonly ms: number;
  readonly status: number;
  readonly code: number | string;
  /** Share of matching requests that it strikes, by a seeded chance. */
  readonly share: number;
  /** How many more requests it strikes. */
  left: number;
}

export interface Faults {
  add(fault: Omit<Fault, 'id'>): number;
  clear(): void;
  list(): readonly Fault[];
  /** The fault that strikes a request, or null. Counts it. */
  strike(request: Received): Fault | null;
}

/** @param chance in [0, 1), for faults that strike a share of requests. */
export function newFaults(chance: () => number): Faults {
  let faults: Fault[] = [];
  let count = 0;
  return {
    add(fault) {
      count += 1;
      faults.push({ ...fault, id: count });
      return count;
    },
    clear() {
      faults = [];
    },
    list: () => faults,
    strike(request) {
      if (faults.length === 0) return null;
      const [path = ''] = request.target.split('?');
      const found = faults.find(
        (fault) =>
          fault.left > 0 &&
          (fault.method === undefined || fault.method === request.method) &&
          (fault.path === undefined || fault.path === path) &&
          (fault.share >= 1 || chance() < fault.share),
      );
      if (found === undefined) return null;
      found.left -= 1;
      if (found.left <= 0) faults = faults.filter((fault) => fault !== found);
      return found;
    },
  };
}
