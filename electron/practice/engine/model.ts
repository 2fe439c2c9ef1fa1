import type { Fixed } from './money/fixed.ts';
import type { Histories } from './records.ts';

/*
 * What the engine knows of accounts, orders and algo orders. They hold each other, so that their shapes stand in one
 * file, which imports no file that works on them.
 */

export type Side = 'BUY' | 'SELL';
export type PositionSide = 'BOTH' | 'LONG' | 'SHORT';
export type MarginMode = 'CROSS' | 'ISOLATED';
export type OrderType = 'LIMIT' | 'MARKET' | 'IOC' | 'FOK' | 'POST_ONLY' | 'ASK' | 'BID' | 'RPI';
export type OrderStatus = 'NEW' | 'PARTIAL_FILLED' | 'FILLED' | 'CANCELLED' | 'REJECTED';

/** An ordinary order. Prices are ticks, quantities lots, money Fixed; nothing in it is a function (state file). */
export interface Order {
  readonly id: string;
  readonly account: Account;
  readonly symbol: string;
  /** "0" when none was given. */
  readonly clientId: string;
  readonly tag: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly positionSide: PositionSide;
  readonly marginMode: MarginMode;
  readonly reduceOnly: boolean;
  readonly bidAskLevel: number | null;
  /** Ticks; 0 for an order that takes any price. */
  price: number;
  /** Lots; for an order sized by amount what was executed, once it has ended. */
  quantity: number;
  /** Quote money to spend or receive, for an order sized by amount. */
  readonly amount: Fixed | null;
  /** Lots to show at a time; 0 hides it. Equal to quantity for an ordinary order. */
  visible: number;
  /** Lots shown in the book now. */
  shown: number;
  executed: number;
  /** Sum over fills of ticks times lots: an exact integer (symbols.ts). */
  executedValue: number;
  fee: Fixed;
  feeAsset: string;
  realised: Fixed;
  status: OrderStatus;
  reason: string;
  /** Quote (buy) or base (sell) kept back for a spot order while it is open. */
  frozen: Fixed;
  /** Whether a person at a screen placed it: only such takers meet RPI quotes. */
  readonly byHand: boolean;
  /** Whether the venue itself placed it, to liquidate a position or call a loan. */
  readonly forced: boolean;
  readonly createdAt: number;
  updatedAt: number;
  /** The algo order that placed it, or "". */
  readonly algoId: string;
}

/** One execution of an order. */
export interface Fill {
  readonly tradeId: string;
  readonly order: Order;
  readonly ticks: number;
  readonly lots: number;
  readonly maker: boolean;
  readonly fee: Fixed;
  readonly feeAsset: string;
  readonly realised: Fixed;
  readonly rpi: boolean;
  readonly at: number;
}

/** One print on the public tape; `side` is the taker's. */
export interface Trade {
  readonly symbol: string;
  readonly ticks: number;
  readonly lots: number;
  readonly side: Side;
  readonly rpi: boolean;
  readonly at: number;
}

export type AccountMode = 'PURE_SPOT' | 'MARGIN' | 'FUTURES';
export type PositionMode = 'ONE_WAY' | 'HEDGE_MODE';

/** What an account holds of a token. A negative holding is a loan. */
export interface Balance {
  readonly token: string;
  holding: Fixed;
  /** Kept back for open spot orders and pending withdrawals. */
  frozen: Fixed;
  /** The part of it that is being withdrawn, which backs nothing any more. */
  leaving: Fixed;
  /** Interest owed and not yet paid. */
  interest: Fixed;
  /** What was bought on spot of what is held, and what it cost, for the average open price. */
  spent: Fixed;
  bought: Fixed;
  version: number;
  updatedAt: number;
}

/** A perpetual position. Its worth at a mark price is lots * unit * mark - cost. */
export interface Position {
  readonly symbol: string;
  readonly side: PositionSide;
  readonly marginMode: MarginMode;
  /** Signed lots; negative is short. */
  lots: number;
  /** Signed quote money that was paid for the lots. */
  cost: Fixed;
  /** Quote money set apart for an isolated position. */
  margin: Fixed;
  /** Lots of open buy and sell orders that would change this position. */
  pendingLong: number;
  pendingShort: number;
  /** Realised profit and fees by the hour, for the last 24 of them. */
  hours: { readonly at: number; profit: Fixed; fee: Fixed }[];
  openedAt: number;
  settledAt: Fixed;
  version: number;
  updatedAt: number;
}

/** A trading account (application). Plain data: it is part of the state file. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly userId: number;
  readonly kind: 'Main' | 'Sub';
  /** Bots and the venue's own purses: no funds check, no reports, no history. */
  readonly house: boolean;
  readonly vip: boolean;
  mode: AccountMode;
  positionMode: PositionMode;
  marginLeverage: number;
  readonly balances: Map<string, Balance>;
  /** By {@link positionKey}. */
  readonly positions: Map<string, Position>;
  /** Leverage by `symbol/marginMode/positionSide`. */
  readonly leverages: Map<string, number>;
  /** Open orders by id and by client id (those that have one). */
  readonly open: Map<string, Order>;
  readonly openByClient: Map<string, Order>;
  /** Finished orders in the order in which they ended; the oldest are dropped past a bound. */
  readonly finished: Map<string, Order>;
  readonly finishedByClient: Map<string, Order>;
  /** Newest last, bounded. */
  readonly fills: Fill[];
  readonly histories: Histories;
  readonly algos: AlgoDesk;
  /** The account whose sub-account this is, or "". */
  readonly ownerId: string;
  defaultMarginMode: MarginMode;
  /** When the dead-man switch fires in exchange ms; 0 when it is not armed. */
  deadManAt: number;
  /** Since when a margin call stands, in exchange ms; 0 while none does. */
  calledAt: number;
  readonly createdAt: number;
}

export type AlgoType =
  | 'STOP'
  | 'OCO'
  | 'TRAILING_STOP'
  | 'TP_SL'
  | 'POSITIONAL_TP_SL'
  | 'BRACKET'
  | 'STOP_BRACKET'
  | 'TAKE_PROFIT'
  | 'STOP_LOSS';
export type AlgoOrderType = 'LIMIT' | 'MARKET' | 'CLOSE_POSITION';
export type TriggerPriceType = 'MARKET_PRICE' | 'MARK_PRICE' | 'INDEX_PRICE';

/**
 * Where a node stands:
 * - `waiting`: its parent has not called it yet;
 * - `armed`: it watches prices;
 * - `working`: its order is in the market;
 * - `holding`: it has no order (left), its children work;
 * - `ended`: nothing will happen any more.
 */
type Stage = 'waiting' | 'armed' | 'working' | 'holding' | 'ended';

/** One node of an algo order's tree. Prices are ticks, quantities lots. Plain data (state file). */
export interface AlgoNode {
  readonly id: string;
  readonly account: Account;
  readonly symbol: string;
  readonly clientId: string;
  readonly tag: string;
  readonly algoType: AlgoType;
  readonly type: AlgoOrderType;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly marginMode: MarginMode;
  readonly reduceOnly: boolean;
  readonly parent: AlgoNode | null;
  readonly children: AlgoNode[];
  stage: Stage;
  status: OrderStatus;
  reason: string;
  /** 0 for a leg that closes whatever position there is. */
  quantity: number;
  /** 0 for a market order. */
  price: number;
  visible: number | null;
  /** 0 for a node without trigger. */
  triggerPrice: number;
  triggerPriceType: TriggerPriceType;
  /** Whether the trigger is hit from below (1) or from above (-1); 0 for none. */
  direction: 1 | -1 | 0;
  activatedPrice: number;
  callbackRate: Fixed | null;
  /** Ticks. */
  callbackValue: number | null;
  isActivated: boolean;
  /** Best price since activation, for a trailing stop. */
  extreme: number;
  isTriggered: boolean;
  triggerStatus: 'USELESS' | 'SUCCESS';
  triggerTime: number;
  /** Price of the trade or mark that triggered it. */
  triggeredAt: number;
  /** The order that it placed, or "". */
  orderId: string;
  /** Orders that it has placed so far: never more than one. */
  placed: number;
  executed: number;
  executedValue: number;
  fee: Fixed;
  feeAsset: string;
  realised: Fixed;
  /** The execution that a report is about; null between reports. */
  fill: Fill | null;
  readonly createdAt: number;
  updatedAt: number;
}

/** Algo orders of an account. */
export interface AlgoDesk {
  /** Roots of open trees, by id. */
  readonly roots: Map<string, AlgoNode>;
  /** Every node of open trees, by id. */
  readonly nodes: Map<string, AlgoNode>;
  /** Living nodes that the user named, by that name. */
  readonly byClient: Map<string, AlgoNode>;
  /** Roots of finished trees in the order of their end, bounded. */
  readonly finished: Map<string, AlgoNode>;
}
