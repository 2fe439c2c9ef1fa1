import type { DeadManRow } from '../../../shared/contract/deadman.ts';
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
  /** Ids of the orders that the terminal knows to be open at the exchange now. */
  readonly openNow: () => readonly string[];
  /**
   * What ended an order that is not open any more, as far as a switch that fires at an instant goes: the switch, as no
   * cancel of ours can have; something else, by trading or before the instant; or nobody knows.
   */
  readonly endedBy: (orderId: string, at: number) => EndedBy;
  /** Reads the open orders, by name what a list that lags leaves out; each with the exchange's ms of its making. Rejects with FaultError. */
  readonly readOpen: () => Promise<readonly { readonly createdAt: number | null }[]>;
  /** Symbols of positions that are held now; null where they were never read. */
  readonly positions: () => readonly string[] | null;
  readonly onEnd: (found: Found) => void;
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
  readonly before: readonly string[];
}

export function createProof(parts: ProofParts): Proof {
  const { clock, exchangeClock, readOpen, openNow, endedBy, positions, onEnd } = parts;
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
    const left = open.filter(({ createdAt }) => createdAt === null || createdAt <= at).length;
    if (left === 0) return end(fired(due, open.length));
    if (soonest() < at + NOT_FIRED_AFTER_MS) return again(due);
    end({
      words: `The dead-man switch’s time passed and ${count(left)} still open: it did not fire.`,
      report: null,
    });
  }

  function fired({ at, isCertain, before }: Due, after: number): Found {
    const held = positions();
    const stops =
      held === null
        ? ' Which positions are without a stop now is not known: they were not read.'
        : held.length === 0
          ? ''
          : ` Without a stop now: ${held.join(', ')}.`;
    const ends = before.map((id) => endedBy(id, at));
    const doubtful = ends.filter((by) => by === 'nobody knows').length;
    const mine = ends.filter((by) => by === 'switch').length + (isCertain ? doubtful : 0);
    return {
      words:
        mine > 0
          ? `The dead-man switch fired: of ${count(mine)} open before, none of them is left.${stops}`
          : doubtful > 0
            ? `The dead-man switch’s time passed and no order is left. Whether it fired is not known: ${count(doubtful)} not seen to have been ended by it.${stops}`
            : `The dead-man switch’s time passed; no order was open.${stops}`,
      report: { at, before: mine, after, positions: held === null ? null : [...held] },
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
): Pick<ProofParts, 'openNow' | 'endedBy' | 'readOpen'> {
  const open = (): OwnOrder[] =>
    [...orders.all()].filter(({ orderId, life }) => orderId !== null && life?.open !== false);
  return {
    openNow: () => open().flatMap(({ orderId }) => orderId ?? []),
    endedBy(id, at) {
      const { life = null, traits } = orders.get(id) ?? {};
      if (life === null || traits === undefined) return 'nobody knows';
      // It was over when it came, whenever that is told.
      if (NEVER_RESTS.has(traits.type)) return 'something else';
      const isNew = life.changedAt !== null && life.changedAt >= at;
      if (!isCancelled(life) || (life.changedAt !== null && !isNew)) return 'something else';
      return ownCancels(id, isNew) ? 'nobody knows' : 'switch';
    },
    readOpen: async () => {
      await reconciler.run('timer');
      return open().map(({ createdAt, firstAt, sent }) => ({ createdAt: createdAt ?? firstAt ?? sent?.at ?? null }));
    },
  };
}

const NEVER_RESTS: ReadonlySet<string> = new Set(['MARKET', 'IOC', 'FOK']);

const count = (orders: number): string => (orders === 1 ? '1 order' : `${orders} orders`);
