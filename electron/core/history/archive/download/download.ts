import { archiveOf } from '../../../../../shared/history/archive.ts';
import { historyOf, type HistoryName } from '../../../../../shared/history/tables.ts';
import { describeFault } from '../../../../../shared/words/fault-words.ts';
import { faultOf, FaultError, type Fault } from '../../../../../shared/errors.ts';
import { createCells, packCells } from '../../cells.ts';
import { askRecords, hasPages, MOST_FILLS, type PageQuery } from '../../pages.ts';
import type { ExchangeClient, ExchangeClock } from '../../../exchange/types.ts';
import type { Clock, Timer } from '../../../world/ports.ts';
import type { ArchiveState, Walk } from '../file/state.ts';
import { layoutOf, widthOf } from '../file/tables.ts';
import type { ArchiveThread } from '../thread.ts';
import { afterPage, afterRange, type PageCame } from './walk.ts';

/** A record may be listed late: so much before the end of the last download is read once more. */
const OVERLAP_MS = 3_600_000;
/** What is waited after a page that did not come, in ms; after the last of them the download pauses. */
const PATIENCE_MS = [2_000, 5_000, 15_000, 30_000, 60_000] as const;

export interface DownloadParts {
  readonly client: ExchangeClient;
  readonly exchangeClock: ExchangeClock;
  readonly clock: Clock;
  readonly thread: Pick<ArchiveThread, 'begin' | 'putPage' | 'finish' | 'note' | 'sums' | 'page'>;
  /** Told of each step: the state after it, or that it waits, with the words for it. */
  onStep(state: ArchiveState, waiting: string | null): void;
}

/** A download on its way. */
export interface Download {
  /** Stops after the page that is on its way; its rows are kept. */
  cancel(): void;
  /** Resolves with what it ended with: null when it came to its end or was cancelled, else why it stopped. */
  readonly ended: Promise<string | null>;
}

/**
 * Downloads a history page by page into the archive, or goes on where an earlier download stopped. Each page
 * is kept together with the place in the walk, so that whatever ends the program leaves neither a gap nor a
 * double. A later download reads what came since, and what may have changed.
 *
 * @param had what the archive has.
 * @param anew whether a walk that stopped is given up, and everything read from its beginning.
 */
export function startDownload(parts: DownloadParts, had: ArchiveState, anew: boolean): Download {
  const { client, clock, exchangeClock, thread, onStep } = parts;
  const { history } = had;
  const layout = layoutOf(history);
  const fields = [layout.id, layout.time, ...layout.texts];
  const cellsOf = createCells(history, fields);
  const width = widthOf(layout);
  const stopping = new AbortController();
  let wake: (() => void) | null = null;
  let timer: Timer | null = null;

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
      timer = clock.after(ms, resolve);
    });
  }

  async function readPage(walk: Walk): Promise<{ came: PageCame; cells: string[] }> {
    const { rows, meta } = await askRecords(client, history, queryOf(history, walk), { signal: stopping.signal });
    const cells = rows.flatMap((row) => cellsOf(row));
    const ids: string[] = [];
    const times: number[] = [];
    for (let at = 0; at < cells.length; at += width) {
      ids.push(cells[at] ?? '');
      times.push(Number(cells[at + 1]));
    }
    return { cells, came: { ids, times, meta } };
  }

  async function firstWalk(known: ArchiveState): Promise<ArchiveState> {
    if (known.walk !== null && !anew) return known;
    const anchor = Math.round(exchangeClock.now());
    const from = anew ? null : await beginningOf(history, known, thread);
    return thread.begin(history, newWalk(history, { number: known.walks + 1, anchor, from, again: false }));
  }

  /** @returns the state after the page, and whether the walk is over. */
  async function oneStep(now: ArchiveState, walk: Walk): Promise<{ state: ArchiveState; done: boolean }> {
    const { came, cells } = await readPage(walk);
    const next = hasPages(history) ? afterPage(walk, came, layout.alike) : afterRange(walk, came);
    if (next.restart) {
      const { anchor, from } = walk;
      const state = await thread.begin(
        history,
        newWalk(history, { number: now.walks + 1, anchor, from, again: walk.again }),
      );
      return { state, done: false };
    }
    let state = await thread.putPage(history, packCells(cells), next.walk);
    if (next.note !== '') state = await thread.note(history, next.note);
    return { state, done: next.done };
  }

  /** Ends the walk; where rows are missing by the exchange's count, all is read once more. */
  async function finish(walk: Walk): Promise<ArchiveState | null> {
    const { state, found } = await thread.finish(history);
    const missing = hasPages(history) && walk.total !== null && found < walk.total;
    if (!missing) {
      onStep(state, null);
      return null;
    }
    if (!walk.again) {
      const { anchor, from } = walk;
      return thread.begin(history, newWalk(history, { number: state.walks + 1, anchor, from, again: true }));
    }
    const words = `The exchange counts ${walk.total} rows and gave ${found}.`;
    onStep(await thread.note(history, words), null);
    return null;
  }

  async function run(): Promise<string | null> {
    let now = await firstWalk(had);
    let failures = 0;
    for (;;) {
      if (stopping.signal.aborted || now.walk === null) return null;
      onStep(now, null);
      try {
        const { walk } = now;
        const step = await oneStep(now, walk);
        now = step.state;
        failures = 0;
        if (step.done && now.walk !== null) {
          const next = await finish(now.walk);
          if (next === null) return null;
          now = next;
        }
      } catch (error) {
        if (stopping.signal.aborted) return null;
        if (!(error instanceof FaultError)) throw error;
        const { fault } = error;
        const wait =
          fault.kind === 'RateLimited' ? Math.max(1_000, fault.retryAt - clock.now()) : PATIENCE_MS[failures];
        // A refusal may be the clock's, which is measured anew after it: it is asked once more.
        const once = fault.kind === 'ExchangeRejected' && failures === 0;
        if (wait === undefined || (!passes(fault) && !once)) return wordsOf(fault);
        if (fault.kind !== 'RateLimited') failures += 1;
        onStep(now, wordsOf(fault));
        await pause(wait);
      }
    }
  }

  return {
    cancel() {
      stopping.abort();
      timer?.cancel();
      wake?.();
    },
    ended: run().catch((error: unknown) => wordsOf(faultOf(error))),
  };
}

/** What a page is asked for with. */
function queryOf(history: HistoryName, { page, size, from, anchor, cursor }: Walk): PageQuery {
  const query: Record<string, number> = hasPages(history)
    ? { page, size, endTime: anchor }
    : { limit: size, endTime: cursor ?? anchor };
  if (from !== null) query['startTime'] = from;
  return query;
}

function newWalk(history: HistoryName, part: Pick<Walk, 'number' | 'anchor' | 'from' | 'again'>): Walk {
  const size = hasPages(history) ? historyOf(history).mostSize : MOST_FILLS;
  return { ...part, page: 1, cursor: null, size, total: null, seen: 0, oldest: null, ends: '' };
}

/** From where a further download has to read: what may be listed late, and what had not come to its end. */
async function beginningOf(
  history: HistoryName,
  { reach }: ArchiveState,
  thread: DownloadParts['thread'],
): Promise<number | null> {
  const { settled, whole = false } = archiveOf(history);
  if (reach === null || whole) return null;
  const late = reach - OVERLAP_MS;
  if (settled === undefined) return Math.max(0, late);
  const { time } = layoutOf(history);
  const where = { history, from: null, to: null, text: '' };
  const [oldest] = await thread.page({
    ...where,
    tests: [{ field: settled.field, test: 'isNot', values: [...settled.values] }],
    sort: { field: time, descending: false },
    offset: 0,
    limit: 1,
  });
  const open = Number(oldest?.[time] ?? late);
  return Math.max(0, Math.min(late, open));
}

/** Whether asking again may help: nothing was answered, or too much was asked. */
const passes = ({ kind }: Fault): boolean =>
  kind === 'RateLimited' || kind === 'ExchangeUnreachable' || kind === 'OutcomeUnknown';

function wordsOf(fault: Fault): string {
  const { title, detail } = describeFault(fault);
  return `${title.replace(/[.:]$/, '')}. ${detail}`.trim();
}
