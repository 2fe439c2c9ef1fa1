import { expect, test } from 'vitest';
import { createKeyDesk, type KeyDesk } from '../../../../e2e/rigs/core/scenes/key-desk.ts';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';
import { createPrivateStream } from './private-stream.ts';
import type { PrivateStream } from '../types.ts';

const HOUR = 3_600_000;

interface Program {
  readonly stream: PrivateStream;
  /** Words of its state, each once, in order. */
  readonly said: string[];
}

let seed = 1;
function program(desk: KeyDesk, clock: ManualClock): Program {
  const random = {
    fraction: () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed / 2 ** 32;
    },
    bytes: () => new Uint8Array(),
  };
  const stream = createPrivateStream({
    world: { clock, random, sockets: desk.sockets },
    client: desk.client(),
    address: { privateStream: 'ws://127.0.0.1/v3/private' },
    reconcile: async () => undefined,
  });
  const said: string[] = [];
  stream.onStatus(({ message }) => {
    if (said.at(-1) !== message) said.push(message);
  });
  return { stream, said };
}

async function running(): Promise<{ desk: KeyDesk; clock: ManualClock; one: Program }> {
  const clock = new ManualClock();
  const desk = createKeyDesk(clock);
  const one = program(desk, clock);
  one.stream.start();
  await clock.move(1_000);
  expect(one.stream.status().state).toBe('live');
  return { desk, clock, one };
}

test('fault 27: a key is replaced after 23 hours, and the old connection stands until the new key is there', async () => {
  const { desk, clock, one } = await running();
  await clock.move(23 * HOUR - 10_000);
  expect([one.stream.status().state, desk.keys.length]).toEqual(['live', 1]);
  await clock.move(20_000);
  expect([one.stream.status().state, desk.keys.length]).toEqual(['live', 2]);
  expect(clock.now() - (one.stream.status().keyCreatedAt ?? 0)).toBeLessThan(20_000);
  one.stream.stop();
  expect([desk.standing(), clock.pending]).toEqual([0, 0]);
});

test('a key that cannot be replaced costs nothing: the old connection stays, and it is tried again each minute', async () => {
  const { desk, clock, one } = await running();
  desk.failing = true;
  await clock.move(23 * HOUR + 20 * 60_000);
  expect([one.stream.status().state, desk.keys.length]).toEqual(['live', 1]);
  desk.failing = false;
  await clock.move(60_000);
  expect([one.stream.status().state, desk.keys.length]).toEqual(['live', 2]);
});

test('a network that cuts it again and again is not taken for a rival: it is live again within half a minute each time', async () => {
  const { desk, clock, one } = await running();
  for (let cut = 0; cut < 20; cut += 1) {
    desk.cut();
    await clock.move(30_100);
    // The last wait may have ended a moment ago.
    await clock.move(500);
    expect(one.stream.status().state, `after cut ${cut + 1}`).toBe('live');
    await clock.move(cut % 3 === 0 ? 40_000 : 100);
  }
  expect(one.said.filter((words) => words.includes('Another program'))).toEqual([]);
});

test('a connection that is cut soon is tried once more with its key, and then with a new one', async () => {
  const { desk, clock } = await running();
  for (let cut = 0; cut < 3; cut += 1) {
    desk.cut();
    await clock.move(20_000);
  }
  expect(desk.tried.slice(0, 4)).toEqual(['key-1', 'key-1', 'key-2', 'key-2']);
});

test('two programs on one key: said on both sides, one of them stays, and the other comes less and less often', async () => {
  const { desk, clock, one } = await running();
  await clock.move(60_000);
  const other = program(desk, clock);
  other.stream.start();
  const live = { nobody: 0, somebody: 0 };
  for (let second = 0; second < 3_600; second += 1) {
    await clock.move(1_000);
    const anyone = [one, other].some(({ stream }) => stream.status().state === 'live');
    live[anyone ? 'somebody' : 'nobody'] += 1;
  }
  // In an hour of a fight without a rule there would be some thousands.
  expect(desk.keys.length).toBeLessThan(30);
  expect(live.nobody).toBeLessThan(20);
  for (const { said } of [one, other]) expect(said.some((words) => words.includes('nother program'))).toBe(true);
  expect([one, other].some(({ said }) => said.some((words) => words.includes('It is left alone for a while')))).toBe(
    true,
  );
  // The other one ends: who waited comes back by itself.
  other.stream.stop();
  await clock.move(HOUR);
  expect(one.stream.status().state).toBe('live');
});

test('where a key that is not good is let in and cut at once, a new one is made all the same', async () => {
  const { desk, clock, one } = await running();
  desk.refuses = false;
  void desk.client().call('account.listenKey', { type: 'WEBSOCKET' });
  await clock.move(10_000);
  expect(desk.tried.slice(0, 3)).toEqual(['key-1', 'key-1', 'key-3']);
  expect(one.stream.status().state).toBe('live');
});
