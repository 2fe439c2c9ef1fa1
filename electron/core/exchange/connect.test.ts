import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { ManualClock, settled } from '../../../e2e/rigs/core/manual-clock.ts';
import type { HttpRequest, World } from '../world/ports.ts';
import { connectExchange } from './connect.ts';

const START = 1_760_000_000_000;

/** An exchange that answers in 20 ms; `skew` says by how much the answer to the nth request is wrong. */
function exchangeOf(skew: (nth: number) => number, refuses: (nth: number) => boolean = () => false) {
  const clock = new ManualClock(START);
  const sent: HttpRequest[] = [];
  const world: World = {
    clock,
    random: { fraction: () => 0.5, bytes: (length) => new Uint8Array(length) },
    http: {
      async send(request) {
        sent.push(request);
        const nth = sent.length;
        await new Promise<void>((resolve) => clock.after(20, resolve));
        const timestamp = START + clock.monotonic() + skew(nth);
        if (refuses(nth) && request.headers['x-api-key'] !== undefined)
          return { status: 401, body: JSON.stringify({ success: false, code: -1001, message: 'too far' }) };
        const data = { status: 0, rows: [] };
        return { status: 200, body: JSON.stringify({ success: true, timestamp, data }) };
      },
      close: () => Promise.resolve(),
    },
    sockets: { open: () => ({ send: () => undefined, close: () => undefined, terminate: () => undefined }) },
  };
  const address = 'http://127.0.0.1:1';
  const exchange = connectExchange({
    world,
    profile: {
      id: 'main',
      name: 'Main',
      environment: 'practice',
      rest: address,
      publicStream: 'ws://127.0.0.1:1',
      privateStream: 'ws://127.0.0.1:1',
      viewOnly: false,
    },
    credentials: { key: 'key', secret: createSecretKey(Buffer.from('secret')) },
    reconcile: () => Promise.resolve(),
  });
  const read = (): Promise<unknown> => exchange.client.call('trade.orders', {}).catch((error: unknown) => error);
  const shown = (): number => exchange.exchangeClock.offset() ?? NaN;
  const steps: number[] = [];
  exchange.exchangeClock.onStep((ms) => steps.push(ms));
  /** Reads once a second. */
  const seconds = async (count: number): Promise<void> => {
    for (let second = 0; second < count; second += 1) {
      void read();
      await clock.move(1_000);
    }
  };
  return { clock, exchange, sent, read, shown, steps, seconds };
}

test.each([-600_000, 600_000])('a step of the exchange’s clock by %d ms is found within 6 s', async (step) => {
  let skew = 0;
  const { exchange, shown, steps, seconds, clock, sent } = exchangeOf(() => skew);
  exchange.publicStream.start();
  await seconds(30);
  expect(shown()).toBeCloseTo(0, -2);
  const before = sent.length;
  skew = step;
  await seconds(6);
  expect(steps).toEqual([expect.closeTo(step, -2)]);
  expect(shown()).toBeCloseTo(step, -2);
  // Questions end then: six reads, and what the step took.
  expect(sent.length - before).toBeLessThan(40);
  const after = sent.length;
  await clock.move(60_000);
  expect(sent.length).toBe(after);
  exchange.end();
});

test('one node in three with a wrong clock that refuses what is signed moves nothing', async () => {
  const isWrong = (nth: number): boolean => nth % 10 > 6;
  const { exchange, shown, steps, seconds } = exchangeOf((nth) => (isWrong(nth) ? 600_000 : 0), isWrong);
  exchange.publicStream.start();
  await seconds(600);
  expect(shown()).toBeCloseTo(0, -2);
  expect(steps).toEqual([]);
  exchange.end();
});

test('after a refusal for the time of a signature, the next request is signed with the new time', async () => {
  let skew = 0;
  let refuses = false;
  const { exchange, shown, seconds, read, sent, clock } = exchangeOf(
    () => skew,
    () => refuses,
  );
  exchange.publicStream.start();
  await seconds(30);
  skew = 400_000;
  refuses = true;
  const refused = read();
  await clock.move(100);
  expect(await refused).toBeInstanceOf(Error);
  refuses = false;
  const next = read();
  await clock.move(3_000);
  await next;
  expect(shown()).toBeCloseTo(400_000, -2);
  const signed = sent.filter(({ headers }) => headers['x-api-timestamp'] !== undefined).at(-1);
  expect(Number(signed?.headers['x-api-timestamp']) - clock.now()).toBeGreaterThan(390_000);
  exchange.end();
  await settled();
});
