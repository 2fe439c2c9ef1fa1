import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod';
import { Refusal } from '../engine/refusal.ts';

/** What one admin call does with its parsed body; what it returns is the answer. */
export interface AdminCall {
  readonly schema: z.ZodType;
  readonly run: (body: never) => unknown;
}

/** Binds a schema to what runs with it. */
export const adminCall = <Schema extends z.ZodType>(
  schema: Schema,
  run: (body: z.output<Schema>) => unknown,
): AdminCall => ({
  schema,
  run,
});

const MOST_BODY = 65_536;

/**
 * The admin interface: JSON over HTTP on 127.0.0.1, for tests alone. A page of a browser cannot use
 * it: requests with an Origin, or for another Host, are refused.
 *
 * @returns its address and how to close it.
 */
export async function startAdmin(
  port: number,
  calls: Readonly<Record<string, AdminCall>>,
): Promise<{ readonly address: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MOST_BODY) chunks.push(chunk);
    });
    request.on('error', () => undefined); // nobody is left to answer
    request.on('end', () => {
      const { status, body } =
        size > MOST_BODY ? no(413, 'The body is too large.') : decide(request, Buffer.concat(chunks), calls, host());
      reply(response, status, body);
    });
  });
  const host = (): string => addressOf(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(new Error(taken ? `Port ${port} on 127.0.0.1 is in use.` : `Cannot listen on 127.0.0.1:${port}.`));
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://${host()}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function addressOf(server: Server): string {
  // A server that listens on TCP has an AddressInfo for its address.
  const { port } = server.address() as AddressInfo;
  return `127.0.0.1:${port}`;
}

interface Verdict {
  readonly status: number;
  readonly body: unknown;
}
const no = (status: number, message: string): Verdict => ({ status, body: { error: message } });

function decide(
  request: IncomingMessage,
  body: Buffer,
  calls: Readonly<Record<string, AdminCall>>,
  host: string,
): Verdict {
  if (request.headers.host !== host || request.headers.origin !== undefined)
    return no(403, 'Only programs on this machine may use the admin interface.');
  const name = `${request.method} ${request.url}`;
  const call = calls[name];
  if (call === undefined) return no(404, `There is no ${name}. There are: ${Object.keys(calls).join(', ')}.`);
  let given: unknown = {};
  if (body.length > 0) {
    try {
      given = JSON.parse(body.toString('utf8'));
    } catch {
      return no(400, 'The body is not JSON.');
    }
  }
  const read = call.schema.safeParse(given);
  if (!read.success)
    return no(400, read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  try {
    // adminCall bound the schema's output to the parameter of run.
    return { status: 200, body: call.run(read.data as never) ?? {} };
  } catch (error) {
    if (error instanceof Refusal || error instanceof RangeError) return no(400, error.message);
    throw error;
  }
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
