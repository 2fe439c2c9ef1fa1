import { z } from 'zod';
import { instant, maybeInstant } from '../../../../shared/contract-kit.ts';
import type { DeadManItem } from '../../../../shared/contract/deadman.ts';
import { LAG_MS } from '../../commands/proof-of-absence.ts';
import type { TimeBounds } from '../certainty.ts';

/**
 * The open orders when the terminal last knew them all. They are saved, because the run may end before the switch
 * fires.
 */
export const lastOpenSchema = z.strictObject({
  /** Exchange's ms. */
  at: instant,
  items: z.array(z.strictObject({ kind: z.enum(['order', 'algo']), id: z.string(), createdAt: maybeInstant })),
});
export type LastOpen = z.infer<typeof lastOpenSchema>;

/** Up to this number, orders are read one by one; above it, from the list of ended orders. */
export const MOST_BY_NAME = 20;
/** The longest list that is saved. */
const MOST_KEPT = 2_000;
const DAY_MS = 86_400_000;

/** Start of the list of ended orders that must be read to find those a switch ended at an instant. Exchange's ms. */
export function listedSince(last: LastOpen | null, of: DeadManItem['kind'], at: number): number {
  if (last === null) return at - DAY_MS;
  const ofKind = last.items.filter(({ kind }) => kind === of);
  const createdTimes = ofKind.length <= MOST_BY_NAME ? [] : ofKind.map(({ createdAt }) => createdAt ?? 0);
  return Math.max(0, Math.floor(createdTimes.reduce((least, time) => Math.min(least, time), last.at - LAG_MS)));
}

/** What tells the open orders and trees. */
export interface OpenOrdersSource {
  /** The open orders and trees, in the form that is saved for the next run. */
  readonly openItems: () => LastOpen['items'];
  /** Exchange's ms since which all open orders are known; null when they were never read. */
  readonly knownSince: () => number | null;
}

/** The open orders of the last moment before the deadline; null when unknown. */
export type ReadLastOpen = () => LastOpen | null;

/**
 * Creates the reader.
 *
 * @param nextDue the next firing; null when nothing is armed.
 * @param saved the list of the earlier run.
 */
export function createLastOpen(
  source: OpenOrdersSource,
  certain: TimeBounds,
  nextDue: () => number | null,
  saved: LastOpen | null,
): ReadLastOpen {
  let last = saved;
  return () => {
    const due = nextDue();
    const isBefore = certain.certainty() === 'sure' && (due === null || !certain.mayHavePassed(due));
    if (!isBefore || source.knownSince() === null) return last;
    const items = source.openItems().map((item) => ({ ...item, createdAt: wholeMs(item.createdAt) }));
    last = items.length > MOST_KEPT ? null : { at: certain.earliestNow(), items };
    return last;
  };
}

const wholeMs = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms));
