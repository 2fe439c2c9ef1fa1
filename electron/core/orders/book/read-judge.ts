import { createDisputes } from '../../commands/disputes.ts';
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

const valuesOf = ({ price, quantity }: StateUpdate): string => `${price ?? ''} ${quantity ?? ''}`;
const textOf = (update: StateUpdate): string => `${update.open ? 'open' : update.status} ${valuesOf(update)}`;

/** Makes the judge of one book. */
export function createReadJudge(clock: Clock): ReadJudge {
  const disputes = createDisputes(clock);
  /** Prices and quantities of an order that were replaced, oldest first. */
  const formerValues = new Map<string, string[]>();

  return {
    heard(before, update) {
      const { orderId } = update;
      disputes.heard(orderId);
      const life = before?.life ?? null;
      const replaced = life === null ? null : valuesOf(life);
      const former = formerValues.get(orderId) ?? [];
      if (replaced === null || replaced === valuesOf(update) || former.includes(replaced)) return;
      formerValues.set(orderId, [...former, replaced].slice(-MOST_FORMER));
    },
    judge(order, read) {
      const { orderId } = read;
      const isBack = formerValues.get(orderId)?.includes(valuesOf(read)) ?? false;
      if (contradicts(order, read, isBack))
        return disputes.isBelieved(orderId, read.beganAt, textOf(read)) ? 'correct' : 'executed';
      disputes.agreed(orderId);
      return 'take';
    },
    decidesIn: disputes.decidesIn,
    forget(orderId) {
      formerValues.delete(orderId);
      disputes.forget(orderId);
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
