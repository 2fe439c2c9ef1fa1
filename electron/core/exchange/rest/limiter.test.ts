import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FaultError, faultOf } from '../../../../shared/errors.ts';
import { endpointRows, endpoints } from '../../../../shared/v3/endpoints.ts';
import type { Endpoint, Lane } from '../../../../shared/v3/endpoint.ts';
import { ManualClock, settled } from '../../../../e2e/rigs/core/manual-clock.ts';
import { createLimitUpdates } from './limit-updates.ts';
import { createLimiter, type Limiter, type Slot } from './limiter.ts';

const place: Endpoint = endpoints['trade.placeOrder'];
const cancel: Endpoint = endpoints['trade.cancelOrder'];
const arm: Endpoint = endpoints['trade.cancelAllAfter'];
const orders: Endpoint = endpoints['trade.orders'];
const LANES: readonly Lane[] = ['safety', 'trade', 'read', 'history'];

/** A chance that repeats itself, in [0, 1). */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** An exchange that counts when a request arrives, and a way there and back that is never the same twice. */
class Exchange {
  readonly arrivals = new Map<string, number[]>();
  readonly clock: ManualClock;
  readonly chance: () => number;
  readonly delay: { readonly least: number; readonly jitter: number; readonly back: number };
  answered = 0;

  constructor(clock: ManualClock, chance: () => number, delay: Exchange['delay']) {
    this.clock = clock;
    this.chance = chance;
    this.delay = delay;
  }

  /** Sends what was granted. Its clock is 77,777 ms before ours. */
  send(endpoint: Endpoint, key: string, slot: Slot, stamped = true): void {
    const { clock, delay } = this;
    const sentAt = clock.monotonic();
    const arrival = sentAt + delay.least + delay.jitter * this.chance();
    const receivedAt = arrival + delay.back * this.chance();
    const id = `${endpoint.name} ${key}`;
    const known = this.arrivals.get(id);
    if (known === undefined) this.arrivals.set(id, [arrival]);
    else known.push(arrival);
    clock.after(receivedAt - sentAt, () => {
      this.answered += 1;
      slot.answered({ sentAt, receivedAt, timestamp: stamped ? Math.floor(arrival - 77_777) : null });
    });
  }

  /** The most that any window holds beyond its limit; below 1 when every window keeps it. */
  worst(): string[] {
    const over: string[] = [];
    for (const [id, times] of this.arrivals) {
      const [name = ''] = id.split(' ');
      const { requests, windowMs } = endpointRows.find((row) => row.name === name)?.limit ?? {
        requests: 0,
        windowMs: 0,
      };
      const sorted = times.toSorted((a, b) => a - b);
      for (const [i, at] of sorted.entries()) {
        const next = sorted[i + requests];
        if (next !== undefined && next - at < windowMs) over.push(`${id}: ${requests + 1} within ${next - at} ms`);
      }
    }
    return over;
  }
}

/** Waits where there is no room; tells how long that took. */
async function granted(limiter: Limiter, endpoint: Endpoint, key: string, lane: Lane): Promise<Slot> {
  return limiter.acquire(endpoint, key, lane);
}

async function runUntil(clock: ManualClock, until: number): Promise<void> {
  await settled();
  while (clock.fireNext(until)) await settled();
}

test('no window of any endpoint, symbol or lane is ever over its limit in 100,000 random requests', async () => {
  const clock = new ManualClock();
  const chance = chanceOf(7);
  const limiter = createLimiter(clock);
  const exchange = new Exchange(clock, chance, { least: 30, jitter: 100, back: 200 });
  let refused = 0;
  let sent = 0;
  const ask = async (): Promise<void> => {
    const endpoint = endpointRows[Math.floor(chance() * endpointRows.length)] ?? place;
    const key = endpoint.limit.scope === 'symbol' ? `SYMBOL_${Math.floor(chance() * 3)}` : '';
    const lane = LANES[Math.floor(chance() * 4)] ?? 'read';
    try {
      const slot = await granted(limiter, endpoint, key, lane);
      sent += 1;
      if (chance() < 0.02) {
        slot.unused();
        sent -= 1;
      } else exchange.send(endpoint, key, slot, chance() < 0.8);
    } catch (error) {
      expect(faultOf(error).kind).toBe('RateLimited');
      refused += 1;
    }
  };
  let asked = 0;
  const burst = (): void => {
    const size = Math.min(100_000 - asked, Math.floor(chance() * 200));
    asked += size;
    for (let i = 0; i < size; i += 1) void ask();
    if (asked < 100_000) clock.after(chance() * 4_000, burst);
  };
  burst();
  await runUntil(clock, 48 * 3_600_000);
  expect(asked).toBe(100_000);
  expect(sent + refused).toBeGreaterThan(97_000);
  expect(exchange.answered).toBe(sent);
  expect(limiter.rows().every((row) => row.waiting === 0)).toBe(true);
  expect(exchange.worst()).toEqual([]);
}, 180_000);

test('limits hold for any delays, and whatever part of the answers has a timestamp', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        seed: fc.nat(),
        least: fc.integer({ min: 0, max: 300 }),
        jitter: fc.integer({ min: 0, max: 400 }),
        back: fc.integer({ min: 0, max: 400 }),
        stamped: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      async ({ seed, stamped, ...delay }) => {
        const clock = new ManualClock();
        const chance = chanceOf(seed);
        const limiter = createLimiter(clock);
        const exchange = new Exchange(clock, chance, delay);
        for (let i = 0; i < 150; i += 1)
          void granted(limiter, place, 'A', 'trade').then((slot) =>
            exchange.send(place, 'A', slot, chance() < stamped),
          );
        await runUntil(clock, 600_000);
        expect(exchange.answered).toBe(150);
        expect(exchange.worst()).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});

/** One endpoint of each limit that the table has. */
const LIMITS = [
  ...new Map(endpointRows.map((row) => [`${row.limit.requests} in ${row.limit.windowMs / 1_000} s`, row])).entries(),
];

test.each(LIMITS)(
  'of %s, a full queue uses at least 95 in 100 while arrivals jitter by 50 ms',
  async (_name, endpoint) => {
    const { requests, windowMs } = endpoint.limit;
    const clock = new ManualClock();
    const limiter = createLimiter(clock);
    const exchange = new Exchange(clock, chanceOf(3), { least: 40, jitter: 100, back: 20 });
    const spans = 600;
    const again = async (): Promise<void> => {
      for (;;) exchange.send(endpoint, 'A', await granted(limiter, endpoint, 'A', endpoint.lane));
    };
    for (let i = 0; i < 2 * requests; i += 1) void again();
    // The way is learned first, from a thousand answers.
    const learning = 1_000 / requests;
    await runUntil(clock, learning * windowMs);
    const learned = exchange.answered;
    await runUntil(clock, (learning + spans) * windowMs);
    const used = (exchange.answered - learned) / (spans * requests);
    expect(used).toBeGreaterThanOrEqual(0.95);
    expect(exchange.worst()).toEqual([]);
  },
);

test('a cancel and a dead-man renewal go at once with 1,000 reads queued', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(clock);
  const exchange = new Exchange(clock, chanceOf(5), { least: 50, jitter: 100, back: 50 });
  const reads = endpointRows.filter((row) => row.lane === 'read' || row.lane === 'history');
  for (let i = 0; i < 1_000; i += 1) {
    const endpoint = reads[i % reads.length] ?? orders;
    void granted(limiter, endpoint, '', endpoint.lane).then((slot) => exchange.send(endpoint, '', slot));
  }
  const waits: number[] = [];
  for (let i = 0; i < 300; i += 1) {
    await clock.move(137);
    for (const endpoint of [cancel, arm]) {
      const askedAt = clock.monotonic();
      const slot = limiter.acquire(endpoint, '', 'safety');
      expect(slot).not.toBeInstanceOf(Promise);
      waits.push(clock.monotonic() - askedAt);
      exchange.send(endpoint, '', await slot);
    }
  }
  expect(Math.max(...waits)).toBe(0);
  expect(exchange.worst()).toEqual([]);
});

test('who comes from a lower lane leaves a fifth of a budget to the lane that it is for', () => {
  const limiter = createLimiter(new ManualClock());
  const slots = Array.from({ length: 9 }, () => limiter.acquire(cancel, '', 'read'));
  expect(slots.filter((slot) => slot instanceof Promise)).toHaveLength(1);
  expect(limiter.acquire(cancel, '', 'safety')).not.toBeInstanceOf(Promise);
  expect(limiter.acquire(cancel, '', 'safety')).not.toBeInstanceOf(Promise);
  expect(limiter.acquire(cancel, '', 'safety')).toBeInstanceOf(Promise);
});

test('a budget serves its lanes in order, and each lane in order of asking', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(clock);
  const exchange = new Exchange(clock, chanceOf(1), { least: 10, jitter: 0, back: 10 });
  const served: string[] = [];
  const ask = (name: string, lane: Lane): void => {
    void granted(limiter, orders, '', lane).then((slot) => {
      served.push(name);
      exchange.send(orders, '', slot);
    });
  };
  for (let i = 0; i < 10; i += 1) ask(`first ${i}`, 'read');
  ask('history', 'history');
  ask('read 1', 'read');
  ask('read 2', 'read');
  ask('safety', 'safety');
  ask('trade', 'trade');
  await runUntil(clock, 10_000);
  expect(served.slice(10)).toEqual(['safety', 'trade', 'read 1', 'read 2', 'history']);
});

test('a slot whose request was never sent is free at once', () => {
  const limiter = createLimiter(new ManualClock());
  for (let i = 0; i < 50; i += 1) {
    const slot = limiter.acquire(place, 'A', 'trade');
    if (slot instanceof Promise) throw new Error(`no slot for number ${i}`);
    slot.unused();
  }
  expect(limiter.rows()).toEqual([]);
});

test('a slot whose answer never came is free one window after that was known', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(clock);
  const slots: Slot[] = [];
  for (let i = 0; i < 5; i += 1) slots.push(await limiter.acquire(place, 'A', 'trade'));
  let grantedAt: number | null = null;
  void granted(limiter, place, 'A', 'trade').then(() => (grantedAt = clock.monotonic()));
  await clock.move(5_000);
  expect(grantedAt).toBeNull();
  for (const slot of slots) slot.lost();
  await clock.move(999);
  expect(grantedAt).toBeNull();
  await clock.move(1);
  expect(grantedAt).toBe(6_000);
});

test('who gives up while waiting leaves the queue and nothing behind', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(clock);
  for (let i = 0; i < 5; i += 1) await limiter.acquire(place, 'A', 'trade');
  const abort = new AbortController();
  const waiting = limiter.acquire(place, 'A', 'trade', abort.signal);
  expect(limiter.rows()[0]).toMatchObject({ used: 5, allowed: 5, waiting: 1 });
  abort.abort();
  await expect(waiting).rejects.toBeInstanceOf(FaultError);
  await expect(waiting).rejects.toMatchObject({ fault: { kind: 'ExchangeUnreachable' } });
  expect(limiter.rows()[0]).toMatchObject({ waiting: 0 });
  await expect(limiter.acquire(place, 'A', 'trade', abort.signal)).rejects.toMatchObject({
    fault: { kind: 'ExchangeUnreachable' },
  });
});

test('a queue has a bound, and says when there may be room', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(clock);
  for (let i = 0; i < 5; i += 1) await limiter.acquire(place, 'A', 'trade');
  const abort = new AbortController();
  const waiting = Array.from({ length: 1_024 }, () => limiter.acquire(place, 'A', 'trade', abort.signal));
  await expect(limiter.acquire(place, 'A', 'trade')).rejects.toMatchObject({
    fault: { kind: 'RateLimited', endpoint: 'trade.placeOrder', retryAt: clock.now() + 205_000 },
  });
  // Another lane has a queue of its own.
  const safety = limiter.acquire(place, 'A', 'safety', abort.signal);
  abort.abort();
  const ends = await Promise.allSettled([...waiting, safety]);
  expect(ends.every((end) => end.status === 'rejected')).toBe(true);
});

test('a refusal for rate rests the budget for a window, halves it, and gives back one request a window', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(clock);
  const first = await limiter.acquire(orders, '', 'read');
  const second = await limiter.acquire(orders, '', 'read');
  await clock.move(20);
  expect(first.refused()).toBe(clock.now() + 1_000);
  // What left together and is refused together is one piece of news.
  expect(second.refused()).toBe(clock.now() + 1_000);
  let at: number | null = null;
  void granted(limiter, orders, '', 'read').then((slot) => {
    at = clock.monotonic();
    slot.unused();
  });
  await clock.move(999);
  expect(at).toBeNull();
  await clock.move(1);
  expect(at).toBe(1_020);
  const free = async (): Promise<number> => {
    const slots: Slot[] = [];
    for (;;) {
      const abort = new AbortController();
      const slot = limiter.acquire(orders, '', 'read', abort.signal);
      if (!(slot instanceof Promise)) {
        slots.push(slot);
        continue;
      }
      abort.abort();
      await slot.catch(() => undefined);
      for (const each of slots) each.unused();
      return slots.length;
    }
  };
  expect(await free()).toBe(5);
  await clock.move(1_000);
  expect(await free()).toBe(6);
  await clock.move(2_000);
  expect(await free()).toBe(8);
  await clock.move(60_000);
  expect(await free()).toBe(10);
});

test('the use is told at most four times a second, and until it is none', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(clock);
  const news = createLimitUpdates(limiter, clock);
  const told: { at: number; used: number }[] = [];
  const stop = news.onRows((rows) => told.push({ at: clock.monotonic(), used: rows[0]?.used ?? 0 }));
  const exchange = new Exchange(clock, chanceOf(2), { least: 5, jitter: 5, back: 5 });
  for (let i = 0; i < 40; i += 1) {
    void granted(limiter, orders, '', 'read').then((slot) => exchange.send(orders, '', slot));
    await clock.move(50);
  }
  await clock.move(20_000);
  for (const [i, { at }] of told.entries()) expect(at - (told[i - 1]?.at ?? -250)).toBeGreaterThanOrEqual(250);
  expect(told.length).toBeGreaterThan(10);
  expect(told.at(-1)?.used).toBe(0);
  expect(clock.pending).toBe(0);
  stop();
  void granted(limiter, orders, '', 'read');
  await clock.move(1_000);
  expect(told.at(-1)?.used).toBe(0);
});

test('budgets that rest are forgotten', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(clock);
  for (let i = 0; i < 1_000; i += 1) {
    const slot = await limiter.acquire(place, `SYMBOL_${i}`, 'trade');
    slot.answered({ sentAt: clock.monotonic(), receivedAt: clock.monotonic(), timestamp: null });
    await clock.move(100);
  }
  expect(limiter.rows().length).toBeLessThan(12);
});
