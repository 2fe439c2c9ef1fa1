import { z } from 'zod';
import {
  algoOrderTypes,
  algoTypes,
  amountInput,
  clientIdInput,
  historyRange,
  idInput,
  marginModes,
  oneId,
  orderStatusFilters,
  positionSides,
  positiveInput,
  sides,
  symbolInput,
  tagInput,
  triggerPriceTypes,
} from '../inputs.ts';
import { algoOrderRecord, algoPlacedRecord } from '../records/algo.ts';
import { acknowledgement, list, page } from '../records/rows.ts';
import { page500, per, row } from './row.ts';

const trailing = {
  activatedPrice: positiveInput.optional(),
  /** A fraction: 0.03 is 3 %. */
  callbackRate: positiveInput.optional(),
  /** Absolute amount of quote currency; the alternative to callbackRate. */
  callbackValue: positiveInput.optional(),
};
const oneCallback = {
  check: (order: { callbackRate?: unknown; callbackValue?: unknown }) =>
    order.callbackRate === undefined || order.callbackValue === undefined,
  problem: { error: 'callbackRate and callbackValue exclude each other', path: ['callbackValue'] },
};

/** What a node of a tree may say; a leg inherits symbol, side and quantity from what it hangs on. */
const node = {
  clientAlgoOrderId: clientIdInput.optional(),
  algoOrderTag: tagInput.optional(),
  positionSide: z.enum(positionSides).optional(),
  quantity: positiveInput.optional(),
  price: positiveInput.optional(),
  visibleQuantity: amountInput.optional(),
  reduceOnly: z.boolean().optional(),
  marginMode: z.enum(marginModes).optional(),
  triggerPrice: positiveInput.optional(),
  triggerPriceType: z.enum(triggerPriceTypes).optional(),
  ...trailing,
};
const leg = z.strictObject({
  symbol: symbolInput.optional(),
  algoType: z.enum(algoTypes),
  type: z.enum(algoOrderTypes).optional(),
  side: z.enum(sides).optional(),
  ...node,
});
/** Three levels: a bracket, its TP_SL, its two legs (protocol.md, 3.3). */
const child = leg.extend({
  childOrders: z.array(leg.refine(oneCallback.check, oneCallback.problem)).max(2).optional(),
});

const placeAlgoInput = z
  .strictObject({
    symbol: symbolInput,
    algoType: z.enum(algoTypes),
    type: z.enum(algoOrderTypes).optional(),
    side: z.enum(sides).optional(),
    ...node,
    childOrders: z.array(child.refine(oneCallback.check, oneCallback.problem)).max(2).optional(),
  })
  .refine(oneCallback.check, oneCallback.problem);

const legEdit = z.strictObject({
  algoOrderId: idInput,
  price: positiveInput.optional(),
  quantity: positiveInput.optional(),
  triggerPrice: positiveInput.optional(),
});
const editAlgoInput = oneId(
  z
    .strictObject({
      algoOrderId: idInput.optional(),
      clientAlgoOrderId: clientIdInput.optional(),
      quantity: positiveInput.optional(),
      visibleQuantity: amountInput.optional(),
      triggerPrice: positiveInput.optional(),
      triggerPriceType: z.enum(triggerPriceTypes).optional(),
      price: positiveInput.optional(),
      ...trailing,
      childOrders: z.array(legEdit).min(1).max(2).optional(),
    })
    .refine(oneCallback.check, oneCallback.problem)
    .refine(
      ({ algoOrderId: _id, clientAlgoOrderId: _ours, ...changes }) =>
        Object.values(changes).some((value) => value !== undefined),
      { error: 'nothing to change', path: ['price'] },
    ),
  'clientAlgoOrderId',
  'algoOrderId',
);

const algoId = oneId(
  z.strictObject({ algoOrderId: idInput.optional(), clientAlgoOrderId: clientIdInput.optional() }),
  'clientAlgoOrderId',
  'algoOrderId',
);

/** Algo orders (interface-v3.md, E10 and E11; protocol.md, 3.2 and 3.3). */
export const algoEndpoints = {
  'trade.placeAlgoOrder': row('POST', '/v3/trade/algoOrder', {
    input: placeAlgoInput,
    integers: ['clientAlgoOrderId'],
    output: list(algoPlacedRecord),
    limit: per(2, 1, 'symbol'),
    lane: 'trade',
    source: 'D',
    summary: 'Places an algo order or a tree of them',
  }),
  'trade.editAlgoOrder': row('PUT', '/v3/trade/algoOrder', {
    input: editAlgoInput,
    integers: ['algoOrderId', 'clientAlgoOrderId'],
    output: acknowledgement,
    limit: per(5, 1),
    lane: 'trade',
    source: 'D',
    summary: 'Edits an algo order or its legs',
  }),
  'trade.algoOrder': row('GET', '/v3/trade/algoOrder', {
    number: 'E10',
    input: algoId,
    output: algoOrderRecord,
    limit: per(10, 1),
    lane: 'read',
    source: 'S',
    summary: 'One algo order with its tree',
  }),
  'trade.algoOrders': row('GET', '/v3/trade/algoOrders', {
    number: 'E11',
    input: z.strictObject({
      symbol: symbolInput.optional(),
      side: z.enum(sides).optional(),
      positionSide: z.enum(positionSides).optional(),
      algoType: z.enum(algoTypes).optional(),
      orderType: z.enum(algoOrderTypes).optional(),
      isTriggered: z.boolean().optional(),
      algoOrderTag: tagInput.optional(),
      realizedPnl: z.boolean().optional(),
      status: z.enum(orderStatusFilters).optional(),
      ...historyRange(500),
    }),
    output: page(algoOrderRecord),
    limit: per(10, 1),
    lane: 'read',
    page: page500,
    time: 'ms',
    source: 'D',
    summary: 'Algo orders by conditions, with their trees',
  }),
  'trade.cancelAlgoOrder': row('DELETE', '/v3/trade/algoOrder', {
    input: algoId,
    output: acknowledgement,
    limit: per(10, 1),
    lane: 'safety',
    source: 'C',
    summary: 'Cancels one algo order',
  }),
  'trade.cancelAlgoOrders': row('DELETE', '/v3/trade/algoOrders', {
    input: z.strictObject({ symbol: symbolInput.optional() }),
    output: acknowledgement,
    limit: per(10, 1),
    lane: 'safety',
    source: 'D',
    summary: 'Cancels all algo orders, of a symbol or all',
  }),
} as const;
