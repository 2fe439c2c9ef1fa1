import { once } from 'node:events';
import { WebSocket } from 'ws';
import { parseLossless, type JsonValue } from '../../../shared/wire/json.ts';

export type Frame = Readonly<Record<string, JsonValue>>;

/** A client of a stream that keeps what it hears and lets a test wait for a frame. */
export function listen(address: string) {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  const heard: Frame[] = [];
  const waiting: { readonly wanted: (frame: Frame) => boolean; readonly done: (frame: Frame) => void }[] = [];
  socket.on('error', () => undefined); // a refused handshake shows in the close that follows
  socket.on('message', (message) => {
    // Frames of the exchange are JSON objects in whole Buffers.
    const frame = parseLossless((message as Buffer).toString('utf8')) as Frame;
    heard.push(frame);
    for (const { wanted, done } of waiting) if (wanted(frame)) done(frame);
  });
  return {
    socket,
    heard,
    opened: () => once(socket, 'open'),
    closed: () => once(socket, 'close') as Promise<[number, Buffer]>, // ws emits code and reason
    say: (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    next: (wanted: (frame: Frame) => boolean): Promise<Frame> =>
      new Promise((resolve) => {
        const known = heard.find(wanted);
        if (known !== undefined) resolve(known);
        else waiting.push({ wanted, done: resolve });
      }),
  };
}
