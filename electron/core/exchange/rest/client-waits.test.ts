import { createSecretKey } from 'node:crypto';
import { createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { faultOf, type Fault } from '../../../../shared/errors.ts';
import { makeCertificate } from '../../../../e2e/rigs/faults/testing/certificate.ts';
import type { Http, HttpRequest } from '../../world/ports.ts';
import { ManualClock, settled } from '../../../../e2e/rigs/core/manual-clock.ts';
import { createClient, type MeasuringClient } from './client.ts';
import { createExchangeClock } from './clock.ts';
import { createHttp } from './http.ts';

/** Requests that wait before they leave, and how they leave. */

const order = (nth: number) =>
  ({
    symbol: 'PERP_BTC_USDT',
    side: 'BUY',
    type: 'LIMIT',
    price: '64210.5',
    quantity: '0.25',
    clientOrderId: String(nth),
  }) as const;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Rig {
  readonly client: MeasuringClient;
  readonly clock: ManualClock;
  /** What left. */
  readonly sent: HttpRequest[];
}

/** An exchange that answers everything at once, and takes each placement. */
function rig(): Rig {
  const clock = new ManualClock();
  const exchangeClock = createExchangeClock(clock);
  const sent: HttpRequest[] = [];
  const http: Http = {
    send: (request) => {
      sent.push(request);
      const { clientOrderId } = JSON.parse(request.body ?? '{}') as { clientOrderId?: number };
      const data = { orderId: 1_000 + sent.length, clientOrderId, status: 0 };
      return Promise.resolve({ status: 200, body: JSON.stringify({ success: true, timestamp: clock.now(), data }) });
    },
    close: () => Promise.resolve(),
  };
  exchangeClock.observe({ sentAt: 0, receivedAt: 0, timestamp: clock.now() });
  const world = { clock, http, random: { fraction: () => 0, bytes: () => new Uint8Array() }, sockets };
  const credentials = { key: 'key', secret: createSecretKey(Buffer.from('test-secret')) };
  const address = { rest: 'http://127.0.0.1:1' };
  return { client: createClient({ world, address, credentials, exchangeClock }), clock, sent };
}
const sockets = {
  open: () => {
    throw new Error('REST opens no socket');
  },
};
const placements = (sent: readonly HttpRequest[]): number => sent.filter(({ method }) => method === 'POST').length;
const endOf = (calling: Promise<unknown>): Promise<Fault | 'done'> =>
  calling.then(
    () => 'done',
    (error: unknown) => faultOf(error),
  );

test('an order that waited through a sleep is not sent hours after it was pressed', async () => {
  const { client, clock, sent } = rig();
  const ends = [1, 2, 3, 4, 5, 6].map((nth) => endOf(client.call('trade.placeOrder', order(nth))));
  await settled();
  expect(placements(sent)).toBe(5);
  // The machine sleeps, and its monotonic clock with it.
  clock.wall += 8 * 3_600_000;
  await clock.move(1_100);
  expect(await ends[5]).toMatchObject({ kind: 'ExchangeUnreachable' });
  expect(placements(sent)).toBe(5);
  // A cancel is as good then as before, and a new press counts.
  expect(await endOf(client.call('trade.cancelOrder', { orderId: '1', symbol: 'PERP_BTC_USDT' }))).toBe('done');
  expect(await endOf(client.call('trade.placeOrder', order(7)))).toBe('done');
});

test('a cancel that waited through a sleep is sent', async () => {
  const { client, clock, sent } = rig();
  const cancel = () => endOf(client.call('trade.cancelOrder', { orderId: '1', symbol: 'PERP_BTC_USDT' }));
  const ends = Array.from({ length: 11 }, cancel);
  await settled();
  expect(sent).toHaveLength(10);
  clock.wall += 8 * 3_600_000;
  await clock.move(1_100);
  expect(await Promise.all(ends)).toEqual(ends.map(() => 'done'));
});

test('nothing is sent after the end: neither what waits for its slot, nor what was just granted one, nor what is asked', async () => {
  const { client, clock, sent } = rig();
  const ends = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((nth) => endOf(client.call('trade.placeOrder', order(nth))));
  await settled();
  // Grants the next five, none of which has gone on when it ends.
  clock.fireNext(2_000);
  client.end();
  for (const end of ends.slice(5)) expect(await end).toMatchObject({ kind: 'ExchangeUnreachable' });
  expect(await endOf(client.call('trade.orders', {}))).toMatchObject({ kind: 'ExchangeUnreachable' });
  expect(sent).toHaveLength(5);
  expect(clock.pending).toBe(0);
});

test('HTTP/2, in which a server may have a stream sent again, is not offered', async () => {
  const now = Date.now();
  const offered: string[][] = [];
  const server = createServer({
    ...makeCertificate(new Date(now - 60_000), new Date(now + 60_000)),
    ALPNCallback: ({ protocols }) => {
      offered.push([...protocols]);
      return undefined;
    },
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has one
  const http = createHttp();
  closers.push(() => http.close());
  const request = { method: 'GET', url: `https://127.0.0.1:${port}/`, headers: {}, body: null, timeoutMs: 2_000 };
  await expect(http.send(request)).rejects.toMatchObject({ sent: false });
  expect(offered.flat()).not.toContain('h2');
});
