import { z } from 'zod';

/**
 * How often things are read that a stream brings as well, in ms. One table, so that a test program can hurry all of it.
 * Budgets of the interface (protocol.md, 3.4): account info 10 in 60 s, positions 30 in 10 s, balances 10 in 1 s.
 */
export interface Paces {
  /** By a timer, whatever the streams say: they lose messages while their heartbeats are healthy. */
  readonly orders: number;
  readonly algoOrders: number;
  readonly balances: number;
  readonly positions: number;
  readonly account: number;
  /** Candles and trades of a symbol while the stream tells none. */
  readonly market: number;
  /** Least time between two reads that follow changes of one's own. Nine of the account leave room for a tenth. */
  readonly balancesChanged: number;
  readonly positionsChanged: number;
  readonly accountChanged: number;
  /** Least time between two reads of positions that follow a notable move of the mark price. */
  readonly positionsMoved: number;
  /** Open orders while the private stream is away. */
  readonly ordersAway: number;
}

/** The paces of the product. */
export const PACES: Paces = {
  orders: 30_000,
  algoOrders: 30_000,
  balances: 30_000,
  positions: 30_000,
  account: 60_000,
  market: 20_000,
  balancesChanged: 1_000,
  positionsChanged: 1_000,
  accountChanged: 7_000,
  positionsMoved: 6_000,
  ordersAway: 5_000,
};

const names = Object.keys(PACES) as (keyof Paces)[]; // the keys of an object literal
const schema = z.strictObject(
  Object.fromEntries(names.map((name) => [name, z.int().min(10).max(PACES[name]).optional()])),
);

/**
 * The paces with some of them hurried, never slowed down; for tests of the whole program.
 *
 * @param text JSON of an object with some of the names and ms, `{"account":5000}`; undefined or "" for none.
 * @throws Error in one line where it is not that.
 */
export function hurriedPaces(text: string | undefined): Paces {
  if (text === undefined || text === '') return PACES;
  try {
    return { ...PACES, ...schema.parse(JSON.parse(text)) };
  } catch {
    throw new Error(`The paces must be JSON of ms by name, none slower than it is: ${names.join(', ')}.`);
  }
}
