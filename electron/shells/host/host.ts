import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Port } from '../../../shared/wire/wire.ts';
import { admitSocket, BRIDGE_PATH, isRefusal, PROTOCOL, refuseGet, type Place, type Refusal } from './gate.ts';
import { createHostKeys, type Admission } from './keys.ts';
import { socketPort } from './socket-port.ts';
import { contentPolicy, PAGE_HEADERS } from '../electron/page/content-policy.ts';
import { DOCUMENT, withNonce, type PageFiles } from '../electron/page/page-files.ts';

/** What the host is made of. */
export interface HostOptions {
  /** On 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  readonly pages: PageFiles;
  /** Serves the core on a page's pipe; `session` is the key of that page's next connection. */
  readonly serve: (port: Port, session: string) => void;
  /** Told of every request that was turned away. */
  readonly onRefusal?: (refusal: Refusal) => void;
}

export interface Host {
  readonly origin: string;
  /** An address that opens the terminal once. The one before it no longer works. */
  newAddress(): string;
  /** Whether a page is connected. */
  occupied(): boolean;
  /** Ends every connection and gives the port back. */
  close(): Promise<void>;
}

/** The longest frame of a page is an algo order's tree. */
const MAX_FRAME_BYTES = 1 << 20;
const MAX_CONNECTIONS = 128;

/**
 * Serves the page and the core's pipe on 127.0.0.1 alone.
 *
 * @throws Error with one line for a person when the port cannot be had.
 */
export async function startHost({ port, pages, serve, onRefusal = () => undefined }: HostOptions): Promise<Host> {
  const keys = createHostKeys();
  const server = createServer({
    maxHeaderSize: 8192,
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: 1_000,
    requireHostHeader: false, // answered by our own check, as every other wrong name
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.maxHeadersCount = 64;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => PROTOCOL,
  });
  const taken = await listen(server, port);
  const place: Place = { host: `127.0.0.1:${taken}`, origin: `http://127.0.0.1:${taken}` };

  server.on('request', (request, response) => {
    const refusal = refuseGet(request, place);
    if (refusal === null) servePage(request, response, pages, place);
    else {
      onRefusal(refusal);
      answer(response, refusal.status);
    }
  });
  server.on('upgrade', (request, socket, head) => {
    // A peer that resets the connection while it is being refused is no news.
    socket.on('error', () => undefined);
    const admission = admitSocket(request, place, keys);
    if (isRefusal(admission)) {
      onRefusal(admission);
      refuseUpgrade(socket, admission);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) =>
      serve(confirming(socketPort(opened), admission), admission.session),
    );
  });
  // What is not HTTP at all, or too slow or too long for it.
  server.on('clientError', (_error, socket) => socket.destroy());

  return {
    origin: place.origin,
    newAddress: () => `${place.origin}/#token=${keys.launchToken()}`,
    occupied: () => [...sockets.clients].some((client) => client.readyState === client.OPEN),
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        sockets.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          error.code === 'EADDRINUSE'
            ? `Port ${port} on 127.0.0.1 is in use. Choose another with --port, or leave it out for a free one.`
            : `Port ${port} on 127.0.0.1 cannot be opened: ${error.message}`,
        ),
      ),
    );
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.removeAllListeners('error');
      server.on('error', () => undefined);
      // A server that listens on TCP has an AddressInfo.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function servePage(request: IncomingMessage, response: ServerResponse, pages: PageFiles, place: Place): void {
  const path = request.url ?? '';
  const file = pages.get(path);
  if (file === undefined) return answer(response, 404);
  const nonce = randomBytes(16).toString('base64url');
  const body = path === DOCUMENT ? withNonce(file, nonce) : file.body;
  response.writeHead(200, {
    ...PAGE_HEADERS,
    'Content-Type': file.type,
    'Content-Length': body.length,
    'Content-Security-Policy': contentPolicy({
      origin: place.origin,
      socket: `ws://${place.host}${BRIDGE_PATH}`,
      nonce,
    }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** An answer without a word, and the end of the connection: whoever is refused has nothing to learn. */
function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...PAGE_HEADERS, 'Content-Length': 0, Connection: 'close' });
  response.end();
}

function refuseUpgrade(socket: Duplex, { status }: Refusal): void {
  // Ended from both sides: one whose peer kept its half would take a place, and the host could not be closed.
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}

/**
 * The same pipe; its page's second frame proves that the answer to the first, which brought the session
 * key, has arrived.
 */
function confirming(port: Port, admission: Admission): Port {
  return {
    ...port,
    onText: (listener) => {
      let frames = 0;
      port.onText((text) => {
        frames += 1;
        if (frames === 2) admission.confirm();
        listener(text);
      });
    },
  };
}
