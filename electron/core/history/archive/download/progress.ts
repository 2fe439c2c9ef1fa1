import type { ArchiveRow } from '../../../../../shared/contract/archive.ts';
import { historyOf } from '../../../../../shared/history/tables.ts';
import { endpoints } from '../../../../../shared/v3/endpoints.ts';
import type { ArchiveState } from '../file/state.ts';

/** What runs for a history at this moment. */
export interface Running {
  /** Why it waits; null while it reads. */
  readonly waiting: string | null;
  /** Ms that its last pages took; null before the first. */
  readonly pageMs: number | null;
  /** Requests of the endpoint's budget that are in use. */
  readonly used: number;
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
    leftMs: left === null || running === null ? null : leftMs(state, left, running.used, running.pageMs),
    message: running?.waiting ?? (stopped === '' ? note : stopped),
    exporting,
  };
}

/** No page takes longer by itself: what is above it was the rate limit. */
const SLOWEST_PAGE_MS = 5_000;

/**
 * Ms until the last page, by the rate limit: what the budget has left goes at once, the rest in windows.
 *
 * @param used requests of the budget that are in use now.
 */
function leftMs({ history }: ArchiveState, pages: number, used: number, pageMs: number | null): number {
  const { limit, lane } = endpoints[historyOf(history).endpoint];
  const { requests, windowMs } = limit;
  // Reads of a history leave a fifth of another lane's budget free (limiter.ts).
  const ours = lane === 'history' ? requests : requests - Math.ceil(requests / 5);
  const waiting = pages - Math.max(0, ours - used);
  const own = pages * Math.min(pageMs ?? 0, SLOWEST_PAGE_MS);
  return Math.round(Math.max(own, waiting > 0 ? Math.ceil(waiting / ours) * windowMs : 0));
}
