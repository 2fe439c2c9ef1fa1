import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { makeCertificate } from '../../../e2e/rigs/faults/testing/certificate.ts';
import { createHttp } from './rest/http.ts';
import { sockets } from './stream/socket.ts';

/* An exchange with a certificate that nobody vouches for, in an environment that tells Node to take any. */
const DAY = 86_400_000;
let server: Server;
let heard = 0;
let port = 0;
beforeEach(async () => {
  heard = 0;
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  server = createServer(
    makeCertificate(new Date(Date.now() - DAY), new Date(Date.now() + DAY)),
    (_request, response) => {
      heard += 1;
      response.end('{}');
    },
  );
  new WebSocketServer({ server }).on('connection', () => (heard += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port; // it listens on TCP
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

it('is refused by REST before a byte of the request', async () => {
  const http = createHttp();
  const sent = http.send({
    method: 'GET',
    url: `https://localhost:${port}/v3/x`,
    headers: {},
    body: null,
    timeoutMs: 5_000,
  });
  await expect(sent).rejects.toThrow(/self-signed certificate/);
  expect(heard).toBe(0);
  await http.close();
});

it('is refused by the streams', async () => {
  const reason = await new Promise((resolve) =>
    sockets.open(`wss://localhost:${port}/v3/private?key=x`, {
      onOpen: () => resolve('open'),
      onText: () => undefined,
      onClose: ({ reason: words }) => resolve(words),
    }),
  );
  expect(reason).toMatch(/self-signed certificate/);
  expect(heard).toBe(0);
});
