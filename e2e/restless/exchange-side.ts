import { createHmac } from 'node:crypto';

/** JSON with every number as the text that the exchange wrote: no digit is lost on the way. */
export type Wire = string | boolean | null | readonly Wire[] | { readonly [name: string]: Wire };

/** The practice exchange as others see it: its answers, another terminal's orders, and its admin interface. */
export interface ExchangeSide {
  /** `data` of an answer, read with a signature of its own and beside the account's budgets. */
  read(path: string, query?: Readonly<Record<string, string>>): Promise<Wire>;
  /** A write of another terminal on the same account, beside its budgets; null where the exchange refused it. */
  write(method: 'POST' | 'PUT' | 'DELETE', path: string, fields: Readonly<Record<string, unknown>>): Promise<Wire>;
  admin(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Wire>;
}

const BUSY_MS = 500;
const QUOTE_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Reads JSON and keeps each number as its own text. */
export const readWire = (text: string): Wire =>
  JSON.parse(text.replaceAll(QUOTE_NUMBERS, (piece) => (piece.startsWith('"') ? piece : `"${piece}"`))) as Wire; // JSON has no other values

/** Keys that the practice exchange derives from its seed: one that reads, one that reads and trades. */
function keyOf(seed: number, rank: 0 | 2): { readonly key: string; readonly secret: string } {
  const derived = (purpose: string): string =>
    createHmac('sha256', 'practice').update(`${seed}/${purpose}`).digest('base64url').slice(0, 32);
  return { key: derived(`key 0/${rank}`), secret: derived(`secret 0/${rank}`) };
}

/** @param admin address of the admin interface. @param seed of the practice exchange. */
export async function exchangeSide(admin: string, seed: number): Promise<ExchangeSide> {
  const tell: ExchangeSide['admin'] = async (method, path, body) => {
    const response = await fetch(`${admin}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return readWire(text);
  };
  const rest = word(await tell('GET', '/state'), 'rest');
  const reader = keyOf(seed, 0);
  const trader = keyOf(seed, 2);
  for (const { key } of [reader, trader]) await tell('POST', '/keys/observe', { key });

  async function ask(
    by: typeof reader,
    method: string,
    target: string,
    body: string,
  ): Promise<{ readonly status: number; readonly wire: Wire }> {
    const timestamp = String(Date.now());
    const signature = createHmac('sha256', by.secret)
      .update(timestamp + method + target + body)
      .digest('hex');
    const response = await fetch(rest + target, {
      method,
      headers: {
        'x-api-key': by.key,
        'x-api-timestamp': timestamp,
        'x-api-signature': signature,
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === '' ? {} : { body }),
    });
    return { status: response.status, wire: readWire(await response.text()) };
  }

  return {
    async read(path, query = {}) {
      const words = new URLSearchParams(query).toString();
      for (;;) {
        const { status, wire } = await ask(reader, 'GET', words === '' ? path : `${path}?${words}`, '');
        if (status === 200) return part(wire, 'data');
        // Public reads are counted by address, which the program has too.
        if (status !== 429) throw new Error(`GET ${path}: ${JSON.stringify(wire)}`);
        await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
      }
    },
    async write(method, path, fields) {
      const given = Object.entries(fields).map(([name, value]) => [name, String(value)]);
      const inQuery = method === 'DELETE' && given.length > 0;
      const target = inQuery ? `${path}?${new URLSearchParams(given).toString()}` : path;
      const { status, wire } = await ask(trader, method, target, inQuery ? '' : JSON.stringify(fields));
      return status === 200 ? part(wire, 'data') : null;
    },
    admin: tell,
  };
}

/** A part of an object; throws where it is none. */
export function part(of: Wire | undefined, name: string): Wire {
  if (typeof of !== 'object' || of === null || Array.isArray(of)) throw new TypeError(`no object with ${name}`);
  // It is no list, so that it is the object of the union.
  return (of as { readonly [name: string]: Wire })[name] ?? null;
}

/** A text of an object; "" where it is null. */
export function word(of: Wire | undefined, name: string): string {
  const found = part(of, name);
  if (found === null) return '';
  if (typeof found === 'object') throw new TypeError(`${name} is no text`);
  return String(found);
}

/** A list of an object. */
export function list(of: Wire | undefined, name: string): readonly Wire[] {
  const found = part(of, name);
  if (!Array.isArray(found)) throw new TypeError(`${name} is no list`);
  return found as readonly Wire[]; // as the line before says
}
