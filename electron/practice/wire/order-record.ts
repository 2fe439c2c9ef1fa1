import { leverageOf } from '../engine/money/account.ts';
import { fixedText } from '../engine/money/fixed.ts';
import type { Order } from '../engine/model.ts';
import { instrumentOf, type Instrument } from '../engine/symbols.ts';
import type { Forms } from './forms.ts';
import { averageText, bare, bareMoney, priceText, secondsText, sizeText } from './numbers.ts';

/** An order as private reads show it. */
export function orderRecord(order: Order, withPnl: boolean, forms: Forms): Record<string, unknown> {
  const instrument = instrumentOf(order.symbol);
  return forms === 'live' ? liveRecord(order, instrument, withPnl) : documentedRecord(order, instrument, withPnl);
}

/** Fields that are the same in both forms. */
const shared = (order: Order): Record<string, unknown> => ({
  orderId: bare(order.id),
  clientOrderId: bare(order.clientId),
  symbol: order.symbol,
  orderTag: order.tag,
  side: order.side,
  positionSide: order.positionSide,
  status: order.status,
  feeAsset: order.feeAsset,
  totalRebate: 0,
  reduceOnly: order.reduceOnly,
});

/** An order sized by amount has no quantity until the market has given it one. */
const isUnsized = ({ amount, price, quantity }: Order): boolean => amount !== null && price === 0 && quantity === 0;

/** Numbers bare, times as text seconds, and no time of the last change (protocol.md, 2.2 and 9.6). */
function liveRecord(order: Order, instrument: Instrument, withPnl: boolean): Record<string, unknown> {
  const isPerpetual = instrument.kind === 'perpetual';
  return {
    ...shared(order),
    type: order.forced ? 'LIQUIDATE' : order.type,
    price: order.price === 0 ? null : bare(priceText(instrument, order.price)),
    quantity: isUnsized(order) ? null : bare(sizeText(instrument, order.quantity)),
    amount: order.amount === null ? null : bareMoney(order.amount),
    visible: order.type === 'MARKET' ? '0' : bare(sizeText(instrument, order.visible)),
    executed: bare(sizeText(instrument, order.executed)),
    averageExecutedPrice: bare(averageText(instrument, order.executedValue, order.executed)),
    totalFee: bareMoney(order.fee),
    rebateAsset: instrument.quote,
    bidAskLevel: order.bidAskLevel,
    realizedPnl: withPnl && isPerpetual ? fixedText(order.realised) : null,
    createdTime: secondsText(order.createdAt),
    ...(isPerpetual ? { marginMode: order.marginMode, leverage: leverageText(order) } : {}),
  };
}

const leverageText = ({ account, symbol, marginMode, positionSide }: Order): string =>
  String(leverageOf(account, symbol, marginMode, positionSide));

/** Numbers as text, times as integer ms (interface-v3.md, "Order record"). */
function documentedRecord(order: Order, instrument: Instrument, withPnl: boolean): Record<string, unknown> {
  return {
    ...shared(order),
    type: order.type,
    price: order.price === 0 ? 'null' : priceText(instrument, order.price),
    quantity: isUnsized(order) ? 'null' : sizeText(instrument, order.quantity),
    amount: order.amount === null ? 'null' : fixedText(order.amount),
    visible: sizeText(instrument, order.visible),
    executed: sizeText(instrument, order.executed),
    averageExecutedPrice: averageText(instrument, order.executedValue, order.executed),
    totalFee: fixedText(order.fee),
    rebateCurrency: '',
    ...(withPnl && instrument.kind === 'perpetual' ? { realizedPnl: fixedText(order.realised) } : {}),
    createdTime: order.createdAt,
  };
}
