import { parseLossless, type JsonValue } from '../../../shared/wire/json.ts';
import type { HttpRequest } from '../../../electron/core/world/ports.ts';

/** The exchange's own record of what was asked of it and what it did. Nothing of the core writes here. */

/**
 * What came of a request that arrived. `refused later`: acknowledged, and refused by a report on the
 * stream, as the interface does with edits and cancels.
 */
export type Came = 'done' | 'refused' | 'refused later';

export type Fields = Readonly<Record<string, JsonValue>>;

/** Fields of a request: of its query, or of its body. */
export function fieldsOf({ url, body }: Pick<HttpRequest, 'url' | 'body'>): Fields {
  if (body !== null) return parseLossless(body) as Fields; // the client sends objects
  return Object.fromEntries(new URL(url).searchParams);
}

export const routeOf = ({ method, url }: Pick<HttpRequest, 'method' | 'url'>): string =>
  `${method} ${new URL(url).pathname}`;

/** The first trigger price of a tree: the trader gives each plan one that no other plan has. */
function markOf(fields: Fields): string {
  if (fields['triggerPrice'] !== undefined) return String(fields['triggerPrice']);
  const children = (fields['childOrders'] ?? []) as readonly Fields[]; // a list of orders (protocol.md, 3.3)
  return children.map(markOf).find((mark) => mark !== '') ?? '';
}

/**
 * What a write asks for, in words that are the same for the trader who wants it and the exchange that is
 * asked; null for what is no command of a trader.
 */
export function keyOf(route: string, fields: Fields): string | null {
  const of = (name: string): string => String(fields[name] ?? '*');
  switch (route) {
    case 'POST /v3/trade/order':
      return `place ${of('clientOrderId')}`;
    case 'PUT /v3/trade/order':
      return `edit ${of('orderId')} ${of('price')} ${of('quantity')}`;
    case 'DELETE /v3/trade/order':
      return `cancel ${of('orderId')}`;
    case 'DELETE /v3/trade/allOrders':
      return `cancel all ${of('symbol')}`;
    case 'POST /v3/trade/algoOrder':
      return `algo place ${markOf(fields)}`;
    case 'PUT /v3/trade/algoOrder':
      return `algo edit ${of('algoOrderId')} ${of('triggerPrice')} ${of('price')} ${of('quantity')}`;
    case 'DELETE /v3/trade/algoOrder':
      return `algo cancel ${of('algoOrderId')}`;
    case 'DELETE /v3/trade/algoOrders':
      return `algo cancel all ${of('symbol')}`;
    case 'POST /v3/trade/cancelAllAfter':
      return `dead man ${of('triggerAfter')}`;
    default:
      return null;
  }
}

export class Deeds {
  readonly #came = new Map<string, Came[]>();
  readonly #sent = new Map<string, number>();

  onNote: (key: string, came: Came) => void = () => undefined;

  note(key: string, came: Came): void {
    this.onNote(key, came);
    const known = this.#came.get(key);
    if (known === undefined) this.#came.set(key, [came]);
    else known.push(came);
  }

  /** A request left the program's machine. */
  leaves(key: string): void {
    this.#sent.set(key, (this.#sent.get(key) ?? 0) + 1);
  }

  /** How often the exchange did it. */
  done(key: string): number {
    return (this.#came.get(key) ?? []).filter((came) => came === 'done').length;
  }

  /** How often the exchange said yes to it, whatever became of it then. */
  taken(key: string): number {
    return (this.#came.get(key) ?? []).filter((came) => came !== 'refused').length;
  }

  /** How often it was sent, by key. */
  get sent(): ReadonlyMap<string, number> {
    return this.#sent;
  }
}
