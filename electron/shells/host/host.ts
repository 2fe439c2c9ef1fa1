import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { ADMISSION_PROTOCOL, CLOSE_CODES, type KeyRefusal } from '../../../shared/wire/admission.ts';
import type { Port } from '../../../shared/wire/wire.ts';
import { letIn } from './admission.ts';
import { CLEAR_HEADERS, CLEAR_PATH, openDoor } from './door.ts';
import { admitSocket, BRIDGE_PATH, refuseGet, type Place, type Refusal } from './gate.ts';
import { createHostKeys } from './keys.ts';
import { listen } from './listen.ts';
import { socketPort } from './socket-port.ts';
import { contentPolicy, PAGE_HEADERS } from '../electron/page/content-policy.ts';
import { DOCUMENT, withNonce, type PageFiles } from '../electron/page/page-files.ts';

/** What the host is made of. */
export interface HostOptions {
  /** On 127.0.0.1; 0 takes a fresh one by chance. One that was chosen is opened through a door (`door.ts`). */
  readonly port: number;
  readonly pages: PageFiles;
  /** Serves the core on a page's pipe; `session` is the key of that page's next connection. */
  readonly serve: (port: Port, session: string) => void;
  /** Told of every request that was turned away. */
  readonly onRefusal?: (refusal: Refusal) => void;
  /** Told of every page whose key did not open. */
  readonly onKeyRefused?: (reason: KeyRefusal) => void;
}

export interface Host {
  readonly origin: string;
  /** An address that opens the terminal once. The one before it no longer works. */
  newAddress(): string;
  /** Whether a page is connected that has proved its key. */
  occupied(): boolean;
  /** Ends every connection and gives the port back. */
  close(): Promise<void>;
}

/** The longest frame of a page is an algo order's tree. */
const MAX_FRAME_BYTES = 1 << 20;
const MAX_CONNECTIONS = 128;
const GOODBYE_MS = 500;

/**
 * Serves the page and the core's pipe on 127.0.0.1 alone.
 *
 * @throws Error with one line for a person when the port cannot be had.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const { port, pages, serve, onRefusal = () => undefined, onKeyRefused = () => undefined } = options;
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
    handleProtocols: () => ADMISSION_PROTOCOL,
  });
  const taken = await listen(server, port);
  const place: Place = { host: `127.0.0.1:${taken}`, origin: `http://127.0.0.1:${taken}` };
  const clearPath = `${CLEAR_PATH}${randomBytes(32).toString('base64url')}`;
  const door = port === 0 ? null : await openDoor(place.origin, clearPath);
  const admitted = new Set<WebSocket>();

  server.on('request', (request, response) => {
    const refusal = refuseGet(request, place);
    if (refusal !== null) {
      onRefusal(refusal);
      answer(response, refusal.status);
    } else if (door !== null && request.url === clearPath) {
      response.writeHead(200, CLEAR_HEADERS);
      response.end();
    } else servePage(request, response, pages, place);
  });
  server.on('upgrade', (request, socket, head) => {
    // A peer that resets the connection while it is being refused is no news.
    socket.on('error', () => undefined);
    const asked = admitSocket(request, place);
    if ('status' in asked) {
      onRefusal(asked);
      refuseUpgrade(socket, asked);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) =>
      letIn(socketPort(opened), {
        origin: place.origin,
        offer: keys.offer(asked.keyId),
        close: (code, reason) => opened.close(code, reason),
        onRefused: onKeyRefused,
        onAdmitted: (pipe, session) => {
          admitted.add(opened);
          opened.on('close', () => admitted.delete(opened));
          serve(pipe, session);
        },
      }),
    );
  });
  // What is not HTTP at all, or too slow or too long for it.
  server.on('clientError', (_error, socket) => socket.destroy());

  return {
    origin: place.origin,
    newAddress: () => `${door?.origin ?? place.origin}/#token=${keys.launchKey()}`,
    occupied: () => [...admitted].some((client) => client.readyState === client.OPEN),
    async close() {
      await Promise.all([...sockets.clients].map(sayEnd));
      sockets.close();
      await door?.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** A page that is told the end stops trying. One that does not listen is cut off. */
function sayEnd(client: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => client.terminate(), GOODBYE_MS);
    client.once('close', () => {
      clearTimeout(cut);
      resolve();
    });
    client.close(CLOSE_CODES.ended, 'ended');
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
