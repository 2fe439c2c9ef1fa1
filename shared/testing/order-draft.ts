import type { OrderDraft } from '../contract/contract.ts';

/** A resting buy, far below the market; the part that is given is other. */
export const orderDraft = (part: Partial<OrderDraft> = {}): OrderDraft => ({
  symbol: 'PERP_BTC_USDT',
  side: 'BUY',
  type: 'LIMIT',
  price: '40000',
  quantity: '0.01',
  amount: '',
  visibleQuantity: '',
  positionSide: 'BOTH',
  marginMode: 'CROSS',
  bidAskLevel: '',
  reduceOnly: false,
  clientOrderId: '',
  orderTag: '',
  ...part,
});
