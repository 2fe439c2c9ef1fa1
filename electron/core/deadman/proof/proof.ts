import type { DeadManItem, DeadManRow } from '../../../../shared/contract/deadman.ts';
import type { ExchangeClock } from '../../exchange/types.ts';
import { latestInstant } from '../../account/latest-now.ts';
import type { Clock, Timer } from '../../world/ports.ts';
import type { LastOpen, OpenOrdersSource } from './last-open.ts';
import { firedText, notFiredText } from './proof-words.ts';

/** Time for the exchange to cancel all orders before the first read. */
const FIRST_LOOK_MS = 500;
const LOOK_AGAIN_MS = 2_000;
/** Orders that are open this long after the deadline prove that the switch did not fire. */
const NOT_FIRED_AFTER_MS = 20_000;

/** The longest list of cancelled orders in a report. */
const MOST_LISTED = 500;

/** The result of a proof. */
export interface ProofResult {
  readonly words: string;
  /** Null when it did not fire. */
  readonly report: DeadManRow['report'];
}

/**
 * Why an order is closed: `switch`: no own cancel can have done it; `other`: a fill or an earlier end; or `unknown`.
 */ export type EndedBy = 'switch' | 'other' | 'unknown';

/** An open order or algo tree, with the exchange's ms of its creation. */
export type OpenItem = LastOpen['items'][number];

/** An open position. */
export interface HeldPosition {
  readonly symbol: string;
  readonly side: 'LONG' | 'SHORT';
}

/** Orders and trees that ended unseen, from the exchange's lists. */
export interface EndedOrders {
  readonly ends: readonly { readonly item: DeadManItem; readonly by: EndedBy; readonly at: number | null }[];
  /** Whether the list certainly holds all that the switch ended. */
  readonly isComplete: boolean;
}

/** The reads of a proof, for orders, for algo trees, or for both. */
export interface ProofSource extends OpenOrdersSource {
  /**
   * Orders and algo trees that are open now or ended at or after an instant. The stream may report a cancel by the
   * switch before the instant has certainly passed.
   */
  readonly openAt: (at: number) => readonly DeadManItem[];
  /** Why an order or a tree is closed, for a firing at an instant. */
  readonly endedBy: (item: DeadManItem, at: number) => EndedBy;
  /** Exchange's ms of the end of a closed order; null when unknown. */
  readonly endedAt: (item: DeadManItem) => number | null;
  /** Reads the open orders; those that a lagging list omits are read by id. Rejects with FaultError. */
  readonly readOpen: () => Promise<readonly OpenItem[]>;
  /**
   * Reads the ends that this run did not see of orders open at the instant. Rejects with FaultError.
   *
   * @param last the last known open orders; null when unknown.
   */
  readonly readEnded: (last: LastOpen | null, at: number) => Promise<EndedOrders>;
  /** Whether a cancelled tree was a stop of a position. */
  readonly protects: (item: DeadManItem, at: number, held: HeldPosition) => boolean;
}

export interface ProofParts extends ProofSource {
  readonly clock: Clock;
  readonly exchangeClock: ExchangeClock;
  /** Open positions; null when they were never read. */
  readonly positions: () => readonly HeldPosition[] | null;
  readonly onEnd: (found: ProofResult) => void;
}

/** Proves from the open orders whether the switch fired: the interface has no read of the timer. */
export interface Proof {
  /**
   * Starts the proof of a passed deadline, unless a proof is running.
   *
   * @param isPromised whether the exchange confirmed this firing time and no later request can have changed it.
   * @param last the open orders of the earlier run, for a run that did not see them.
   */
  start(at: number, isPromised: boolean, last: LastOpen | null): void;
  stop(): void;
}

/** A deadline under proof, with the orders that were open then. */
interface FiringToProve {
  readonly at: number;
  readonly isPromised: boolean;
  readonly before: readonly DeadManItem[];
  readonly last: LastOpen | null;
}

const noMoreEnds: EndedOrders = { ends: [], isComplete: true };

export function createProof(parts: ProofParts): Proof {
  const { clock, exchangeClock, readOpen, openAt, onEnd } = parts;
  let looking = false;
  let timer: Timer | null = null;
  /** The earliest that the exchange's clock may show now. */
  const earliestNow = (): number => exchangeClock.now() - (exchangeClock.uncertainty() ?? 0);

  /** Orders that ended unseen: none when this run knew the open orders. */
  async function endedUnseen({ at, last }: FiringToProve): Promise<EndedOrders> {
    const since = parts.knownSince();
    return since !== null && since <= at ? noMoreEnds : parts.readEnded(last, at);
  }

  async function look(due: FiringToProve): Promise<void> {
    const { at } = due;
    timer = null;
    // Before the deadline has certainly passed, an empty list proves nothing.
    if (earliestNow() < at) return lookLater(due);
    let open: readonly OpenItem[];
    let ended: EndedOrders;
    try {
      open = await readOpen();
      ended = await endedUnseen(due);
    } catch {
      if (looking) lookLater(due);
      return;
    }
    if (!looking) return;
    // Orders placed later do not count. One from the future was dated before the exchange set its clock back.
    const latest = latestInstant(exchangeClock);
    const openBefore = open.filter(({ createdAt }) => createdAt === null || createdAt <= at || createdAt > latest);
    if (openBefore.length === 0) return end(fired(due, ended, open.length, openBefore));
    if (earliestNow() < at + NOT_FIRED_AFTER_MS) return lookLater(due);
    // An exchange may spare algo orders, so open algo orders prove nothing when the ordinary orders are gone.
    const stillOpen = openBefore.filter(({ kind }) => kind === 'order').length;
    if (stillOpen === 0) return end(fired(due, ended, open.length, openBefore));
    end({ words: notFiredText(stillOpen), report: null });
  }

  /** @param spared trees of algo orders from before the instant that are still open. */
  function fired(
    { at, isPromised, before }: FiringToProve,
    { ends: unseenEnds, isComplete }: EndedOrders,
    after: number,
    spared: readonly OpenItem[],
  ): ProofResult {
    const held = parts.positions();
    const stillOpen = new Set(spared.map(keyOf));
    const seen = new Set(before.map(keyOf));
    const ends = [
      ...before
        .filter((item) => !stillOpen.has(keyOf(item)))
        .map((item) => {
          const by = parts.endedBy(item, at);
          return { item, by: by === 'unknown' && isPromised ? 'switch' : by, at: parts.endedAt(item) };
        }),
      ...unseenEnds.filter(({ item }) => !seen.has(keyOf(item))),
    ];
    const cancelled = ends.filter(({ by }) => by === 'switch');
    const went = cancelled.map(({ item }) => item);
    const doubtful = ends.filter(({ by }) => by === 'unknown').length;
    const algos = went.filter(({ kind }) => kind === 'algo').length;
    const losingStops = (held ?? []).filter((position) => went.some((item) => parts.protects(item, at, position)));
    const unprotected = symbolsOf(losingStops);
    const mayBeMore = !isComplete || doubtful > 0;
    const times = cancelled.flatMap((position) => position.at ?? []).filter((time) => time >= at);
    const latest = latestInstant(exchangeClock);
    return {
      words: firedText({
        went,
        doubtful,
        mayBeMore,
        spared: spared.length,
        unprotected: held === null ? null : unprotected,
      }),
      report: {
        ...(isPromised ? { at } : times.length > 0 ? { at: earliest(times) } : { at, until: latest }),
        before: went.length,
        orders: went.length - algos,
        algos,
        after,
        went: went.slice(0, MOST_LISTED),
        positions: held === null ? null : symbolsOf(held),
        unprotected,
        ...(mayBeMore ? { mayBeMore } : {}),
      },
    };
  }

  function lookLater(due: FiringToProve): void {
    timer = clock.after(LOOK_AGAIN_MS, () => void look(due));
  }

  function end(found: ProofResult): void {
    looking = false;
    onEnd(found);
  }

  return {
    start(at, isPromised, last) {
      if (looking) return;
      looking = true;
      const due = { at, isPromised, before: openAt(at), last };
      timer = clock.after(Math.max(0, at - earliestNow()) + FIRST_LOOK_MS, () => void look(due));
    },
    stop() {
      looking = false;
      timer?.cancel();
      timer = null;
    },
  };
}

/** Joins orders and algo trees for one proof. */
export const proofOfBoth = (orders: ProofSource, algos: ProofSource): ProofSource => ({
  openAt: (at) => [...orders.openAt(at), ...algos.openAt(at)],
  openItems: () => [...orders.openItems(), ...algos.openItems()],
  knownSince() {
    const [one, other] = [orders.knownSince(), algos.knownSince()];
    return one === null || other === null ? null : Math.max(one, other);
  },
  endedBy: (item, at) => (item.kind === 'order' ? orders : algos).endedBy(item, at),
  endedAt: (item) => (item.kind === 'order' ? orders : algos).endedAt(item),
  readOpen: async () => {
    const both = await Promise.all([orders.readOpen(), algos.readOpen()]);
    return both.flat();
  },
  readEnded: async (last, at) => {
    const both = await Promise.all([orders.readEnded(last, at), algos.readEnded(last, at)]);
    return {
      ends: both.flatMap(({ ends }) => ends),
      isComplete: both.every(({ isComplete }) => isComplete),
    };
  },
  protects: (item, at, held) => item.kind === 'algo' && algos.protects(item, at, held),
});

const keyOf = ({ kind, id }: OpenItem | DeadManItem): string => `${kind} ${id}`;
const symbolsOf = (held: readonly HeldPosition[]): string[] => [...new Set(held.map(({ symbol }) => symbol))];
const earliest = (times: readonly number[]): number => Math.min(...times);
