import type { ArchiveWhere } from '../../../../shared/contract/archive.ts';
import type { HistoryName } from '../../../../shared/history/tables.ts';
import type { DatabaseSync } from 'node:sqlite';
import { unpackCells } from '../cells.ts';
import { beginExport, type ExportAsked, type RunningExport } from './export/export.ts';
import { isDamage, openArchiveFile, putAside, type ArchiveFile } from './file/file.ts';
import { createReader, type ArchiveReader, type PageAsked } from './file/query.ts';
import type { ArchiveState, Walk } from './file/state.ts';
import { writerOf, type ArchiveWriter } from './file/store.ts';
import { giveCompare } from './file/where.ts';

/**
 * Everything that is asked of the archive's file, as one function a call: the thread that owns the file
 * carries them out, and so do tests in their own.
 */
export interface ArchiveCalls {
  /** The states of all histories, and why an older file was put aside since the last look; null where none was. */
  states(): { states: readonly ArchiveState[]; setAside: string | null };
  begin(history: HistoryName, walk: Walk): ArchiveState;
  note(history: HistoryName, note: string): ArchiveState;
  /** `packed` are the rows' cells (cells.ts). */
  putPage(history: HistoryName, packed: string, walk: Walk): ArchiveState;
  finish(history: HistoryName): { state: ArchiveState; found: number };
  page(asked: PageAsked): ReturnType<ArchiveReader['page']>;
  sums(where: ArchiveWhere): ReturnType<ArchiveReader['sums']>;
  series(asked: Parameters<ArchiveReader['series']>[0]): ReturnType<ArchiveReader['series']>;
  beginExport(asked: ExportAsked): { id: number };
  moreExport(id: number): { rows: number; done: boolean };
  stopExport(id: number): void;
  close(): void;
}
export type ArchiveCallName = keyof ArchiveCalls;

/**
 * Opens the archive. A file that turns out to be damaged only later is put aside then, and the call that
 * found it is made again on the new one, which is empty.
 *
 * @throws Error when the folder cannot be written.
 */
export function openArchive(archive: ArchiveFile): ArchiveCalls {
  const exports = new Map<number, RunningExport>();
  let count = 0;
  let database: DatabaseSync;
  let writer: ArchiveWriter;
  let reader: ArchiveReader;
  let setAside: string | null;
  const take = (opened: { readonly database: DatabaseSync; readonly setAside: string | null }): void => {
    ({ database, setAside } = opened);
    writer = writerOf(database);
    giveCompare(database);
    reader = createReader(database);
  };
  take(openArchiveFile(archive));
  function whole<Result>(act: () => Result): Result {
    try {
      return act();
    } catch (error) {
      if (!isDamage(error)) throw error;
      for (const each of exports.values()) each.abandon();
      exports.clear();
      if (database.isOpen) database.close();
      take(putAside(archive, 'was damaged'));
      return act();
    }
  }
  return {
    states: () =>
      whole(() => {
        const said = setAside;
        setAside = null;
        return { states: writer.states(), setAside: said };
      }),
    begin: (history, walk) => whole(() => writer.begin(history, walk)),
    note: (history, note) => whole(() => writer.note(history, note)),
    putPage: (history, packed, walk) => whole(() => writer.putPage(history, unpackCells(packed), walk)),
    finish: (history) => whole(() => writer.finish(history)),
    page: (asked) => whole(() => reader.page(asked)),
    sums: (where) => whole(() => reader.sums(where)),
    series: (asked) => whole(() => reader.series(asked)),
    beginExport: (asked) =>
      whole(() => {
        count += 1;
        exports.set(count, beginExport(archive.path, asked));
        return { id: count };
      }),
    moreExport(id) {
      const running = exports.get(id);
      if (running === undefined) throw new Error('This export has ended.');
      try {
        const step = running.more();
        if (step.done) exports.delete(id);
        return step;
      } catch (error) {
        exports.delete(id);
        throw error;
      }
    },
    stopExport(id) {
      exports.get(id)?.abandon();
      exports.delete(id);
    },
    close() {
      for (const each of exports.values()) each.abandon();
      if (database.isOpen) database.close();
    },
  };
}
