import { z } from 'zod';
import {
  answered,
  command,
  decimalText,
  draftText,
  feed,
  keyedFeed,
  maybeDecimal,
  maybeInstant,
  outcomeSchema,
  press,
} from '../contract-kit.ts';

/** One node of an algo order's tree. Children name their parent; the page draws the tree. */
export const algoRowSchema = z.object({
  /** The exchange's id, or `c:<client id>` while it has none. */
  id: z.string(),
  parentId: z.string().nullable(),
  rootId: z.string().nullable(),
  clientId: z.string().nullable(),
  symbol: z.string(),
  algoType: z.string(),
  type: z.string().nullable(),
  side: z.string().nullable(),
  positionSide: z.string().nullable(),
  marginMode: z.string().nullable(),
  tag: z.string().nullable(),
  quantity: maybeDecimal,
  executed: decimalText,
  averagePrice: maybeDecimal,
  price: maybeDecimal,
  triggerPrice: maybeDecimal,
  triggerPriceType: z.string().nullable(),
  triggerStatus: z.string().nullable(),
  triggeredAt: maybeInstant,
  activatedPrice: maybeDecimal,
  /** A fraction: 0.03 is 3 %. */
  callbackRate: maybeDecimal,
  callbackValue: maybeDecimal,
  /** The best price since a trailing order is active, as far as this terminal looked. */
  best: maybeDecimal,
  bestSince: maybeInstant,
  isTriggered: z.boolean(),
  isActivated: z.boolean(),
  reduceOnly: z.boolean(),
  /** The exchange's words, unknown ones included; "SENDING" and "UNCONFIRMED" are ours. */
  algoStatus: z.string(),
  rootStatus: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: maybeInstant,
  updatedAt: maybeInstant,
  open: z.boolean(),
  /** What is odd about it, in words; null where nothing is. */
  odd: z.string().nullable(),
  pending: z.enum(['none', 'edit', 'cancel', 'unconfirmed']),
  lastRefusal: z.string().nullable(),
});
export type AlgoRow = z.infer<typeof algoRowSchema>;

/** What the exchange told of one node; asked for while a person looks at it. */
const algoHistoryRowSchema = z.object({
  id: z.string(),
  /** Everything the exchange last sent of it, unknown fields too, as text. */
  sent: z.record(z.string(), z.string()),
  /** Its reports, newest last: when, from where, and its status then. */
  life: z.array(z.object({ at: z.int(), from: z.enum(['stream', 'read']), words: z.string() })),
});
export type AlgoHistoryRow = z.infer<typeof algoHistoryRowSchema>;

export const algoDraftTypes = [
  'STOP',
  'TRAILING_STOP',
  'OCO',
  'BRACKET',
  'STOP_BRACKET',
  'TP_SL',
  'POSITIONAL_TP_SL',
] as const;

/** A plan as typed: text, not yet checked; what is empty is "". Rules: algo-rules.ts. */
export const algoDraftSchema = z.strictObject({
  symbol: z.string().max(64),
  algoType: z.enum(algoDraftTypes),
  side: z.enum(['BUY', 'SELL']),
  type: z.enum(['LIMIT', 'MARKET']),
  positionSide: z.enum(['BOTH', 'LONG', 'SHORT']),
  marginMode: z.enum(['CROSS', 'ISOLATED']),
  reduceOnly: z.boolean(),
  triggerPriceType: z.enum(['MARKET_PRICE', 'MARK_PRICE']),
  quantity: draftText,
  price: draftText,
  triggerPrice: draftText,
  activatedPrice: draftText,
  /** In percent. */
  callbackRate: draftText,
  callbackValue: draftText,
  takeProfitTrigger: draftText,
  /** Empty for a market order. */
  takeProfitPrice: draftText,
  stopLossTrigger: draftText,
  stopLossPrice: draftText,
});
export type AlgoDraft = z.infer<typeof algoDraftSchema>;

/** A plan in which nothing is filled in yet. */
export const emptyPlan: Omit<AlgoDraft, 'symbol' | 'algoType'> = {
  side: 'BUY',
  type: 'LIMIT',
  positionSide: 'BOTH',
  marginMode: 'CROSS',
  reduceOnly: false,
  triggerPriceType: 'MARKET_PRICE',
  quantity: '',
  price: '',
  triggerPrice: '',
  activatedPrice: '',
  callbackRate: '',
  callbackValue: '',
  takeProfitTrigger: '',
  takeProfitPrice: '',
  stopLossTrigger: '',
  stopLossPrice: '',
};

const algoId = z.string().regex(/^\d{1,30}$/);
const symbol = z.string().max(64);

export const algoRequests = {
  'algo.place': command(z.strictObject({ ...press, answered, draft: algoDraftSchema }), outcomeSchema),
  /** New values of one node as typed; absent ones stay. */
  'algo.edit': command(
    z.strictObject({
      ...press,
      answered,
      symbol,
      algoOrderId: algoId,
      triggerPrice: draftText.optional(),
      price: draftText.optional(),
      quantity: draftText.optional(),
      activatedPrice: draftText.optional(),
      /** In percent. */
      callbackRate: draftText.optional(),
      callbackValue: draftText.optional(),
    }),
    outcomeSchema,
  ),
  'algo.cancel': command(z.strictObject({ ...press, symbol, algoOrderId: algoId }), outcomeSchema),
  /** All algo orders of a symbol, or of everything; ordinary orders stay. */
  'algo.cancelAll': command(z.strictObject({ ...press, symbol: symbol.nullable() }), outcomeSchema),
} as const;

export const algoFeeds = {
  algoOrders: feed(algoRowSchema, 'id'),
  /** Keyed by the node’s id. */
  algoHistory: keyedFeed(algoHistoryRowSchema, 'id'),
} as const;
