import { createServer as createHttpServer, request as askUpstream, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { PracticeAddresses } from '../../../../electron/practice/options.ts';
import { createStreamProxy, type StreamProxy } from './stream-proxy.ts';

/** A request of the client as the proxy saw it. */
export interface Passage {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly path: string;
  readonly body: string;
  readonly clientOrderId: string | null;
  /** Which request of its connection it is, from 1. */
  readonly nth: number;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** A request in the hands of a fault. */
export interface Passing extends Passage {
  /** Hands it to the exchange, and resolves with its answer. */
  forward(): Promise<Answer>;
  /** Hands a part of it to the exchange, which then loses the connection. */
  forwardPart(bytes: number): Promise<void>;
  answer(answer: Answer): void;
  /** Announces the whole answer, gives a part of it, and closes. */
  answerPart(answer: Answer): void;
  /** Ends the connection with RST. */
  reset(): void;
  /** Ends the connection with FIN. */
  finish(): void;
  /** Real ms; ends early where the proxy is closed. */
  wait(ms: number): Promise<void>;
}

/** What is done to a request instead of passing it on and its answer back. */
export type Deed = (passing: Passing) => void | Promise<void>;

/** Which requests a fault strikes; what is left out matches all. */
export interface Match {
  readonly method?: string;
  readonly path?: string;
}

/** Stands between a client and an exchange on loopback and does to requests, answers and frames what a test says. */
export interface FaultProxy extends Pick<PracticeAddresses, 'rest' | 'publicStream' | 'privateStream'> {
  /** Every request that was read whole, in order of arrival. */
  readonly seen: readonly Passage[];
  readonly streams: StreamProxy;
  /** Does something to the next requests that match; later rules count first. Returns how to undo it. */
  strike(match: Match, deed: Deed, times?: number): () => void;
  /**
   * Ends every connection that waits for a request, and lets the next one on which a matching request
   * comes be reset before anything of it is read by the server.
   */
  resetUnread(match: Required<Match>): Promise<void>;
  /** Ends every connection of the client, streams too, as a lost network does. */
  cutAll(): void;
  /** Connections of the client that are open. */
  open(): number;
  close(): Promise<void>;
}

/** Starts a proxy before an exchange. */
export async function startFaultProxy(exchange: PracticeAddresses): Promise<FaultProxy> {
  const upstream = new URL(exchange.rest);
  const seen: Passage[] = [];
  const rules: { readonly match: Match; readonly deed: Deed; left: number }[] = [];
  const unread: Required<Match>[] = [];
  const sockets = new Set<Socket>();
  const counts = new WeakMap<Socket, number>();
  const waits = new Set<() => void>();
  const streams = createStreamProxy(upstream.host);

  const http = createHttpServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const { socket, method = '', url: target = '' } = request;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const nth = (counts.get(socket) ?? 0) + 1;
      counts.set(socket, nth);
      const [path = ''] = target.split('?');
      const [, clientOrderId = null] = /clientOrderId["=: ]{1,4}(\d+)/.exec(target + body) ?? [];
      const passage = { method, target, path, body, clientOrderId, nth };
      seen.push(passage);
      const whole = (answer: Answer): void => {
        if (socket.destroyed) return;
        response.writeHead(answer.status, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(answer.body),
        });
        response.end(answer.body);
      };
      const passing: Passing = {
        ...passage,
        forward: () => forward(upstream, request, body),
        forwardPart: (bytes) => forwardPart(upstream, request, body, bytes),
        answer: whole,
        answerPart(answer) {
          response.writeHead(answer.status, {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(answer.body),
          });
          response.write(answer.body.slice(0, answer.body.length >> 1), () => socket.destroy());
        },
        reset: () => void socket.resetAndDestroy(),
        finish: () => void socket.end(),
        wait: (ms) =>
          new Promise((resolve) => {
            const end = (): void => {
              clearTimeout(timer);
              waits.delete(end);
              resolve();
            };
            const timer = setTimeout(end, ms);
            waits.add(end);
          }),
      };
      // The exchange is closed before the proxy is in no test: a request that cannot be passed on has no answer.
      void Promise.resolve((take(passage) ?? pass)(passing)).catch(() => passing.reset());
    });
  });
  http.on('upgrade', streams.upgrade);

  function take({ method, path }: Passage): Deed | null {
    const rule = rules.findLast((each) => each.left > 0 && fits(each.match, method, path));
    if (rule === undefined) return null;
    rule.left -= 1;
    return rule.deed;
  }

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    if (unread.length === 0) return void http.emit('connection', socket);
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      const [method = '', path = ''] = (first?.toString('latin1') ?? '').split(/[ ?]/, 2);
      const at = unread.findIndex((match) => fits(match, method, path));
      if (at !== -1) {
        unread.splice(at, 1);
        socket.resetAndDestroy();
        return;
      }
      if (first !== null) socket.unshift(first);
      http.emit('connection', socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has one

  const cutAll = (): void => {
    streams.cut('all');
    for (const socket of sockets) socket.destroy();
  };
  return {
    rest: `http://127.0.0.1:${port}`,
    publicStream: `ws://127.0.0.1:${port}/v3/public`,
    privateStream: `ws://127.0.0.1:${port}/v3/private`,
    seen,
    streams,
    strike(match, deed, times = 1) {
      const rule = { match, deed, left: times };
      rules.push(rule);
      return () => {
        rule.left = 0;
      };
    },
    async resetUnread(match) {
      unread.push(match);
      const idle = [...sockets].filter((socket) => counts.has(socket));
      await Promise.all(
        idle.map(
          (socket) =>
            new Promise((resolve) => {
              socket.once('close', resolve);
              socket.end();
            }),
        ),
      );
    },
    cutAll,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const end of waits) end();
        server.close(() => resolve());
        cutAll();
      }),
  };
}

const fits = (match: Match, method: string, path: string): boolean =>
  (match.method === undefined || match.method === method) && (match.path === undefined || match.path === path);

const pass: Deed = async (passing) => passing.answer(await passing.forward());

/** What the client wrote, as the exchange must see it to accept the signature. */
function forward(to: URL, request: IncomingMessage, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, url: path, headers } = request;
    const outgoing = askUpstream(
      { host: to.hostname, port: to.port, method, path, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function forwardPart(to: URL, request: IncomingMessage, body: string, bytes: number): Promise<void> {
  const head = [`${request.method} ${request.url} HTTP/1.1`];
  for (let i = 0; i < request.rawHeaders.length; i += 2)
    head.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(to.port), to.hostname, () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, bytes)}`, () => socket.resetAndDestroy());
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}
