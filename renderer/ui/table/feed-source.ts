import type { GridApi } from 'ag-grid-community';
import type { FeedName, FeedRowOf } from '../../../shared/contract/contract.ts';
import { followFeed } from '../../state/feeds/feeds.ts';
import { useSettings } from '../../state/kept/settings.ts';
import type { Hold, RowSource } from './definition.ts';
import { createFeedRows, type FeedRows, type FeedView, type RowNews } from './feed-rows.ts';
import { createRowOrder, nodesOf } from './row-order.ts';

/** How long a row that ended shows how. */
const LAST_WORD_MS = 1_000;
/** More changes than these in a frame are no news of one row, and would cost the frame. */
const MOST_FLASHES = 10;
const FLASH = { flashDuration: 400, fadeDuration: 600 } as const;

/** Rows of a feed, and what a panel wants to know of them. */
interface FeedSource<Name extends FeedName> extends FeedView<FeedRowOf<Name>> {
  readonly feed: Name;
  readonly key?: string;
  /** Told of the rows of a new grid before the first of them comes. */
  begun?(rows: FeedRows<FeedRowOf<Name>>): void;
  /** Looks at all rows after each step. @returns whether every cell is to be drawn anew. */
  look?(rows: Iterable<FeedRowOf<Name>>): boolean;
}

/**
 * The rows of a feed. A grid gets them by transactions alone, one a frame, and they stay where they are while
 * someone aims at one or edits a cell.
 */
export function feedRows<Name extends FeedName>(source: FeedSource<Name>): RowSource<FeedRowOf<Name>> {
  type Row = FeedRowOf<Name>;
  return (api, held) => {
    const rows = createFeedRows<Row>(source);
    source.begun?.(rows);
    api.setGridOption('rowData', []);
    const leaving = createLeaving(api, held);
    const order = createRowOrder<Row>(api, source.rowId, held);
    const unfollow = followFeed(source.feed, source.key ?? '', (step) => {
      const changes = rows.take(step, held.current);
      const isBack = (row: Row): boolean => leaving.keep(source.rowId(row));
      const back = changes.add.filter(isBack);
      order.apply({
        ...changes,
        add: changes.add.filter((row) => !back.includes(row)),
        update: [...changes.update, ...back],
      });
      leaving.add(changes.leave.map(source.rowId));
      if (source.look?.(rows.current().values()) === true) api.refreshCells({ force: true });
      if (!step.fresh) flash(api, changes.news);
    });
    return {
      release() {
        const { add, update, remove } = rows.release();
        if (add.length + update.length + remove.length === 0) return;
        api.applyTransaction({ add: [...add], update: [...update], remove: nodesOf(api, remove) });
      },
      stop() {
        unfollow();
        leaving.stop();
        order.stop();
      },
    };
  };
}

/** Rows that ended go together, a moment after their end, and not while someone aims at a row. */
function createLeaving<Row>(
  api: GridApi<Row>,
  held: Hold,
): {
  add(ids: readonly string[]): void;
  /** The row is wanted again. @returns whether it was about to go. */
  keep(id: string): boolean;
  stop(): void;
} {
  const leaving = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function go(): void {
    timer = undefined;
    if (!held.current) {
      const now = performance.now();
      const gone = [...leaving].filter(([, at]) => now - at >= LAST_WORD_MS).map(([id]) => id);
      for (const id of gone) leaving.delete(id);
      const remove = nodesOf(api, gone);
      if (remove.length > 0) api.applyTransaction({ remove });
    }
    wait();
  }
  const wait = (): void => {
    if (leaving.size > 0) timer ??= setTimeout(go, LAST_WORD_MS / 4);
  };
  return {
    add: (ids) => {
      for (const id of ids) leaving.set(id, performance.now());
      wait();
    },
    keep: (id) => leaving.delete(id),
    stop: () => clearTimeout(timer),
  };
}

/** Draws the eye to rows that say something new, as far as that is wanted. */
function flash<Row>(api: GridApi<Row>, news: readonly RowNews[]): void {
  if (news.length === 0 || news.length > MOST_FLASHES || !useSettings.getState().flash) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const { id, columns } of news) {
    const node = api.getRowNode(id);
    if (node === undefined) continue;
    api.flashCells({ rowNodes: [node], ...(columns === null ? {} : { columns: [...columns] }), ...FLASH });
  }
}
