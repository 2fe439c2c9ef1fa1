import type { DeadManItem, DeadManRow } from '../../../../shared/contract/deadman.ts';
import type { ExchangeClock } from '../../exchange/types.ts';
import type { Clock, Timer } from '../../world/ports.ts';
import type { LastOpen } from './last-open.ts';
import { firedWords, notFiredWords } from './proof-words.ts';

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

/** One that is open, as far as a proof looks at it, with the exchange's ms of its making. */
export type OpenItem = LastOpen['items'][number];

/** A position that is held. */
export interface Held {
  readonly symbol: string;
  readonly side: 'LONG' | 'SHORT';
}

/** What the exchange's lists say of what ended while nobody looked. */
export interface Ended {
  readonly ends: readonly { readonly item: DeadManItem; readonly by: EndedBy; readonly at: number | null }[];
  /** Whether nothing that the switch ended can be missing. */
  readonly isWhole: boolean;
}

/** What a proof asks of one kind of orders, or of both. */
export interface ProofSource {
  /**
   * The orders and trees of algo orders that are open now, or ended at an instant or after it: the stream may tell of
   * what the switch cancelled before the instant is certainly over.
   */
  readonly openAt: (at: number) => readonly DeadManItem[];
  /** The same, as far as another run needs it. */
  readonly openItems: () => readonly OpenItem[];
  /** Exchange's ms since which all that is open is known; null where it was never read. */
  readonly knownSince: () => number | null;
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
  /**
   * Reads what ended of what was open at the instant, which this run did not see. Rejects with FaultError.
   *
   * @param last what was open before; null where that is not known.
   */
  readonly readEnded: (last: LastOpen | null, at: number) => Promise<Ended>;
  /** Whether one that went at an instant was a stop of a position. */
  readonly protects: (item: DeadManItem, at: number, held: Held) => boolean;
}

export interface ProofParts extends ProofSource {
  readonly clock: Clock;
  readonly exchangeClock: ExchangeClock;
  /** Positions that are held now; null where they were never read. */
  readonly positions: () => readonly Held[] | null;
  readonly onEnd: (found: Found) => void;
}

/** Finds out whether the switch fired: the interface cannot be asked, but the orders can. */
export interface Proof {
  /**
   * The instant has passed. Nothing happens while one is being looked into.
   *
   * @param isCertain whether the exchange said that it fires then, and nothing since may have changed that.
   * @param last what was open before, for where this run has not seen it.
   */
  start(at: number, isCertain: boolean, last: LastOpen | null): void;
  stop(): void;
}

/** An instant that is looked into, with the orders that were open then. */
interface Due {
  readonly at: number;
  readonly isCertain: boolean;
  readonly before: readonly DeadManItem[];
  readonly last: LastOpen | null;
}

const nothingElse: Ended = { ends: [], isWhole: true };

export function createProof(parts: ProofParts): Proof {
  const { clock, exchangeClock, readOpen, openAt, onEnd } = parts;
  let looking = false;
  let timer: Timer | null = null;
  /** The earliest that the exchange's clock may show now. */
  const soonest = (): number => exchangeClock.now() - (exchangeClock.uncertainty() ?? 0);

  /** What ended unseen: nothing where this run knew what was open. */
  async function unseen({ at, last }: Due): Promise<Ended> {
    const since = parts.knownSince();
    return since !== null && since <= at ? nothingElse : parts.readEnded(last, at);
  }

  async function look(due: Due): Promise<void> {
    const { at } = due;
    timer = null;
    // No order is left where none was there: before the instant is certainly over, that proves nothing.
    if (soonest() < at) return again(due);
    let open: readonly OpenItem[];
    let ended: Ended;
    try {
      open = await readOpen();
      ended = await unseen(due);
    } catch {
      if (looking) again(due);
      return;
    }
    if (!looking) return;
    // What was placed since is none of its business.
    const old = open.filter(({ createdAt }) => createdAt === null || createdAt <= at);
    if (old.length === 0) return end(fired(due, ended, open.length, old));
    if (soonest() < at + NOT_FIRED_AFTER_MS) return again(due);
    // An exchange may leave algo orders alone: they prove nothing where ordinary orders went.
    const left = old.filter(({ kind }) => kind === 'order').length;
    if (left === 0) return end(fired(due, ended, open.length, old));
    end({ words: notFiredWords(left), report: null });
  }

  /** @param spared trees of algo orders from before the instant that are still open. */
  function fired(
    { at, isCertain, before }: Due,
    { ends: late, isWhole }: Ended,
    after: number,
    spared: readonly OpenItem[],
  ): Found {
    const held = parts.positions();
    const left = new Set(spared.map(keyOf));
    const seen = new Set(before.map(keyOf));
    const ends = [
      ...before
        .filter((item) => !left.has(keyOf(item)))
        .map((item) => {
          const by = parts.endedBy(item, at);
          return { item, by: by === 'nobody knows' && isCertain ? 'switch' : by, at: parts.endedAt(item) };
        }),
      ...late.filter(({ item }) => !seen.has(keyOf(item))),
    ];
    const gone = ends.filter(({ by }) => by === 'switch');
    const went = gone.map(({ item }) => item);
    const doubtful = ends.filter(({ by }) => by === 'nobody knows').length;
    const algos = went.filter(({ kind }) => kind === 'algo').length;
    const bare = (held ?? []).filter((each) => went.some((item) => parts.protects(item, at, each)));
    const unprotected = symbolsOf(bare);
    const mayBeMore = !isWhole || doubtful > 0;
    const times = gone.flatMap((each) => each.at ?? []).filter((time) => time >= at);
    const latest = Math.ceil(exchangeClock.now() + (exchangeClock.uncertainty() ?? 0));
    return {
      words: firedWords({
        went,
        doubtful,
        mayBeMore,
        spared: spared.length,
        unprotected: held === null ? null : unprotected,
      }),
      report: {
        ...(isCertain ? { at } : times.length > 0 ? { at: least(times) } : { at, until: latest }),
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

  function again(due: Due): void {
    timer = clock.after(LOOK_AGAIN_MS, () => void look(due));
  }

  function end(found: Found): void {
    looking = false;
    onEnd(found);
  }

  return {
    start(at, isCertain, last) {
      if (looking) return;
      looking = true;
      const due = { at, isCertain, before: openAt(at), last };
      timer = clock.after(Math.max(0, at - soonest()) + FIRST_LOOK_MS, () => void look(due));
    },
    stop() {
      looking = false;
      timer?.cancel();
      timer = null;
    },
  };
}

/** Both kinds of orders for one proof. */
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
    return { ends: both.flatMap(({ ends }) => ends), isWhole: both.every(({ isWhole }) => isWhole) };
  },
  protects: (item, at, held) => item.kind === 'algo' && algos.protects(item, at, held),
});

const keyOf = ({ kind, id }: OpenItem | DeadManItem): string => `${kind} ${id}`;
const symbolsOf = (held: readonly Held[]): string[] => [...new Set(held.map(({ symbol }) => symbol))];
const least = (times: readonly number[]): number => Math.min(...times);
