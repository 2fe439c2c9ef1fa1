import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import type { Account } from '../engine/model.ts';
import type { Hub } from './hub.ts';

/** At most so many new connections in five minutes and so many open, from one address (protocol.md, 4.3). */
const MOST_NEW = 100;
const NEW_WINDOW_MS = 300_000;
const MOST_OPEN = 100;

/**
 * Takes WebSocket handshakes at /v3/public and /v3/private?key=….
 *
 * @param accountOf account of a listen key that is valid now, else null: refused with 401 (protocol.md, section 8).
 * @param realNow real ms, for the limit of connections; null holds no limit.
 */
export function openStreams(
  server: Server,
  sockets: WebSocketServer,
  hub: Hub,
  accountOf: (listenKey: string) => Account | null,
  realNow: (() => number) | null,
): void {
  const opened: number[] = [];
  const tooMany = (): boolean => {
    if (realNow === null) return false;
    const now = realNow();
    while (opened[0] !== undefined && opened[0] <= now - NEW_WINDOW_MS) opened.shift();
    if (opened.length >= MOST_NEW || hub.clients() >= MOST_OPEN) return true;
    opened.push(now);
    return false;
  };
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const target = request.url ?? '';
    const question = target.indexOf('?');
    const path = question === -1 ? target : target.slice(0, question);
    if (path !== '/v3/public' && path !== '/v3/private') {
      refuse(socket, 404, 'Not Found', 'no such stream');
      return;
    }
    const listenKey = path === '/v3/private' ? (new URLSearchParams(target.slice(question + 1)).get('key') ?? '') : '';
    const account = path === '/v3/private' ? accountOf(listenKey) : null;
    if (path === '/v3/private' && account === null) {
      refuse(socket, 401, 'Unauthorized', 'the listen key is invalid or expired');
      return;
    }
    if (tooMany()) {
      refuse(socket, 429, 'Too Many Requests', 'too many connections');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (connection) => hub.join(connection, account, listenKey));
  });
}

function refuse(socket: Duplex, status: number, words: string, message: string): void {
  const body = JSON.stringify({ success: false, code: status === 429 ? -1003 : -1002, message });
  socket.end(
    `HTTP/1.1 ${status} ${words}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
