import type { Endpoint } from '../../../shared/v3/endpoint.ts';
import { endpoints, type EndpointName } from '../../../shared/v3/endpoints.ts';
import type { PublicRoute, SignedOperation, SignedRoute } from './call.ts';
import type { Permission } from './keys.ts';
import * as account from './routes/account.ts';
import * as algo from './routes/algo.ts';
import * as assets from './routes/assets.ts';
import * as futures from './routes/futures.ts';
import * as market from './routes/market.ts';
import * as orders from './routes/orders.ts';
import * as profile from './routes/profile.ts';
import * as reference from './routes/reference.ts';
import * as spotMargin from './routes/spot-margin.ts';
import * as trades from './routes/trades.ts';

type PublicName = Extract<EndpointName, `public.${string}`>;

/** What answers each public operation. */
const PUBLIC: Readonly<Record<PublicName, PublicRoute>> = {
  'public.systemInfo': reference.systemInfo,
  'public.tokenNetwork': reference.tokenNetwork,
  'public.tokenInfo': reference.tokenInfo,
  'public.token': reference.token,
  'public.instruments': reference.instruments,
  'public.orderbook': market.orderbook,
  'public.marketTrades': market.marketTrades,
  'public.marketTradesHistory': market.marketTradesHistory,
  'public.kline': market.kline,
  'public.klineHistory': market.klineHistory,
  'public.futures': market.futures,
  'public.fundingRate': market.fundingRate,
  'public.fundingRateHistory': market.fundingRateHistory,
  'public.insuranceFund': market.insuranceFund,
};

/** What answers each signed operation, and which permission it takes. */
const SIGNED: Readonly<
  Record<Exclude<EndpointName, PublicName>, readonly [Permission, SignedRoute, SignedOperation['symbolOf']?]>
> = {
  'trade.placeOrder': ['TRADE', orders.placeOrder],
  'trade.editOrder': ['TRADE', orders.editOrder],
  'trade.order': ['READ', orders.readOrder, orders.symbolOfOrder],
  'trade.cancelOrder': ['TRADE', orders.cancelOrder],
  'trade.orders': ['READ', orders.listOrders],
  'trade.cancelOrders': ['TRADE', orders.cancelOrders],
  'trade.cancelAllOrders': ['TRADE', algo.cancelAllOrders],
  'trade.placeAlgoOrder': ['TRADE', algo.placeAlgoOrder],
  'trade.editAlgoOrder': ['TRADE', algo.editAlgoOrder],
  'trade.algoOrder': ['READ', algo.readAlgoOrder],
  'trade.algoOrders': ['READ', algo.listAlgoOrders],
  'trade.cancelAlgoOrder': ['TRADE', algo.cancelAlgoOrder],
  'trade.cancelAlgoOrders': ['TRADE', algo.cancelAlgoOrders],
  'trade.cancelAllAfter': ['TRADE', trades.cancelAllAfter],
  'trade.transaction': ['READ', trades.transaction],
  'trade.transactionHistory': ['READ', trades.transactionHistory],
  'trade.tradingFee': ['READ', trades.tradingFee],
  'asset.balances': ['READ', account.balances],
  'asset.tokenHistory': ['READ', assets.tokenHistory],
  'asset.transfer': ['TRADE', assets.transfer],
  'asset.transferHistory': ['READ', assets.transferHistory],
  'asset.withdraw': ['WITHDRAWAL', assets.withdraw],
  'asset.cancelWithdraw': ['WITHDRAWAL', assets.cancelWithdraw],
  'asset.walletHistory': ['READ', assets.walletHistory],
  'asset.depositAddress': ['READ', assets.depositTarget],
  'asset.yieldHistory': ['READ', assets.yieldHistory],
  'futures.positions': ['READ', futures.positions],
  'futures.leverage': ['READ', futures.readLeverage],
  'futures.setLeverage': ['TRADE', futures.writeLeverage],
  'futures.setPositionMode': ['TRADE', futures.writePositionMode],
  'futures.fundingFeeHistory': ['READ', futures.fundingFeeHistory],
  'futures.defaultMarginMode': ['READ', futures.readDefaultMarginMode],
  'futures.setDefaultMarginMode': ['TRADE', futures.writeDefaultMarginMode],
  'isolatedMargin.adjust': ['TRADE', futures.isolatedMargin],
  'spotMargin.repayInterest': ['TRADE', spotMargin.interestRepay],
  'spotMargin.setLeverage': ['TRADE', spotMargin.marginLeverage],
  'spotMargin.interestHistory': ['READ', spotMargin.interestHistory],
  'spotMargin.interestRate': ['READ', spotMargin.interestRate],
  'spotMargin.maxMargin': ['READ', spotMargin.maxMargin],
  'account.info': ['READ', account.accountInfo],
  'account.listenKey': ['READ', account.listenKey],
  'account.tokenConfig': ['READ', profile.tokenConfig],
  'account.symbolConfig': ['READ', profile.symbolConfig],
  'account.setTradingMode': ['TRADE', profile.tradingMode],
  'account.credentials': ['READ', profile.credentials],
  'account.subAccounts': ['READ', profile.subAccounts],
  'account.referralSummary': ['READ', profile.referralSummary],
  'account.referralRewardHistory': ['READ', profile.rewardHistory],
};

export interface Found {
  readonly row: Endpoint;
  readonly route: { readonly signed: false; readonly run: PublicRoute } | ({ readonly signed: true } & SignedOperation);
  /** Values of the parts of the path that are parameters. */
  readonly inPath: Readonly<Record<string, string>>;
}

const names = Object.keys(endpoints) as EndpointName[]; // the keys of an object literal
const isPublic = (name: EndpointName): name is PublicName => Object.hasOwn(PUBLIC, name);

function routeOf(name: EndpointName): Found['route'] {
  if (isPublic(name)) return { signed: false, run: PUBLIC[name] };
  const [permission, run, symbolOf] = SIGNED[name];
  return { signed: true, permission, run, ...(symbolOf === undefined ? {} : { symbolOf }) };
}

/** Operations that were seen at the venue and that the terminal does not use (protocol.md, 9.21). */
const SEEN: readonly Omit<Found, 'inPath'>[] = (
  [
    ['PUT', '/v3/futures/defaultMarginMode/{symbol}', futures.writeDefaultMarginMode],
    ['POST', '/v3/futures/defaultMarginMode/reset', futures.resetDefaultMarginMode],
  ] as const
).map(([method, path, run]) => ({
  row: { ...endpoints['futures.setDefaultMarginMode'], method, path },
  route: { signed: true, permission: 'TRADE', run },
}));

const routes = new Map<string, Omit<Found, 'inPath'>>(
  [...names.map((name) => ({ row: endpoints[name] as Endpoint, route: routeOf(name) })), ...SEEN].map((found) => [
    `${found.row.method} ${found.row.path}`,
    found,
  ]),
);
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
