import { newAccount } from './money/account.ts';
import type { Account, AlgoNode, Fill, Order, Position, Trade } from './model.ts';
import { emptyBook, type Book } from './orders/book.ts';
import type { Fixed } from './money/fixed.ts';
import { chance, type Chance } from './random.ts';
import { newSchedule, type Schedule } from './clock/schedule.ts';
import { INSTRUMENTS } from './symbols.ts';
import { newTape, type Tape } from '../market/tape.ts';
import type { Market } from '../market/state.ts';

/** Why an execution report is sent: 0 a change of the order, 1 edit refused, 2 cancel refused, 3 cancel-all refused. */
export type ReportKind = 0 | 1 | 2 | 3;

/** Where news of the venue goes. All called in the order of events, inside the call that caused them. */
export interface Outlet {
  onReport(order: Order, fill: Fill | null, status: string): void;
  onRefusedReport(account: Account, kind: ReportKind, symbol: string, order: Order | null, reason: string): void;
  onBalance(account: Account, token: string): void;
  onPosition(account: Account, position: Position): void;
  onAccount(account: Account): void;
  onTrade(trade: Trade): void;
  /** Nodes of one tree that changed. */
  onAlgo(nodes: readonly AlgoNode[]): void;
}

const nothing = (): void => undefined;
export const deaf: Outlet = {
  onReport: nothing,
  onRefusedReport: nothing,
  onBalance: nothing,
  onPosition: nothing,
  onAccount: nothing,
  onTrade: nothing,
  onAlgo: nothing,
};

/** The venue's own purses. Money only ever moves between accounts, so that the sum of all stays the same. */
interface Houses {
  /** Collects fees. */
  readonly fees: Account;
  /** Quotes both sides of every book. */
  readonly maker: Account;
  /** Sends the market's orders. */
  readonly taker: Account;
  /** Takes over what a liquidation leaves. */
  readonly insurance: Account;
  /** Collects and pays funding; keeps what rounding leaves. */
  readonly funding: Account;
  /** Collects interest of spot margin. */
  readonly lender: Account;
  /** The other side of deposits, withdrawals and rewards. */
  readonly world: Account;
}

/** Prices of a symbol that are no trades: whole ticks. */
export interface Prices {
  mark: number;
  index: number;
  last: number;
  /** Premium of the mark over the index in 10^-8, summed since the last funding, and how often. */
  premium: number;
  samples: number;
}

/** A settled funding of a perpetual. */
export interface FundingRate {
  readonly rate: Fixed;
  readonly at: number;
  readonly mark: number;
}

/** What the last operations left to look at (afterwards.ts); empty between operations. */
interface Pending {
  /** Orders of algo nodes that changed. */
  readonly orders: Set<Order>;
  /** Prices at which a watched symbol traded, in order. */
  readonly trades: Map<string, number[]>;
  /** Symbols whose mark moved. */
  readonly marks: Set<string>;
  /** Accounts with a position that was closed or turned. */
  readonly flat: Set<Account>;
}

/** Everything that the practice exchange knows. Plain data except for `outlet`. */
export interface Venue {
  now: number;
  readonly seed: number;
  /** For what happens to accounts by chance; the market has its own. */
  readonly chance: Chance;
  idBase: bigint;
  idCount: number;
  tradeCount: number;
  readonly books: Map<string, Book>;
  readonly prices: Map<string, Prices>;
  readonly tapes: Map<string, Tape>;
  /** Null where nobody but the accounts trades (tests). */
  market: Market | null;
  readonly accounts: Map<string, Account>;
  readonly houses: Houses;
  readonly orders: Map<string, Order>;
  readonly schedule: Schedule;
  /** Algo nodes that watch the prices of a symbol. */
  readonly watched: Map<string, Set<AlgoNode>>;
  readonly pending: Pending;
  /** Past funding of each perpetual, newest last. */
  readonly fundingRates: Map<string, FundingRate[]>;
  outlet: Outlet;
}

/**
 * A venue without a market.
 *
 * @param now exchange time in ms. Ids grow from it, so that two runs on one machine never give the
 * same id to two orders, and all of them are past 2^53.
 */
export function newVenue(seed: number, now: number): Venue {
  const house = (name: string, index: number): Account =>
    newAccount(`house-${name}`, name, index, { house: true, vip: true });
  const houses: Houses = {
    fees: house('fees', 1),
    maker: house('maker', 2),
    taker: house('taker', 3),
    insurance: house('insurance', 4),
    funding: house('funding', 5),
    lender: house('lender', 6),
    world: house('world', 7),
  };
  const venue: Venue = {
    now,
    seed,
    chance: chance(seed, 'venue'),
    idBase: 1_954_766_344_355_779_056n + BigInt(Math.max(0, now - 1_700_000_000_000)) * 10_000n,
    idCount: 0,
    tradeCount: 0,
    books: new Map(),
    prices: new Map(),
    tapes: new Map(),
    market: null,
    accounts: new Map(),
    houses,
    orders: new Map(),
    schedule: newSchedule(),
    watched: new Map(),
    pending: { orders: new Set(), trades: new Map(), marks: new Set(), flat: new Set() },
    fundingRates: new Map(),
    outlet: deaf,
  };
  for (const { symbol } of INSTRUMENTS) {
    venue.books.set(symbol, emptyBook(symbol, now));
    venue.prices.set(symbol, { mark: 0, index: 0, last: 0, premium: 0, samples: 0 });
    venue.tapes.set(symbol, newTape(symbol));
  }
  for (const account of Object.values(houses)) venue.accounts.set(account.id, account);
  return venue;
}

/** A new id for an order, a transfer, a record: integer text past 2^53. */
export function nextId(venue: Venue): string {
  venue.idCount += 1;
  return (venue.idBase + BigInt(venue.idCount)).toString();
}

/** A new trade id: a small integer, as on the venue's stream. */
export function nextTradeId(venue: Venue): string {
  venue.tradeCount += 1;
  return String(400_000_000 + venue.tradeCount);
}

export function bookOf(venue: Venue, symbol: string): Book {
  const book = venue.books.get(symbol);
  if (book === undefined) throw new RangeError(`no book: ${symbol}`);
  return book;
}

export function pricesOf(venue: Venue, symbol: string): Prices {
  const prices = venue.prices.get(symbol);
  if (prices === undefined) throw new RangeError(`no prices: ${symbol}`);
  return prices;
}

export function tapeOf(venue: Venue, symbol: string): Tape {
  const tape = venue.tapes.get(symbol);
  if (tape === undefined) throw new RangeError(`no tape: ${symbol}`);
  return tape;
}
