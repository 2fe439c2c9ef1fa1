import type { Account } from '../engine/model.ts';
import type { Venue } from '../engine/venue.ts';
import type { Fields } from './fields.ts';
import type { Forms } from '../wire/forms.ts';
import type { ApiKey, Permission } from './keys.ts';

/** What a route gets: the parameters of the request and where to apply them. */
export interface PublicCall {
  readonly venue: Venue;
  readonly fields: Fields;
  readonly desk: Desk;
}
export interface SignedCall extends PublicCall {
  readonly account: Account;
  readonly key: ApiKey;
}

/** What the front keeps besides the venue: keys and streams. */
export interface Desk {
  /** Difference of the clock that clients see to the exchange's own, in ms; for tests of clock trouble. */
  skewMs: number;
  /** Orders and fills that are younger are not found by reads yet, in ms; for tests of lagging reads. */
  lagMs: number;
  /** Books as they were when they were frozen, by request; null while they are live. */
  frozenBooks: Map<string, Answer> | null;
  /** 0 running, 1 trading maintenance, 2 system maintenance (protocol.md, 3.1). */
  maintenance: 0 | 1 | 2;
  /** How answers are written. */
  readonly forms: Forms;
  readonly keys: Map<string, ApiKey>;
  /** Keys of observers, whose requests spend nothing of their account's budgets and meet no fault; for tests that compare. */
  readonly observers: Set<string>;
  /** Makes a new listen key and ends the account's old one with its socket, at once. */
  newListenKey(account: Account): { readonly authKey: string; readonly expiredTime: number };
  /** The book as the stream of a depth last sent it, so that a snapshot and the updates meet; null without such a stream. */
  streamedBook(symbol: string, depth: number, rpi: boolean): StreamedBook | null;
}

/** The maintenance that was set, or that of the venue's mood. */
export const maintenanceOf = (venue: Venue, desk: Desk): Desk['maintenance'] =>
  venue.market?.mood === 'maintenance' ? 2 : desk.maintenance;

interface StreamedBook {
  readonly at: number;
  readonly bids: readonly (readonly [number, number])[];
  readonly asks: readonly (readonly [number, number])[];
}

/** `data` of the envelope; undefined for operations that answer with the envelope alone. */
export interface Answer {
  readonly data?: unknown;
  /** Instead of the clock: the book's last change, on GET /v3/public/orderbook. */
  readonly timestamp?: number;
}

/** A signed operation: what it takes to call it, what answers it, and whose budget of a symbol it spends where that is not said. */
export interface SignedOperation {
  readonly permission: Permission;
  readonly run: SignedRoute;
  readonly symbolOf?: (call: SignedCall) => string | null;
}

export type PublicRoute = (call: PublicCall) => Answer;
export type SignedRoute = (call: SignedCall) => Answer;
