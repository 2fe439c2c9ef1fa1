import type { ArchiveRow } from '../../../../shared/contract/archive.ts';
import { historyOf } from '../../../../shared/history.ts';
import { endpoints } from '../../../../shared/v3/endpoints.ts';
import { hasPages } from '../pages.ts';
import type { ArchiveState } from './state.ts';

/** What runs for a history at this moment. */
export interface Running {
  /** Why it waits; null while it reads. */
  readonly waiting: string | null;
  /** Median ms of its last pages; null before the first. */
  readonly pageMs: number | null;
}

/**
 * The feed's row of a history.
 *
 * @param running null while no download runs.
 * @param stopped why the last one stopped; "" where it came to its end or was cancelled.
 */
export function progressOf(
  state: ArchiveState,
  running: Running | null,
  stopped: string,
  exporting: ArchiveRow['exporting'],
): ArchiveRow {
  const { history, rows, reach, walk, note } = state;
  const pages = walk === null || walk.total === null ? null : Math.max(1, Math.ceil(walk.total / walk.size));
  const page = walk === null ? 0 : walk.page - 1;
  const left = pages === null ? null : Math.max(0, pages - page);
  return {
    history,
    state:
      running === null
        ? walk !== null || stopped !== ''
          ? 'paused'
          : reach === null
            ? 'none'
            : 'done'
        : running.waiting === null
          ? 'running'
          : 'waiting',
    rows,
    reach,
    anchor: walk?.anchor ?? null,
    oldest: walk?.oldest ?? null,
    page: pages === null ? page : Math.min(page, pages),
    pages,
    read: walk?.seen ?? 0,
    leftMs: left === null ? null : Math.round(left * Math.max(slowestOf(state), running?.pageMs ?? 0)),
    message: running?.waiting ?? (stopped === '' ? note : stopped),
    exporting,
  };
}

/** Ms that the rate limit alone makes a page take; the first requests of a window go faster. */
function slowestOf({ history, walk }: ArchiveState): number {
  const { limit, lane } = endpoints[historyOf(history).endpoint];
  const { requests, windowMs } = limit;
  // Reads of a history leave a fifth of another lane's budget free (limiter.ts).
  const free = lane === 'history' ? requests : requests - Math.ceil(requests / 5);
  const left =
    walk === null || walk.total === null || !hasPages(history) ? Infinity : walk.total / walk.size - walk.page + 1;
  return left <= free ? 0 : windowMs / free;
}
