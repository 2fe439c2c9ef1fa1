import type { HttpAnswer, HttpRequest } from '../../../electron/core/world/ports.ts';
import { algoAsOf, isAlgoOpen, rootOf, type VenueAlgo } from './algos.ts';
import type { Chance } from './chance.ts';
import { fieldsOf, keyOf, routeOf, type Deeds, type Fields } from './deeds.ts';
import { VenueRefusal } from './venue-words.ts';
import { MARKET, asOf, isOpen, SYMBOLS, type Venue, type VenueOrder, type Version } from './venue.ts';

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
  readonly #chance: Chance;
  readonly #lags: Lags;
  /** The one listen key that is good. */
  listenKey = '';
  #keys = 0;

  constructor(venue: Venue, chance: Chance, lags: Lags) {
    this.#venue = venue;
    this.#chance = chance;
    this.#lags = lags;
  }

  get #now(): number {
    return this.#venue.now;
  }
  /** Exchange ms now. */
  get now(): number {
    return this.#now;
  }

  /** What was asked of the exchange, and what it did. */
  get deeds(): Deeds {
    return this.#venue.deeds;
  }

  /** Answers a request that arrived, and writes down what came of it. */
  answer(request: HttpRequest): HttpAnswer {
    const fields = fieldsOf(request);
    const route = routeOf(request);
    const key = request.method === 'GET' ? null : keyOf(route, fields);
    const signedAt = Number(request.headers['x-api-timestamp'] ?? this.#now);
    try {
      if (Math.abs(signedAt - this.#now) >= SIGNATURE_LIFE_MS) throw new VenueRefusal(-1001, 'too old or too new');
      const data = key === null ? this.#read(route, fields) : this.#write(route, fields, key);
      return this.#reply(200, { success: true, timestamp: this.#now, data });
    } catch (error) {
      if (!(error instanceof VenueRefusal)) throw error;
      if (key !== null) this.deeds.note(key, 'refused');
      return this.#reply(400, { success: false, code: error.code, message: error.message, timestamp: this.#now });
    }
  }

  #reply(status: number, body: object): HttpAnswer {
    // Ids are written bare, as the venue does.
    const text = JSON.stringify(body).replace(/"(\w*[oO]rderId)":"(\d+)"/g, '"$1":$2');
    return { status, body: text };
  }

  #write(route: string, fields: Fields, key: string): unknown {
    const venue = this.#venue;
    const done = (data: unknown, isDone = true): unknown => {
      this.deeds.note(key, isDone ? 'done' : 'refused later');
      return data;
    };
    const symbol = fields['symbol'] === undefined ? null : text(fields, 'symbol');
    switch (route) {
      case 'POST /v3/trade/order': {
        const order = venue.place({
          clientId: text(fields, 'clientOrderId'),
          symbol: text(fields, 'symbol'),
          side: text(fields, 'side'),
          type: text(fields, 'type'),
          price: number(fields, 'price') ?? 0,
          quantity: number(fields, 'quantity') ?? 0,
        });
        return done({ orderId: order.id, clientOrderId: order.clientId, type: order.type });
      }
      case 'PUT /v3/trade/order': {
        const isDone = venue.edit(text(fields, 'orderId'), number(fields, 'price'), number(fields, 'quantity'));
        return done({ status: 'EDIT_SENT' }, isDone);
      }
      case 'DELETE /v3/trade/order':
        return done({ status: 'CANCEL_SENT' }, venue.cancel(text(fields, 'orderId')));
      case 'DELETE /v3/trade/allOrders':
        venue.cancelAll(symbol);
        return done({ status: 'CANCEL_ALL_SENT' });
      case 'POST /v3/trade/algoOrder': {
        const rows = venue.algos.place(fields).map((node) => ({
          algoOrderId: node.id,
          clientAlgoOrderId: node.clientId,
          algoType: node.algoType,
        }));
        return done({ rows });
      }
      case 'PUT /v3/trade/algoOrder':
        venue.algos.edit(text(fields, 'algoOrderId'), fields);
        return done({ status: 'EDIT_SENT' });
      case 'DELETE /v3/trade/algoOrder':
        venue.algos.cancel(text(fields, 'algoOrderId'));
        return done({ status: 'CANCEL_SENT' });
      case 'DELETE /v3/trade/algoOrders':
        venue.algos.cancelAll(symbol);
        return done({ status: 'CANCEL_ALL_SENT' });
      case 'POST /v3/trade/cancelAllAfter':
        return done({ expectedTriggerTime: venue.arm(number(fields, 'triggerAfter') ?? 0) });
      default:
        throw new Error(`the simulation does not know ${route}`);
    }
  }

  #read(route: string, fields: Fields): unknown {
    switch (route) {
      case 'GET /v3/public/systemInfo':
        return { status: 0, msg: '' };
      case 'GET /v3/public/instruments':
        return { rows: INSTRUMENTS };
      case 'GET /v3/public/orderbook':
        return {
          bids: [{ price: String(MARKET - 1), quantity: '5' }],
          asks: [{ price: String(MARKET + 1), quantity: '5' }],
        };
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
      case 'GET /v3/trade/order':
        return this.#one(text(fields, 'orderId'), text(fields, 'clientOrderId'));
      case 'GET /v3/trade/orders':
        return paged(this.#orders(fields), fields);
      case 'GET /v3/trade/algoOrder':
        return this.#oneAlgo(text(fields, 'algoOrderId'), text(fields, 'clientAlgoOrderId'));
      case 'GET /v3/trade/algoOrders':
        return paged(this.#algos(fields), fields);
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

  #oneAlgo(id: string, clientId: string): unknown {
    const nodes = this.#venue.algos.nodes;
    const seenBy = this.#now - this.#lags.byClientId;
    const node =
      id !== ''
        ? nodes.get(id)
        : [...nodes.values()].findLast((each) => each.clientId === clientId && each.createdAt <= seenBy);
    if (node === undefined || node.createdAt > this.#now) throw new VenueRefusal(317149, 'not found');
    return algoRecord(node, this.#now);
  }

  /** The exchange ms whose state a list shows. */
  #listed(): number {
    return this.#now - (this.#lags.lists === 0 ? 0 : this.#chance.below(this.#lags.lists));
  }

  #orders(fields: Fields): readonly unknown[] {
    const seen = this.#listed();
    const since = number(fields, 'startTime') ?? 0;
    return [...this.#venue.orders.values()].flatMap((order) => {
      const version = asOf(order, seen);
      const wanted = version !== undefined && isOpen(version) === (text(fields, 'status') === 'INCOMPLETE');
      return wanted && order.createdAt >= since && isOf(order, fields) ? [this.#record(order, version)] : [];
    });
  }

  #algos(fields: Fields): readonly unknown[] {
    const seen = this.#listed();
    const since = number(fields, 'startTime') ?? 0;
    return this.#venue.algos.roots.flatMap((root) => {
      const version = algoAsOf(root, seen);
      const wanted = version !== undefined && isAlgoOpen(version) === (text(fields, 'status') === 'INCOMPLETE');
      return wanted && root.createdAt >= since && isOf(root, fields) ? [algoRecord(root, seen)] : [];
    });
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

const text = (fields: Fields, name: string): string => String(fields[name] ?? '');
const number = (fields: Fields, name: string): number | null =>
  fields[name] === undefined ? null : Number(fields[name]);
const isOf = ({ symbol }: { readonly symbol: string }, fields: Fields): boolean =>
  fields['symbol'] === undefined || fields['symbol'] === symbol;

function paged(rows: readonly unknown[], fields: Fields): unknown {
  const page = number(fields, 'page') ?? 1;
  const size = number(fields, 'size') ?? 25;
  const meta = { total: rows.length, recordsPerPage: size, currentPage: page };
  return { rows: rows.slice((page - 1) * size, page * size), meta };
}

/** A node with everything below it, as it was at an exchange ms. */
function algoRecord(node: VenueAlgo, at: number): unknown {
  const version = algoAsOf(node, at);
  const root = rootOf(node);
  if (version === undefined) throw new Error('an algo order before it was there');
  return {
    algoOrderId: node.id,
    clientAlgoOrderId: node.clientId,
    rootAlgoOrderId: root.id,
    parentAlgoOrderId: node.parent?.id ?? '0',
    symbol: node.symbol,
    algoType: node.algoType,
    side: node.side,
    positionSide: 'BOTH',
    type: node.type,
    quantity: version.quantity,
    isTriggered: version.triggeredAt > 0,
    triggerStatus: version.triggeredAt > 0 ? 'SUCCESS' : 'USELESS',
    triggerTime: String(version.triggeredAt),
    rootAlgoStatus: algoAsOf(root, at)?.status,
    algoStatus: version.status,
    triggerPrice: version.triggerPrice === 0 ? null : version.triggerPrice,
    price: version.price === 0 ? null : version.price,
    totalExecutedQuantity: version.executed,
    reduceOnly: false,
    createdTime: node.createdAt,
    updatedTime: version.at,
    childOrders: node.children.map((child) => algoRecord(child, at)),
  };
}

const INSTRUMENTS = SYMBOLS.map((symbol) => ({
  symbol,
  status: 'TRADING',
  baseAsset: symbol.split('_')[1],
  quoteAsset: 'USDT',
  quoteMin: '1',
  quoteMax: '100000',
  quoteTick: '1',
  baseMin: '1',
  baseMax: '100000',
  baseTick: '1',
  minNotional: '1',
  isAllowedRpi: false,
}));
