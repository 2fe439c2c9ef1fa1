import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as it arrived, whole. */
export interface Arrival {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** What the server does with a request that it has read. */
export type Behaviour = (arrival: Arrival, response: ServerResponse, request: IncomingMessage) => void;

export interface MisbehavingServer {
  /** Base address without a slash at the end. */
  readonly rest: string;
  /** Every request that was read whole, in order of arrival. */
  readonly arrivals: readonly Arrival[];
  /** Connections that were ever made. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/** An HTTP server on loopback that does to each request what a test says. */
export async function misbehavingServer(
  behave: Behaviour,
  onConnection: (socket: Socket) => void = () => undefined,
): Promise<MisbehavingServer> {
  const arrivals: Arrival[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const arrival = { method: request.method ?? '', target: request.url ?? '', headers: request.headers, body };
      arrivals.push(arrival);
      behave(arrival, response, request);
    });
    request.on('error', () => undefined);
  });
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has one
  return {
    rest: `http://127.0.0.1:${port}`,
    arrivals,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** An answer in the exchange's envelope, or any text. */
export function reply(response: ServerResponse, status: number, body: object | string): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
