import { createHmac, randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';

/* A page's half of the proofs, written apart from the host's: a mistake in one is no mistake in both. */

/** How a page that came to the host ended: let in, refused with an HTTP status, or closed with a code. */
export type Entered = WebSocket | number;

/** The proof of a side, from the text of a key. */
export const proof = (key: string, side: string, origin: string, pageNonce: string, hostNonce: string): string =>
  createHmac('sha256', Buffer.from(key.slice(22), 'base64url'))
    .update(`quarterdeck\n${side}\n${origin}\n${pageNonce}\n${hostNonce}`)
    .digest('base64url');

export const newNonce = (): string => randomBytes(32).toString('base64url');

/** Opens a socket as a browser does, without any proof. Settles with it, or the status of its refusal. */
export function knock(
  origin: string,
  key: string,
  change: { origin?: string | null; protocols?: string[] } = {},
): Promise<WebSocket | number> {
  const { origin: shown = origin, protocols = ['qd.v2', `qd.key.${key.slice(0, 22)}`] } = change;
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/bridge`, protocols, {
    ...(shown === null ? {} : { origin: shown }),
  });
  return new Promise((resolve) => {
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_request, response) => {
      socket.on('error', () => undefined);
      socket.terminate();
      resolve(response.statusCode ?? 0);
    });
    socket.on('error', () => resolve(0));
  });
}

/** Comes in as our page does: settles with the socket, the status of a refusal, or the code that it was closed with. */
export async function enter(origin: string, key: string): Promise<Entered> {
  const socket = await knock(origin, key);
  if (typeof socket === 'number') return socket;
  const pageNonce = newNonce();
  return new Promise((resolve, reject) => {
    socket.once('close', (code) => resolve(code));
    socket.once('message', (data) => {
      const frame: unknown = JSON.parse(String(data));
      const { nonce, proof: shown } = Object(frame) as Record<string, string>; // the test of the host's half
      if (nonce === undefined || shown !== proof(key, 'host', origin, pageNonce, nonce))
        return reject(new Error(`the host proved nothing: ${String(data)}`));
      socket.send(JSON.stringify({ t: 'page-proof', proof: proof(key, 'page', origin, pageNonce, nonce) }));
      // Nothing answers a right proof; a ping comes back once it was read.
      socket.ping();
      socket.once('pong', () => resolve(socket));
    });
    socket.send(JSON.stringify({ t: 'challenge', nonce: pageNonce }));
  });
}
