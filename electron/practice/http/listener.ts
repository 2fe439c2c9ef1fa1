import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Received, Reply } from './answer.ts';

/** Largest body that is read. */
export const MOST_BODY = 1_048_576;
const SLOW_MS = 10_000;

const envelope = (message: string): string =>
  JSON.stringify({ success: false, code: -1005, error_code: 90000, message });

/**
 * The HTTP edge: reads whole requests, hands them over, writes the replies. What is too large, too
 * slow or no HTTP at all is refused with an envelope.
 *
 * @param slowMs a request that is not whole after this is refused.
 */
export function newListener(reply: (request: Received) => Reply, slowMs = SLOW_MS): Server {
  const server = createServer({
    noDelay: true,
    keepAliveTimeout: 65_000,
    requestTimeout: slowMs,
    headersTimeout: slowMs,
    connectionsCheckingInterval: Math.ceil(slowMs / 5),
    // Without a Host the platform would answer by itself, and without an envelope.
    requireHostHeader: false,
  });
  let count = 0;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    count += 1;
    const id = count;
    const chunks: Buffer[] = [];
    let size = 0;
    let refused = false;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MOST_BODY) {
        chunks.push(chunk);
        return;
      }
      if (refused) return;
      refused = true;
      chunks.length = 0;
      response.setHeader('connection', 'close');
      write(response, { status: 413, body: envelope(`The body is larger than ${MOST_BODY} bytes.`) }, id);
      response.on('finish', () => request.socket.destroySoon());
    });
    request.on('error', () => undefined); // the connection died; there is nobody to answer
    request.on('end', () => {
      if (refused) return;
      write(
        response,
        reply({
          method: request.method ?? '',
          target: request.url ?? '',
          headers: request.headers,
          body: size === 0 ? null : chunks.length === 1 ? (chunks[0] ?? null) : Buffer.concat(chunks),
          address: request.socket.remoteAddress ?? '',
        }),
        id,
      );
    });
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    send(response, { status: 417, body: envelope('This expectation cannot be met.') }, 0);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const body = envelope(slow ? 'The request took too long.' : 'This is not a valid HTTP request.');
    const status = slow ? '408 Request Timeout' : '400 Bad Request';
    socket.end(
      `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
  return server;
}

function write(response: ServerResponse, reply: Reply, id: number): void {
  if (reply.delayMs === undefined) send(response, reply, id);
  else setTimeout(() => send(response, reply, id), reply.delayMs).unref();
}

function send(response: ServerResponse, { status, body, fate }: Reply, id: number): void {
  const { socket } = response;
  if (fate === 'hang' || socket === null || socket.destroyed) return;
  if (fate === 'reset') {
    socket.resetAndDestroy();
    return;
  }
  if (fate === 'close') {
    socket.destroy();
    return;
  }
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-request-id': String(id),
    'x-trace-id': String(id),
  });
  if (fate === 'cut') response.write(body.slice(0, body.length >> 1), () => socket.destroy());
  else response.end(body);
}
