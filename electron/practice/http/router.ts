import type { Endpoint } from '../../../shared/v3/endpoint.ts';
import { endpointRows } from '../../../shared/v3/endpoints.ts';
import type { PublicRoute, SignedRoute } from './call.ts';
import type { Permission } from './keys.ts';
import * as account from './routes/account.ts';
import * as market from './routes/market.ts';
import * as orders from './routes/orders.ts';
import * as reference from './routes/reference.ts';

/** What answers each public operation, by method and path. */
const PUBLIC: Readonly<Record<string, PublicRoute>> = {
  'GET /v3/public/systemInfo': reference.systemInfo,
  'GET /v3/public/instruments': reference.instruments,
  'GET /v3/public/orderbook': market.orderbook,
  'GET /v3/public/marketTrades': market.marketTrades,
  'GET /v3/public/kline': market.kline,
  'GET /v3/public/klineHistory': market.klineHistory,
  'GET /v3/public/futures': market.futures,
};

/** What answers each signed operation, and which permission it takes. */
const SIGNED: Readonly<Record<string, readonly [Permission, SignedRoute]>> = {
  'POST /v3/trade/order': ['TRADE', orders.placeOrder],
  'PUT /v3/trade/order': ['TRADE', orders.editOrder],
  'GET /v3/trade/order': ['READ', orders.readOrder],
  'DELETE /v3/trade/order': ['TRADE', orders.cancelOrder],
  'GET /v3/trade/orders': ['READ', orders.listOrders],
  'DELETE /v3/trade/orders': ['TRADE', orders.cancelOrders],
  'DELETE /v3/trade/allOrders': ['TRADE', orders.cancelOrders],
  'GET /v3/asset/balances': ['READ', account.balances],
  'GET /v3/account/info': ['READ', account.accountInfo],
  'POST /v3/account/listenKey': ['READ', account.listenKey],
};

export interface Found {
  readonly row: Endpoint;
  readonly route:
    | { readonly signed: false; readonly run: PublicRoute }
    | { readonly signed: true; readonly permission: Permission; readonly run: SignedRoute };
  /** Values of the parts of the path that are parameters. */
  readonly inPath: Readonly<Record<string, string>>;
}

const routes = new Map<string, Omit<Found, 'inPath'>>();
for (const row of endpointRows) {
  const name = `${row.method} ${row.path}`;
  const open = PUBLIC[name];
  const signed = SIGNED[name];
  if (open !== undefined) routes.set(name, { row, route: { signed: false, run: open } });
  else if (signed !== undefined)
    routes.set(name, { row, route: { signed: true, permission: signed[0], run: signed[1] } });
}
const patterns = [...routes.entries()].filter(([name]) => name.includes('{'));

/** Finds what answers a request; null for a path that the venue does not have. */
export function findRoute(method: string, path: string): Found | null {
  const exact = routes.get(`${method} ${path}`);
  if (exact !== undefined) return { ...exact, inPath: {} };
  const parts = path.split('/');
  for (const [, found] of patterns) {
    const shape = found.row.path.split('/');
    if (found.row.method !== method || shape.length !== parts.length) continue;
    const inPath: Record<string, string> = {};
    const fits = shape.every((part, i) => {
      const given = parts[i] ?? '';
      if (!part.startsWith('{')) return part === given;
      inPath[part.slice(1, -1)] = given;
      return given !== '';
    });
    if (fits) return { ...found, inPath };
  }
  return null;
}
