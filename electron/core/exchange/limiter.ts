import type { LimitRow } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/errors.ts';
import type { Endpoint, Lane } from '../../../shared/v3/endpoint.ts';
import type { Clock, Timer, Unsubscribe } from '../ports.ts';

/**
 * Keeps every budget of the interface: at most so many requests of an endpoint in any window, counted
 * for each address, user or symbol. The exchange counts a request when it arrives, which is some time
 * between our sending it and its answer; a slot is therefore held from the sending until one window after
 * the answer. No jitter of the way can then put one request too many into a window.
 */

const RANK: Readonly<Record<Lane, number>> = { safety: 0, trade: 1, read: 2, history: 3 };
const MAX_WAITING = 2_000;
const NEWS_MS = 250;

/** Permission to send one request. */
export interface Slot {
  /** Says that the answer came, or that none will: the slot is free one window later. */
  answered(): void;
  /** Says that nothing left: the slot is free at once. */
  unused(): void;
}

interface Waiting {
  readonly rank: number;
  readonly grant: (slot: Slot) => void;
}

interface Budget {
  readonly endpoint: Endpoint;
  readonly scopeKey: string;
  /** Requests sent and not answered. */
  inFlight: number;
  /** Monotonic times when answered slots are free again, oldest first. */
  readonly releases: number[];
  readonly waiting: Waiting[];
  /** The exchange said "too many": nothing before this monotonic time. */
  blockedUntil: number;
  timer: Timer | null;
}

export interface Limiter {
  /**
   * Waits for a slot. Rejects with RateLimited when too many wait already, and with the signal's reason
   * when given up.
   */
  acquire(endpoint: Endpoint, scopeKey: string, lane: Lane, signal?: AbortSignal): Promise<Slot>;
  /** The exchange refused for rate: the budget rests for one whole window. */
  refused(endpoint: Endpoint, scopeKey: string): void;
  /** Local wall time at which the next slot of the budget is free. */
  nextFree(endpoint: Endpoint, scopeKey: string): number;
  rows(): readonly LimitRow[];
  onRows(listener: (rows: readonly LimitRow[]) => void): Unsubscribe;
}

/** @param clock of the world; windows are measured on its monotonic side. */
export function createLimiter(clock: Clock): Limiter {
  const budgets = new Map<string, Budget>();
  const listeners = new Set<(rows: readonly LimitRow[]) => void>();
  let news: Timer | null = null;

  const budgetOf = (endpoint: Endpoint, scopeKey: string): Budget => {
    const id = `${endpoint.name} ${scopeKey}`;
    let budget = budgets.get(id);
    if (budget === undefined) {
      budget = { endpoint, scopeKey, inFlight: 0, releases: [], waiting: [], blockedUntil: 0, timer: null };
      budgets.set(id, budget);
    }
    return budget;
  };

  const tell = (): void => {
    if (listeners.size === 0) return;
    news ??= clock.after(NEWS_MS, () => {
      news = null;
      const rows = currentRows();
      for (const listener of listeners) listener(rows);
      // Slots free themselves without a call: the use is told until it is zero.
      if (rows.some((row) => row.used > 0)) tell();
    });
  };

  const forget = (budget: Budget): void => {
    const now = clock.monotonic();
    while (budget.releases.length > 0 && (budget.releases[0] ?? 0) <= now) budget.releases.shift();
  };

  const free = (budget: Budget): boolean => {
    forget(budget);
    const { limit } = budget.endpoint;
    return clock.monotonic() >= budget.blockedUntil && budget.inFlight + budget.releases.length < limit.requests;
  };

  const take = (budget: Budget): Slot => {
    budget.inFlight += 1;
    let over = false;
    const end = (holdMs: number): void => {
      if (over) return;
      over = true;
      budget.inFlight -= 1;
      if (holdMs > 0) budget.releases.push(clock.monotonic() + holdMs);
      serve(budget);
    };
    tell();
    return { answered: () => end(budget.endpoint.limit.windowMs), unused: () => end(0) };
  };

  const serve = (budget: Budget): void => {
    while (budget.waiting.length > 0 && free(budget)) budget.waiting.shift()?.grant(take(budget));
    budget.timer?.cancel();
    budget.timer = null;
    const next = nextFreeIn(budget);
    if (budget.waiting.length > 0 && next !== null) budget.timer = clock.after(next, () => serve(budget));
    tell();
  };

  /** Ms until a slot may be free; null while that hangs on answers alone. */
  const nextFreeIn = (budget: Budget): number | null => {
    const now = clock.monotonic();
    if (budget.blockedUntil > now) return budget.blockedUntil - now;
    const release = budget.releases[0];
    return release === undefined ? null : Math.max(0, release - now);
  };

  const currentRows = (): readonly LimitRow[] =>
    [...budgets.values()]
      .map((budget): LimitRow => {
        forget(budget);
        const { name, limit } = budget.endpoint;
        return {
          id: `${name} ${budget.scopeKey}`,
          endpoint: name,
          scope: limit.scope,
          scopeKey: budget.scopeKey,
          used: Math.min(limit.requests, budget.inFlight + budget.releases.length),
          allowed: limit.requests,
          windowMs: limit.windowMs,
          waiting: budget.waiting.length,
        };
      })
      .sort((a, b) => b.used / b.allowed - a.used / a.allowed);

  const nextFree = (endpoint: Endpoint, scopeKey: string): number =>
    clock.now() + (nextFreeIn(budgetOf(endpoint, scopeKey)) ?? 0);

  return {
    acquire: (endpoint, scopeKey, lane, signal) =>
      new Promise<Slot>((resolve, reject) => {
        const budget = budgetOf(endpoint, scopeKey);
        signal?.throwIfAborted();
        if (budget.waiting.length === 0 && free(budget)) return resolve(take(budget));
        if (budget.waiting.length >= MAX_WAITING)
          return reject(
            new FaultError({ kind: 'RateLimited', endpoint: endpoint.name, retryAt: nextFree(endpoint, scopeKey) }),
          );
        const giveUp = (): void => {
          const at = budget.waiting.indexOf(waiting);
          if (at !== -1) budget.waiting.splice(at, 1);
          reject(signal?.reason instanceof Error ? signal.reason : new Error('given up'));
        };
        const waiting: Waiting = {
          rank: RANK[lane],
          grant: (slot) => {
            signal?.removeEventListener('abort', giveUp);
            resolve(slot);
          },
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        const behind = budget.waiting.findIndex((other) => other.rank > waiting.rank);
        budget.waiting.splice(behind === -1 ? budget.waiting.length : behind, 0, waiting);
        return serve(budget);
      }),
    refused: (endpoint, scopeKey) => {
      const budget = budgetOf(endpoint, scopeKey);
      budget.blockedUntil = Math.max(budget.blockedUntil, clock.monotonic() + endpoint.limit.windowMs);
      serve(budget);
    },
    nextFree,
    rows: currentRows,
    onRows: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
