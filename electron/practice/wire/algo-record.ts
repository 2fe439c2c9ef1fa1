import { isAlive, rootOf } from '../engine/algo/node.ts';
import type { AlgoNode } from '../engine/model.ts';
import { fixedText } from '../engine/money/fixed.ts';
import { instrumentOf } from '../engine/symbols.ts';
import { averageText, bare, bareMoney, priceText, secondsText, sizeText } from './numbers.ts';

/** Types whose own order stands beside their children: a record of them carries `status` too. */
const OWN_ORDER = new Set(['BRACKET', 'STOP_BRACKET', 'OCO']);

/** State of the order that a node has in the market, apart from the state of its tree. */
function orderStatus(node: AlgoNode): string {
  if (node.stage === 'holding') return node.executed > 0 ? 'FILLED' : 'CANCELLED';
  return node.status;
}

/** A node with everything below it as private reads show it live (protocol.md, 2.3). */
export function algoRecord(node: AlgoNode, withPnl = false): Record<string, unknown> {
  const instrument = instrumentOf(node.symbol);
  const root = rootOf(node);
  const maybePrice = (ticks: number): object | null => (ticks === 0 ? null : bare(priceText(instrument, ticks)));
  return {
    algoOrderId: bare(node.id),
    clientAlgoOrderId: bare(node.clientId),
    rootAlgoOrderId: bare(root.id),
    parentAlgoOrderId: bare(node.parent?.id ?? '0'),
    symbol: node.symbol,
    algoOrderTag: node.tag,
    algoType: node.algoType,
    side: node.side,
    positionSide: node.positionSide,
    marginMode: node.marginMode,
    quantity: bare(sizeText(instrument, node.quantity)),
    isTriggered: node.isTriggered,
    triggerStatus: node.triggerStatus,
    type: node.type,
    rootAlgoStatus: root.status,
    algoStatus: node.status,
    ...(OWN_ORDER.has(node.algoType) || !isAlive(node) ? { status: orderStatus(node) } : {}),
    triggerPriceType: node.triggerPriceType,
    triggerPrice: maybePrice(node.triggerPrice),
    price: maybePrice(node.price),
    triggerTime: node.triggerTime === 0 ? '0' : secondsText(node.triggerTime),
    totalExecutedQuantity: bare(sizeText(instrument, node.executed)),
    visibleQuantity: bare(sizeText(instrument, node.visible ?? node.quantity)),
    averageExecutedPrice: bare(averageText(instrument, node.executedValue, node.executed)),
    totalFee: bareMoney(node.fee),
    feeAsset: node.feeAsset,
    totalRebate: 0,
    rebateAsset: '',
    reduceOnly: node.reduceOnly,
    ...(withPnl ? { realizedPnl: fixedText(node.realised) } : {}),
    createdTime: secondsText(node.createdAt),
    updatedTime: secondsText(node.updatedAt),
    isActivated: node.isActivated,
    ...(node.algoType === 'TRAILING_STOP'
      ? {
          callbackRate: node.callbackRate === null ? null : fixedText(node.callbackRate),
          callbackValue: node.callbackValue === null ? null : priceText(instrument, node.callbackValue),
          activatedPrice: node.activatedPrice === 0 ? null : priceText(instrument, node.activatedPrice),
        }
      : {}),
    childOrders: node.children.map((child) => algoRecord(child, withPnl)),
  };
}
