import type {
  Account,
  AlgoNode,
  AlgoOrderType,
  AlgoType,
  MarginMode,
  PositionSide,
  Side,
  TriggerPriceType,
} from '../model.ts';
import { ticksOf, lotsOf } from '../orders/filters.ts';
import { ONE, unitsOf, type Fixed } from '../money/fixed.ts';
import { sideOfPosition } from '../orders/place.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { instrumentOf, type Instrument } from '../symbols.ts';
import { nextId, pricesOf, type Venue } from '../venue.ts';

/** An algo order as asked for: numbers read, nothing judged. Null where the request said nothing. */
export interface AlgoDraft {
  readonly symbol: string;
  readonly algoType: AlgoType;
  readonly type: AlgoOrderType | null;
  readonly side: Side | null;
  readonly positionSide: PositionSide | null;
  readonly marginMode: MarginMode | null;
  readonly clientId: string;
  readonly tag: string;
  readonly reduceOnly: boolean | null;
  readonly quantity: Fixed | null;
  readonly price: Fixed | null;
  readonly visible: Fixed | null;
  readonly triggerPrice: Fixed | null;
  readonly triggerPriceType: TriggerPriceType | null;
  readonly activatedPrice: Fixed | null;
  readonly callbackRate: Fixed | null;
  readonly callbackValue: Fixed | null;
  readonly children: readonly AlgoDraft[];
}

/** Which children a type has: how few, how many, of which types (protocol.md, 3.3). */
const FAMILY: Readonly<Record<AlgoType, readonly [number, number, readonly AlgoType[]]>> = {
  STOP: [0, 0, []],
  TRAILING_STOP: [0, 0, []],
  TAKE_PROFIT: [0, 0, []],
  STOP_LOSS: [0, 0, []],
  OCO: [1, 1, ['STOP']],
  TP_SL: [1, 2, ['TAKE_PROFIT', 'STOP_LOSS']],
  POSITIONAL_TP_SL: [1, 2, ['TAKE_PROFIT', 'STOP_LOSS']],
  BRACKET: [1, 1, ['TP_SL', 'POSITIONAL_TP_SL']],
  STOP_BRACKET: [1, 1, ['TP_SL', 'POSITIONAL_TP_SL']],
};
const TRIGGERED: ReadonlySet<AlgoType> = new Set(['STOP', 'STOP_BRACKET', 'TAKE_PROFIT', 'STOP_LOSS']);
const GROUPS: ReadonlySet<AlgoType> = new Set(['TP_SL', 'POSITIONAL_TP_SL']);

const bad = (message: string): Refusal => refuse('invalidParameter', message);

/** Judges a draft and makes its tree; nothing is filed or started. Throws a Refusal with the reason. */
export function buildTree(venue: Venue, account: Account, draft: AlgoDraft, parent: AlgoNode | null = null): AlgoNode {
  const instrument = instrumentOf(parent?.symbol ?? draft.symbol);
  const [fewest, most, kinds] = FAMILY[draft.algoType];
  if (draft.children.length < fewest || draft.children.length > most)
    throw bad(`${draft.algoType} takes ${fewest === most ? fewest : `${fewest} to ${most}`} childOrders.`);
  for (const child of draft.children)
    if (!kinds.includes(child.algoType)) throw bad(`${draft.algoType} takes ${kinds.join(' or ')} as childOrders.`);
  if (new Set(draft.children.map((child) => child.algoType)).size !== draft.children.length)
    throw bad('childOrders must not repeat a type.');
  if (parent !== null && draft.symbol !== '' && draft.symbol !== parent.symbol)
    throw bad('childOrders must have the symbol of their parent.');
  if (instrument.kind === 'spot' && draft.marginMode === 'ISOLATED') throw bad('Spot orders have no isolated margin.');

  const type = typeOf(draft, parent);
  const side = sideOf(draft, parent);
  const positionSide =
    parent?.positionSide ?? sideOfPosition(account, instrument, { positionSide: draft.positionSide });
  const price = type === 'LIMIT' ? ticksOf(draft.price, instrument) : 0;
  const triggerPrice = triggerOf(draft, instrument);
  const triggerPriceType = draft.triggerPriceType ?? 'MARKET_PRICE';
  if (triggerPriceType === 'INDEX_PRICE' && instrument.kind !== 'spot')
    throw refuse('indexTrigger', 'INDEX_PRICE is for spot symbols.');
  const quantity = quantityOf(draft, parent, instrument);
  const underPosition = draft.algoType === 'POSITIONAL_TP_SL' || parent?.algoType === 'POSITIONAL_TP_SL';
  const reference = price !== 0 ? price : triggerPrice !== 0 ? triggerPrice : pricesOf(venue, instrument.symbol).mark;
  if (!underPosition && BigInt(reference) * BigInt(quantity) * instrument.unit < instrument.minimum)
    throw refuse('belowNotional', `The order must be worth at least ${instrument.minNotional} ${instrument.quote}.`);
  const trailing = trailingOf(draft, instrument);
  const closes = parent !== null && (GROUPS.has(parent.algoType) || GROUPS.has(draft.algoType));
  const node: AlgoNode = {
    id: nextId(venue),
    account,
    symbol: instrument.symbol,
    clientId: draft.clientId,
    tag: draft.tag,
    algoType: draft.algoType,
    type,
    side,
    positionSide,
    marginMode: parent?.marginMode ?? draft.marginMode ?? 'CROSS',
    reduceOnly: instrument.kind === 'perpetual' && (draft.reduceOnly ?? (closes || (parent?.reduceOnly ?? false))),
    parent,
    children: [],
    stage: 'waiting',
    status: 'NEW',
    reason: '',
    quantity,
    price,
    visible:
      draft.visible === null ? null : draft.visible === 0n ? 0 : lotsOf(draft.visible, instrument, 'visibleQuantity'),
    triggerPrice,
    triggerPriceType,
    direction: directionOf(venue, draft, side, instrument, triggerPrice, triggerPriceType),
    ...trailing,
    isActivated: false,
    extreme: 0,
    isTriggered: false,
    triggerStatus: 'USELESS',
    triggerTime: 0,
    triggeredAt: 0,
    orderId: '',
    placed: 0,
    executed: 0,
    executedValue: 0,
    fee: 0n,
    feeAsset: '',
    realised: 0n,
    fill: null,
    createdAt: venue.now,
    updatedAt: venue.now,
  };
  for (const child of draft.children) node.children.push(buildTree(venue, account, child, node));
  return node;
}

function typeOf(draft: AlgoDraft, parent: AlgoNode | null): AlgoOrderType {
  if (parent?.algoType === 'POSITIONAL_TP_SL') {
    if (draft.type !== null && draft.type !== 'CLOSE_POSITION')
      throw bad('The legs of POSITIONAL_TP_SL have the type CLOSE_POSITION.');
    return 'CLOSE_POSITION';
  }
  if (GROUPS.has(draft.algoType)) return draft.type ?? 'MARKET';
  if (draft.type === 'CLOSE_POSITION') throw bad('CLOSE_POSITION is for the legs of POSITIONAL_TP_SL.');
  if (draft.algoType === 'TRAILING_STOP') {
    if (draft.type === 'LIMIT') throw bad('TRAILING_STOP has the type MARKET.');
    return 'MARKET';
  }
  if (draft.algoType === 'OCO') {
    if (draft.type === 'MARKET') throw bad('OCO has the type LIMIT.');
    return 'LIMIT';
  }
  if (draft.type !== null) return draft.type;
  // Legs are often given a trigger alone: they close at the market.
  if (parent !== null) return draft.price === null ? 'MARKET' : 'LIMIT';
  throw bad('Missing required parameter: type');
}

/** A bracket's legs turn its side round; all others keep their parent's. */
function sideOf(draft: AlgoDraft, parent: AlgoNode | null): Side {
  if (parent === null) {
    const side = draft.side ?? draft.children.find((child) => child.side !== null)?.side ?? null;
    if (side === null) throw bad('Missing required parameter: side');
    return side;
  }
  const turns = parent.algoType === 'BRACKET' || parent.algoType === 'STOP_BRACKET';
  const own: Side = turns ? (parent.side === 'BUY' ? 'SELL' : 'BUY') : parent.side;
  if (draft.side !== null && draft.side !== own) throw bad(`${draft.algoType} must have the side ${own} here.`);
  return own;
}

function triggerOf(draft: AlgoDraft, instrument: Instrument): number {
  if (!TRIGGERED.has(draft.algoType)) return 0;
  if (draft.triggerPrice === null) throw bad(`${draft.algoType} needs triggerPrice.`);
  return ticksOf(draft.triggerPrice, instrument, 'triggerPrice');
}

function quantityOf(draft: AlgoDraft, parent: AlgoNode | null, instrument: Instrument): number {
  const positional = draft.algoType === 'POSITIONAL_TP_SL' || parent?.algoType === 'POSITIONAL_TP_SL';
  if (positional) {
    if (draft.quantity !== null) throw bad('POSITIONAL_TP_SL takes no quantity: it closes the position.');
    return 0;
  }
  if (parent !== null) {
    if (draft.quantity !== null && lotsOf(draft.quantity, instrument) !== parent.quantity)
      throw refuse('legQuantities', 'childOrders must have the quantity of their parent.');
    return parent.quantity;
  }
  const given = draft.quantity ?? draft.children.find((child) => child.quantity !== null)?.quantity ?? null;
  if (given === null) throw bad('Missing required parameter: quantity');
  return lotsOf(given, instrument);
}

function trailingOf(
  draft: AlgoDraft,
  instrument: Instrument,
): Pick<AlgoNode, 'activatedPrice' | 'callbackRate' | 'callbackValue'> {
  if (draft.algoType !== 'TRAILING_STOP') return { activatedPrice: 0, callbackRate: null, callbackValue: null };
  const { callbackRate, callbackValue, activatedPrice } = draft;
  if ((callbackRate === null) === (callbackValue === null))
    throw bad('TRAILING_STOP needs either callbackRate or callbackValue.');
  if (callbackRate !== null && (callbackRate <= 0n || callbackRate >= ONE))
    throw bad('callbackRate is a fraction between 0 and 1.');
  const value = callbackValue === null ? null : unitsOf(callbackValue, instrument.tick);
  if (callbackValue !== null && (value === null || value <= 0))
    throw refuse('priceTick', `callbackValue must be a multiple of ${instrument.quoteTick}.`);
  return {
    activatedPrice: activatedPrice === null ? 0 : ticksOf(activatedPrice, instrument, 'activatedPrice'),
    callbackRate,
    callbackValue: value,
  };
}

/** A take profit waits on the good side of the market, a stop loss on the bad one, a stop where its trigger lies. */
function directionOf(
  venue: Venue,
  draft: AlgoDraft,
  side: Side,
  instrument: Instrument,
  trigger: number,
  kind: TriggerPriceType,
): 1 | -1 | 0 {
  if (trigger === 0) return 0;
  const sells = side === 'SELL';
  if (draft.algoType === 'TAKE_PROFIT') return sells ? 1 : -1;
  if (draft.algoType === 'STOP_LOSS') return sells ? -1 : 1;
  const now = watchedPrice(venue, instrument.symbol, kind);
  if (trigger === now) return sells ? -1 : 1;
  return trigger > now ? 1 : -1;
}

/** The price that a trigger of a kind looks at, in ticks. */
export function watchedPrice(venue: Venue, symbol: string, kind: TriggerPriceType): number {
  const { last, mark, index } = pricesOf(venue, symbol);
  return kind === 'MARK_PRICE' ? mark : kind === 'INDEX_PRICE' ? index : last;
}
