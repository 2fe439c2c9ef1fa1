import { compare } from '../../../../shared/decimal.ts';
import type { Notices } from '../../commands/notices.ts';
import { PACES } from '../../world/paces.ts';
import type { Clock, Timer } from '../../world/ports.ts';
import type { StateUpdate } from './order-updates.ts';
import type { OwnOrder } from './merge.ts';
import type { OwnOrders } from './own-orders.ts';
import { updateOfRead, type OrderReads } from './reads.ts';

/** How long a change that a read saw first may still be on its way on the stream. */
const STREAM_LAG_MS = 3_000;
/** Least time between two reads that contradict the stream. */
const DECIDE_MS = 5_000;
/** Up to this number, missing orders are read one by one; above it, from the list of finished orders first. */
const ONE_BY_ONE = 3;

/**
 * Why the orders are read: at the start, after a connection, to check a healthy stream, or in place of a stream that is
 * down.
 */
export type Cause = 'start' | 'reconnect' | 'timer' | 'away';

export interface Reconciler {
  /**
   * Reads the open orders and merges them. Open orders missing in the list are read by id, because absence does not
   * show how they ended. Rejects with FaultError when a read failed.
   */
  run(cause: Cause): Promise<void>;
  /** Exchange ms since which all open orders are known; null where they were never read. */
  knownSince(): number | null;
  /** Monotonic ms at which the last run that worked began; null before the first. */
  readAt(): number | null;
  /** Notes a stream report, so that a late one does not count as lost. */
  heard(fact: StateUpdate): void;
  /** Starts or stops the reading on a timer; to be told the same again changes nothing. */
  whileLive(live: boolean): void;
  /** Reads once after a while, for an effect that should have been seen by then. */
  soon(ms: number): void;
  stop(): void;
}

export interface ReconcilerParts {
  readonly reads: OrderReads;
  readonly orders: OwnOrders;
  readonly notices: Notices;
  readonly clock: Clock;
  /** Streams lose messages while their heartbeats are healthy (quality.md, finding 6): the orders are read so often. */
  readonly everyMs?: number;
}

/** Makes the reconciler of ordinary orders. */
export function createReconciler({
  reads,
  orders,
  notices,
  clock,
  everyMs = PACES.orders,
}: ReconcilerParts): Reconciler {
  let running: Promise<void> = Promise.resolve();
  let timer: Timer | null = null;
  const timers = new Set<Timer>();
  /** Changes that a read showed before the stream, by order id. */
  const early = new Map<string, StateUpdate>();
  let first: number | null = null;
  let readAt: number | null = null;
  let deciding = false;
  let stopped = false;

  const isOpen = (order: OwnOrder): boolean => order.life?.open ?? true;
  const openNow = (): OwnOrder[] => [...orders.all()].filter((order) => order.orderId !== null && isOpen(order));

  async function read(): Promise<void> {
    const before = openNow();
    const at = reads.now();
    let unknown = 0;
    const { orders: listed } = await reads.list({ status: 'INCOMPLETE' });
    first ??= reads.now();
    for (const order of listed) orders.state(updateOfRead(order), 'listed');
    const named = new Set(listed.map(({ record }) => record.orderId as string)); // widens the brand
    let missing = before.filter(({ orderId }) => orderId !== null && !named.has(orderId) && isStillOpen(orderId));
    if (missing.length > ONE_BY_ONE) {
      const since = Math.min(...missing.map(({ createdAt, firstAt, sent }) => createdAt ?? firstAt ?? sent?.at ?? 0));
      const { orders: ended } = await reads.list({ status: 'COMPLETED', startTime: Math.max(0, since - 1_000) });
      const wanted = new Set(missing.map(({ orderId }) => orderId));
      for (const order of ended) if (wanted.has(order.record.orderId)) orders.state(updateOfRead(order), 'listed');
      missing = missing.filter(({ orderId }) => orderId !== null && isStillOpen(orderId));
    }
    for (const { orderId } of missing) {
      if (orderId === null) continue;
      const one = await reads.one({ orderId });
      if (one !== null) orders.state(updateOfRead(one));
      else if (orders.missed(orderId, at)) unknown += 1;
    }
    if (unknown > 0)
      notices.say(
        'warning',
        `The exchange does not know ${plural(unknown, 'order')} that ${unknown === 1 ? 'was' : 'were'} open: neither listed nor found. The outcome is unknown; the terminal keeps asking.`,
      );
  }

  const isStillOpen = (orderId: string): boolean => {
    const order = orders.get(orderId);
    return order !== undefined && isOpen(order);
  };

  async function compareWith(cause: Cause): Promise<void> {
    const changed = new Map<string, StateUpdate>();
    const reopened: string[] = [];
    const unsubscribe = orders.onChange(({ orderId, traits, life, fills }, before) => {
      if (orderId === null || life === null || fills === null) return;
      if (before?.life?.open === false && life.open) {
        reopened.push(`${traits.side === 'SELL' ? 'sell' : 'buy'} order in ${traits.symbol}`);
        return;
      }
      const isFromRead = life.source === 'read' || fills.source === 'read';
      if (!isFromRead || (before !== undefined && sameTruth(before, { life, fills }))) return;
      changed.set(orderId, { ...life, executed: fills.executed });
    });
    try {
      const began = clock.monotonic();
      await read();
      readAt = began;
    } finally {
      unsubscribe();
    }
    if (reopened.length > 0) notices.say('danger', openAgain(reopened));
    decideSoon();
    // A stream that is not connected cannot lose anything.
    if (changed.size === 0 || cause === 'start' || cause === 'away' || (cause === 'timer' && !live)) return;
    if (cause === 'reconnect') {
      notices.say('info', `${plural(changed.size, 'order')} changed while the private stream was down; read again.`);
      return;
    }
    for (const [orderId, fact] of changed) early.set(orderId, fact);
    later(STREAM_LAG_MS, () => {
      const lost = [...changed].filter(([orderId, fact]) => early.get(orderId) === fact);
      for (const [orderId] of lost) early.delete(orderId);
      if (lost.length > 0)
        notices.say(
          'warning',
          `The connected private stream lost reports of ${plural(lost.length, 'order')}; a read found the changes.`,
        );
    });
  }

  /** A read that contradicts the stream is followed by another as soon as that one can decide. */
  function decideSoon(): void {
    const ms = orders.decidesIn();
    if (ms === null || deciding) return;
    deciding = true;
    later(Math.max(DECIDE_MS, ms), () => {
      deciding = false;
      void run('timer').catch(() => undefined);
    });
  }

  function later(ms: number, task: () => void): void {
    if (stopped) return;
    const pending = clock.after(ms, () => {
      timers.delete(pending);
      task();
    });
    timers.add(pending);
  }

  function run(cause: Cause): Promise<void> {
    // One at a time; a later call reads again, because the earlier read may be too old.
    const next = running.catch(() => undefined).then(() => compareWith(cause));
    running = next;
    return next;
  }

  function tick(): void {
    timer = clock.after(everyMs, () => {
      timer = null;
      void run('timer')
        .catch(() => undefined)
        .then(() => {
          if (timer === null && live) tick();
        });
    });
  }

  let live = false;
  return {
    run,
    knownSince: () => first,
    readAt: () => readAt,
    heard(fact) {
      const seen = early.get(fact.orderId);
      const caughtUp = seen !== undefined && compare(fact.executed, seen.executed) >= 0 && (seen.open || !fact.open);
      if (caughtUp) early.delete(fact.orderId);
    },
    whileLive(now) {
      if (now === live) return;
      live = now;
      timer?.cancel();
      timer = null;
      if (now) tick();
    },
    soon: (ms) => later(ms, () => void run('timer').catch(() => undefined)),
    stop() {
      stopped = true;
      live = false;
      timer?.cancel();
      timer = null;
      for (const pending of timers) pending.cancel();
      timers.clear();
    },
  };
}

/** Whether two states agree on openness and executed quantity. */
function sameTruth(before: OwnOrder, now: { readonly life: StateUpdate; readonly fills: StateUpdate }): boolean {
  return (
    before.life !== null &&
    before.fills !== null &&
    before.life.open === now.life.open &&
    compare(before.fills.executed, now.fills.executed) === 0
  );
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const openAgain = (descriptions: readonly string[]): string =>
  `The exchange reported the end of ${descriptions.length === 1 ? `a ${descriptions[0]}` : plural(descriptions.length, 'order')}, and has listed ${descriptions.length === 1 ? 'it' : 'them'} as open ever since: ${descriptions.length === 1 ? 'it is' : 'they are'} shown as open again.`;
