import { randomInt } from 'node:crypto';
import type { Server } from 'node:http';

/** Ports that no browser blocks, and few programs ask for by number. */
const LOWEST = 20_000;
const HIGHEST = 61_000;
const MOST_TRIES = 50;

/**
 * Listens on 127.0.0.1 alone.
 *
 * @param port 0 takes a free one by chance: an address of an earlier start, with all that a browser keeps for it, is
 *   not met again. Systems hand out free ports in an order that can be foreseen.
 * @returns the port.
 * @throws Error with one line for a person.
 */
export async function listen(server: Server, port: number): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const wanted = port === 0 ? randomInt(LOWEST, HIGHEST) : port;
    const fault = await tryPort(server, wanted);
    if (fault === null) return wanted;
    if (fault.code === 'EADDRINUSE' && port === 0 && tries < MOST_TRIES) continue;
    throw new Error(
      fault.code === 'EADDRINUSE'
        ? `Port ${wanted} on 127.0.0.1 is in use. Choose another with --port, or leave it out for a free one.`
        : `Port ${wanted} on 127.0.0.1 cannot be opened: ${fault.message}`,
    );
  }
}

function tryPort(server: Server, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException): void => resolve(error);
    server.once('error', fail);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.off('error', fail);
      server.on('error', () => undefined);
      resolve(null);
    });
  });
}
