import { fixedText } from '../engine/money/fixed.ts';
import type { Order } from '../engine/model.ts';
import { instrumentOf } from '../engine/symbols.ts';
import { averageText, bare, bareMoney, priceText, secondsText, sizeText } from './numbers.ts';

/** An order as private reads show it live: numbers bare, times as text seconds (protocol.md, 2.2). */
export function orderRecord(order: Order, withPnl: boolean): Record<string, unknown> {
  const instrument = instrumentOf(order.symbol);
  const unsized = order.amount !== null && order.price === 0 && order.quantity === 0;
  return {
    orderId: bare(order.id),
    clientOrderId: bare(order.clientId),
    symbol: order.symbol,
    orderTag: order.tag,
    side: order.side,
    positionSide: order.positionSide,
    type: order.type,
    status: order.status,
    price: order.price === 0 ? null : bare(priceText(instrument, order.price)),
    quantity: unsized ? null : bare(sizeText(instrument, order.quantity)),
    amount: order.amount === null ? null : bareMoney(order.amount),
    visible: bare(sizeText(instrument, order.visible)),
    executed: bare(sizeText(instrument, order.executed)),
    averageExecutedPrice: bare(averageText(instrument, order.executedValue, order.executed)),
    totalFee: bareMoney(order.fee),
    feeAsset: order.feeAsset,
    totalRebate: 0,
    rebateAsset: '',
    reduceOnly: order.reduceOnly,
    marginMode: order.marginMode,
    bidAskLevel: order.bidAskLevel,
    realizedPnl: withPnl && instrument.kind === 'perpetual' ? fixedText(order.realised) : null,
    createdTime: secondsText(order.createdAt),
    updatedTime: secondsText(order.updatedAt),
  };
}
