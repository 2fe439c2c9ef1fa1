import WebSocket from 'ws';
import type { Socket, SocketEvents, Sockets } from '../../world/ports.ts';

const MAX_FRAME_BYTES = 4 * 1024 * 1024;
const HANDSHAKE_MS = 10_000;

/** WebSockets through ws, without compression (the venue negotiates none: protocol.md, 4.1). */
export const sockets: Sockets = { open };

function open(url: string, events: SocketEvents): Socket {
  let refusedStatus: number | null = null;
  let failure = '';
  let closed = false;
  const end = (code: number, reason: string): void => {
    if (closed) return;
    closed = true;
    events.onClose({ code, reason: reason === '' ? failure : reason, refusedStatus });
  };
  let socket: WebSocket;
  try {
    socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: MAX_FRAME_BYTES,
      handshakeTimeout: HANDSHAKE_MS,
      // Said aloud: left out, a variable of the environment could switch it off.
      rejectUnauthorized: true,
    });
  } catch {
    // The error's own words would repeat the address, which may carry a listen key.
    failure = 'The address of the stream is not valid.';
    queueMicrotask(() => end(1006, ''));
    return { send: () => undefined, close: () => undefined, terminate: () => undefined };
  }
  socket.on('open', () => events.onOpen());
  // Without a fragment option ws hands every text over as one Buffer.
  socket.on('message', (text: Buffer) => events.onText(text.toString()));
  socket.on('unexpected-response', (request, response) => {
    refusedStatus = response.statusCode ?? null;
    request.destroy();
    end(1006, '');
  });
  socket.on('error', (error) => {
    failure = error.message;
  });
  socket.on('close', (code, reason) => end(code, reason.toString()));
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
    terminate: () => socket.terminate(),
  };
}
