import type { LimitRow } from '../../../../shared/contract/contract.ts';
import { FaultError } from '../../../../shared/errors.ts';
import type { Endpoint, Lane } from '../../../../shared/v3/endpoint.ts';
import type { Clock, Timer } from '../../world/ports.ts';
import { newBudget, takeRefusal, takeSlot, usedOf, type Budget, type HeldSlot } from './budget.ts';
import { newTravelTime, type Trip } from './travel-time.ts';

/**
 * Who may send when. Each endpoint has its own budget, so that a cancel never waits behind reads; within
 * one, lanes go in order, and who comes from a lower lane than the endpoint's own leaves a fifth free.
 */

const LANES: readonly Lane[] = ['safety', 'trade', 'read', 'history'];
/** Requests on the way at once, of all endpoints, up to which a lane may add one: room is left for those above. */
const ON_THE_WAY = [64, 60, 48, 40] as const;
const NOBODY_BLOCKED = Math.min(...ON_THE_WAY);
/** So many may wait in one lane of one budget. */
const MOST_WAITING = 1_024;
const LEFT_FREE = 1 / 5;
/** Budgets that rest are forgotten when there are more. */
const KEPT_BUDGETS = 64;

/** Leave to send one request. Exactly one of its ends is to be called. */
export interface Slot {
  /** An answer came: the budget counts it by the time when the exchange did. */
  answered(trip: Trip): void;
  /** It was sent, and no answer will come. */
  lost(): void;
  /** No byte of it was sent. */
  unused(): void;
  /** The exchange refused it for rate. Returns the local wall time of the next try. */
  refused(): number;
}

interface Waiting {
  grant(slot: Slot): void;
  giveUp(): void;
}

interface Counter {
  readonly endpoint: Endpoint;
  readonly scopeKey: string;
  readonly budget: Budget;
  /** One queue a lane, in the order of {@link LANES}. */
  readonly queues: readonly Waiting[][];
  timer: Timer | null;
}

export interface Limiter {
  /**
   * Asks for a slot. Where there is room it comes at once and not as a promise.
   *
   * @param scopeKey the symbol where the limit is one of symbols, else "".
   * @returns rejects with RateLimited when too many wait already, and with ExchangeUnreachable when given up.
   */
  acquire(endpoint: Endpoint, scopeKey: string, lane: Lane, signal?: AbortSignal): Slot | Promise<Slot>;
  /** Budgets in use or waited for, busiest first. */
  rows(): LimitRow[];
  /** Called whenever {@link rows} may have changed by something else than time. */
  onUse(listener: () => void): void;
  /** Stops the limiter: pending and new requests are rejected as given up. */
  end(): void;
}

/** @param clock of the world; windows are measured on its monotonic side. */
export function createLimiter(clock: Clock): Limiter {
  const counters = new Map<string, Counter>();
  const transit = newTravelTime();
  let onTheWay = 0;
  let over = false;
  let tell = (): void => undefined;

  function counterOf(endpoint: Endpoint, scopeKey: string): Counter {
    const id = `${endpoint.name} ${scopeKey}`;
    let counter = counters.get(id);
    if (counter === undefined) {
      if (counters.size >= KEPT_BUDGETS) forgetIdle();
      const budget = newBudget(endpoint.limit.requests, endpoint.limit.windowMs);
      counter = { endpoint, scopeKey, budget, queues: LANES.map(() => []), timer: null };
      counters.set(id, counter);
    }
    return counter;
  }

  function forgetIdle(): void {
    const now = clock.monotonic();
    for (const [id, counter] of counters) {
      const { budget } = counter;
      if (usedOf(budget, now) === 0 && waitingIn(counter) === 0 && budget.allowed === budget.requests)
        counters.delete(id);
    }
  }

  /** A slot for a lane, or the monotonic time to ask again; Infinity where an answer will wake us. */
  function tryTake(counter: Counter, rank: number): Slot | number {
    if (onTheWay >= (ON_THE_WAY[rank] ?? 0)) return Infinity;
    const { budget, endpoint } = counter;
    const leave = rank > LANES.indexOf(endpoint.lane) ? Math.ceil(budget.requests * LEFT_FREE) : 0;
    const taken = takeSlot(budget, clock.monotonic(), leave);
    return typeof taken === 'number' ? taken : slotOf(counter, taken);
  }

  function slotOf(counter: Counter, held: HeldSlot): Slot {
    const { budget } = counter;
    onTheWay += 1;
    tell();
    const end = (freeAt: number): void => {
      if (held.freeAt !== Infinity) return;
      held.freeAt = freeAt;
      // Where requests on the way were too many, those who wait for other budgets may go now too.
      const woken = onTheWay < NOBODY_BLOCKED ? [counter] : [...counters.values()];
      onTheWay -= 1;
      for (const each of woken) serve(each);
      tell();
    };
    return {
      answered: (trip) => end(trip.sentAt + budget.windowMs + transit.take(trip)),
      lost: () => end(clock.monotonic() + budget.windowMs),
      unused: () => end(clock.monotonic()),
      refused: () => {
        takeRefusal(budget, clock.monotonic());
        end(clock.monotonic() + budget.windowMs);
        return clock.now() + budget.pausedUntil - clock.monotonic();
      },
    };
  }

  /** Lets go who may go, and wakes up when the next may. */
  function serve(counter: Counter): void {
    counter.timer?.cancel();
    counter.timer = null;
    if (over) return;
    for (const [rank, queue] of counter.queues.entries()) {
      while (queue.length > 0) {
        const taken = tryTake(counter, rank);
        if (typeof taken !== 'number') queue.shift()?.grant(taken);
        else {
          // Lower lanes need no less room: they wait for the same.
          const inMs = Math.max(0, taken - clock.monotonic());
          if (taken !== Infinity) counter.timer = clock.after(inMs, () => serve(counter));
          return;
        }
      }
    }
  }

  function wait(counter: Counter, rank: number, signal: AbortSignal | undefined): Promise<Slot> {
    const queue = counter.queues[rank] ?? [];
    const { endpoint, budget } = counter;
    if (queue.length >= MOST_WAITING) {
      const windows = Math.ceil(queue.length / budget.allowed);
      const retryAt = clock.now() + windows * budget.windowMs;
      return Promise.reject(new FaultError({ kind: 'RateLimited', endpoint: endpoint.name, retryAt }));
    }
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(givenUp(endpoint));
        tell();
      };
      const waiting: Waiting = {
        giveUp,
        grant(slot) {
          signal?.removeEventListener('abort', giveUp);
          resolve(slot);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      queue.push(waiting);
      serve(counter);
      tell();
    });
  }

  return {
    acquire(endpoint, scopeKey, lane, signal) {
      if (over || signal?.aborted === true) return Promise.reject(givenUp(endpoint));
      const counter = counterOf(endpoint, scopeKey);
      const rank = LANES.indexOf(lane);
      const isFirst = counter.queues.every((queue, other) => other > rank || queue.length === 0);
      const taken = isFirst ? tryTake(counter, rank) : Infinity;
      return typeof taken === 'number' ? wait(counter, rank, signal) : taken;
    },
    rows() {
      const now = clock.monotonic();
      const rows = [...counters.values()].map((counter) => rowOf(counter, now));
      return rows
        .filter((row) => row.used > 0 || row.waiting > 0)
        .sort((a, b) => b.used / b.allowed - a.used / a.allowed);
    },
    onUse(listener) {
      tell = listener;
    },
    end() {
      over = true;
      for (const { queues, timer } of counters.values()) {
        timer?.cancel();
        for (const waiting of queues.flat()) waiting.giveUp();
      }
    },
  };
}

const waitingIn = ({ queues }: Counter): number => queues.reduce((sum, queue) => sum + queue.length, 0);

function rowOf(counter: Counter, now: number): LimitRow {
  const { endpoint, scopeKey, budget } = counter;
  return {
    id: `${endpoint.name} ${scopeKey}`,
    endpoint: endpoint.name,
    scope: endpoint.limit.scope,
    scopeKey,
    used: usedOf(budget, now),
    allowed: budget.allowed,
    windowMs: budget.windowMs,
    waiting: waitingIn(counter),
  };
}

const givenUp = (endpoint: Endpoint): FaultError =>
  new FaultError({
    kind: 'ExchangeUnreachable',
    endpoint: endpoint.name,
    reason: 'it was given up before it was sent',
  });
