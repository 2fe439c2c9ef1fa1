import { connect } from 'node:net';

/** What came back on a connection until the other side ended it; `status` is 0 where nothing did. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends bytes exactly as given, which no HTTP library would, and waits until the other side ends the connection. */
export function sendRaw(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let heard = '';
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    // A connection that is reset is one that ended.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const cut = heard.indexOf('\r\n\r\n');
      const head = cut === -1 ? heard : heard.slice(0, cut);
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
        head,
        body: cut === -1 ? '' : heard.slice(cut + 4),
      });
    });
  });
}

/** A request as text, with the headers given and no others. */
export const requestText = (line: string, headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, ...headers, '', ''].join('\r\n');
