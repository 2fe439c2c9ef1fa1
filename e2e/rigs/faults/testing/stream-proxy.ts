import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';

export type Which = 'public' | 'private';

/** A frame on its way, and how to pass it on. Passing it on twice, later or not at all is the fault. */
export type FrameDeed = (text: string, pass: (text: string) => void, which: Which) => void;

/** The WebSocket half of the fault proxy. */
export interface StreamProxy {
  /** What happens to frames of the exchange and of the client. */
  down: FrameDeed;
  up: FrameDeed;
  /** Nothing passes either way, not even the end of a connection: what stands is half-open. */
  silent: boolean;
  /** So many of the next connections are closed as soon as they stand, by stream. */
  readonly closeAtOnce: Record<Which, number>;
  /** Called before a connection is passed on, which waits for it; a status is answered instead of a handshake. */
  meet: (which: Which) => Promise<number | null>;
  /** Connections that were made, by stream. */
  readonly made: Record<Which, number>;
  /** Ends what stands, without a closing handshake. */
  cut(which: Which | 'all'): void;
  /** Undoes all faults. */
  calm(): void;
  /** For the server's event. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

const pass: FrameDeed = (text, on) => on(text);

/** @param host where the exchange is, with its port. */
export function createStreamProxy(host: string): StreamProxy {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const wires = new Set<{ readonly which: Which; end(): void }>();

  const proxy: StreamProxy = {
    down: pass,
    up: pass,
    silent: false,
    closeAtOnce: { public: 0, private: 0 },
    meet: async () => null,
    made: { public: 0, private: 0 },
    cut(which) {
      for (const wire of wires) if (which === 'all' || wire.which === which) wire.end();
    },
    calm() {
      proxy.down = pass;
      proxy.up = pass;
      proxy.silent = false;
      proxy.meet = async () => null;
      proxy.closeAtOnce.public = 0;
      proxy.closeAtOnce.private = 0;
    },
    upgrade: (request, socket, head) => void take(request, socket, head),
  };

  async function take(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const which = request.url?.startsWith('/v3/private') === true ? 'private' : 'public';
    socket.on('error', () => undefined);
    proxy.made[which] += 1;
    const refusal = await proxy.meet(which);
    if (refusal !== null) return refuse(socket, refusal);
    const upstream = new WebSocket(`ws://${host}${request.url}`, { perMessageDeflate: false });
    upstream.on('error', () => undefined);
    upstream.on('unexpected-response', (asked, { statusCode = 502 }) => {
      asked.destroy();
      refuse(socket, statusCode);
    });
    socket.on('close', () => upstream.terminate());
    upstream.on('open', () => {
      server.handleUpgrade(request, socket, head, (client) => {
        const wire = {
          which,
          end() {
            wires.delete(wire);
            client.terminate();
            upstream.terminate();
          },
        } as const;
        wires.add(wire);
        client.on('close', wire.end);
        upstream.on('close', () => {
          if (!proxy.silent) wire.end();
        });
        client.on('error', wire.end);
        const to = (end: WebSocket) => (text: string) => {
          if (end.readyState === WebSocket.OPEN && !proxy.silent) end.send(text);
        };
        upstream.on('message', (text: Buffer) => proxy.down(text.toString(), to(client), which));
        client.on('message', (text: Buffer) => proxy.up(text.toString(), to(upstream), which));
        if (proxy.closeAtOnce[which] > 0) {
          proxy.closeAtOnce[which] -= 1;
          wire.end();
        }
      });
    });
  }

  return proxy;
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
