import type { Account } from '../money/account.ts';
import type { Fixed } from '../money/fixed.ts';

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
  /** 1 for orders of the liquidation, else 0; on trades as `source`. */
  readonly source: 0 | 1;
  readonly createdAt: number;
  updatedAt: number;
  /** The algo order that placed it, or "". */
  readonly algoId: string;
}

export const isOpen = (order: Order): boolean => order.status === 'NEW' || order.status === 'PARTIAL_FILLED';
export const remaining = (order: Order): number => order.quantity - order.executed;
export const isRpi = (order: Order): boolean => order.type === 'RPI';

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
  readonly source: 0 | 1;
  readonly rpi: boolean;
  readonly at: number;
}
