import { expect, test } from 'vitest';
import type { PrivateMessage } from '../../../shared/v3/topics.ts';
import { PACES } from '../world/paces.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { followDoubts } from './doubts.ts';

function scene() {
  const clock = new ManualClock();
  const readAt: Record<'balances' | 'positions' | 'orders' | 'algo', number | null> = {
    ...{ balances: null, positions: null, orders: null, algo: null },
  };
  let say: (message: PrivateMessage) => void = () => undefined;
  const told: (string | null)[] = [];
  const stop = followDoubts({
    clock,
    privateStream: {
      onMessage: (listener) => {
        say = listener;
        return () => undefined;
      },
    },
    figures: {
      balances: { readAt: () => readAt.balances },
      positions: { readAt: () => readAt.positions },
    } as never, // no more of them is asked
    orders: { readAt: () => readAt.orders },
    algo: { readAt: () => readAt.algo },
    paces: PACES,
    doubt: (words) => told.push(words),
  });
  const read = (): void => {
    readAt.balances = clock.monotonic();
    readAt.positions = clock.monotonic();
  };
  const readOrders = (): void => {
    readAt.orders = clock.monotonic();
    readAt.algo = clock.monotonic();
  };
  return { clock, read, readOrders, readAt, told, stop, say: (kind: string) => say({ kind } as PrivateMessage) }; // no more is read
}

test('what neither the stream nor a read brings any more is doubted within 35 s, and no longer once it is read', async () => {
  const { clock, read, told, stop } = scene();
  read();
  await clock.move(32_000);
  expect(told.at(-1)).toBeNull();
  await clock.move(3_000);
  expect(told.at(-1)).toBe(
    'Nothing new of balances and positions: the stream says nothing of them, and no read was answered.',
  );
  read();
  await clock.move(2_000);
  expect(told.at(-1)).toBeNull();
  stop();
  expect(clock.pending).toBe(0);
});

test('a word of the stream on each is enough, and a word on something else is not', async () => {
  const { clock, read, told, stop, say } = scene();
  read();
  for (let second = 0; second < 60; second += 1) {
    await clock.move(1_000);
    say('balance');
    say('account');
  }
  expect(told.at(-1)).toBe('Nothing new of positions: the stream says nothing of them, and no read was answered.');
  stop();
});

test('what was never read is not called old: it is not shown', async () => {
  const { clock, told, stop } = scene();
  await clock.move(120_000);
  expect(new Set(told)).toEqual(new Set([null]));
  stop();
});

test('orders and algo orders that no read brings any more are doubted as well', async () => {
  const { clock, read, readOrders, told, stop, say } = scene();
  read();
  readOrders();
  await clock.move(30_000);
  read();
  await clock.move(5_000);
  const words = 'the stream says nothing of them, and no read was answered.';
  expect(told.at(-1)).toBe(`Nothing new of orders and algo orders: ${words}`);
  say('executionreport');
  await clock.move(2_000);
  expect(told.at(-1)).toBe(`Nothing new of algo orders: ${words}`);
  stop();
});
