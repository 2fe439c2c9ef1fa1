import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { AddressInfo } from 'node:net';
import type { Socket, SocketEvents, Sockets } from '../../world/ports.ts';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';
import { createPrivateStream } from './private-stream.ts';
import { createPublicStream } from './public-stream.ts';
import { sockets } from './socket.ts';

/** What both streams promise of their commands (protocol.md, 4.2 and 4.3), on sockets that a test speaks through. */

interface Command {
  readonly id?: string;
  readonly cmd: string;
  readonly params?: readonly string[];
}

/** The exchange's side of one connection: it acknowledges as the exchange does, all topics but some. */
class Venue implements Sockets {
  readonly came: Command[] = [];
  readonly held = new Set<string>();
  readonly refuses: (topic: string) => boolean;
  events: SocketEvents | null = null;

  constructor(refuses: (topic: string) => boolean = () => false) {
    this.refuses = refuses;
  }
  open = (_url: string, events: SocketEvents): Socket => {
    this.events = events;
    this.held.clear();
    queueMicrotask(() => events.onOpen());
    return {
      send: (text) => this.#take(JSON.parse(text) as Command),
      close: () => undefined,
      terminate: () => undefined,
    };
  };
  say(frame: object): void {
    this.events?.onText(JSON.stringify(frame));
  }
  silent = false;
  #take(command: Command): void {
    this.came.push(command);
    if (this.silent) return;
    const { id, cmd, params = [] } = command;
    if (cmd === 'PING') return this.say({ cmd: 'PONG', success: true, time: 1 });
    if (id === undefined) return;
    const data = params.filter((topic) => {
      if (cmd === 'UN_SUBSCRIBE') return this.held.delete(topic);
      if (this.refuses(topic) || this.held.has(topic) || this.held.size >= 100) return false;
      this.held.add(topic);
      return true;
    });
    queueMicrotask(() => this.say({ id, cmd, success: true, time: 1, data }));
  }
}

const random = { fraction: () => 0.5, bytes: () => new Uint8Array() };
const publicOn = (clock: ManualClock, venue: Venue) =>
  createPublicStream({
    world: { clock, random, sockets: venue },
    address: { publicStream: 'ws://127.0.0.1/v3/public' },
  });
const privateOn = (clock: ManualClock, venue: Venue, reconcile: () => Promise<void>) =>
  createPrivateStream({
    world: { clock, random, sockets: venue },
    client: { call: (() => Promise.resolve({ authKey: 'key', expiredTime: 1 })) as never }, // the answer to E20
    address: { privateStream: 'ws://127.0.0.1/v3/private' },
    reconcile,
  });

test('a public topic that the acknowledgement leaves out is told as refused, and the others come', async () => {
  const clock = new ManualClock();
  const venue = new Venue((topic) => topic.includes('NOWHERE'));
  const stream = publicOn(clock, venue);
  const told: string[] = [];
  for (const symbol of ['SPOT_BTC_USDT', 'SPOT_NOWHERE_USDT'])
    stream.subscribe(
      `trade@${symbol}`,
      ({ topic }) => void told.push(`message of ${topic}`),
      (reason) => void told.push(reason),
    );
  stream.start();
  await clock.move(100);
  expect(told).toEqual(['The exchange does not stream trade@SPOT_NOWHERE_USDT.']);
  venue.say({ topic: 'trade@SPOT_BTC_USDT', ts: 1, data: { s: 'SPOT_BTC_USDT', px: '1', sx: '1', sd: 'BUY', ts: 1 } });
  expect(told[1]).toBe('message of trade@SPOT_BTC_USDT');
  stream.stop();
});

test('a connection is never asked for more than ten topics at once, or for more than a hundred in all', async () => {
  const clock = new ManualClock();
  const venue = new Venue();
  const stream = publicOn(clock, venue);
  const refused = new Set<string>();
  const ends = Array.from({ length: 105 }, (_, nth) =>
    stream.subscribe(
      `trade@SPOT_T${nth}_USDT`,
      () => undefined,
      () => void refused.add(`trade@SPOT_T${nth}_USDT`),
    ),
  );
  stream.start();
  await clock.move(1_000);
  const asked = venue.came.filter(({ cmd }) => cmd === 'SUBSCRIBE');
  expect(Math.max(...asked.map(({ params = [] }) => params.length))).toBe(10);
  expect(asked.flatMap(({ params = [] }) => params)).toHaveLength(100);
  expect([venue.held.size, refused.size]).toEqual([100, 5]);
  // Where room is made, what had none is asked for.
  for (const end of ends.slice(0, 5)) end();
  await clock.move(3_000);
  expect([...refused].every((topic) => venue.held.has(topic))).toBe(true);
  stream.stop();
});

test('a stream that falls silent is stale after ten seconds without a frame, and ended after 45', async () => {
  const clock = new ManualClock();
  const venue = new Venue();
  const stream = privateOn(clock, venue, async () => undefined);
  stream.start();
  await clock.move(12_000);
  expect(stream.status().state).toBe('live');
  // The last answer to a ping came at 10 s.
  venue.silent = true;
  const heardAt = clock.now() - 2_000;
  await clock.move(7_900);
  expect(stream.status().state).toBe('live');
  await clock.move(200);
  expect(stream.status()).toMatchObject({ state: 'stale', heardAt });
  // Any frame is a sign of life, and silence after it is noticed as soon.
  venue.say({ topic: 'balance', ts: 1, data: { balances: [] } });
  expect(stream.status().state).toBe('live');
  await clock.move(10_100);
  expect(stream.status().state).toBe('stale');
  await clock.move(34_000);
  expect(stream.status().state).toBe('stale');
  await clock.move(1_000);
  expect(stream.status().state).toBe('reconnecting');
  stream.stop();
  expect(clock.pending).toBe(0);
});

test('a public stream that answers pings and brings no data is stale, and live again with data alone', async () => {
  const clock = new ManualClock();
  const venue = new Venue();
  const stream = publicOn(clock, venue);
  const states: string[] = [];
  let read = 0;
  stream.onStatus(({ state }) => void (states.at(-1) === state || states.push(state)));
  stream.onReady(() => void (read += 1));
  const tick = (): void =>
    venue.say({ topic: 'markprice@PERP_BTC_USDT', ts: 1, data: { s: 'PERP_BTC_USDT', px: '1' } });
  const leave = stream.subscribe('markprice@PERP_BTC_USDT', () => undefined);
  stream.start();
  await clock.move(9_000);
  tick();
  await clock.move(9_900);
  expect(stream.status().state).toBe('live');
  await clock.move(200);
  expect(stream.status()).toMatchObject({ state: 'stale', heardAt: clock.now() - 10_100 });
  // A subscription of a connection may be lost: a new one is made, and is not live before it brings anything.
  await clock.move(60_000);
  expect(stream.status()).toMatchObject({ state: 'reconnecting', heardAt: clock.now() - 70_100 });
  expect(read).toBe(1);
  tick();
  expect(stream.status()).toMatchObject({ state: 'live', heardAt: null });
  expect(read).toBe(2);
  // What was lost in a silence is read, on the same connection too.
  await clock.move(11_000);
  tick();
  expect(states.slice(-3)).toEqual(['stale', 'reconnecting', 'live']);
  expect(read).toBe(3);
  // Where nothing is asked for that ticks, silence says nothing.
  leave();
  stream.subscribe('trade@PERP_BTC_USDT', () => undefined);
  await clock.move(60_000);
  expect(stream.status().state).toBe('live');
  stream.stop();
  expect(clock.pending).toBe(0);
});

test('a ping of the exchange is answered, on both streams', async () => {
  const clock = new ManualClock();
  for (const make of [publicOn, (...given: [ManualClock, Venue]) => privateOn(...given, async () => undefined)]) {
    const venue = new Venue();
    const stream = make(clock, venue);
    stream.start();
    await clock.move(100);
    venue.say({ cmd: 'PING', ts: 1 });
    expect(venue.came.at(-1)).toMatchObject({ cmd: 'PONG' });
    stream.stop();
  }
});

test('the private stream is called live once what was missed was read, and delivers messages before that', async () => {
  const clock = new ManualClock();
  const venue = new Venue();
  let read: () => void = () => undefined;
  const stream = privateOn(clock, venue, () => new Promise<void>((resolve) => (read = resolve)));
  const heard: string[] = [];
  stream.onMessage(({ kind }) => void heard.push(kind));
  stream.start();
  await clock.move(20_000);
  expect(venue.held.size).toBe(5);
  expect(stream.status()).toMatchObject({ state: 'connecting', message: 'Reading what was missed.' });
  venue.say({ topic: 'balance', ts: 1, data: { balances: [{ t: 'USDT', h: '1', ver: 1, ts: 1 }] } });
  expect(heard).toEqual(['balance']);
  read();
  await clock.move(0);
  expect(stream.status().state).toBe('live');
  stream.stop();
});

test('no compression is offered', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: true });
  const offered = new Promise<string>((resolve) =>
    server.on('connection', (_socket, request) => resolve(request.headers['sec-websocket-extensions'] ?? '')),
  );
  await new Promise((resolve) => server.on('listening', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has one
  const socket = sockets.open(`ws://127.0.0.1:${port}`, {
    onOpen: () => undefined,
    onText: () => undefined,
    onClose: () => undefined,
  });
  expect(await offered).toBe('');
  socket.terminate();
  await new Promise((resolve) => server.close(resolve));
});
