import { parseLossless, type JsonValue } from '../../../shared/json.ts';
import type { HttpAnswer, HttpRequest } from '../ports.ts';
import type { Chance } from './chance.ts';
import type { Timeline } from './timeline.ts';
import { asOf, EPOCH, isOpen, SYMBOL, VenueRefusal, type Venue, type VenueOrder, type Version } from './venue.ts';

type Fields = Readonly<Record<string, JsonValue>>;

/** How the reads of a run lag behind the truth. In ms. */
export interface Lags {
  /** "Not found" by client id for so long after the order was taken. */
  readonly byClientId: number;
  readonly lists: number;
  /** Whether records say when they last changed. */
  readonly dated: boolean;
}

/** A signature is refused from this distance of time on (protocol.md, 1.2). */
const SIGNATURE_LIFE_MS = 300_000;

/** The simulated exchange's REST. */
export class Front {
  readonly #venue: Venue;
  readonly #timeline: Timeline;
  readonly #chance: Chance;
  readonly #lags: Lags;
  /** The one listen key that is good. */
  listenKey = '';
  #keys = 0;

  constructor(venue: Venue, timeline: Timeline, chance: Chance, lags: Lags) {
    this.#venue = venue;
    this.#timeline = timeline;
    this.#chance = chance;
    this.#lags = lags;
  }

  get #now(): number {
    return EPOCH + Math.floor(this.#timeline.now);
  }

  /** Answers a request that arrived. */
  answer(request: HttpRequest): HttpAnswer {
    const url = new URL(request.url);
    const fields: Fields =
      request.body === null ? Object.fromEntries(url.searchParams) : (parseLossless(request.body) as Fields); // the client sends objects
    const signedAt = Number(request.headers['x-api-timestamp'] ?? this.#now);
    try {
      if (Math.abs(signedAt - this.#now) >= SIGNATURE_LIFE_MS) throw new VenueRefusal(-1001, 'too old or too new');
      const data = this.#route(`${request.method} ${url.pathname}`, fields);
      return this.#reply(200, { success: true, timestamp: this.#now, data });
    } catch (error) {
      if (!(error instanceof VenueRefusal)) throw error;
      return this.#reply(400, { success: false, code: error.code, message: error.message, timestamp: this.#now });
    }
  }

  #reply(status: number, body: object): HttpAnswer {
    // Ids are written bare, as the venue does.
    const text = JSON.stringify(body).replace(/"(orderId|clientOrderId)":"(\d+)"/g, '"$1":$2');
    return { status, body: text };
  }

  #route(route: string, fields: Fields): unknown {
    const venue = this.#venue;
    const text = (name: string): string => String(fields[name] ?? '');
    const number = (name: string): number | null => (fields[name] === undefined ? null : Number(fields[name]));
    switch (route) {
      case 'GET /v3/public/systemInfo':
        return { status: 0, msg: '' };
      case 'GET /v3/public/instruments':
        return { rows: [INSTRUMENT] };
      case 'POST /v3/account/listenKey':
        this.#keys += 1;
        this.listenKey = `key-${this.#keys}`;
        return { authKey: this.listenKey, expiredTime: this.#now + 86_400_000 };
      case 'GET /v3/asset/balances':
        return { holding: [] };
      case 'GET /v3/futures/positions':
        return { positions: [] };
      case 'GET /v3/account/info':
        return { accountMode: 'FUTURES', positionMode: 'ONE_WAY', leverage: 10 };
      case 'POST /v3/trade/order': {
        const order = venue.place({
          clientId: text('clientOrderId'),
          symbol: text('symbol'),
          side: text('side'),
          type: text('type'),
          price: number('price') ?? 0,
          quantity: number('quantity') ?? 0,
        });
        return { orderId: order.id, clientOrderId: order.clientId, type: order.type };
      }
      case 'PUT /v3/trade/order':
        venue.edit(text('orderId'), number('price'), number('quantity'));
        return { status: 'EDIT_SENT' };
      case 'DELETE /v3/trade/order':
        venue.cancel(text('orderId'));
        return { status: 'CANCEL_SENT' };
      case 'DELETE /v3/trade/allOrders':
        venue.cancelAll();
        return { status: 'CANCEL_ALL_SENT' };
      case 'GET /v3/trade/order':
        return this.#one(text('orderId'), text('clientOrderId'));
      case 'GET /v3/trade/orders':
        return this.#list(text('status'), number('startTime') ?? 0, number('page') ?? 1, number('size') ?? 25);
      case 'GET /v3/trade/algoOrders':
        return { rows: [], meta: { total: 0, recordsPerPage: 25, currentPage: 1 } };
      default:
        throw new Error(`the simulation does not know ${route}`);
    }
  }

  #one(orderId: string, clientId: string): unknown {
    const order = orderId !== '' ? this.#venue.orders.get(orderId) : this.#byClient(clientId);
    if (order === undefined) throw new VenueRefusal(317149, 'not found');
    const version = asOf(order, this.#now);
    if (version === undefined) throw new VenueRefusal(317149, 'not found');
    return this.#record(order, version);
  }

  #byClient(clientId: string): VenueOrder | undefined {
    const seenBy = this.#now - this.#lags.byClientId;
    return [...this.#venue.orders.values()].find((order) => order.clientId === clientId && order.createdAt <= seenBy);
  }

  #list(status: string, startTime: number, page: number, size: number): unknown {
    const seen = this.#now - (this.#lags.lists === 0 ? 0 : this.#chance.below(this.#lags.lists));
    const rows = [...this.#venue.orders.values()].flatMap((order) => {
      const version = asOf(order, seen);
      const wanted = version !== undefined && isOpen(version) === (status === 'INCOMPLETE');
      return wanted && order.createdAt >= startTime ? [this.#record(order, version)] : [];
    });
    const meta = { total: rows.length, recordsPerPage: size, currentPage: page };
    return { rows: rows.slice((page - 1) * size, page * size), meta };
  }

  #record(order: VenueOrder, version: Version): unknown {
    return {
      orderId: order.id,
      clientOrderId: order.clientId,
      symbol: order.symbol,
      side: order.side,
      type: order.type,
      status: version.status,
      price: version.price === 0 ? null : version.price,
      quantity: version.quantity,
      amount: 'null',
      visible: version.quantity,
      executed: version.executed,
      averageExecutedPrice: version.executed === 0 ? 0 : version.price,
      reduceOnly: false,
      createdTime: order.createdAt,
      ...(this.#lags.dated ? { updatedTime: version.at } : {}),
    };
  }
}

const INSTRUMENT = {
  symbol: SYMBOL,
  status: 'TRADING',
  baseAsset: 'BTC',
  quoteAsset: 'USDT',
  quoteMin: '1',
  quoteMax: '100000',
  quoteTick: '1',
  baseMin: '1',
  baseMax: '100000',
  baseTick: '1',
  minNotional: '1',
  isAllowedRpi: false,
};
