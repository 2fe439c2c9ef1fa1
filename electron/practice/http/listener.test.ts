import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Received } from './answer.ts';
import { MOST_BODY, newListener } from './listener.ts';

const heard: Received[] = [];
const servers: ReturnType<typeof newListener>[] = [];
afterEach(async () => {
  heard.length = 0;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function listen(slowMs?: number): Promise<(bytes: string) => Promise<string>> {
  const server = newListener((request) => {
    heard.push(request);
    return { status: 200, body: '{"success":true}' };
  }, slowMs);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo for its address.
  const { port } = server.address() as AddressInfo;
  return (bytes) =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('error', () => resolve(text));
      socket.on('close', () => resolve(text));
    });
}

test('a body that never comes whole is refused with an envelope', async () => {
  const send = await listen(100);
  const answer = await send('POST /v3/trade/order HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"slow":');
  expect(answer).toContain('408 Request Timeout');
  expect(answer).toContain('"success":false');
  expect(heard).toEqual([]);
});

test('headers that never end are refused with an envelope', async () => {
  const send = await listen(100);
  const answer = await send('GET /v3/public/systemInfo HTTP/1.1\r\nhost: x\r\nx-slow: ');
  expect(answer).toContain('"success":false');
});

test('a body above the bound is refused before it is read', async () => {
  const send = await listen();
  const answer = await send(
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${MOST_BODY + 1}\r\n\r\n${'x'.repeat(MOST_BODY + 1)}`,
  );
  expect(answer).toContain('413');
  expect(answer).toContain('"success":false');
  expect(heard).toEqual([]);
});

test('a request without Host, with an expectation, or as an upgrade to nothing gets an envelope too', async () => {
  const send = await listen();
  expect(await send('GET /a HTTP/1.1\r\nconnection: close\r\n\r\n')).toContain('{"success":true}');
  expect(await send('GET /a HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\nconnection: close\r\n\r\n')).toContain(
    '"success":false',
  );
});

test('the body is handed over byte by byte as it was sent', async () => {
  const send = await listen();
  const body = '{"a" : 1.0,\t"b":"\u00e4"}';
  await send(
    `POST /x?y=%20 HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  expect(heard[0]).toMatchObject({ method: 'POST', target: '/x?y=%20' });
  expect(heard[0]?.body?.toString()).toBe(body);
});
