import type { DeadManItem, DeadManRow } from '../../../shared/contract/deadman.ts';
import type { ExchangeClock } from '../exchange/types.ts';
import { isCancelled } from '../orders/asked.ts';
import type { OwnOrder } from '../orders/merge.ts';
import type { OwnCancels } from '../orders/own-cancels.ts';
import type { OwnOrders } from '../orders/own-orders.ts';
import type { Reconciler } from '../orders/reconcile.ts';
import type { Clock, Timer } from '../ports.ts';

/** The exchange is given this long to cancel everything before it is asked what is left. */
const FIRST_LOOK_MS = 500;
const LOOK_AGAIN_MS = 2_000;
/** Orders that are still open this long after the instant were not cancelled by it. */
const NOT_FIRED_AFTER_MS = 20_000;

/** So many of what went are listed one by one. */
const MOST_LISTED = 500;

/** What was found. */
export interface Found {
  readonly words: string;
  /** Null where it did not fire. */
  readonly report: DeadManRow['report'];
}

export type EndedBy = 'switch' | 'something else' | 'nobody knows';

export interface ProofParts {
  readonly clock: Clock;
  readonly exchangeClock: ExchangeClock;
  /** The orders and trees of algo orders that the terminal knows to be open at the exchange now. */
  readonly openNow: () => readonly DeadManItem[];
  /**
   * What ended one that is not open any more, as far as a switch that fires at an instant goes: the switch, as no
   * cancel of ours can have; something else, by trading or before the instant; or nobody knows.
   */
  readonly endedBy: (item: DeadManItem, at: number) => EndedBy;
  /** Exchange's ms of the end of one that is not open any more; null where nobody says. */
  readonly endedAt: (item: DeadManItem) => number | null;
  /**
   * Reads what is open, by name what a list that lags leaves out; each with the exchange's ms of its making. Rejects
   * with FaultError.
   */
  readonly readOpen: () => Promise<readonly OpenItem[]>;
  /** Symbols of positions that are held now; null where they were never read. */
  readonly positions: () => readonly string[] | null;
  readonly onEnd: (found: Found) => void;
}

/** One that is open, as far as a proof looks at it. */
export interface OpenItem extends Pick<DeadManItem, 'kind' | 'id'> {
  readonly createdAt: number | null;
}

/** Finds out whether the switch fired: the interface cannot be asked, but the orders can. */
export interface Proof {
  /**
   * The instant has passed. Nothing happens while one is being looked into.
   *
   * @param isCertain whether the exchange said that it fires then, and nothing since may have changed that.
   */
  start(at: number, isCertain: boolean): void;
  stop(): void;
}

/** An instant that is looked into, with the orders that were open then. */
interface Due {
  readonly at: number;
  readonly isCertain: boolean;
  readonly before: readonly DeadManItem[];
}

export function createProof(parts: ProofParts): Proof {
  const { clock, exchangeClock, readOpen, openNow, endedBy, endedAt, positions, onEnd } = parts;
  let looking = false;
  let timer: Timer | null = null;
  /** The earliest that the exchange's clock may show now. */
  const soonest = (): number => exchangeClock.now() - (exchangeClock.uncertainty() ?? 0);

  async function look(due: Due): Promise<void> {
    const { at } = due;
    timer = null;
    // No order is left where none was there: before the instant is certainly over, that proves nothing.
    if (soonest() < at) return again(due);
    let open: Awaited<ReturnType<typeof readOpen>>;
    try {
      open = await readOpen();
    } catch {
      if (looking) again(due);
      return;
    }
    if (!looking) return;
    // What was placed since is none of its business.
    const old = open.filter(({ createdAt }) => createdAt === null || createdAt <= at);
    if (old.length === 0) return end(fired(due, open.length, 0));
    if (soonest() < at + NOT_FIRED_AFTER_MS) return again(due);
    // An exchange may leave algo orders alone: they prove nothing where ordinary orders went.
    const left = old.filter(({ kind }) => kind === 'order').length;
    if (left === 0) return end(fired(due, open.length, old.length));
    end({
      words: `The dead-man switch’s time passed and ${plural(left, 'order')} still open: it did not fire.`,
      report: null,
    });
  }

  /** @param spared trees of algo orders from before the instant that are still open. */
  function fired({ at, isCertain, before }: Due, after: number, spared: number): Found {
    const held = positions();
    const ends = before.map((item) => ({ item, by: endedBy(item, at) }));
    const doubtful = ends.filter(({ by }) => by === 'nobody knows').length;
    const went = ends
      .filter(({ by }) => by === 'switch' || (isCertain && by === 'nobody knows'))
      .map(({ item }) => item);
    const algos = went.filter(({ kind }) => kind === 'algo');
    const bare = new Set(algos.map(({ symbol }) => symbol));
    const unprotected = (held ?? []).filter((symbol) => bare.has(symbol));
    const stops =
      spared > 0
        ? ` ${plural(spared, 'algo order')} from before ${spared === 1 ? 'is' : 'are'} still open.`
        : held === null
          ? ' Which positions are without a stop now is not known: they were not read.'
          : unprotected.length === 0
            ? ''
            : ` Without a stop now: ${unprotected.join(', ')}.`;
    const times = went.flatMap((item) => endedAt(item) ?? []).filter((time) => time >= at);
    const latest = Math.ceil(exchangeClock.now() + (exchangeClock.uncertainty() ?? 0));
    return {
      words:
        went.length > 0
          ? `The dead-man switch fired. ${cancelledWords(went)}${stops}`
          : doubtful > 0
            ? `The dead-man switch’s time passed and no order is left. Whether it fired is not known: ${plural(doubtful, 'order')} not seen to have been ended by it.${stops}`
            : `The dead-man switch’s time passed; no order was open.${stops}`,
      report: {
        ...(isCertain ? { at } : times.length > 0 ? { at: least(times) } : { at, until: latest }),
        before: went.length,
        orders: went.length - algos.length,
        algos: algos.length,
        after,
        went: went.slice(0, MOST_LISTED),
        positions: held === null ? null : [...held],
        unprotected,
      },
    };
  }

  function again(due: Due): void {
    timer = clock.after(LOOK_AGAIN_MS, () => void look(due));
  }

  function end(found: Found): void {
    looking = false;
    onEnd(found);
  }

  return {
    start(at, isCertain) {
      if (looking) return;
      looking = true;
      const due = { at, isCertain, before: openNow() };
      timer = clock.after(Math.max(0, at - soonest()) + FIRST_LOOK_MS, () => void look(due));
    },
    stop() {
      looking = false;
      timer?.cancel();
      timer = null;
    },
  };
}

/** What a proof asks of the own-order book. An order that was never confirmed may not be there, and proves nothing by its absence. */
export function proofOrders(
  orders: Pick<OwnOrders, 'all' | 'get'>,
  ownCancels: OwnCancels,
  reconciler: Pick<Reconciler, 'run'>,
): ProofSource {
  const open = (): OwnOrder[] =>
    [...orders.all()].filter(({ orderId, life }) => orderId !== null && life?.open !== false);
  return {
    openNow: () => open().flatMap(itemOf),
    endedBy({ id }, at) {
      const { life = null, traits } = orders.get(id) ?? {};
      if (life === null || traits === undefined) return 'nobody knows';
      // It was over when it came, whenever that is told.
      if (NEVER_RESTS.has(traits.type)) return 'something else';
      const isNew = life.changedAt !== null && life.changedAt >= at;
      if (!isCancelled(life) || (life.changedAt !== null && !isNew)) return 'something else';
      return ownCancels(id, isNew) ? 'nobody knows' : 'switch';
    },
    endedAt: ({ id }) => orders.get(id)?.life?.changedAt ?? null,
    readOpen: async () => {
      await reconciler.run('timer');
      return open().map(({ orderId, createdAt, firstAt, sent }) => ({
        kind: 'order',
        id: orderId ?? '',
        createdAt: createdAt ?? firstAt ?? sent?.at ?? null,
      }));
    },
  };
}

const NEVER_RESTS: ReadonlySet<string> = new Set(['MARKET', 'IOC', 'FOK']);

function itemOf({ orderId, traits, life, sent }: OwnOrder): DeadManItem[] {
  if (orderId === null) return [];
  const { symbol, side, type } = traits;
  const quantity = life?.quantity ?? sent?.quantity ?? null;
  const price = life?.price ?? sent?.price ?? null;
  return [{ kind: 'order', id: orderId, symbol, side, type, quantity, price, trigger: null }];
}

/** What a proof asks of one kind of orders. */
export type ProofSource = Pick<ProofParts, 'openNow' | 'endedBy' | 'endedAt' | 'readOpen'>;

/** Both kinds of orders for one proof. */
export const proofOfBoth = (orders: ProofSource, algos: ProofSource): ProofSource => ({
  openNow: () => [...orders.openNow(), ...algos.openNow()],
  endedBy: (item, at) => (item.kind === 'order' ? orders : algos).endedBy(item, at),
  endedAt: (item) => (item.kind === 'order' ? orders : algos).endedAt(item),
  readOpen: async () => {
    const both = await Promise.all([orders.readOpen(), algos.readOpen()]);
    return both.flat();
  },
});

/** "All 7 orders were cancelled (4 orders, 3 stops)." */
function cancelledWords(went: readonly DeadManItem[]): string {
  const algos = went.filter(({ kind }) => kind === 'algo');
  const orders = went.length - algos.length;
  const word = algos.every(({ type }) => STOPS.has(type)) ? 'stop' : 'algo order';
  const parts = [orders === 0 ? null : plural(orders, 'order'), algos.length === 0 ? null : plural(algos.length, word)];
  const named = parts.filter((part) => part !== null);
  if (went.length === 1) return `${named.join('')} was cancelled.`;
  return named.length === 1
    ? `All ${named.join('')} were cancelled.`
    : `All ${went.length} orders were cancelled (${named.join(', ')}).`;
}

const least = (times: readonly number[]): number => Math.min(...times);

/** Types of algo orders that a trader calls a stop. */
const STOPS: ReadonlySet<string> = new Set(['STOP', 'STOP_LOSS', 'TRAILING_STOP', 'TP_SL', 'POSITIONAL_TP_SL']);

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
