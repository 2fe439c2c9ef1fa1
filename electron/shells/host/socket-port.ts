import type { WebSocket } from 'ws';
import type { Port } from '../../../shared/wire/wire.ts';

/** A page that is alive answers within this, also one that a debugger holds: its browser does. */
const PING_MS = 20_000;
/** A page that takes nothing while this much waits for it is gone. Batches wait for their acknowledgement. */
const MAX_WAITING_BYTES = 32 << 20;
/** WebSocket's limit on the bytes of a close reason. */
const MAX_REASON_BYTES = 120;

/** A pipe of text over a server's WebSocket. A binary frame closes it, and so does silence. */
export function socketPort(socket: WebSocket): Port {
  const early: string[] = [];
  let listener: ((text: string) => void) | null = null;
  let alive = true;
  const pinging = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, PING_MS);
  socket.on('pong', () => (alive = true));
  socket.on('close', () => clearInterval(pinging));
  // A close follows every error; the reason of the close says what it was.
  socket.on('error', () => undefined);
  socket.on('message', (data, isBinary) => {
    if (isBinary) return socket.close(1003, 'text only');
    const text = String(data);
    if (listener === null) early.push(text);
    else listener(text);
  });
  return {
    send: (text) => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate();
      else socket.send(text);
    },
    onText: (next) => {
      listener = next;
      for (const text of early.splice(0)) next(text);
    },
    onClose: (closed) => socket.on('close', (_code, reason) => closed(String(reason))),
    close: (reason = '') => socket.close(1000, Buffer.from(reason).subarray(0, MAX_REASON_BYTES).toString()),
  };
}
