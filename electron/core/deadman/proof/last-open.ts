import { z } from 'zod';
import { instant, maybeInstant } from '../../../../shared/contract-kit.ts';
import type { DeadManItem } from '../../../../shared/contract/deadman.ts';
import { LAG_MS } from '../../commands/proof-of-absence.ts';
import type { Certain } from '../certainty.ts';
import type { ProofSource } from './proof.ts';

/** What was open when the terminal last knew all of it. It outlives the run, which may end before the switch fires. */
export const lastOpenSchema = z.strictObject({
  /** Exchange's ms. */
  at: instant,
  items: z.array(z.strictObject({ kind: z.enum(['order', 'algo']), id: z.string(), createdAt: maybeInstant })),
});
export type LastOpen = z.infer<typeof lastOpenSchema>;

/** So many are asked for one by one; more are looked up in the list of what ended. */
export const MOST_BY_NAME = 20;
/** So many are kept. */
const MOST_KEPT = 2_000;
const DAY_MS = 86_400_000;

/** From when on the list of what ended has to be read, so that what a switch ended at an instant is found. */
export function listedSince(last: LastOpen | null, of: DeadManItem['kind'], at: number): number {
  if (last === null) return at - DAY_MS;
  const mine = last.items.filter(({ kind }) => kind === of);
  const made = mine.length <= MOST_BY_NAME ? [] : mine.map(({ createdAt }) => createdAt ?? 0);
  return Math.max(0, Math.floor(made.reduce((least, each) => Math.min(least, each), last.at - LAG_MS)));
}

/** What was open when its time was certainly not over yet; null where that is not known. */
export type KeepOpen = () => LastOpen | null;

/**
 * Makes it.
 *
 * @param nextDue when the switch fires next; null where nothing is armed.
 * @param former what was kept before.
 */
export function createKeepOpen(
  source: Pick<ProofSource, 'openItems' | 'knownSince'>,
  certain: Certain,
  nextDue: () => number | null,
  former: LastOpen | null,
): KeepOpen {
  let last = former;
  return () => {
    const due = nextDue();
    const isBefore = certain.look() === 'sure' && (due === null || !certain.mayBeOver(due));
    if (!isBefore || source.knownSince() === null) return last;
    const items = source.openItems().map((item) => ({ ...item, createdAt: wholeMs(item.createdAt) }));
    last = items.length > MOST_KEPT ? null : { at: certain.soonest(), items };
    return last;
  };
}

const wholeMs = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms));
