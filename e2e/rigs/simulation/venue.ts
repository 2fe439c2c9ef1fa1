import { VenueAlgos, type VenueAlgo } from './algos.ts';
import type { Chance } from './chance.ts';
import { Deeds } from './deeds.ts';
import type { Timeline } from './timeline.ts';
import { VenueRefusal, type Status } from './venue-words.ts';

/**
 * The simulated exchange: what is true. Prices and quantities are whole numbers. It shares no code and
 * no words with the core but those of the interface.
 */

/** An order as it was from an instant on. */
export interface Version {
  readonly at: number;
  readonly status: Status;
  readonly price: number;
  readonly quantity: number;
  readonly executed: number;
}
export interface VenueOrder {
  readonly id: string;
  readonly clientId: string;
  readonly symbol: string;
  readonly side: string;
  readonly type: string;
  readonly createdAt: number;
  /** Every state it had, the present one last. */
  readonly versions: Version[];
}

export interface Report {
  readonly kind: 0 | 1 | 2;
  readonly order: VenueOrder;
  readonly version: Version;
  readonly word: string;
  readonly reason: string;
  readonly at: number;
}

/** Exchange ms at the beginning of time. */
export const EPOCH = 1_760_000_000_000;
export const SYMBOLS = ['PERP_BTC_USDT', 'PERP_ETH_USDT'] as const;
/** Bids from here on trade at once; asks up to it. */
export const MARKET = 1_000;

export const nowOf = (order: VenueOrder): Version => {
  const version = order.versions.at(-1);
  if (version === undefined) throw new Error('an order without a state');
  return version;
};
/** What the order was at an instant; undefined before it was there. */
export const asOf = (order: VenueOrder, at: number): Version | undefined =>
  order.versions.findLast((version) => version.at <= at);
export const isOpen = ({ status }: Version): boolean => status === 'NEW' || status === 'PARTIAL_FILLED';

export interface Placement {
  readonly clientId: string;
  readonly symbol: string;
  readonly side: string;
  readonly type: string;
  readonly price: number;
  readonly quantity: number;
}

/** What the exchange says on the private stream. */
export interface Tells {
  order(report: Report): void;
  algos(nodes: readonly VenueAlgo[]): void;
}

export class Venue {
  readonly orders = new Map<string, VenueOrder>();
  readonly algos: VenueAlgos;
  readonly deeds = new Deeds();
  /** How often each client order id came in and was taken. */
  readonly taken = new Map<string, number>();
  /** Exchange ms at which the dead-man switch fires; null while none is armed. */
  firesAt: number | null = null;
  /** How often it fired. */
  fired = 0;
  readonly #timeline: Timeline;
  readonly #chance: Chance;
  readonly #tell: Tells;
  #lastId = 1_954_766_344_355_779_000n;
  #lastAt = 0;

  constructor(timeline: Timeline, chance: Chance, tell: Tells) {
    this.#timeline = timeline;
    this.#chance = chance;
    this.#tell = tell;
    this.algos = new VenueAlgos(
      chance,
      () => this.#instant(),
      (nodes) => tell.algos(nodes),
    );
  }

  get now(): number {
    return EPOCH + Math.floor(this.#timeline.now);
  }

  get open(): VenueOrder[] {
    return [...this.orders.values()].filter((order) => isOpen(nowOf(order)));
  }

  place(placement: Placement): VenueOrder {
    const { clientId, side, type, price, quantity } = placement;
    if (this.open.some((order) => order.clientId === clientId)) throw new VenueRefusal(302117, 'repeated client id');
    if (this.#chance.happens(0.03)) throw new VenueRefusal(302102, 'not enough funds');
    this.taken.set(clientId, (this.taken.get(clientId) ?? 0) + 1);
    this.#lastId += 1n;
    const at = this.#instant();
    const order: VenueOrder = { ...placement, id: this.#lastId.toString(), createdAt: at, versions: [] };
    this.orders.set(order.id, order);
    const crosses = type === 'MARKET' || (side === 'BUY' ? price >= MARKET : price <= MARKET);
    if (type === 'POST_ONLY' && crosses) {
      this.#become(order, { status: 'REJECTED', price, quantity, executed: 0 }, at, 'It would trade at once.');
      return order;
    }
    this.#become(order, { status: 'NEW', price, quantity, executed: 0 }, at);
    if (crosses) this.#trade(order, type === 'IOC' ? this.#chance.below(quantity + 1) : quantity);
    if ((type === 'IOC' || type === 'FOK' || type === 'MARKET') && isOpen(nowOf(order)))
      this.#become(order, { ...nowOf(order), status: 'CANCELLED' });
    return order;
  }

  /** Some of an order trades. */
  #trade(order: VenueOrder, lots: number): void {
    let left = lots;
    while (left > 0 && isOpen(nowOf(order))) {
      const { price, quantity, executed } = nowOf(order);
      const part = Math.min(left, 1 + this.#chance.below(quantity), quantity - executed);
      left -= part;
      const now = executed + part;
      this.#become(order, { status: now === quantity ? 'FILLED' : 'PARTIAL_FILLED', price, quantity, executed: now });
    }
  }

  /** The market takes some of an open order. */
  hit(): void {
    const { open } = this;
    if (open.length > 0) this.#trade(this.#chance.pick(open), 1 + this.#chance.below(3));
    if (this.#chance.happens(0.5)) this.algos.hit();
  }

  /** @returns false where the edit is acknowledged and refused on the stream. */
  edit(id: string, price: number | null, quantity: number | null): boolean {
    const order = this.#found(id);
    const now = nowOf(order);
    const next = { price: price ?? now.price, quantity: quantity ?? now.quantity };
    if (this.#chance.happens(0.2)) {
      this.#tell.order({
        kind: 1,
        order,
        version: now,
        word: '',
        reason: 'The edit was refused.',
        at: this.#instant(),
      });
      return false;
    }
    if (next.quantity <= now.executed) throw new VenueRefusal(-1005, 'executed already');
    this.#become(order, { ...now, ...next }, undefined, '', 'REPLACED');
    return true;
  }

  /** @returns false where the cancel is acknowledged and refused on the stream. */
  cancel(id: string): boolean {
    const order = this.#found(id);
    if (this.#chance.happens(0.2)) {
      const version = nowOf(order);
      this.#tell.order({ kind: 2, order, version, word: '', reason: 'The cancel was refused.', at: this.#instant() });
      return false;
    }
    this.#become(order, { ...nowOf(order), status: 'CANCELLED' });
    return true;
  }

  /** Ordinary and algo orders, of a symbol or all (protocol.md, 3.2). */
  cancelAll(symbol: string | null): void {
    this.algos.cancelAll(symbol);
    for (const order of this.open)
      if (symbol === null || order.symbol === symbol) this.#become(order, { ...nowOf(order), status: 'CANCELLED' });
  }

  /** The dead-man switch (E12). @returns the exchange ms at which it fires; 0 for a disarm. */
  arm(afterMs: number): number {
    this.firesAt = afterMs === 0 ? null : this.now + afterMs;
    const mine = this.firesAt;
    if (mine !== null)
      this.#timeline.after(afterMs, () => {
        if (this.firesAt !== mine) return;
        this.firesAt = null;
        this.fired += 1;
        this.cancelAll(null);
      });
    return mine ?? 0;
  }

  #found(id: string): VenueOrder {
    const order = this.orders.get(id);
    if (order === undefined || !isOpen(nowOf(order))) throw new VenueRefusal(317149, 'not found or finished');
    return order;
  }

  #become(
    order: VenueOrder,
    next: Omit<Version, 'at'>,
    at = this.#instant(),
    reason = '',
    word: string = next.status,
  ): void {
    const version = { ...next, at };
    order.versions.push(version);
    this.#tell.order({ kind: 0, order, version, word, reason, at });
  }

  /** Events of an order never share a millisecond with an edit of it: the interface allows five a second. */
  #instant(): number {
    this.#lastAt = Math.max(this.#lastAt + 1, this.now);
    return this.#lastAt;
  }
}
