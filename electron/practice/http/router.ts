import type { Endpoint } from '../../../shared/v3/endpoint.ts';
import { endpointRows } from '../../../shared/v3/endpoints.ts';
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

/** What answers each public operation, by method and path. */
const PUBLIC: Readonly<Record<string, PublicRoute>> = {
  'GET /v3/public/systemInfo': reference.systemInfo,
  'GET /v3/public/tokenNetwork': reference.tokenNetwork,
  'GET /v3/public/tokenInfo': reference.tokenInfo,
  'GET /v3/public/token': reference.token,
  'GET /v3/public/instruments': reference.instruments,
  'GET /v3/public/orderbook': market.orderbook,
  'GET /v3/public/marketTrades': market.marketTrades,
  'GET /v3/public/marketTradesHistory': market.marketTradesHistory,
  'GET /v3/public/kline': market.kline,
  'GET /v3/public/klineHistory': market.klineHistory,
  'GET /v3/public/futures': market.futures,
  'GET /v3/public/fundingRate': market.fundingRate,
  'GET /v3/public/fundingRateHistory': market.fundingRateHistory,
  'GET /v3/public/insuranceFund': market.insuranceFund,
};

/** What answers each signed operation, and which permission it takes. */
const SIGNED: Readonly<Record<string, readonly [Permission, SignedRoute, SignedOperation['symbolOf']?]>> = {
  'POST /v3/trade/order': ['TRADE', orders.placeOrder],
  'PUT /v3/trade/order': ['TRADE', orders.editOrder],
  'GET /v3/trade/order': ['READ', orders.readOrder, orders.symbolOfOrder],
  'DELETE /v3/trade/order': ['TRADE', orders.cancelOrder],
  'GET /v3/trade/orders': ['READ', orders.listOrders],
  'DELETE /v3/trade/orders': ['TRADE', orders.cancelOrders],
  'DELETE /v3/trade/allOrders': ['TRADE', algo.cancelAllOrders],
  'POST /v3/trade/algoOrder': ['TRADE', algo.placeAlgoOrder],
  'PUT /v3/trade/algoOrder': ['TRADE', algo.editAlgoOrder],
  'GET /v3/trade/algoOrder': ['READ', algo.readAlgoOrder],
  'GET /v3/trade/algoOrders': ['READ', algo.listAlgoOrders],
  'DELETE /v3/trade/algoOrder': ['TRADE', algo.cancelAlgoOrder],
  'DELETE /v3/trade/algoOrders': ['TRADE', algo.cancelAlgoOrders],
  'POST /v3/trade/cancelAllAfter': ['TRADE', trades.cancelAllAfter],
  'GET /v3/trade/transaction': ['READ', trades.transaction],
  'GET /v3/trade/transactionHistory': ['READ', trades.transactionHistory],
  'GET /v3/trade/tradingFee': ['READ', trades.tradingFee],
  'GET /v3/asset/balances': ['READ', account.balances],
  'GET /v3/asset/token/history': ['READ', assets.tokenHistory],
  'POST /v3/asset/transfer': ['TRADE', assets.transfer],
  'GET /v3/asset/transfer/history': ['READ', assets.transferHistory],
  'POST /v3/asset/wallet/withdraw': ['WITHDRAWAL', assets.withdraw],
  'DELETE /v3/asset/wallet/withdraw/{withdrawId}': ['WITHDRAWAL', assets.cancelWithdraw],
  'GET /v3/asset/wallet/history': ['READ', assets.walletHistory],
  'GET /v3/asset/wallet/deposit': ['READ', assets.depositTarget],
  'GET /v3/asset/staking/yieldHistory': ['READ', assets.yieldHistory],
  'GET /v3/futures/positions': ['READ', futures.positions],
  'GET /v3/futures/leverage': ['READ', futures.readLeverage],
  'PUT /v3/futures/leverage': ['TRADE', futures.writeLeverage],
  'PUT /v3/futures/positionMode': ['TRADE', futures.writePositionMode],
  'GET /v3/futures/fundingFee/history': ['READ', futures.fundingFeeHistory],
  'GET /v3/futures/defaultMarginMode': ['READ', futures.readDefaultMarginMode],
  'PUT /v3/futures/defaultMarginMode': ['TRADE', futures.writeDefaultMarginMode],
  'POST /v3/isolatedMargin/margin': ['TRADE', futures.isolatedMargin],
  'POST /v3/spotMargin/interestRepay': ['TRADE', spotMargin.interestRepay],
  'POST /v3/spotMargin/leverage': ['TRADE', spotMargin.marginLeverage],
  'GET /v3/spotMargin/interestHistory': ['READ', spotMargin.interestHistory],
  'GET /v3/spotMargin/interestRate': ['READ', spotMargin.interestRate],
  'GET /v3/spotMargin/maxMargin': ['READ', spotMargin.maxMargin],
  'GET /v3/account/info': ['READ', account.accountInfo],
  'POST /v3/account/listenKey': ['READ', account.listenKey],
  'GET /v3/account/tokenConfig': ['READ', profile.tokenConfig],
  'GET /v3/account/symbolConfig': ['READ', profile.symbolConfig],
  'POST /v3/account/tradingMode': ['TRADE', profile.tradingMode],
  'GET /v3/account/credentials': ['READ', profile.credentials],
  'GET /v3/account/subAccounts/all': ['READ', profile.subAccounts],
  'GET /v3/account/referral/summary': ['READ', profile.referralSummary],
  'GET /v3/account/referral/rewardHistory': ['READ', profile.rewardHistory],
};

export interface Found {
  readonly row: Endpoint;
  readonly route: { readonly signed: false; readonly run: PublicRoute } | ({ readonly signed: true } & SignedOperation);
  /** Values of the parts of the path that are parameters. */
  readonly inPath: Readonly<Record<string, string>>;
}

const routes = new Map<string, Omit<Found, 'inPath'>>();
function operation([permission, run, symbolOf]: (typeof SIGNED)[string]): SignedOperation {
  return symbolOf === undefined ? { permission, run } : { permission, run, symbolOf };
}

/** What is answered here, by method and path; the tests hold it equal to the table. */
export const handlers: readonly string[] = [...Object.keys(PUBLIC), ...Object.keys(SIGNED)];
/** Operations of the table that nothing answers; the tests hold it empty. */
export const unanswered: string[] = [];
for (const row of endpointRows) {
  const name = `${row.method} ${row.path}`;
  const open = PUBLIC[name];
  const signed = SIGNED[name];
  if (open !== undefined) routes.set(name, { row, route: { signed: false, run: open } });
  else if (signed !== undefined) routes.set(name, { row, route: { signed: true, ...operation(signed) } });
  else unanswered.push(name);
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
