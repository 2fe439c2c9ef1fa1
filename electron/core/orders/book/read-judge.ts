import { LAG_MS } from '../../commands/proof-of-absence.ts';
import type { Clock } from '../../world/ports.ts';
import type { OwnOrder } from './merge.ts';
import type { StateUpdate, Verdict } from './order-updates.ts';
import { isShown } from './pending-changes.ts';

/** A state that was read, with the monotonic ms at which its read began. */
export type ReadUpdate = Extract<StateUpdate, { readonly source: 'read' }>;

/**
 * Judges reads that contradict the stream. Records of orders carry no time of their change and may lag by a minute
 * (protocol.md, 9.6), so that one read may show values from before the stream's last report. Where the stream was wrong
 * instead, every later read contradicts it: the second in a row corrects it, if it began a minute after that report.
 */
export interface ReadJudge {
  /** The stream reported on an order, or a read that was taken changed it. */
  heard(before: OwnOrder | undefined, update: StateUpdate): void;
  judge(order: OwnOrder, read: ReadUpdate): Verdict;
  /** In how many ms the next read can correct an order; null while no read contradicts the stream. */
  decidesIn(): number | null;
  /** The order left the book. */
  forget(orderId: string): void;
}

/** So many former values of an order are remembered. */
const MOST_FORMER = 16;

interface Heard {
  /** Monotonic ms of the last report, or of the last read that changed it; -Infinity before the first. */
  at: number;
  /** Prices and quantities that were replaced, oldest first. */
  readonly former: string[];
  /** The contradicting read that waits for a second one. */
  contradiction: string | null;
}

const valuesOf = ({ price, quantity }: StateUpdate): string => `${price ?? ''} ${quantity ?? ''}`;
const textOf = (update: StateUpdate): string => `${update.open ? 'open' : update.status} ${valuesOf(update)}`;

/** Makes the judge of one book. */
export function createReadJudge(clock: Clock): ReadJudge {
  const heard = new Map<string, Heard>();
  const heardOf = (orderId: string): Heard => {
    const known = heard.get(orderId);
    if (known !== undefined) return known;
    const made: Heard = { at: -Infinity, former: [], contradiction: null };
    heard.set(orderId, made);
    return made;
  };
  const waiting = new Set<string>();

  return {
    heard(before, update) {
      const of = heardOf(update.orderId);
      of.at = clock.monotonic();
      of.contradiction = null;
      waiting.delete(update.orderId);
      const life = before?.life ?? null;
      const replaced = life === null ? null : valuesOf(life);
      if (replaced === null || replaced === valuesOf(update) || of.former.includes(replaced)) return;
      of.former.push(replaced);
      if (of.former.length > MOST_FORMER) of.former.shift();
    },
    judge(order, read) {
      const of = heard.get(read.orderId);
      const isBack = of?.former.includes(valuesOf(read)) ?? false;
      if (!contradicts(order, read, isBack)) {
        if (of !== undefined) of.contradiction = null;
        waiting.delete(read.orderId);
        return 'take';
      }
      const known = heardOf(read.orderId);
      const isLate = read.beganAt - known.at >= LAG_MS;
      if (isLate && known.contradiction === textOf(read)) {
        known.contradiction = null;
        waiting.delete(read.orderId);
        return 'correct';
      }
      known.contradiction = textOf(read);
      waiting.add(read.orderId);
      return 'executed';
    },
    decidesIn() {
      let least: number | null = null;
      for (const orderId of waiting)
        least = Math.min(least ?? Infinity, Math.max(0, heardOf(orderId).at + LAG_MS - clock.monotonic()));
      return least;
    },
    forget(orderId) {
      heard.delete(orderId);
      waiting.delete(orderId);
    },
  };
}

/**
 * Whether a read contradicts what is known: an ended order is listed as open, or an open one has other values that are
 * dated earlier or were replaced before. Values that an own edit asks for are news.
 */
function contradicts({ life, pendingChanges }: OwnOrder, read: ReadUpdate, isBack: boolean): boolean {
  if (life === null || !read.open) return false;
  if (!life.open) return true;
  if (valuesOf(read) === valuesOf(life)) return false;
  const isWanted = pendingChanges.some(
    (change) => change.what === 'edit' && change.state === 'open' && isShown(change, read),
  );
  return !isWanted && (isBack || read.at < life.at);
}
