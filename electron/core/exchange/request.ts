import { bodyText } from '../../../shared/v3/body.ts';
import type { Endpoint } from '../../../shared/v3/endpoint.ts';

/** A request as it will be sent, before it is signed. */
export interface BuiltRequest {
  /** Path with its query, percent-encoded: what is signed is what is sent. */
  readonly target: string;
  readonly body: string | null;
}

/**
 * Writes an operation's request. GET and DELETE carry their fields in the query, POST and PUT as JSON,
 * both in the order of the parsed input (protocol.md, 1.1).
 *
 * @param endpoint its row of the table.
 * @param input parsed by the row's schema; undefined fields are left out.
 */
export function buildRequest(endpoint: Endpoint, input: Readonly<Record<string, unknown>>): BuiltRequest {
  const fields = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = fields.get(name);
    fields.delete(name);
    return encodeURIComponent(String(value));
  });
  if (endpoint.method === 'POST' || endpoint.method === 'PUT')
    return { target: path, body: bodyText(endpoint, Object.fromEntries(fields)) };
  const query = [...fields].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return { target: query.length === 0 ? path : `${path}?${query.join('&')}`, body: null };
}
