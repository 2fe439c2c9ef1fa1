import WebSocket from 'ws';
import type { Sockets } from '../ports.ts';

const MAX_FRAME_BYTES = 16 * 1024 * 1024;
const HANDSHAKE_MS = 10_000;

/** WebSockets through ws, without compression (the venue negotiates none). */
export const sockets: Sockets = {
  open: (url, events) => {
    let refusedStatus: number | null = null;
    let failure = '';
    let closed = false;
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: MAX_FRAME_BYTES,
      handshakeTimeout: HANDSHAKE_MS,
    });
    const close = (code: number, reason: string): void => {
      if (closed) return;
      closed = true;
      events.onClose({ code, reason: reason === '' ? failure : reason, refusedStatus });
    };
    socket.on('open', () => events.onOpen());
    socket.on('message', (data, binary) => {
      if (!binary) events.onText(String(data));
    });
    socket.on('unexpected-response', (request, response) => {
      refusedStatus = response.statusCode ?? null;
      failure = `the exchange answered ${refusedStatus ?? 'nothing'}`;
      request.destroy();
      close(1006, '');
    });
    socket.on('error', (error) => {
      failure = error.message;
    });
    socket.on('close', (code, reason) => close(code, reason.toString()));
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(),
      terminate: () => socket.terminate(),
    };
  },
};
