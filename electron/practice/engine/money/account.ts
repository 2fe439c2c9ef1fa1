import { newAlgoDesk, type AlgoDesk } from '../algo/node.ts';
import type { Fixed } from './fixed.ts';
import { instrumentOf } from '../symbols.ts';
import { newHistories, type Histories } from '../records.ts';
import type { Fill, MarginMode, Order, PositionSide } from '../orders/order.ts';

export type AccountMode = 'PURE_SPOT' | 'MARGIN' | 'FUTURES';
export type PositionMode = 'ONE_WAY' | 'HEDGE_MODE';

/** What an account holds of a token. A negative holding is a loan. */
export interface Balance {
  readonly token: string;
  holding: Fixed;
  /** Kept back for open spot orders and pending withdrawals. */
  frozen: Fixed;
  /** Interest owed and not yet paid. */
  interest: Fixed;
  /** What was spent on spot buys of what is held, for the average open price. */
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
  readonly createdAt: number;
}

export function newAccount(
  id: string,
  name: string,
  userId: number,
  traits: {
    readonly ownerId?: string;
    readonly house?: boolean;
    readonly vip?: boolean;
    readonly createdAt?: number;
  } = {},
): Account {
  return {
    id,
    name,
    userId,
    kind: traits.ownerId === undefined ? 'Main' : 'Sub',
    house: traits.house ?? false,
    vip: traits.vip ?? false,
    mode: 'FUTURES',
    positionMode: 'ONE_WAY',
    marginLeverage: 10,
    balances: new Map(),
    positions: new Map(),
    leverages: new Map(),
    open: new Map(),
    openByClient: new Map(),
    finished: new Map(),
    finishedByClient: new Map(),
    fills: [],
    histories: newHistories(),
    algos: newAlgoDesk(),
    ownerId: traits.ownerId ?? '',
    defaultMarginMode: 'CROSS',
    deadManAt: 0,
    createdAt: traits.createdAt ?? 0,
  };
}

export function balanceOf(account: Account, token: string): Balance {
  let balance = account.balances.get(token);
  if (balance === undefined) {
    balance = { token, holding: 0n, frozen: 0n, interest: 0n, spent: 0n, bought: 0n, version: 0, updatedAt: 0 };
    account.balances.set(token, balance);
  }
  return balance;
}

/** What an account holds of a token, for readers: zeros where it never had any, and no row is made. */
export const holdingOf = (account: Account, token: string): { readonly holding: Fixed; readonly frozen: Fixed } =>
  account.balances.get(token) ?? { holding: 0n, frozen: 0n };

const positionKey = (symbol: string, side: PositionSide, marginMode: MarginMode): string =>
  `${symbol}/${side}/${marginMode}`;

export function positionOf(account: Account, symbol: string, side: PositionSide, marginMode: MarginMode): Position {
  const key = positionKey(symbol, side, marginMode);
  let position = account.positions.get(key);
  if (position === undefined) {
    position = {
      symbol,
      side,
      marginMode,
      lots: 0,
      cost: 0n,
      margin: 0n,
      pendingLong: 0,
      pendingShort: 0,
      hours: [],
      openedAt: 0,
      settledAt: 0n,
      version: 0,
      updatedAt: 0,
    };
    account.positions.set(key, position);
  }
  return position;
}

/** The leverage that holds for a position: the account's own until another was set for it, at most what the symbol allows. */
export const leverageOf = (account: Account, symbol: string, marginMode: MarginMode, side: PositionSide): number =>
  account.leverages.get(`${symbol}/${marginMode}/${side}`) ??
  Math.min(account.marginLeverage, instrumentOf(symbol).maxLeverage ?? 1);
