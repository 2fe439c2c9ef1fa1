import type { Account } from '../money/account.ts';
import type { Fixed } from '../money/fixed.ts';
import type { Fill, MarginMode, OrderStatus, PositionSide, Side } from '../orders/order.ts';

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

export const newAlgoDesk = (): AlgoDesk => ({
  roots: new Map(),
  nodes: new Map(),
  byClient: new Map(),
  finished: new Map(),
});

export const isAlive = (node: AlgoNode): boolean => node.stage !== 'ended';

export function rootOf(node: AlgoNode): AlgoNode {
  let root = node;
  while (root.parent !== null) root = root.parent;
  return root;
}

/** The node and everything below it, parents before children. */
export function treeOf(node: AlgoNode): AlgoNode[] {
  const nodes = [node];
  for (let i = 0; i < nodes.length; i += 1) nodes.push(...(nodes[i]?.children ?? []));
  return nodes;
}
