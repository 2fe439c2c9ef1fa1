import type { Account, Balance, MarginMode, Position, PositionSide } from '../model.ts';
import { newAlgoDesk } from '../algo/node.ts';
import type { Fixed } from './fixed.ts';
import { instrumentOf } from '../symbols.ts';
import { newHistories } from '../records.ts';

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
    calledAt: 0,
    createdAt: traits.createdAt ?? 0,
  };
}

export function balanceOf(account: Account, token: string): Balance {
  let balance = account.balances.get(token);
  if (balance === undefined) {
    balance = {
      token,
      holding: 0n,
      frozen: 0n,
      leaving: 0n,
      interest: 0n,
      spent: 0n,
      bought: 0n,
      version: 0,
      updatedAt: 0,
    };
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
