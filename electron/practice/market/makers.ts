import { fraction, between, type Chance } from '../engine/random.ts';
import { isOpen } from '../engine/orders/order.ts';
import type { Account, Order, OrderType, Side } from '../engine/model.ts';
import { place, withdraw } from '../engine/orders/place.ts';
import { instrumentOf, type Instrument } from '../engine/symbols.ts';
import { bookOf, type Venue } from '../engine/venue.ts';
import type { Quotes } from './state.ts';

/** Quotes further off than this many gaps are placed again from scratch rather than filled up. */
const FAR = 40;

/** Sends a bot's order in ticks and lots. */
export function send(
  venue: Venue,
  account: Account,
  instrument: Instrument,
  side: Side,
  type: OrderType,
  ticks: number,
  lots: number,
  byHand = false,
): Order {
  return place(venue, account, {
    symbol: instrument.symbol,
    side,
    type,
    clientId: '0',
    tag: 'default',
    positionSide: null,
    marginMode: 'CROSS',
    reduceOnly: false,
    price: ticks === 0 ? null : BigInt(ticks) * instrument.tick,
    quantity: BigInt(lots) * instrument.lot,
    amount: null,
    visible: null,
    bidAskLevel: null,
    postOnlyAdjusted: false,
    byHand,
    forced: false,
    algoId: '',
  });
}

/** Lots worth about so many USDT at a price, never below what the symbol takes. */
export function lotsWorth(instrument: Instrument, ticks: number, money: number): number {
  const one = Number(BigInt(ticks) * instrument.unit) / 1e18;
  const least = Math.max(instrument.minLots, Math.ceil((Number(instrument.minNotional) * 1.05) / one));
  return Math.min(instrument.maxLots, Math.max(least, Math.round(money / one)));
}

/** Distance between two quotes in ticks: a hundred-thousandth of the price. */
const gapOf = (fair: number): number => Math.max(1, Math.round(fair * 0.00001));

/** Brings the maker's quotes of one book around a fair price in ticks, so many levels of bids and of asks. */
export function requote(
  venue: Venue,
  quotes: Quotes,
  fair: number,
  [bids, asks]: readonly [number, number],
  state: Chance,
): void {
  const gap = gapOf(fair);
  const innerBid = Math.floor(fair - gap * 0.6);
  const innerAsk = Math.max(innerBid + 1, Math.ceil(fair + gap * 0.6));
  // First everything in the way goes, on both sides, so that new quotes never meet old ones.
  quotes.bids = clear(venue, quotes.bids, (order) => order.price > innerBid);
  quotes.asks = clear(venue, quotes.asks, (order) => order.price < innerAsk);
  quotes.rpi = clear(venue, quotes.rpi, () => fraction(state) < 0.4);
  fill(venue, quotes, 'BUY', innerBid, gap, bids, state);
  fill(venue, quotes, 'SELL', innerAsk, gap, asks, state);
  flicker(venue, quotes, state);
  const instrument = instrumentOf(quotes.symbol);
  if (!instrument.isAllowedRpi || innerAsk - innerBid < 4 || quotes.rpi.length >= 4) return;
  for (const side of ['BUY', 'SELL'] as const) {
    const price = side === 'BUY' ? innerBid + 1 : innerAsk - 1;
    const order = send(venue, venue.houses.maker, instrument, side, 'RPI', price, lotsWorth(instrument, price, 4_000));
    if (isOpen(order)) quotes.rpi.push(order);
  }
}

function clear(venue: Venue, orders: readonly Order[], gone: (order: Order) => boolean): Order[] {
  const kept: Order[] = [];
  for (const order of orders) {
    if (!isOpen(order)) continue;
    if (gone(order)) withdraw(venue, bookOf(venue, order.symbol), order, '');
    else kept.push(order);
  }
  return kept;
}

function fill(
  venue: Venue,
  quotes: Quotes,
  side: Side,
  inner: number,
  gap: number,
  depth: number,
  state: Chance,
): void {
  const buys = side === 'BUY';
  const down = buys ? -1 : 1;
  let orders = buys ? quotes.bids : quotes.asks;
  const [best] = orders;
  if (best !== undefined && Math.abs(best.price - inner) > FAR * gap) orders = clear(venue, orders, () => true);
  const instrument = instrumentOf(quotes.symbol);
  const put = (price: number, rank: number): Order | null => {
    if (price < instrument.minTicks || price > instrument.maxTicks) return null;
    const worth = (1_500 + 9_000 * fraction(state)) * (1 + rank / 12);
    const order = send(
      venue,
      venue.houses.maker,
      instrument,
      side,
      'LIMIT',
      price,
      lotsWorth(instrument, price, worth),
    );
    return isOpen(order) ? order : null;
  };
  const head: Order[] = [];
  const edge = orders[0]?.price;
  for (let price = inner, rank = 0; rank < depth; rank += 1) {
    if (edge !== undefined && (price - edge) * down > -gap) break;
    const order = put(price, rank);
    if (order !== null) head.push(order);
    price += down * Math.max(1, Math.round(gap * (0.6 + 0.8 * fraction(state)) * (1 + rank / 25)));
  }
  orders = [...head, ...orders];
  while (orders.length > depth) {
    const last = orders.pop();
    if (last !== undefined) withdraw(venue, bookOf(venue, quotes.symbol), last, '');
  }
  for (let rank = orders.length; rank < depth; rank += 1) {
    const from = orders[orders.length - 1]?.price ?? inner - down;
    const step = Math.max(1, Math.round(gap * (0.6 + 0.8 * fraction(state)) * (1 + rank / 25)));
    const order = put(from + down * step, rank);
    if (order === null) break;
    orders.push(order);
  }
  if (buys) quotes.bids = orders;
  else quotes.asks = orders;
}

/** Replaces a few quotes by others of another size, as makers do all day. */
function flicker(venue: Venue, quotes: Quotes, state: Chance): void {
  const instrument = instrumentOf(quotes.symbol);
  for (const orders of [quotes.bids, quotes.asks]) {
    if (orders.length < 3) continue;
    for (let i = 0; i < 2; i += 1) {
      const at = between(state, 0, Math.min(orders.length - 1, 20));
      const old = orders[at];
      if (old === undefined || !isOpen(old)) continue;
      withdraw(venue, bookOf(venue, quotes.symbol), old, '');
      const worth = (1_500 + 9_000 * fraction(state)) * (1 + at / 12);
      const lots = lotsWorth(instrument, old.price, worth);
      orders[at] = send(venue, venue.houses.maker, instrument, old.side, 'LIMIT', old.price, lots);
    }
  }
}
