import { invalid } from '../../../../shared/errors.ts';
import { bodyText } from '../../../../shared/v3/body.ts';
import type { Endpoint } from '../../../../shared/v3/endpoint.ts';

/** A request as it will be sent, before it is signed. */
export interface BuiltRequest {
  /** Path with its query, percent-encoded: what is signed is what is sent. */
  readonly target: string;
  readonly body: string | null;
}

/**
 * Writes an operation's request. GET and DELETE carry their fields in the query, POST and PUT as JSON,
 * both in the order of the parsed input; a POST without fields carries `{}` (protocol.md, 1.1).
 *
 * @param endpoint its row of the table.
 * @param input parsed by the row's schema; undefined fields are left out.
 * @throws FaultError InvalidInput for text that no address can carry: half of a surrogate pair, a dot segment.
 */
export function buildRequest(
  endpoint: Pick<Endpoint, 'method' | 'path' | 'integers' | 'numbers'>,
  input: Readonly<Record<string, unknown>>,
): BuiltRequest {
  const inPath = new Set<string>();
  const path = !endpoint.path.includes('{')
    ? endpoint.path
    : endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
        inPath.add(name);
        const part = encoded(name, input[name]);
        // Servers take these for another path than the one that was signed.
        if (part === '.' || part === '..') throw invalid(name, 'It cannot stand in an address.');
        return part;
      });
  if (endpoint.method === 'POST' || endpoint.method === 'PUT') {
    const fields =
      inPath.size === 0 ? input : Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)));
    return { target: path, body: bodyText(endpoint, fields) };
  }
  let query = '';
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || inPath.has(name)) continue;
    query += `${query === '' ? '?' : '&'}${encoded(name, name)}=${encoded(name, value)}`;
  }
  return { target: path + query, body: null };
}

function encoded(name: string, value: unknown): string {
  const text = String(value);
  if (!text.isWellFormed()) throw invalid(name, 'It holds half of a character.');
  return encodeURIComponent(text);
}
