import { Big } from 'big.js';
import { list, word, type ExchangeSide, type Wire } from '../exchange-side.ts';
import { plain } from '../figures.ts';
import { book } from './market.ts';

/** The order that the ticket is set to. */
export interface Setting {
  readonly symbol: string;
  readonly side: string;
  readonly type: string;
  readonly positionSide: string;
  readonly marginMode: string;
  readonly reduceOnly: boolean;
  /** A price of its own; null where the market decides it. */
  readonly price: string | null;
}

/** The most that the ticket may offer, and out of what; or why nothing can be offered. */
export type Offer =
  | { readonly most: string; readonly unit: string; readonly from: string; readonly least: string }
  | { readonly why: string };

/** What the market may move by until the order arrives, and hundredths of a percent. */
const [MOVES, FEE_UNIT] = ['1.001', '0.0001'];
const [NOT_CAPPED, PLACES] = ['0', 40];
const NO_PRICE = { why: 'There is no price to size it by.' };

const bigger = (...values: readonly Big[]): Big => values.reduce((most, each) => (each.gt(most) ? each : most));

interface Rules {
  readonly base: string;
  readonly quote: string;
  readonly lot: string;
  readonly least: string;
  readonly cap: string;
  readonly tick: string;
  readonly leastValue: string;
}

async function rulesOf(exchange: ExchangeSide, symbol: string): Promise<Rules> {
  const [row] = list(await exchange.read('/v3/public/instruments', { symbol }), 'rows');
  const of = (name: string): string => word(row, name);
  return {
    base: of('baseAsset'),
    quote: of('quoteAsset'),
    lot: of('baseTick'),
    least: of('baseMin'),
    cap: of('baseMax'),
    tick: of('quoteTick'),
    leastValue: of('minNotional'),
  };
}

/** Whole lots of it, at most the cap, never below nothing. */
function lots(quantity: Big, { lot, cap }: Rules): string {
  if (quantity.lte(0)) return '0';
  const most = cap === NOT_CAPPED || quantity.lt(cap) ? quantity : new Big(cap);
  return plain(most.minus(most.mod(lot)).toFixed());
}

/** The price at which a market order of the side fills, or at which one without a price is sized. */
async function marketPrice(exchange: ExchangeSide, { symbol, side, type }: Setting): Promise<string | null> {
  const { asks, bids } = await book(exchange, symbol);
  const asked = type === 'ASK' || (type !== 'BID' && side === 'BUY');
  // A level that is missing is replaced by what an order without a price would be filled at.
  const [own, other] = [(asked ? asks : bids)[0], (side === 'BUY' ? asks : bids)[0]];
  return (own ?? other)?.price ?? null;
}

/** The most that such an order can be of, by the exchange's answers alone. */
export async function offerOf(exchange: ExchangeSide, set: Setting): Promise<Offer> {
  const rules = await rulesOf(exchange, set.symbol);
  if (set.symbol.startsWith('SPOT')) return spotOffer(exchange, set, rules);
  const positions = list(await exchange.read('/v3/futures/positions', { symbol: set.symbol }), 'positions');
  const own = positions.find(
    (each) => word(each, 'positionSide') === set.positionSide && word(each, 'marginMode') === set.marginMode,
  );
  const held = new Big(own === undefined ? '0' : word(own, 'holding'));
  const closes =
    set.reduceOnly ||
    (set.positionSide === 'LONG' && set.side === 'SELL') ||
    (set.positionSide === 'SHORT' && set.side === 'BUY');
  return closes
    ? closingOffer(set, held, rules, (await restingOf(exchange, set)).reducing)
    : carriedOffer(exchange, set, own, held, rules);
}

async function spotOffer(exchange: ExchangeSide, set: Setting, rules: Rules): Promise<Offer> {
  const buys = set.side === 'BUY';
  const mode = word(await exchange.read('/v3/account/info'), 'accountMode');
  const token = buys ? rules.quote : rules.base;
  const [row] = list(await exchange.read('/v3/asset/balances', { token }), 'holding');
  const available = new Big(row === undefined ? '0' : word(row, 'availableBalance'));
  const shared = { unit: rules.base, from: `available ${token}`, least: rules.least };
  if (!buys) return { ...shared, most: lots(available, rules) };
  // Without margin, a buy at the market's price is sized by what it spends.
  if (set.type === 'MARKET' || (mode === 'PURE_SPOT' && (set.type === 'ASK' || set.type === 'BID'))) {
    const places = new Big(rules.tick).toFixed().split('.')[1]?.length ?? 0;
    const most = plain(available.round(places, Big.roundDown).toFixed());
    return { ...shared, most, unit: rules.quote, least: rules.leastValue };
  }
  const price = set.price ?? (await marketPrice(exchange, set));
  return price === null ? NO_PRICE : { ...shared, most: lots(available.div(price), rules) };
}

function closingOffer({ side, positionSide }: Setting, held: Big, rules: Rules, reducing: Big): Offer {
  const closes = side === 'SELL' ? held.gt(0) : held.lt(0);
  const way = side.toLowerCase();
  const most = plain(bigger(held.abs().minus(reducing), new Big(0)).toFixed());
  if (closes) return { most, unit: rules.base, from: 'the position', least: rules.least };
  return {
    why:
      positionSide === 'BOTH'
        ? `There is no position that a reduce only ${way} would close.`
        : `There is no ${positionSide} position that this ${way} would close.`,
  };
}

async function carriedOffer(
  exchange: ExchangeSide,
  set: Setting,
  own: Wire | undefined,
  held: Big,
  rules: Rules,
): Promise<Offer> {
  const { symbol, side, marginMode, positionSide } = set;
  const [info, fees, terms, tickers, resting, market] = await Promise.all([
    exchange.read('/v3/account/info'),
    exchange.read('/v3/trade/tradingFee', { symbol }),
    exchange.read('/v3/futures/leverage', { symbol, marginMode }),
    exchange.read('/v3/public/futures', { symbol }),
    restingOf(exchange, set),
    marketPrice(exchange, set),
  ]);
  const times = list(terms, 'details').find((each) => word(each, 'positionSide') === positionSide);
  const leverage = own === undefined || held.eq(0) ? word(times, 'leverage') : word(own, 'leverage');
  // Margin is claimed at the mark, whatever the order's own price is; that stands in where there is no mark.
  const mark = word(list(tickers, 'rows')[0], 'markPrice');
  const price = set.price ?? (market === null ? null : new Big(market).times(MOVES).toFixed());
  if (price === null && !isAbove(mark)) return NO_PRICE;
  const at = isAbove(mark) ? new Big(mark).times(MOVES) : new Big(price ?? '0');
  const fee = at.times(word(fees, 'takerFee')).times(FEE_UNIT);
  // The way of the side, from where its open orders bring the position up to where margin is claimed already.
  const way = side === 'BUY' ? held : held.neg();
  const forward = way.plus(resting.own).plus(resting.reducing);
  const claimedAlready = bigger(way.abs(), forward, resting.other.minus(way)).minus(forward);
  Big.DP = PLACES;
  const left = new Big(word(info, 'freeCollateral')).minus(claimedAlready.times(fee));
  const beyond = left.div(at.div(leverage).plus(fee));
  return {
    most: lots(claimedAlready.plus(bigger(beyond, new Big(0))), rules),
    unit: rules.base,
    from: `${leverage}× free collateral`,
    least: rules.least,
  };
}

const isAbove = (text: string): boolean => text !== '' && new Big(text).gt(0);

interface Resting {
  /** What is left of open orders of the same side that may open something, and of the other side. */
  readonly own: Big;
  readonly other: Big;
  /** Of the same side that only reduce. */
  readonly reducing: Big;
}

/** What is left of open orders of the same position. */
async function restingOf(exchange: ExchangeSide, set: Setting): Promise<Resting> {
  const answer = await exchange.read('/v3/trade/orders', {
    status: 'INCOMPLETE',
    symbol: set.symbol,
    page: '1',
    size: '500',
  });
  const left = (side: boolean, reduces: boolean): Big =>
    list(answer, 'rows')
      .filter(
        (each) =>
          (word(each, 'side') === set.side) === side &&
          word(each, 'positionSide') === set.positionSide &&
          word(each, 'marginMode') === set.marginMode &&
          (word(each, 'reduceOnly') === 'true') === reduces,
      )
      .reduce<Big>((sum, each) => sum.plus(word(each, 'quantity')).minus(word(each, 'executed')), new Big(0));
  return { own: left(true, false), other: left(false, false), reducing: left(true, true) };
}
