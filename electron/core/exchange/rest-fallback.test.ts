import { expect, test } from 'vitest';
import type { Reads } from '../../../shared/contract/contract.ts';
import { FaultError } from '../../../shared/errors.ts';
import { ALL_PARTS, createRestFallback } from './rest-fallback.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';

function scene() {
  const clock = new ManualClock(0);
  const times: Record<keyof Reads, number[]> = { orders: [], algoOrders: [], balances: [], positions: [] };
  const told: (Reads | null)[] = [];
  const state: { fault: FaultError | null } = { fault: null };
  const reader = (part: keyof Reads) => (): Promise<void> => {
    times[part].push(clock.now());
    return state.fault === null ? Promise.resolve() : Promise.reject(state.fault);
  };
  const away = createRestFallback(
    clock,
    {
      orders: reader('orders'),
      algoOrders: reader('algoOrders'),
      balances: reader('balances'),
      positions: reader('positions'),
    },
    (reads) => told.push(reads),
  );
  return { clock, times, told, state, away };
}

test('reads orders every five seconds and the rest every thirty while the stream is away, and says when', async () => {
  const at = scene();
  at.away.read(ALL_PARTS);
  await at.clock.move(66_000);
  expect(at.times.orders).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65].map((second) => second * 1_000));
  for (const part of ['algoOrders', 'balances', 'positions'] as const)
    expect(at.times[part]).toEqual([5_000, 35_000, 65_000]);
  expect(at.told.at(-1)).toEqual({ orders: 65_000, algoOrders: 65_000, balances: 65_000, positions: 65_000 });
});

test('leaves a short cut to the next connection, and ends once that is there', async () => {
  const at = scene();
  at.away.read(ALL_PARTS);
  await at.clock.move(4_000);
  at.away.read([]);
  await at.clock.move(60_000);
  expect(at.times.orders).toEqual([]);
  expect(at.told.at(-1)).toBeNull();
  expect(at.clock.pending).toBe(0);
});

test('reads at the same pace however often it is told that the stream is away', async () => {
  const at = scene();
  for (let second = 0; second < 20; second += 1) {
    at.away.read(ALL_PARTS);
    await at.clock.move(1_000);
  }
  expect(at.times.orders).toEqual([5_000, 10_000, 15_000, 20_000]);
});

test('reads less often while that fails, and as before once it does not', async () => {
  const at = scene();
  at.state.fault = new FaultError({ kind: 'ExchangeUnreachable', endpoint: 'trade.orders', reason: 'away' });
  at.away.read(ALL_PARTS);
  await at.clock.move(96_000);
  expect(at.times.orders).toEqual([5_000, 15_000, 35_000, 65_000, 95_000]);
  // Nothing was read: nothing is said to have been.
  expect(at.told).toEqual([null]);
  at.state.fault = null;
  await at.clock.move(40_000);
  expect(at.times.orders.slice(5)).toEqual([125_000, 130_000, 135_000]);
});

test('waits for the next slot where the budget is used up', async () => {
  const at = scene();
  at.state.fault = new FaultError({ kind: 'RateLimited', endpoint: 'trade.orders', retryAt: 65_000 });
  at.away.read(ALL_PARTS);
  await at.clock.move(64_000);
  expect(at.times.orders).toEqual([5_000]);
  await at.clock.move(2_000);
  expect(at.times.orders).toHaveLength(2);
});

test('says nothing of a read that was on its way when the stream came back', async () => {
  const clock = new ManualClock(0);
  const told: (Reads | null)[] = [];
  const answers: (() => void)[] = [];
  const slow = (): Promise<void> => new Promise((resolve) => void answers.push(resolve));
  const away = createRestFallback(clock, { orders: slow, algoOrders: slow, balances: slow, positions: slow }, (reads) =>
    told.push(reads),
  );
  away.read(ALL_PARTS);
  await clock.move(6_000);
  away.read([]);
  for (const answer of answers) answer();
  await clock.move(60_000);
  expect(told).toEqual([null, null]);
  expect(answers).toHaveLength(4);
  away.stop();
});

test('reads what it is told alone, and begins anew where that changes', async () => {
  const at = scene();
  at.away.read(['balances']);
  await at.clock.move(36_000);
  expect(at.times).toEqual({ orders: [], algoOrders: [], balances: [5_000, 35_000], positions: [] });
  expect(at.told.at(-1)).toEqual({ orders: null, algoOrders: null, balances: 35_000, positions: null });
  at.away.read(ALL_PARTS);
  expect(at.told.at(-1)).toBeNull();
  await at.clock.move(5_000);
  expect(at.times.orders).toEqual([41_000]);
});
