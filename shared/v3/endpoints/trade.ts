import { z } from 'zod';
import {
  amountInput,
  clientIdInput,
  historyRange,
  idInput,
  instantInput,
  marginModes,
  oneId,
  orderStatusFilters,
  orderTypes,
  positionSides,
  positiveInput,
  sides,
  sizeInput,
  symbolInput,
  tagInput,
} from '../inputs.ts';
import {
  cancelAllAfterRecord,
  orderRecord,
  placedRecord,
  tradingFeeRecord,
  transactionRecord,
} from '../records/orders.ts';
import { acknowledgement, page } from '../records/rows.ts';
import { page500, per, row } from './row.ts';

/** Body of E7 (protocol.md, 2.1). Tick, step and notional belong to order-rules.ts. */
const placeInput = z
  .strictObject({
    symbol: symbolInput,
    clientOrderId: clientIdInput.optional(),
    orderTag: tagInput.optional(),
    side: z.enum(sides),
    positionSide: z.enum(positionSides).optional(),
    type: z.enum(orderTypes),
    price: positiveInput.optional(),
    quantity: positiveInput.optional(),
    amount: positiveInput.optional(),
    reduceOnly: z.boolean().optional(),
    /** "0" hides the order. */
    visibleQuantity: amountInput.optional(),
    marginMode: z.enum(marginModes).optional(),
    bidAskLevel: z.int().min(1).max(5).optional(),
    postOnlyAdjusted: z.boolean().optional(),
  })
  .refine((order) => order.quantity === undefined || order.amount === undefined, {
    error: 'quantity and amount together are refused',
    path: ['amount'],
  })
  .refine((order) => order.quantity !== undefined || order.amount !== undefined, {
    error: 'needs quantity or amount',
    path: ['quantity'],
  })
  .refine((order) => order.amount === undefined || ['MARKET', 'ASK', 'BID'].includes(order.type), {
    error: 'only MARKET, ASK and BID take an amount',
    path: ['amount'],
  })
  .refine((order) => order.price !== undefined || !['LIMIT', 'IOC', 'FOK', 'POST_ONLY'].includes(order.type), {
    error: 'this type needs a price',
    path: ['price'],
  });

const editInput = oneId(
  z
    .strictObject({
      orderId: idInput.optional(),
      clientOrderId: clientIdInput.optional(),
      price: positiveInput.optional(),
      quantity: positiveInput.optional(),
      amount: positiveInput.optional(),
    })
    .refine((edit) => edit.quantity === undefined || edit.amount === undefined, {
      error: 'quantity and amount together are refused',
      path: ['amount'],
    })
    .refine((edit) => edit.price !== undefined || edit.quantity !== undefined || edit.amount !== undefined, {
      error: 'needs price or quantity',
      path: ['price'],
    }),
  'clientOrderId',
  'orderId',
);

/** E12: 0 to 900,000 ms as number or text, text on the wire; 0 disarms. */
const triggerAfter = z
  .union([z.int(), z.string().regex(/^\d{1,6}$/)])
  .transform(Number)
  .pipe(z.int().min(0).max(900_000))
  .transform(String);

/** Ordinary orders and fills (interface-v3.md, E7 to E9 and E12; protocol.md, 2.1 and 3.2). */
export const tradeEndpoints = {
  'trade.placeOrder': row('POST', '/v3/trade/order', {
    number: 'E7',
    input: placeInput,
    integers: ['clientOrderId'],
    output: placedRecord,
    limit: per(5, 1, 'symbol'),
    lane: 'trade',
    source: 'S',
    summary: 'Places an order',
  }),
  'trade.editOrder': row('PUT', '/v3/trade/order', {
    number: 'E8',
    input: editInput,
    integers: ['orderId', 'clientOrderId'],
    output: acknowledgement,
    limit: per(5, 1),
    lane: 'trade',
    source: 'S',
    summary: 'Edits price or quantity of an order',
  }),
  'trade.order': row('GET', '/v3/trade/order', {
    number: 'E9',
    input: oneId(
      z.strictObject({
        orderId: idInput.optional(),
        clientOrderId: clientIdInput.optional(),
        withRealizedPnl: z.boolean().optional(),
      }),
      'clientOrderId',
      'orderId',
    ),
    output: orderRecord,
    limit: per(5, 1, 'symbol'),
    lane: 'read',
    source: 'S',
    summary: 'One order',
  }),
  'trade.cancelOrder': row('DELETE', '/v3/trade/order', {
    input: oneId(
      z.strictObject({ orderId: idInput.optional(), clientOrderId: clientIdInput.optional(), symbol: symbolInput }),
      'clientOrderId',
      'orderId',
    ),
    output: acknowledgement,
    limit: per(10, 1),
    lane: 'safety',
    source: 'C',
    summary: 'Cancels one order',
  }),
  'trade.cancelOrders': row('DELETE', '/v3/trade/orders', {
    input: z.strictObject({ symbol: symbolInput.optional() }),
    output: acknowledgement,
    limit: per(10, 1),
    lane: 'safety',
    source: 'C',
    summary: 'Cancels all ordinary orders, of a symbol or all',
  }),
  'trade.cancelAllOrders': row('DELETE', '/v3/trade/allOrders', {
    input: z.strictObject({ symbol: symbolInput.optional() }),
    output: acknowledgement,
    limit: per(10, 1),
    lane: 'safety',
    source: 'D',
    summary: 'Cancels all ordinary and algo orders, of a symbol or all',
  }),
  'trade.orders': row('GET', '/v3/trade/orders', {
    input: z.strictObject({
      symbol: symbolInput.optional(),
      side: z.enum(sides).optional(),
      positionSide: z.enum(positionSides).optional(),
      type: z.enum([...orderTypes, 'LIQUIDATE']).optional(),
      orderTag: tagInput.optional(),
      withRealizedPnl: z.boolean().optional(),
      status: z.enum(orderStatusFilters).optional(),
      ...historyRange(500),
    }),
    output: page(orderRecord),
    limit: per(10, 1),
    lane: 'read',
    // protocol.md, 9.2
    page: { ...page500, defaultSize: 100 },
    time: 'ms',
    source: 'D',
    summary: 'Orders by conditions',
  }),
  'trade.cancelAllAfter': row('POST', '/v3/trade/cancelAllAfter', {
    number: 'E12',
    input: z.strictObject({ triggerAfter }),
    output: cancelAllAfterRecord,
    limit: per(10, 1),
    lane: 'safety',
    source: 'S',
    summary: 'Dead-man switch: cancels everything unless renewed in time; 0 disarms it',
  }),
  'trade.transaction': row('GET', '/v3/trade/transaction', {
    input: z.strictObject({ tradeId: idInput }),
    output: transactionRecord,
    limit: per(10, 1),
    lane: 'read',
    source: 'D',
    summary: 'One fill of the last three months',
  }),
  'trade.transactionHistory': row('GET', '/v3/trade/transactionHistory', {
    input: z.strictObject({
      symbol: symbolInput.optional(),
      startTime: instantInput.optional(),
      endTime: instantInput.optional(),
      fromId: idInput.optional(),
      limit: sizeInput(500).optional(),
    }),
    output: page(transactionRecord),
    limit: per(2, 1),
    lane: 'history',
    time: 'ms',
    source: 'D',
    summary: 'Fills of the last two years',
  }),
  'trade.tradingFee': row('GET', '/v3/trade/tradingFee', {
    input: z.strictObject({ symbol: symbolInput }),
    output: tradingFeeRecord,
    limit: per(2, 1),
    lane: 'read',
    source: 'C',
    summary: 'Fees of a symbol; their unit is not settled',
  }),
} as const;
