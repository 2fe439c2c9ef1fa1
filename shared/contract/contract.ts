import { z } from 'zod';
import {
  answered,
  command,
  decimalText,
  draftText,
  environmentSchema,
  feed,
  instant,
  keyedFeed,
  maybeDecimal,
  maybeInstant,
  outcomeSchema,
  press,
  read,
} from '../contract-kit.ts';
import { activityFeeds, activityRequests } from './activity.ts';
import { algoFeeds, algoRequests } from './algo.ts';
import { assetsFeeds, assetsRequests } from './assets.ts';
import { archiveFeeds, archiveRequests } from './archive.ts';
import { deadManFeeds, deadManRequests } from './deadman.ts';
import { executionFeeds } from './executions.ts';
import { guardFeeds, guardRequests } from './guard.ts';
import { historyRequests } from './history.ts';
import { leverageRequests } from './leverage.ts';
import { orderLifeFeeds } from './order-life.ts';
import { pageSettingsFeeds, pageSettingsRequests } from './page-settings.ts';
import { profilesFeeds, profilesRequests } from './profiles.ts';
import { tableExportRequests } from './table-export.ts';
import { tickerFeeds } from './tickers.ts';
import { candleIntervals } from '../v3/candle-intervals.ts';

/**
 * Every request and feed that may cross between page and core, once, with schemas. The core parses
 * what comes in and refuses aloud what does not fit; types on both sides come from here.
 */

export { environmentSchema, outcomeSchema } from '../contract-kit.ts';
export type { Environment, Outcome } from '../contract-kit.ts';

/** An order as typed: text, not yet checked. Fields left empty are "". Rules: order-rules.ts. */
export const orderDraftSchema = z.strictObject({
  symbol: z.string().max(64),
  side: z.enum(['BUY', 'SELL']),
  type: z.enum(['LIMIT', 'MARKET', 'IOC', 'FOK', 'POST_ONLY', 'ASK', 'BID', 'RPI']),
  price: draftText,
  quantity: draftText,
  amount: draftText,
  visibleQuantity: draftText,
  positionSide: z.enum(['BOTH', 'LONG', 'SHORT']),
  marginMode: z.enum(['CROSS', 'ISOLATED']),
  bidAskLevel: draftText,
  reduceOnly: z.boolean(),
  clientOrderId: draftText,
  orderTag: draftText,
});
export type OrderDraft = z.infer<typeof orderDraftSchema>;
export type OrderType = OrderDraft['type'];

// ---------------------------------------------------------------- rows of feeds

/** Which account is on screen and what it allows. One row, id "terminal". */
export const terminalRowSchema = z.object({
  id: z.literal('terminal'),
  profile: z.string(),
  profileName: z.string(),
  environment: environmentSchema,
  viewOnly: z.boolean(),
  locked: z.boolean(),
  /** Core's local clock when the row was made, and the offset of the exchange's clock to it. */
  version: z.string(),
  dataFolder: z.string(),
});
export type TerminalRow = z.infer<typeof terminalRowSchema>;

/** Local ms at which the reading began that what is shown comes from; null where none has succeeded yet. */
const readsSchema = z.object({
  orders: maybeInstant,
  algoOrders: maybeInstant,
  balances: maybeInstant,
  positions: maybeInstant,
});
export type Reads = z.infer<typeof readsSchema>;

/** State of one link. `since` and `retryAt` are the core's local milliseconds. */
export const connectionRowSchema = z.object({
  id: z.enum(['rest', 'private', 'public', 'clock']),
  state: z.enum(['connecting', 'live', 'stale', 'reconnecting', 'down']),
  since: instant,
  retryAt: maybeInstant,
  /** Streams that are not live: core's local ms of the last word that came. Left out where none came. */
  heardAt: instant.optional(),
  /** REST: round trip of the last answer in ms. Clock: offset of the exchange's clock in ms. */
  value: z.number().nullable(),
  /** Clock: uncertainty of the offset in ms. Private: age of the listen key in ms. */
  detail: z.number().nullable(),
  message: z.string(),
  /** Frames that did not parse since start, shown and never thrown. */
  refused: z.int(),
  /** Private: topics that the exchange does not stream to this account. */
  missing: z.array(z.string()).optional(),
  /** Private: what is read over REST instead, while it is away or misses a topic. */
  reads: readsSchema.optional(),
});
export type ConnectionRow = z.infer<typeof connectionRowSchema>;

/** Use of one endpoint's budget; id is `<endpoint> <scope key>`. */
export const limitRowSchema = z.object({
  id: z.string(),
  endpoint: z.string(),
  scope: z.enum(['address', 'user', 'symbol']),
  scopeKey: z.string(),
  used: z.int(),
  allowed: z.int(),
  windowMs: z.int(),
  waiting: z.int(),
});
export type LimitRow = z.infer<typeof limitRowSchema>;

/** A tradable symbol with its filters as sent; id is the symbol. */
export const instrumentRowSchema = z.object({
  symbol: z.string(),
  kind: z.enum(['spot', 'perpetual']),
  base: z.string(),
  quote: z.string(),
  status: z.string(),
  priceTick: decimalText,
  priceMin: decimalText,
  priceMax: decimalText,
  quantityStep: decimalText,
  quantityMin: decimalText,
  quantityMax: decimalText,
  minNotional: decimalText,
  bidCapRatio: maybeDecimal,
  bidFloorRatio: maybeDecimal,
  askCapRatio: maybeDecimal,
  askFloorRatio: maybeDecimal,
  rpiAllowed: z.boolean(),
  fundingIntervalHours: z.int().nullable(),
  initialMarginRatio: maybeDecimal,
  maintenanceMarginRatio: maybeDecimal,
});
export type InstrumentRow = z.infer<typeof instrumentRowSchema>;

/** Best quotes, last trade and day figures of a symbol; id is the symbol; `at` is the exchange's time of the quote. */
export const marketRowSchema = z.object({
  symbol: z.string(),
  bid: maybeDecimal,
  bidSize: maybeDecimal,
  ask: maybeDecimal,
  askSize: maybeDecimal,
  last: maybeDecimal,
  mark: maybeDecimal,
  index: maybeDecimal,
  open24h: maybeDecimal,
  high24h: maybeDecimal,
  low24h: maybeDecimal,
  volume24h: maybeDecimal,
  amount24h: maybeDecimal,
  fundingRate: maybeDecimal,
  nextFundingTime: maybeInstant,
  openInterest: maybeDecimal,
  at: maybeInstant,
  state: z.enum(['loading', 'live', 'stale']),
});
export type MarketRow = z.infer<typeof marketRowSchema>;

const level = z.tuple([decimalText, decimalText]);
/** Aggregate book of a symbol: best first, [price, size]; keyed by "SYMBOL" or "SYMBOL rpi"; one row, id is that key. */
export const bookRowSchema = z.object({
  id: z.string(),
  symbol: z.string(),
  rpi: z.boolean(),
  bids: z.array(level),
  asks: z.array(level),
  /** Exchange's time of the last change. */
  at: maybeInstant,
  /** `unaligned`: the snapshot and the updates never met, or none come; shown dimmed, with the reason. */
  state: z.enum(['loading', 'live', 'stale', 'unaligned']),
  message: z.string(),
});
export type BookRow = z.infer<typeof bookRowSchema>;

/** One market trade; id is made by the core and rises. */
export const tradeRowSchema = z.object({
  id: z.string(),
  symbol: z.string(),
  price: decimalText,
  quantity: decimalText,
  side: z.string(),
  rpi: z.boolean(),
  at: instant,
});
export type TradeRow = z.infer<typeof tradeRowSchema>;

/**
 * One own order: open, or finished since the terminal started. `id` is the key of the row: the
 * exchange's order id, or `c:<clientOrderId>` while it has none.
 */
export const orderRowSchema = z.object({
  id: z.string(),
  orderId: z.string().nullable(),
  clientOrderId: z.string().nullable(),
  symbol: z.string(),
  side: z.string(),
  positionSide: z.string(),
  type: z.string(),
  price: maybeDecimal,
  quantity: maybeDecimal,
  amount: maybeDecimal,
  visibleQuantity: maybeDecimal,
  executed: decimalText,
  averagePrice: maybeDecimal,
  fee: maybeDecimal,
  feeAsset: z.string().nullable(),
  reduceOnly: z.boolean(),
  marginMode: z.string().nullable(),
  bidAskLevel: z.int().nullable(),
  tag: z.string().nullable(),
  /**
   * The exchange's word, unknown ones included; "SENDING" and "UNCONFIRMED" are ours, before it has one, and
   * "NOT_FOUND", when it neither lists nor finds what was open.
   */
  status: z.string(),
  open: z.boolean(),
  /** Why it ended, in the exchange's words, or what is odd about it in ours. */
  reason: z.string().nullable(),
  /** Whether this terminal placed it. */
  ours: z.boolean(),
  createdAt: maybeInstant,
  updatedAt: maybeInstant,
  /** An edit or cancel on its way, and how the last one ended. */
  pending: z.enum(['none', 'edit', 'cancel']),
  pendingPrice: maybeDecimal,
  pendingQuantity: maybeDecimal,
  lastRefusal: z.string().nullable(),
});
export type OrderRow = z.infer<typeof orderRowSchema>;

/** A token's balance; id is the token. */
export const balanceRowSchema = z.object({
  token: z.string(),
  holding: decimalText,
  frozen: decimalText,
  available: maybeDecimal,
  interest: maybeDecimal,
  averageOpenPrice: maybeDecimal,
  markPrice: maybeDecimal,
  at: maybeInstant,
});
export type BalanceRow = z.infer<typeof balanceRowSchema>;

/** A perpetual position; id by positionId of position-math.ts. Unrealised PnL is not delivered: (mark - average) * holding. */
export const positionRowSchema = z.object({
  id: z.string(),
  symbol: z.string(),
  positionSide: z.string(),
  /** Signed base quantity: negative is short. */
  holding: decimalText,
  averageOpenPrice: maybeDecimal,
  markPrice: maybeDecimal,
  liquidationPrice: maybeDecimal,
  settlePrice: maybeDecimal,
  leverage: z.int().nullable(),
  marginMode: z.string().nullable(),
  isolatedMargin: maybeDecimal,
  pnl24h: maybeDecimal,
  fee24h: maybeDecimal,
  pendingLong: maybeDecimal,
  pendingShort: maybeDecimal,
  adlQuantile: z.int().nullable(),
  at: maybeInstant,
});
export type PositionRow = z.infer<typeof positionRowSchema>;

/** Modes and margin of the account; one row, id "account". Ratios and rates as sent. */
export const accountRowSchema = z.object({
  id: z.literal('account'),
  accountMode: z.string().nullable(),
  positionMode: z.string().nullable(),
  spotMarginLeverage: z.int().nullable(),
  totalCollateral: maybeDecimal,
  freeCollateral: maybeDecimal,
  /** The core's local ms for which the free collateral was said last. */
  freeCollateralAt: maybeInstant,
  /** Unrealised PnL of the positions without margin of their own at that moment, by the marks that the core knew. */
  crossPnlThen: maybeDecimal,
  totalAccountValue: maybeDecimal,
  marginRatio: maybeDecimal,
  openMarginRatio: maybeDecimal,
  initialMarginRatio: maybeDecimal,
  maintenanceMarginRatio: maybeDecimal,
  makerFeeRate: maybeDecimal,
  takerFeeRate: maybeDecimal,
  /**
   * The core's local ms at which the last read of the account began; null before the first. What the terminal did later
   * may not be counted in the figures: they are read again soon after each change of one's own.
   */
  readAt: maybeInstant,
  at: maybeInstant,
});
export type AccountRow = z.infer<typeof accountRowSchema>;

/** One candle; times are the exchange's milliseconds. */
export const candleSchema = z.object({
  start: instant,
  open: decimalText,
  high: decimalText,
  low: decimalText,
  close: decimalText,
  volume: decimalText,
});
export type Candle = z.infer<typeof candleSchema>;

/** Intervals that REST and the stream both have, the month as the stream writes it (protocol.md, section 6). */
export const candleIntervalSchema = z.enum(candleIntervals);

/**
 * Candles since the feed was opened, the one that is being drawn last, keyed by "SYMBOL interval"; id is
 * the start as text. After a lost connection those of the gap come too; `market.candles` has the past.
 */
export const liveCandleRowSchema = z.object({ id: z.string(), ...candleSchema.shape });
export type LiveCandleRow = z.infer<typeof liveCandleRowSchema>;

/** A command that was sent, for the "unconfirmed" display and the activity list; id is the commandId. */
export const commandRowSchema = z.object({
  commandId: z.string(),
  name: z.string(),
  symbol: z.string().nullable(),
  clientOrderId: z.string().nullable(),
  /** The order or the node of an algo tree that it changes or cancels; null where it names none. */
  orderId: z.string().nullable(),
  /** One sentence: "Buy 0.25 BTC at 64,210.5 LIMIT". */
  summary: z.string(),
  /** Rejected is also one whose wait ended, of which nobody knows what became: `known` is false then. */
  status: z.enum(['sending', 'accepted', 'rejected', 'unconfirmed']),
  known: z.boolean(),
  /** While it is sending: it has not left for two seconds, because it waits for its slot or for the exchange's clock. */
  waits: z.boolean().optional(),
  message: z.string(),
  at: instant,
});
export type CommandRow = z.infer<typeof commandRowSchema>;

/** Something a person should read: "The private stream lost 1 fill; found by reconciling". Rising id. */
export const noticeRowSchema = z.object({
  id: z.string(),
  /** An alarm is danger that has cost something already: a liquidation. */
  level: z.enum(['info', 'warning', 'danger', 'alarm']),
  text: z.string(),
  at: instant,
});
export type NoticeRow = z.infer<typeof noticeRowSchema>;

// ---------------------------------------------------------------- the table

export const requests = {
  'orders.place': command(z.strictObject({ ...press, answered, draft: orderDraftSchema }), outcomeSchema),
  'orders.edit': command(
    z.strictObject({
      ...press,
      answered,
      symbol: z.string().max(64),
      orderId: z.string().regex(/^\d{1,30}$/),
      /** New price and/or quantity as typed; absent ones stay as they are. */
      price: draftText.optional(),
      quantity: draftText.optional(),
    }),
    outcomeSchema,
  ),
  'orders.cancel': command(
    z.strictObject({ ...press, symbol: z.string().max(64), orderId: z.string().regex(/^\d{1,30}$/) }),
    outcomeSchema,
  ),
  /** Ordinary and algo orders of the symbol, or of everything where symbol is null. */
  'orders.cancelAll': command(z.strictObject({ ...press, symbol: z.string().max(64).nullable() }), outcomeSchema),
  /** Gives up waiting for the end of an unconfirmed command. Nothing is sent; what the exchange says of it later is still shown. */
  'commands.dismiss': command(z.strictObject({ ...press, of: press.commandId }), outcomeSchema),
  /** Takes back an order, a plan or an edit that has not left yet. Refused where it has. */
  'commands.takeBack': command(z.strictObject({ ...press, of: press.commandId }), outcomeSchema),
  /** Candles before an instant (exclusive; null for the newest), oldest first. */
  'market.candles': read(
    z.strictObject({
      symbol: z.string().max(64),
      interval: candleIntervalSchema,
      before: maybeInstant,
      limit: z.int().min(1).max(1000),
    }),
    z.object({ candles: z.array(candleSchema) }),
  ),
  /** Fee rates of a symbol for this account, as sent; null where the exchange does not say. */
  'account.fees': read(
    z.strictObject({ symbol: z.string().max(64) }),
    z.object({ makerFee: maybeDecimal, takerFee: maybeDecimal }),
  ),
  /** Leverage of a perpetual, one entry a position side. */
  'account.leverage': read(
    z.strictObject({ symbol: z.string().max(64), marginMode: z.enum(['CROSS', 'ISOLATED']) }),
    z.object({ sides: z.array(z.object({ positionSide: z.string(), leverage: z.int() })) }),
  ),
  /** Time on both clocks, for ages and countdowns. `offset` is exchange minus local, null before the first answer. */
  'terminal.time': read(z.strictObject({}), z.object({ local: instant, offset: z.number().nullable() })),
  ...algoRequests,
  ...assetsRequests,
  ...deadManRequests,
  ...guardRequests,
  ...historyRequests,
  ...archiveRequests,
  ...leverageRequests,
  ...profilesRequests,
  ...pageSettingsRequests,
  ...activityRequests,
  ...tableExportRequests,
} as const;

export const feeds = {
  terminal: feed(terminalRowSchema, 'id'),
  connection: feed(connectionRowSchema, 'id'),
  limits: feed(limitRowSchema, 'id'),
  instruments: feed(instrumentRowSchema, 'symbol'),
  market: keyedFeed(marketRowSchema, 'symbol'),
  book: keyedFeed(bookRowSchema, 'id'),
  trades: keyedFeed(tradeRowSchema, 'id'),
  orders: feed(orderRowSchema, 'id'),
  balances: feed(balanceRowSchema, 'token'),
  positions: feed(positionRowSchema, 'id'),
  account: feed(accountRowSchema, 'id'),
  candles: keyedFeed(liveCandleRowSchema, 'id'),
  commands: feed(commandRowSchema, 'commandId'),
  notices: feed(noticeRowSchema, 'id'),
  ...orderLifeFeeds,
  ...executionFeeds,
  ...tickerFeeds,
  ...algoFeeds,
  ...assetsFeeds,
  ...deadManFeeds,
  ...guardFeeds,
  ...profilesFeeds,
  ...pageSettingsFeeds,
  ...activityFeeds,
  ...archiveFeeds,
} as const;

export type RequestName = keyof typeof requests;
export type RequestInput<Name extends RequestName> = z.input<(typeof requests)[Name]['input']>;
export type RequestOutput<Name extends RequestName> = z.output<(typeof requests)[Name]['output']>;
export type FeedName = keyof typeof feeds;
export type FeedRowOf<Name extends FeedName> = z.output<(typeof feeds)[Name]['row']>;

let fingerprint: string | null = null;

/** A short fingerprint of the names and shapes, so that a page from before an upgrade is told to reload. */
export function contractFingerprint(): string {
  // It takes some ms, and each page that is loaded asks for it.
  fingerprint ??= fingerprintOf();
  return fingerprint;
}

function fingerprintOf(): string {
  const shape = JSON.stringify([
    Object.entries(requests).map(([name, row]) => [
      name,
      row.kind,
      z.toJSONSchema(row.input, { unrepresentable: 'any', io: 'input' }),
    ]),
    Object.entries(feeds).map(([name, row]) => [
      name,
      row.id,
      row.keyed,
      z.toJSONSchema(row.row, { unrepresentable: 'any', io: 'input' }),
    ]),
  ]);
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < shape.length; i += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(shape.charCodeAt(i))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
