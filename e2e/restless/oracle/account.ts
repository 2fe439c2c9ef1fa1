import { Big } from 'big.js';
import { list, word, type ExchangeSide, type Wire } from '../exchange-side.ts';
import { cut, plain } from '../figures.ts';

/* What the exchange has, with what follows from it: arithmetic of its own, no code of the program. */

export type Row = Readonly<Record<string, string>>;

const row = (of: Wire, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, word(of, name)]));

const ORDER = ['orderId', 'symbol', 'side', 'type', 'status', 'price', 'quantity', 'executed', 'reduceOnly'] as const;

/** Open orders by id. */
export async function openOrders(exchange: ExchangeSide): Promise<ReadonlyMap<string, Row>> {
  const answer = await exchange.read('/v3/trade/orders', { status: 'INCOMPLETE', page: '1', size: '500' });
  return new Map(list(answer, 'rows').map((each) => [word(each, 'orderId'), row(each, ORDER)]));
}

const POSITION = [
  'symbol',
  'positionSide',
  'holding',
  'averageOpenPrice',
  'markPrice',
  'estLiqPrice',
  'marginMode',
  'leverage',
  'isolatedMarginAmount',
  'pnl24H',
] as const;

export interface Held extends Row {
  /** (mark − entry) × holding, exact. */
  readonly pnl: string;
}

/** Positions that are held, by symbol, side and margin mode. */
export async function positions(exchange: ExchangeSide): Promise<ReadonlyMap<string, Held>> {
  const answer = await exchange.read('/v3/futures/positions');
  return new Map(
    list(answer, 'positions')
      .map((each) => row(each, POSITION))
      .filter(({ holding }) => !new Big(holding ?? '0').eq(0))
      .map((each) => {
        const { holding = '0', averageOpenPrice = '0', markPrice = '0' } = each;
        const pnl = new Big(markPrice).minus(averageOpenPrice).times(holding).toFixed();
        const isolated = each['marginMode'] === 'ISOLATED' ? ' ISOLATED' : '';
        return [`${each['symbol']} ${each['positionSide']}${isolated}`, { ...each, pnl }];
      }),
  );
}

/** The highest price that each symbol can have. */
export async function highestPrices(exchange: ExchangeSide): Promise<ReadonlyMap<string, string>> {
  const rules = list(await exchange.read('/v3/public/instruments'), 'rows');
  return new Map(rules.map((each) => [word(each, 'symbol'), word(each, 'quoteMax')]));
}

/** A profit as it is written: with its sign, cut after four decimals. */
export function signed(exact: string): string {
  const value = new Big(exact);
  return plain(cut(value, 4).toFixed());
}

const BALANCE = [
  'token',
  'holding',
  'frozen',
  'interest',
  'availableBalance',
  'averageOpenPrice',
  'markPrice',
] as const;

/** Balances by token. */
export async function balances(exchange: ExchangeSide): Promise<ReadonlyMap<string, Row>> {
  const answer = await exchange.read('/v3/asset/balances');
  return new Map(list(answer, 'holding').map((each) => [word(each, 'token'), row(each, BALANCE)]));
}

const NODE = [
  'algoOrderId',
  'rootAlgoOrderId',
  'symbol',
  'side',
  'algoType',
  'algoStatus',
  'quantity',
  'triggerPrice',
  'price',
  'rootAlgoStatus',
] as const;

/** Algo orders whose root is open, roots and what is below them, by id. */
export async function algoOrders(exchange: ExchangeSide): Promise<ReadonlyMap<string, Row>> {
  const answer = await exchange.read('/v3/trade/algoOrders', { status: 'INCOMPLETE', page: '1', size: '500' });
  const flat = (nodes: readonly Wire[]): [string, Row][] =>
    nodes.flatMap((each) => [[word(each, 'algoOrderId'), row(each, NODE)], ...flat(list(each, 'childOrders'))]);
  return new Map(flat(list(answer, 'rows')));
}

/** Modes of the account, as the screen writes them. */
export interface Account {
  readonly mode: string;
  readonly accountMode: string;
  /** Leverage of spot margin. */
  readonly spotMargin: string;
}

export async function account(exchange: ExchangeSide): Promise<Account> {
  const info = await exchange.read('/v3/account/info');
  return {
    mode: word(info, 'positionMode') === 'HEDGE_MODE' ? 'Hedge' : 'One way',
    accountMode: word(info, 'accountMode'),
    spotMargin: word(info, 'leverage'),
  };
}

/**
 * Base quantity that the free collateral opens at a leverage and the mark price, with its unit, once what is claimed at the
 * present one is claimed at it.
 */
export async function openable(
  exchange: ExchangeSide,
  symbol: string,
  marginMode: string,
  now: string,
): Promise<(leverage: string) => string> {
  const [info, tickers, rules, held, fees] = await Promise.all([
    exchange.read('/v3/account/info'),
    exchange.read('/v3/public/futures', { symbol }),
    exchange.read('/v3/public/instruments', { symbol }),
    exchange.read('/v3/futures/positions', { symbol }),
    exchange.read('/v3/trade/tradingFee', { symbol }),
  ]);
  const claimed = list(held, 'positions')
    .filter((each) => word(each, 'marginMode') === marginMode)
    .reduce((sum, each) => sum.plus(claimOf(each)), new Big(0));
  const fee = new Big(word(fees, 'takerFee')).times(BASIS_POINT);
  const free = new Big(word(info, 'freeCollateral'));
  const mark = word(list(tickers, 'rows')[0], 'markPrice');
  const [rule] = list(rules, 'rows');
  const places = new Big(word(rule, 'baseTick')).toFixed().split('.')[1]?.length ?? 0;
  return (leverage) => {
    Big.DP = 40;
    const margin = (at: string): Big => claimed.times(mark).div(at);
    const left = free.plus(margin(now)).minus(margin(leverage));
    const most = (left.lt(0) ? new Big(0) : left).div(new Big(mark).div(leverage).plus(fee.times(mark)));
    const [whole = '', rest] = plain(cut(most, places).toFixed()).split('.');
    const marked = whole.replace(/\B(?=(\d{3})+$)/g, ',');
    return `${rest === undefined ? marked : `${marked}.${rest}`} ${word(rule, 'baseAsset')}`;
  };
}

const BASIS_POINT = '0.0001';

/** As far as a position and its orders reach; what an isolated one has set apart is not among it. */
function claimOf(position: Wire): Big {
  const of = (name: string): Big => new Big(word(position, name) === '' ? '0' : word(position, name));
  const [holding, buys, sells] = [of('holding'), of('pendingLongQty'), of('pendingShortQty')];
  const reach = [holding.abs(), holding.plus(buys), sells.minus(holding)].reduce((a, b) => (b.gt(a) ? b : a));
  return word(position, 'marginMode') === 'ISOLATED' ? reach.minus(holding.abs()) : reach;
}
