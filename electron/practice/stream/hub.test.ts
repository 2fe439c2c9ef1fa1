import { EventEmitter, once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { quietVenue } from '../../../e2e/rigs/practice/fixtures.ts';
import { startPractice, type Practice } from '../server.ts';
import { newHub } from './hub.ts';

/** What the hub uses of a socket of the `ws` library. */
class Wire extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
  terminate(): void {
    this.readyState = 3;
    this.emit('close');
  }
}
/** A stand-in where the library's socket is asked for: the hub uses nothing but what Wire has. */
const asSocket = (wire: Wire): WebSocket => wire as unknown as WebSocket;

const DAY = 24 * 3_600_000;
const practices: Practice[] = [];
afterEach(async () => {
  for (const practice of practices.splice(0)) await practice.close();
});

test('a connection ends after 24 hours, however lively it is', () => {
  let now = 0;
  const hub = newHub(quietVenue(), () => now);
  const wire = new Wire();
  hub.join(asSocket(wire), null, '');
  for (; now < DAY - 30_000; now += 30_000) {
    wire.emit('message', Buffer.from('{"cmd":"PING"}'), false);
    hub.pump();
  }
  expect([wire.readyState, hub.clients()]).toEqual([1, 1]);
  now = DAY;
  wire.emit('message', Buffer.from('{"cmd":"PING"}'), false);
  hub.pump();
  expect([wire.readyState, hub.clients()]).toEqual([3, 0]);
});

test('a protocol ping or pong counts as a sign of life', () => {
  let now = 0;
  const hub = newHub(quietVenue(), () => now);
  const [silent, pings, pongs] = [new Wire(), new Wire(), new Wire()];
  for (const wire of [silent, pings, pongs]) hub.join(asSocket(wire), null, '');
  now = 50_000;
  pings.emit('ping');
  pongs.emit('pong');
  now = 60_000;
  hub.pump();
  expect([silent, pings, pongs].map((wire) => wire.readyState)).toEqual([3, 1, 1]);
});

test('a client that does not read is dropped before it fills the memory', () => {
  const hub = newHub(quietVenue(), () => 0);
  const wire = new Wire();
  hub.join(asSocket(wire), null, '');
  wire.bufferedAmount = 17 * 1_024 * 1_024;
  wire.emit('message', Buffer.from('{"cmd":"PING"}'), false);
  expect([wire.readyState, wire.sent]).toEqual([3, []]);
});

test('topics without listeners cost nothing: the last one to leave ends them', () => {
  const hub = newHub(quietVenue(), () => 0);
  const wires = [new Wire(), new Wire()];
  for (const wire of wires) {
    hub.join(asSocket(wire), null, '');
    wire.emit('message', Buffer.from('{"id":1,"cmd":"SUBSCRIBE","params":["bbo@PERP_BTC_USDT"]}'), false);
  }
  expect(hub.busy()).toBe(true);
  for (const wire of wires) wire.terminate();
  expect(hub.busy()).toBe(false);
});

test('the 101st open connection of an address is refused with 429', async () => {
  const practice = await startPractice({ pastDays: 0 });
  practices.push(practice);
  const sockets = Array.from({ length: 100 }, () => new WebSocket(practice.publicStream));
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  const late = new WebSocket(practice.publicStream);
  late.on('error', () => undefined); // ending it before it was open is said as an error
  const [, response] = (await once(late, 'unexpected-response')) as [unknown, { statusCode: number }]; // ws emits both
  expect(response.statusCode).toBe(429);
  for (const socket of [...sockets, late]) socket.terminate();
});
