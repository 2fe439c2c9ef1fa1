import type { EndpointName } from '../v3/endpoints.ts';

/**
 * Every shape that interface-v3.md and protocol.md show, as JSON text: first as documented, then as it was seen
 * live where that differs. Field names are theirs, one and all.
 */

/** What stands around a record in `data`. */
export type Around = 'data' | 'rows' | 'page' | 'holding' | 'positions';
export interface Shape {
  readonly section: string;
  readonly around: Around;
  readonly records: readonly string[];
}
/** No data beside the envelope. */
export type NoData = 'envelope only';
/** The documents do not show it. */
export type NotShown = 'not shown';

const shape = (section: string, around: Around, ...records: readonly string[]): Shape => ({ section, around, records });

const ORDER = `{"symbol":"PERP_BTC_USDT","status":"FILLED","side":"BUY","positionSide":"BOTH","createdTime":1752049062496,"orderId":1954766344355779056,"orderTag":"default","price":"64210.50","type":"LIMIT","quantity":"0.2500","amount":"null","visible":"0.25","executed":"0.25","totalFee":"0.003","feeAsset":"USDT","totalRebate":0,"rebateCurrency":"USDT","clientOrderId":7,"reduceOnly":false,"realizedPnl":"1.5","averageExecutedPrice":"64210.5"}`;
const LIVE_ORDER = `{"symbol":"PERP_BTC_USDT","status":"FILLED","side":"BUY","positionSide":"BOTH","createdTime":"1752049062.496","orderId":1954766344355779056,"orderTag":"default","price":64210.50,"type":"LIMIT","quantity":0.2500,"amount":null,"visible":0.25,"executed":0.25,"totalFee":0.003,"feeAsset":"USDT","totalRebate":0,"rebateAsset":"USDT","clientOrderId":0,"reduceOnly":false,"realizedPnl":null,"averageExecutedPrice":64210.5,"bidAskLevel":null}`;
const LEG = `{"algoOrderId":9,"clientAlgoOrderId":0,"rootAlgoOrderId":7,"parentAlgoOrderId":8,"symbol":"PERP_BTC_USDT","algoType":"TAKE_PROFIT","side":"SELL","positionSide":"BOTH","quantity":"0.1","isTriggered":false,"triggerStatus":"USELESS","type":"MARKET","rootAlgoStatus":"NEW","algoStatus":"NEW","triggerPriceType":"MARKET_PRICE","triggerPrice":"70000"}`;
const ALGO = `{"algoOrderId":7,"clientAlgoOrderId":5,"rootAlgoOrderId":7,"parentAlgoOrderId":0,"symbol":"PERP_BTC_USDT","algoOrderTag":"default","algoType":"BRACKET","side":"BUY","positionSide":"BOTH","quantity":0.1,"isTriggered":false,"triggerStatus":"SUCCESS","type":"LIMIT","rootAlgoStatus":"NEW","algoStatus":"NEW","status":"NEW","triggerPriceType":"MARKET_PRICE","triggerPrice":"1","price":"60000","triggerTime":"0","totalExecutedQuantity":"0","visibleQuantity":"0.1","averageExecutedPrice":"0","totalFee":"0","feeAsset":"","totalRebate":0,"rebateCurrency":"","reduceOnly":false,"createdTime":1752049062496,"updatedTime":1752049062496,"isActivated":true,"callbackRate":"0.03","activatedPrice":"61000","childOrders":[{"algoOrderId":8,"rootAlgoOrderId":7,"parentAlgoOrderId":7,"symbol":"PERP_BTC_USDT","algoType":"TP_SL","algoStatus":"NEW","childOrders":[${LEG}]}]}`;
const LIVE_ALGO = `{"algoOrderId":1954766344355779056,"clientAlgoOrderId":0,"rootAlgoOrderId":1954766344355779056,"parentAlgoOrderId":0,"symbol":"PERP_BTC_USDT","algoOrderTag":"default","algoType":"STOP","side":"BUY","positionSide":"BOTH","quantity":0.1,"isTriggered":false,"triggerStatus":"USELESS","type":"LIMIT","rootAlgoStatus":"NEW","algoStatus":"NEW","triggerPrice":61000.5,"price":60000,"triggerTime":"0","visibleQuantity":0.1,"feeAsset":"","rebateAsset":"","createdTime":"1752049062.496","updatedTime":"1752049062.496"}`;
const FILL = `{"id":77,"symbol":"SPOT_BTC_USDT","orderId":1954766344355779056,"executedPrice":"64210.5","executedQuantity":"0.05","isMaker":1,"isMatchRpi":false,"side":"BUY","fee":"0.003","feeAsset":"USDT","realizedPnl":null,"executedTimestamp":1752049062496}`;
const CANDLE = `{"symbol":"SPOT_BTC_USDT","open":"1","close":"2","high":"3","low":"0.5","volume":"10","amount":"15","type":"1m","startTimestamp":1752049020000,"endTimestamp":1752049080000}`;
const TRADE = `{"symbol":"SPOT_BTC_USDT","side":"BUY","source":0,"executedPrice":"64210.5","executedQuantity":"0.05","executedTimestamp":1752049062496,"rpi":false}`;
const REFERRAL = `{"referralId":5,"registerTime":"1752049062.496","referralCode":"ABC","tradeStatus":"Traded","earned":[{"token":"USDT","amount":"1.5"}],"extraBonus":[{"token":"USDT","amount":"0.5"}],"previousCommission":[{"token":"USDT","totalAmount":"2"}],"email":"a***@example.com"}`;
const status = (word: string): string => `{"status":"${word}"}`;

/** The `data` of each operation's answer. */
export const ANSWERS: Readonly<Record<EndpointName, Shape | NoData | NotShown>> = {
  'public.systemInfo': shape('protocol 3.1', 'data', `{"status":0,"msg":"","estimatedEndTime":1752049062496}`),
  'public.tokenNetwork': shape(
    'interface, token network record',
    'rows',
    `{"protocol":"ERC20","network":"ETH","token":"USDT","name":"Ethereum","minimumWithdrawal":10,"withdrawalFee":1.5,"allowDeposit":1,"allowWithdraw":0}`,
  ),
  'public.tokenInfo': shape(
    'interface, token info record',
    'rows',
    `{"token":"USDT","delisted":0,"canCollateral":true,"canShort":false}`,
  ),
  'public.instruments': shape(
    'protocol 3.1',
    'rows',
    `{"symbol":"PERP_BTC_USDT","status":"TRADING","baseAsset":"BTC","baseAssetMultiplier":1,"quoteAsset":"USDT","quoteMin":"0","quoteMax":"1000000","quoteTick":"0.1","baseMin":"0.0001","baseMax":"100","baseTick":"0.0001","minNotional":"10","bidCapRatio":"1.05","bidFloorRatio":null,"askCapRatio":null,"askFloorRatio":"0.95","orderMode":"NORMAL","impactNotional":null,"isAllowedRpi":true,"tickGranularity":null,"fundingIntervalHours":8,"fundingCap":"0.0075","fundingFloor":"-0.0075","baseIMR":"0.01","baseMMR":"0.005"}`,
  ),
  'public.token': 'not shown',
  'public.marketTrades': shape('protocol 3.1', 'rows', TRADE),
  'public.marketTradesHistory': shape('protocol 3.1', 'page', TRADE),
  'public.orderbook': shape(
    'protocol 3.1',
    'data',
    `{"asks":[{"price":"64211","quantity":"1"}],"bids":[{"price":"64210","quantity":"2"}]}`,
  ),
  'public.kline': shape('protocol 3.1', 'rows', CANDLE),
  'public.klineHistory': shape('protocol 3.1', 'rows', CANDLE),
  'public.futures': shape(
    'protocol 3.1',
    'rows',
    `{"symbol":"PERP_BTC_USDT","indexPrice":"64210","markPrice":"64211","estFundingRate":"0.0001","lastFundingRate":"0.0001","openInterest":"100","24hOpen":"1","24hClose":"2","24hHigh":"3","24hLow":"0.5","24hVolume":"10","24hAmount":"15","nextFundingTime":1752049062496}`,
    `{"symbol":"PERP_BTC_USDT","indexPrice":null,"markPrice":"64211"}`,
  ),
  'public.fundingRate': shape(
    'protocol 3.1',
    'rows',
    `{"symbol":"PERP_BTC_USDT","estFundingRate":"0.0001","estFundingRateTimestamp":1752049062496,"lastFundingRate":"0.0001","lastFundingRateTimestamp":1752049062496,"nextFundingTime":1752049062496,"lastFundingIntervalHours":8,"estFundingIntervalHours":8}`,
  ),
  'public.fundingRateHistory': shape(
    'protocol 3.1',
    'page',
    `{"symbol":"PERP_BTC_USDT","fundingRate":"0.0001","fundingRateTimestamp":1752049062496,"nextFundingTime":1752049062496,"markPrice":"64210"}`,
  ),
  'public.insuranceFund': 'not shown',
  'trade.placeOrder': shape(
    'protocol 2.1',
    'data',
    `{"orderId":13,"clientOrderId":5,"type":"LIMIT","price":"64210.5","quantity":"0.25","amount":"10","bidAskLevel":1}`,
    `{"orderId":1954766344355779056,"clientOrderId":0,"type":"LIMIT","price":64210.5,"quantity":0.25,"amount":null,"bidAskLevel":null}`,
  ),
  'trade.editOrder': shape('interface E8, protocol E8', 'data', status('NEW'), status('EDIT_SENT')),
  'trade.order': shape('interface, order record; protocol 2.2', 'data', ORDER, LIVE_ORDER),
  'trade.cancelOrder': shape('protocol 3.2', 'data', status('CANCEL_SENT')),
  'trade.cancelOrders': shape('protocol 3.2', 'data', status('CANCEL_ALL_SENT')),
  'trade.cancelAllOrders': shape('protocol 3.2', 'data', status('CANCEL_ALL_SENT')),
  'trade.orders': shape('protocol 3.2', 'page', ORDER, LIVE_ORDER),
  'trade.cancelAllAfter': shape('interface E12', 'data', `{"expectedTriggerTime":1752049062496}`),
  'trade.transaction': shape('protocol 3.2', 'data', FILL),
  'trade.transactionHistory': shape(
    'protocol 3.2',
    'page',
    FILL.replace('"orderId"', '"orderTag":"default","orderId"'),
    FILL.replace('isMatchRpi', 'isMatchRPI').replace('1752049062496', '"1752049062.496"'),
  ),
  'trade.tradingFee': shape('protocol 3.2', 'data', `{"symbol":"SPOT_BTC_USDT","takerFee":"10","makerFee":"8"}`),
  'trade.placeAlgoOrder': shape(
    'protocol 3.2',
    'rows',
    `{"algoOrderId":9,"clientAlgoOrderId":5,"algoType":"STOP","quantity":"0.1"}`,
    `{"orderId":9,"clientOrderId":5,"algoType":"STOP","quantity":"0.1"}`,
  ),
  'trade.editAlgoOrder': shape('protocol 3.2', 'data', status('EDIT_SENT')),
  'trade.algoOrder': shape('interface, algo order record; protocol 2.3', 'data', ALGO, LIVE_ALGO),
  'trade.algoOrders': shape('interface E11', 'page', ALGO, LIVE_ALGO),
  'trade.cancelAlgoOrder': shape('protocol 3.2', 'data', status('CANCEL_SENT')),
  'trade.cancelAlgoOrders': shape('protocol 3.2', 'data', status('CANCEL_ALL_SENT')),
  'account.listenKey': shape('interface, listen key', 'data', `{"authKey":"k","expiredTime":1752049062496}`),
  'account.info': shape(
    'protocol 3.4',
    'data',
    `{"applicationId":"a","account":"me@example.com","alias":"me","otpauth":true,"accountMode":"FUTURES","positionMode":"ONE_WAY","leverage":10,"marginRatio":"10","openMarginRatio":"10","initialMarginRatio":"0.1","maintenanceMarginRatio":"0.05","totalCollateral":"1","freeCollateral":"1","totalAccountValue":"1","totalTradingValue":"1","totalVaultValue":"0","totalStakingValue":"0","totalLaunchpadValue":"0","totalEarnValue":"0","referrerID":"r","accountType":"Main","makerFeeRate":"8","takerFeeRate":"10"}`,
  ),
  'account.tokenConfig': shape(
    'protocol 3.4',
    'rows',
    `{"token":"BTC","collateralRatio":"0.9","marginFactor":"0.1","collateral":true,"canCollateral":true,"canShort":true,"marginMaxLeverage":10,"marginMaxPosition":"5"}`,
  ),
  'account.symbolConfig': 'not shown',
  'account.setTradingMode': 'not shown',
  'account.credentials': shape(
    'protocol 3.4',
    'page',
    `{"accountName":"me","userId":5,"apiKey":"k","permissions":["READ","TRADE"],"allowedIPs":["10.0.0.1"]}`,
    `{"accountName":"me","userId":5,"apiKey":"k","permissions":["READ"]}`,
  ),
  'account.subAccounts': shape(
    'protocol 3.4',
    'rows',
    `{"applicationId":"a","name":"sub","createdTime":"1752049062.496"}`,
  ),
  'account.referralSummary': shape('interface, referral record', 'page', REFERRAL),
  'account.referralRewardHistory': shape('interface, referral record', 'page', REFERRAL),
  'asset.balances': shape(
    'protocol 3.4',
    'holding',
    `{"token":"USDT","holding":"100","frozen":"0","staked":"0","unbonding":"0","vault":"0","interest":"0","earn":"0","pendingShortQty":"0","pendingLongQty":"0","availableBalance":"100","averageOpenPrice":"1","markPrice":"1","pnl24H":"0","fee24H":"0","timestamp":1752049062496}`,
  ),
  'asset.transfer': shape('interface E3', 'data', `{"id":5}`),
  'asset.withdraw': shape('interface E4', 'data', `{"withdrawId":"w-1"}`),
  'asset.cancelWithdraw': 'not shown',
  'asset.walletHistory': shape(
    'interface, wallet history record; protocol E5',
    'page',
    `{"createdTime":"1752049062.496","updatedTime":"1752049062.496","id":"i","externalId":"e","applicationId":"a","token":"USDT","targetAddress":"t","sourceAddress":"s","confirmingThreshold":12,"confirmedNumber":3,"extra":"memo","type":"BALANCE","tokenSide":"DEPOSIT","amount":"10","txId":"x","feeToken":"USDT","feeAmount":"1","status":"COMPLETED"}`,
    `{"createdTime":"1752049062.496","updatedTime":"1752049062.496","id":"i","externalId":"e","applicationId":null,"token":"ARB_USDCNATIVE","targetAddress":"t","sourceAddress":"s","confirmingThreshold":null,"confirmedNumber":null,"extra":"","type":"BALANCE","tokenSide":"DEPOSIT","amount":"10","txId":"x","feeToken":null,"feeAmount":null,"status":"NEW"}`,
  ),
  'asset.transferHistory': shape(
    'interface, transfer history record',
    'page',
    `{"id":5,"token":"USDT","amount":"10","status":"COMPLETED","from":{"applicationId":"a","accountName":"A"},"to":{"applicationId":"b","accountName":"B"},"createdTime":"1752049062.496","updatedTime":"1752049062.496"}`,
  ),
  'asset.tokenHistory': shape(
    'protocol 3.4',
    'page',
    `{"id":5,"type":"DEPOSIT","token":"USDT","amount":"10","timestamp":1752049062496}`,
  ),
  'asset.depositAddress': shape('protocol 3.4', 'data', `{"address":"t","extra":"memo"}`),
  'asset.yieldHistory': 'not shown',
  'futures.leverage': shape(
    'interface, futures leverage setting',
    'data',
    `{"symbol":"PERP_BTC_USDT","marginMode":"CROSS","positionMode":"HEDGE_MODE","details":[{"positionSide":"LONG","leverage":10},{"positionSide":"SHORT","leverage":5}]}`,
  ),
  'futures.setLeverage': 'envelope only',
  'futures.setPositionMode': 'envelope only',
  'futures.positions': shape(
    'protocol 3.4',
    'positions',
    `{"symbol":"PERP_BTC_USDT","holding":"-0.5","positionSide":"BOTH","pendingLongQty":"0","pendingShortQty":"0","settlePrice":"1","averageOpenPrice":"1","pnl24H":"0","fee24H":"0","markPrice":"1","estLiqPrice":"2","adlQuantile":1,"timestamp":1752049062496,"marginMode":"ISOLATED","isolatedMarginToken":"USDT","isolatedMarginAmount":"5","isolatedFrozenLong":"0","isolatedFrozenShort":"0","leverage":10}`,
  ),
  'futures.fundingFeeHistory': shape(
    'interface, funding fee record',
    'page',
    `{"id":5,"symbol":"PERP_BTC_USDT","fundingRate":0.00012345678901234567,"markPrice":"64210","fundingFee":"0.5","fundingIntervalHours":8,"paymentType":"Pay","status":"COMPLETED","createdTime":1752049062496,"updatedTime":1752049062496}`,
  ),
  'futures.defaultMarginMode': 'not shown',
  'futures.setDefaultMarginMode': 'not shown',
  'isolatedMargin.adjust': 'not shown',
  'spotMargin.repayInterest': 'envelope only',
  'spotMargin.setLeverage': 'envelope only',
  'spotMargin.interestHistory': shape(
    'interface, margin interest record',
    'page',
    `{"id":5,"token":"USDT","side":"LOAN","status":"SUCCEED","quantity":"1","userId":7,"applicationId":"a","interest":"-0.001","hourlyRate":"0.0001","annualRate":"0.05","createdTime":1752049062496,"updatedTime":1752049062496,"loanAmount":"100"}`,
    `{"id":5,"token":"USDT","side":"AUTO_REPAY","status":"SUCCEED","quantity":null,"userId":7,"applicationId":"a","interest":"0.001","hourlyRate":null,"annualRate":null,"createdTime":1752049062496,"updatedTime":1752049062496,"loanAmount":null}`,
  ),
  'spotMargin.interestRate': shape(
    'protocol.md, 9.11',
    'rows',
    `{"token":"BTC","currentHourlyBaseRate":"0.00000342","estHourlyBaseRate":"0.00000342","currentAnnualBaseRate":"0.03","estAnnualBaseRate":"0.03","estTime":1752049062496}`,
    `{"token":"BTC","currentAnnualBaseRate":"3%"}`,
  ),
  'spotMargin.maxMargin': shape(
    'protocol.md, 9.12',
    'data',
    `{"symbol":"SPOT_BTC_USDT","availableBaseQuantity":"38.664","availableQuoteQuantity":"2481993.6"}`,
    `{"symbol":"SPOT_BTC_USDT","availableBaseQuantity":null}`,
  ),
};

const META = ['{"total":1,"recordsPerPage":25,"currentPage":1}', '{"total":1,"records_per_page":25,"current_page":1}'];

/** `data` with a record in it, in every form that is seen. */
export function dataAround(around: Around, record: string): readonly string[] {
  switch (around) {
    case 'data':
      return [record];
    case 'rows':
      return [`{"rows":[${record}]}`];
    case 'page':
      return META.map((meta) => `{"rows":[${record}],"meta":${meta}}`);
    case 'holding':
    case 'positions':
      return [`{"${around}":[${record}]}`];
  }
}

/** Bodies and query fields of requests: interface-v3.md, E3 to E20; protocol.md, 1.4, 2 and 3. */
export const REQUESTS: readonly (readonly [EndpointName, string])[] = [
  ['trade.placeOrder', '{"price":"64210.5","quantity":"0.25","side":"BUY","symbol":"PERP_BTC_USDT","type":"LIMIT"}'],
  [
    'trade.placeOrder',
    '{"symbol":"PERP_BTC_USDT","clientOrderId":"5","orderTag":"t","side":"BUY","positionSide":"BOTH","type":"LIMIT","price":"1","quantity":"1","reduceOnly":true,"visibleQuantity":"0","marginMode":"CROSS","postOnlyAdjusted":false}',
  ],
  ['trade.placeOrder', '{"symbol":"SPOT_BTC_USDT","side":"BUY","type":"ASK","amount":"10","bidAskLevel":5}'],
  ['trade.editOrder', '{"orderId":"13","price":"9001"}'],
  ['trade.order', '{"orderId":"123","withRealizedPnl":true}'],
  ['trade.orders', '{"page":1,"size":100,"status":"INCOMPLETE","symbol":"SPOT_BTC_USDT"}'],
  ['trade.cancelAllAfter', '{"triggerAfter":"0"}'],
  ['account.listenKey', '{"type":"WEBSOCKET"}'],
  ['futures.setLeverage', '{"symbol":"PERP_BTC_USDT","marginMode":"CROSS","leverage":10,"positionMode":"ONE_WAY"}'],
  ['futures.setPositionMode', '{"positionMode":"HEDGE_MODE"}'],
  ['futures.leverage', '{"symbol":"PERP_BTC_USDT","marginMode":"CROSS","positionMode":"ONE_WAY"}'],
  [
    'futures.fundingFeeHistory',
    '{"endTime":1696118400000,"page":1,"size":25,"startTime":1696032000000,"symbol":"PERP_BTC_USDT"}',
  ],
  ['asset.transfer', '{"token":"USDT","amount":"5","from":{"applicationId":"a"},"to":{"applicationId":"b"}}'],
  ['asset.withdraw', '{"token":"USDT","network":"TRX","amount":"5","address":"t","extra":"memo"}'],
  [
    'asset.walletHistory',
    '{"network":"TRX","token":"USDT","type":"BALANCE","tokenSide":"DEPOSIT","status":"NEW","startTime":1,"endTime":2,"page":1,"size":1000}',
  ],
  ['spotMargin.repayInterest', '{"token":"USDT","amount":"5"}'],
  ['spotMargin.setLeverage', '{"leverage":"10"}'],
  ['spotMargin.interestHistory', '{"token":"USDT","side":"LOAN","startTime":1,"endTime":2,"page":1,"size":25}'],
];
