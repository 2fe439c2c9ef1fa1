import { join } from 'node:path';
import type { ArchiveRow } from '../../../../shared/contract/archive.ts';
import { FaultError } from '../../../../shared/errors.ts';
import { historyOf, type HistoryName } from '../../../../shared/history/tables.ts';
import type { ExchangeClient, ExchangeClock } from '../../exchange/types.ts';
import { createFeed, type FeedSource } from '../../page/feeds.ts';
import type { Notices } from '../../commands/notices.ts';
import type { Clock } from '../../world/ports.ts';
import type { AnswersOf } from '../../page/requests.ts';
import { readHistory } from '../pages.ts';
import { startDownload, type Download } from './download/download.ts';
import { createExportFile } from './export/export-file.ts';
import type { ArchiveFile } from './file/file.ts';
import { createLines } from './file/lines.ts';
import { progressOf, type Running } from './download/progress.ts';
import { emptyState, type ArchiveState } from './file/state.ts';
import type { ArchiveThread } from './thread.ts';

export interface ArchiveParts {
  readonly client: ExchangeClient;
  readonly exchangeClock: ExchangeClock;
  readonly clock: Clock;
  readonly notices: Pick<Notices, 'say'>;
  /** The data folder, which exports have a folder of their own in. */
  readonly folder: string;
  readonly profile: string;
  /** Environment and account, so that records of two accounts are never in one file. */
  readonly owner: string;
  /** Nothing of the archive is shown while it is locked. */
  readonly locked: boolean;
  readonly startThread: (file: ArchiveFile) => ArchiveThread;
}

type ArchiveAnswers = AnswersOf<
  | 'archive.download'
  | 'archive.cancel'
  | 'archive.page'
  | 'archive.sums'
  | 'archive.series'
  | 'archive.export'
  | 'archive.stopExport'
>;

export interface Archive {
  readonly answers: ArchiveAnswers;
  readonly feed: FeedSource<ArchiveRow>;
  /** Ends downloads, exports and the thread; what was kept stays. */
  stop(): Promise<void>;
}

/**
 * The archive of a profile's histories. Its thread and file are opened when somebody first looks at it: a
 * start of the program waits for neither.
 */
export function createArchive(parts: ArchiveParts): Archive {
  const { client, clock, exchangeClock, notices, folder, profile, owner, locked } = parts;
  const feed = createFeed<ArchiveRow>('history');
  const states = new Map<HistoryName, ArchiveState>();
  const running = new Map<
    HistoryName,
    { readonly download: Download; waiting: string | null; stepAt: number; pageMs: number | null }
  >();
  const stopped = new Map<HistoryName, string>();
  const exporting = new Map<HistoryName, { rows: number; of: number; stop: boolean }>();
  let opened: Promise<ArchiveThread> | null = null;
  let over = false;

  const stateOf = (history: HistoryName): ArchiveState => states.get(history) ?? emptyState(history);
  function show(history: HistoryName): void {
    const own = running.get(history);
    const { endpoint } = historyOf(history);
    const used = own === undefined ? 0 : (client.limits().find((row) => row.endpoint === endpoint)?.used ?? 0);
    const now: Running | null = own === undefined ? null : { ...own, used };
    const being = exporting.get(history);
    feed.put(
      progressOf(
        stateOf(history),
        now,
        stopped.get(history) ?? '',
        being === undefined ? null : { rows: being.rows, of: being.of },
      ),
    );
  }

  async function begin(): Promise<ArchiveThread> {
    const path = join(folder, `archive-${profile}.sqlite`);
    const thread = parts.startThread({ path, owner, now: Math.round(clock.now()) });
    try {
      await look(thread);
      return thread;
    } catch (error) {
      // The next call starts another one: this one must not stay beside it.
      thread.close().catch(() => undefined);
      throw error;
    }
  }
  async function look(thread: ArchiveThread): Promise<void> {
    const { states: found, setAside } = await thread.states();
    if (setAside !== null) notices.say('warning', setAside);
    for (const state of found) {
      states.set(state.history, state);
      show(state.history);
    }
  }
  /** The thread; tried anew by the next call where it could not begin. */
  async function theThread(): Promise<ArchiveThread> {
    if (locked) throw new FaultError({ kind: 'NotAllowed', policy: 'locked', reason: 'The terminal is locked.' });
    if (over) throw new FaultError({ kind: 'NotAllowed', policy: 'session', reason: 'The terminal is closing.' });
    opened ??= begin();
    const mine = opened;
    try {
      return await mine;
    } catch (error) {
      // Whoever waited beside us may have begun anew.
      if (opened === mine) opened = null;
      throw unusable(error);
    }
  }
  /** A call on the thread, whose own errors (a full disk) are refusals for a person to read. */
  async function asked<Result>(call: (of: ArchiveThread) => Promise<Result>): Promise<Result> {
    const of = await theThread();
    try {
      return await call(of);
    } catch (error) {
      throw unusable(error);
    }
  }

  async function download(history: HistoryName, anew: boolean): Promise<void> {
    const of = await theThread();
    if (running.has(history)) return;
    // Another call may have found the file damaged since.
    await look(of);
    // Two presses at once are one download.
    if (running.has(history)) return;
    stopped.delete(history);
    const began = startDownload(
      {
        client,
        clock,
        exchangeClock,
        thread: of,
        onStep(state, waiting) {
          const before = states.get(history);
          states.set(history, state);
          const now = running.get(history);
          if (now !== undefined) {
            const at = clock.monotonic();
            if (before?.walk?.page !== state.walk?.page) {
              now.pageMs = now.pageMs === null ? at - now.stepAt : (now.pageMs * 4 + at - now.stepAt) / 5;
              now.stepAt = at;
            }
            now.waiting = waiting;
          }
          show(history);
        },
      },
      stateOf(history),
      anew,
    );
    running.set(history, { download: began, waiting: null, stepAt: clock.monotonic(), pageMs: null });
    show(history);
    void began.ended.then(async (why) => {
      running.delete(history);
      if (why !== null) stopped.set(history, why);
      if (!over) await look(of).catch(() => undefined); // the next call says what is wrong with the file
    });
  }

  function exportPath(history: HistoryName, format: string): string {
    const title = historyOf(history).title.toLowerCase().replaceAll(' ', '-');
    const time = new Date(Math.round(clock.now())).toISOString().replaceAll(/[:.]/g, '-');
    return join(folder, 'exports', `${title}-${time}.${format}`);
  }

  const exportArchive: ArchiveAnswers['archive.export'] = async ({ format, columns, of }) => {
    const { history } = of;
    if (locked) await theThread();
    if (of.kind === 'page') {
      const { kind: _kind, ...page } = of;
      const lines = createLines(history, format, columns);
      const { rows } = await readHistory(client, page);
      const path = exportPath(history, format);
      await written(() => {
        const file = createExportFile(path);
        try {
          file.write(lines.head);
          for (const row of rows) file.write(lines.line(columns.map((field) => row[field] ?? '')));
          file.finish();
        } catch (error) {
          file.abandon();
          throw error;
        }
      });
      return { path, rows: rows.length };
    }
    if (exporting.has(history))
      throw new FaultError({
        kind: 'NotAllowed',
        policy: 'guard',
        reason: 'Another export of this history is on its way.',
      });
    const being = { rows: 0, of: stateOf(history).rows, stop: false };
    exporting.set(history, being);
    try {
      const { kind: _kind, sort, ...where } = of;
      const store = await theThread();
      const path = exportPath(history, format);
      return await written(async () => {
        const { id } = await store.beginExport({ path, format, columns, where, sort });
        for (;;) {
          const step = await store.moreExport(id);
          being.rows = step.rows;
          if (step.done) return { path, rows: step.rows };
          if (being.stop || over) {
            await store.stopExport(id);
            throw new FaultError({
              kind: 'NotAllowed',
              policy: 'session',
              reason: 'The export was stopped. No file was kept.',
            });
          }
          show(history);
        }
      });
    } finally {
      exporting.delete(history);
      show(history);
    }
  };

  return {
    answers: {
      'archive.download': async ({ history, anew }) => {
        await download(history, anew);
        return {};
      },
      'archive.cancel': ({ history }) => {
        running.get(history)?.download.cancel();
        return {};
      },
      'archive.page': async (page) => ({ rows: await asked((of) => of.page(page)) }),
      'archive.sums': (where) => asked((of) => of.sums(where)),
      'archive.series': async (series) => ({ points: await asked((of) => of.series(series)) }),
      'archive.export': exportArchive,
      'archive.stopExport': ({ history }) => {
        const being = exporting.get(history);
        if (being !== undefined) being.stop = true;
        return {};
      },
    },
    feed: {
      ...feed,
      subscribe(listener) {
        const unsubscribe = feed.subscribe(listener);
        // Where it cannot be opened, whoever asks for something is told why.
        if (!locked) theThread().catch(() => undefined);
        return unsubscribe;
      },
    },
    async stop() {
      over = true;
      const downloads = [...running.values()].map(({ download: { cancel, ended } }) => {
        cancel();
        return ended;
      });
      await Promise.all(downloads);
      const of = await opened?.catch(() => null);
      await of?.close().catch(() => undefined);
    },
  };
}

/** Turns an error of the file into words for a person; refusals stay as they are. */
function unusable(error: unknown): FaultError {
  if (error instanceof FaultError) return error;
  const reason = `The archive of the histories cannot be used: ${error instanceof Error ? error.message : String(error)}.`;
  return new FaultError({ kind: 'NotAllowed', policy: 'journal', reason });
}

async function written<Result>(act: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof FaultError) throw error;
    const reason = `The file cannot be written: ${error instanceof Error ? error.message : String(error)}. Nothing of it was kept.`;
    throw new FaultError({ kind: 'NotAllowed', policy: 'journal', reason });
  }
}
