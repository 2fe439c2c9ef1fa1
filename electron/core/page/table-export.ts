import { join } from 'node:path';
import { FaultError } from '../../../shared/errors.ts';
import type { RequestInput, RequestOutput } from '../../../shared/contract/contract.ts';
import { createExportFile, type ExportFile } from '../history/archive/export/export-file.ts';
import type { Clock } from '../world/ports.ts';

/** Files that may be on their way at once, and letters of one. */
const MOST_FILES = 4;
const MOST_LETTERS = 100_000_000;

/** Writes what a table of the page shows into files. */
export interface TableExport {
  /**
   * Takes one piece of a file. Throws FaultError (NotAllowed) where the file cannot be written; nothing of it stays.
   */
  take(piece: RequestInput<'table.export'>): RequestOutput<'table.export'>;
  /** Nothing of unfinished files stays. */
  close(): void;
}

/**
 * Makes the writer of table exports.
 *
 * @param folder the data folder; files go into its "exports".
 * @param clock names the files by its time in UTC.
 */
export function createTableExport(folder: string, clock: Pick<Clock, 'now'>): TableExport {
  const begun = new Map<string, { readonly path: string; readonly written: ExportFile; letters: number }>();

  function begin({ table, file }: RequestInput<'table.export'>): {
    path: string;
    written: ExportFile;
    letters: number;
  } {
    if (begun.size >= MOST_FILES) throw new Error('too many files are on their way');
    const at = new Date(Math.round(clock.now())).toISOString().replaceAll(/[:.]/g, '-');
    const path = join(folder, 'exports', `${table}-${at}.csv`);
    const made = { path, written: createExportFile(path), letters: 0 };
    begun.set(file, made);
    return made;
  }

  return {
    take(piece) {
      try {
        const one = begun.get(piece.file) ?? begin(piece);
        one.letters += piece.text.length;
        if (one.letters > MOST_LETTERS) throw new Error('it is too large');
        one.written.write(piece.text);
        if (!piece.last) return { path: null };
        one.written.finish();
        begun.delete(piece.file);
        return { path: one.path };
      } catch (error) {
        begun.get(piece.file)?.written.abandon();
        begun.delete(piece.file);
        const reason = `The file cannot be written: ${error instanceof Error ? error.message : String(error)}.`;
        throw new FaultError({ kind: 'NotAllowed', policy: 'journal', reason });
      }
    },
    close() {
      for (const { written } of begun.values()) written.abandon();
      begun.clear();
    },
  };
}
