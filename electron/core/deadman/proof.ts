import type { OrderRow } from '../../../shared/contract.ts';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import type { ExchangeClock } from '../exchange/types.ts';
import type { FeedStore } from '../feeds.ts';
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

export interface ProofParts {
  readonly clock: Clock;
  readonly exchangeClock: ExchangeClock;
  /** Ids of the orders that the terminal knows to be open at the exchange now. */
  readonly openNow: () => readonly string[];
  /** Whether an order is known to have ended by trading, or before an instant: a switch that fires then did not end it. */
  readonly endedWithout: (orderId: string, at: number) => boolean;
  /** Reads the open orders, by name what a list that lags leaves out; each with the exchange's ms of its making. Rejects with FaultError. */
  readonly readOpen: () => Promise<readonly { readonly createdAt: number | null }[]>;
  /** Symbols of positions that are held now. */
  readonly positions: () => readonly string[];
  readonly onEnd: (found: Found) => void;
}

/** Finds out whether the switch fired: the interface cannot be asked, but the orders can. */
export interface Proof {
  /** The instant has passed. Nothing happens while one is being looked into. */
  start(at: number): void;
  stop(): void;
}

export function createProof(parts: ProofParts): Proof {
  const { clock, exchangeClock, readOpen, openNow, endedWithout, positions, onEnd } = parts;
  let looking = false;
  let timer: Timer | null = null;
  /** The earliest that the exchange's clock may show now. */
  const soonest = (): number => exchangeClock.now() - (exchangeClock.uncertainty() ?? 0);

  async function look(at: number, before: readonly string[]): Promise<void> {
    timer = null;
    // No order is left where none was there: before the instant is certainly over, that proves nothing.
    if (soonest() < at) return again(at, before);
    let open: Awaited<ReturnType<typeof readOpen>>;
    try {
      open = await readOpen();
    } catch {
      if (looking) again(at, before);
      return;
    }
    if (!looking) return;
    // What was placed since is none of its business.
    const left = open.filter(({ createdAt }) => createdAt === null || createdAt <= at).length;
    if (left === 0) return end(firedWords(at, before.filter((id) => !endedWithout(id, at)).length, open.length));
    if (soonest() < at + NOT_FIRED_AFTER_MS) return again(at, before);
    end({
      words: `The dead-man switch’s time passed and ${count(left)} still open: it did not fire.`,
      report: null,
    });
  }

  function firedWords(at: number, before: number, after: number): Found {
    const held = positions();
    const stops = held.length === 0 ? '' : ` Without a stop now: ${held.join(', ')}.`;
    return {
      words:
        before === 0
          ? `The dead-man switch’s time passed; no order was open.${stops}`
          : `The dead-man switch fired: of ${count(before)} open before, none of them is left.${stops}`,
      report: { at, before, after, positions: [...held] },
    };
  }

  function again(at: number, before: readonly string[]): void {
    timer = clock.after(LOOK_AGAIN_MS, () => void look(at, before));
  }

  function end(found: Found): void {
    looking = false;
    onEnd(found);
  }

  return {
    start(at) {
      if (looking) return;
      looking = true;
      const before = openNow();
      const wait = Math.max(0, at - soonest()) + FIRST_LOOK_MS;
      timer = clock.after(wait, () => void look(at, before));
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
  feed: Pick<FeedStore<OrderRow>, 'rows' | 'get'>,
  reconciler: Pick<Reconciler, 'run'>,
): Pick<ProofParts, 'openNow' | 'endedWithout' | 'readOpen'> {
  const open = (): OrderRow[] => [...feed.rows()].filter((row) => row.open && row.orderId !== null);
  return {
    openNow: () => open().map(({ id }) => id),
    endedWithout(id, at) {
      const row = feed.get(id);
      return row !== undefined && !row.open && (row.status === 'FILLED' || (row.updatedAt ?? at) < at);
    },
    readOpen: () => reconciler.run('timer').then(open),
  };
}

const count = (orders: number): string => (orders === 1 ? '1 order' : `${orders} orders`);
