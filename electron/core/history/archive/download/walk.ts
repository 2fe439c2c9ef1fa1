import type { Walk } from '../file/state.ts';

/** What came of one page, as far as the walk goes by it. */
export interface PageCame {
  /** Ids and times of the rows in the order sent. */
  readonly ids: readonly string[];
  readonly times: readonly number[];
  /** The exchange's own account of the page; null where it sent none. */
  readonly meta: { readonly total: number; readonly recordsPerPage: number; readonly currentPage: number } | null;
}

export interface WalkStep {
  /** Where the walk stands after this page. */
  readonly walk: Walk;
  readonly done: boolean;
  /** The walk begins again at its first page under a new number: rows without names cannot be read twice. */
  readonly restart: boolean;
  /** What a person should know; "" for nothing. */
  readonly note: string;
}

/** Rows are read at most so many times over. */
const MOST_REPEATS = 4;

/**
 * The next step of a walk through numbered pages. All pages are as of the same instant, newest first, so
 * that rows which come later move nothing. What can still go wrong:
 *
 * - the total shrinks, since old rows are taken away: rows may have moved to pages that were read, which
 *   are read again from where the first of them can be;
 * - there is no `meta`: the walk goes on until a page is not full;
 * - a page beyond the last: it is empty, or the last one comes again, or says another number of itself;
 * - the exchange gives fewer rows a page than asked for: its own count is gone by.
 *
 * @param alike whether records may be alike, so that nothing may be read twice.
 */
export function afterPage(walk: Walk, { ids, times, meta }: PageCame, alike: boolean): WalkStep {
  const total = meta?.total ?? null;
  const ends = `${ids[0] ?? ''} ${ids.at(-1) ?? ''} ${ids.length}`;
  const again = ids.length > 0 && walk.page > 1 && ends === walk.ends && !alike;
  const other = meta !== null && meta.currentPage !== walk.page;
  const size =
    walk.page === 1 && meta !== null && meta.recordsPerPage > 0 ? Math.min(walk.size, meta.recordsPerPage) : walk.size;
  const stood: Walk = {
    ...walk,
    size,
    total: total ?? walk.total,
    seen: walk.seen + ids.length,
    oldest: oldestOf(walk.oldest, times),
    ends,
  };
  const step = (part: Partial<WalkStep>): WalkStep => ({ walk: stood, done: false, restart: false, note: '', ...part });
  // A count that goes up and down would never let it end.
  if (stood.seen > MOST_REPEATS * Math.max(stood.total ?? stood.seen, 10 * size))
    return step({ done: true, note: 'The exchange’s count of the rows keeps changing; some may be missing.' });
  if (total !== null && walk.total !== null && total < walk.total) {
    if (alike) return step({ restart: true });
    const first = (walk.page - 1) * size - (walk.total - total);
    const page = Math.max(1, Math.floor(first / size) + 1);
    if (page <= walk.page && (page - 1) * size < total)
      return step({ walk: { ...stood, page: Math.min(page, walk.page), ends: '' } });
  }
  if (ids.length === 0 || again || other) return step({ done: true });
  if (total === null ? ids.length < size : walk.page * size >= total) return step({ done: true });
  return step({ walk: { ...stood, page: walk.page + 1 } });
}

/**
 * The next step of a walk where there are no pages (fills): each range ends where the one before began, both
 * ends included, since more rows may have that very time; those that come twice are known by their ids.
 *
 * @param size how many rows one answer has at most.
 */
export function afterRange(walk: Walk, { ids, times, meta }: PageCame): WalkStep {
  const oldest = oldestOf(null, times);
  const stood: Walk = {
    ...walk,
    page: walk.page + 1,
    total: walk.total ?? meta?.total ?? null,
    seen: walk.seen + ids.length,
    oldest: oldestOf(walk.oldest, times),
  };
  if (ids.length < walk.size || oldest === null) return { walk: stood, done: true, restart: false, note: '' };
  if (oldest < (walk.cursor ?? walk.anchor))
    return { walk: { ...stood, cursor: oldest }, done: false, restart: false, note: '' };
  // A whole answer within one millisecond: what else there is in it cannot be asked for.
  return {
    walk: { ...stood, cursor: oldest - 1 },
    done: oldest - 1 < (walk.from ?? 0),
    restart: false,
    note: `At ${new Date(oldest).toISOString()} there are more rows than one answer holds; some are missing.`,
  };
}

function oldestOf(before: number | null, times: readonly number[]): number | null {
  let oldest = before;
  for (const time of times) if (time > 0 && (oldest === null || time < oldest)) oldest = time;
  return oldest;
}
