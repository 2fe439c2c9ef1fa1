import { isAlive, rootOf } from '../engine/algo/node.ts';
import type { AlgoNode } from '../engine/model.ts';
import { leverageOf } from '../engine/money/account.ts';
import { fixedText, type Fixed } from '../engine/money/fixed.ts';
import { instrumentOf } from '../engine/symbols.ts';
import { listedLots, listedReduceOnly, listedTrigger, listedType, type Forms } from './forms.ts';
import { averageText, bare, priceText, secondsText, sizeText } from './numbers.ts';

/** Types whose own order stands beside their children: a record of them carries `status` too. */
const OWN_ORDER = new Set(['BRACKET', 'STOP_BRACKET', 'OCO']);

/** State of the order that a node has in the market, apart from the state of its tree. */
function orderStatus(node: AlgoNode): string {
  if (node.stage === 'holding') return node.executed > 0 ? 'FILLED' : 'CANCELLED';
  return node.status;
}

/**
 * A node with everything below it as private reads show it: live with bare numbers and text seconds, documented with
 * text and integer ms (protocol.md, 2.3; interface-v3.md, "Algo order record").
 */
export function algoRecord(node: AlgoNode, forms: Forms, withPnl = false): Record<string, unknown> {
  const instrument = instrumentOf(node.symbol);
  const root = rootOf(node);
  const isLive = forms === 'live';
  const number = (text: string): unknown => (isLive ? bare(text) : text);
  const money = (value: Fixed): unknown => number(fixedText(value));
  const size = (lots: number): unknown => number(sizeText(instrument, lots));
  const maybePrice = (ticks: number): unknown => (ticks === 0 ? null : number(priceText(instrument, ticks)));
  const time = (ms: number): unknown => (isLive ? secondsText(ms) : ms);
  const lots = listedLots(node, forms);
  const trigger = listedTrigger(node, forms);
  return {
    algoOrderId: bare(node.id),
    clientAlgoOrderId: bare(node.clientId),
    rootAlgoOrderId: bare(root.id),
    parentAlgoOrderId: bare(node.parent?.id ?? '0'),
    symbol: node.symbol,
    algoOrderTag: node.tag,
    algoType: listedType(node, forms),
    side: node.side,
    positionSide: node.positionSide,
    marginMode: node.marginMode,
    quantity: size(lots),
    isTriggered: node.isTriggered,
    triggerStatus: trigger.status,
    type: node.type,
    rootAlgoStatus: root.status,
    algoStatus: node.status,
    ...(OWN_ORDER.has(node.algoType) || !isAlive(node) ? { status: orderStatus(node) } : {}),
    triggerPriceType: trigger.priceType,
    triggerPrice: maybePrice(node.triggerPrice),
    price: maybePrice(node.price),
    triggerTime: node.triggerTime === 0 ? '0' : secondsText(node.triggerTime),
    totalExecutedQuantity: size(node.executed),
    visibleQuantity: size(node.visible ?? lots),
    averageExecutedPrice: number(averageText(instrument, node.executedValue, node.executed)),
    totalFee: money(node.fee),
    feeAsset: node.feeAsset,
    totalRebate: 0,
    [isLive ? 'rebateAsset' : 'rebateCurrency']: '',
    reduceOnly: listedReduceOnly(node, forms),
    ...(withPnl ? { realizedPnl: fixedText(node.realised) } : {}),
    createdTime: time(node.createdAt),
    updatedTime: time(node.updatedAt),
    isActivated: trigger.isActivated,
    ...(isLive && node.algoType === 'POSITIONAL_TP_SL' && instrument.kind === 'perpetual'
      ? { leverage: leverageOf(node.account, node.symbol, node.marginMode, node.positionSide) }
      : {}),
    ...(node.algoType === 'TRAILING_STOP'
      ? {
          callbackRate: node.callbackRate === null ? null : fixedText(node.callbackRate),
          callbackValue: node.callbackValue === null ? null : priceText(instrument, node.callbackValue),
          activatedPrice: node.activatedPrice === 0 ? null : priceText(instrument, node.activatedPrice),
        }
      : {}),
    childOrders: node.children.map((child) => algoRecord(child, forms, withPnl)),
  };
}
