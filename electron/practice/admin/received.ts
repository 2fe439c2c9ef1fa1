import type { Received } from '../http/answer.ts';

/** A write that reached the exchange, for tests that count how often an intent arrived. */
interface Arrival {
  readonly method: string;
  readonly path: string;
  readonly clientOrderId: string | null;
  /** Whether the exchange did what was asked, as far as the HTTP status says. */
  readonly status: number;
}

const KEPT = 20_000;

export interface Arrivals {
  note(request: Received, status: number): void;
  list(): readonly Arrival[];
  clear(): void;
}

/** Remembers the writes that arrive; the newest 20,000. */
export function newArrivals(): Arrivals {
  let arrivals: Arrival[] = [];
  return {
    note(request, status) {
      if (request.method === 'GET') return;
      const text = request.target + (request.body === null ? '' : request.body.toString('latin1'));
      const [, clientOrderId = null] = /clientOrderId["=: ]{1,4}(\d+)/.exec(text) ?? [];
      const [path = ''] = request.target.split('?');
      arrivals.push({ method: request.method, path, clientOrderId, status });
      if (arrivals.length > KEPT * 1.2) arrivals = arrivals.slice(-KEPT);
    },
    list: () => arrivals,
    clear() {
      arrivals = [];
    },
  };
}
