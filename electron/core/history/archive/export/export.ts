import { DatabaseSync } from 'node:sqlite';
import type { ArchiveWhere } from '../../../../../shared/contract/archive.ts';
import { createExportFile, type ExportFile } from './export-file.ts';
import { createLines, type ExportFormat } from '../file/lines.ts';
import { layoutOf, quoted } from '../file/tables.ts';
import { conditionOf, expressionOf, giveCompare, orderOf } from '../file/where.ts';

export interface ExportAsked {
  readonly path: string;
  readonly format: ExportFormat;
  readonly columns: readonly string[];
  readonly where: ArchiveWhere;
  readonly sort: { readonly field: string; readonly descending: boolean } | null;
}

/** An export that is carried on a block at a time, so that others get their answers in between. */
export interface RunningExport {
  /** Writes the next rows. @returns how many were written in all, and whether the file is finished. */
  more(): { readonly rows: number; readonly done: boolean };
  /** Ends it without a file. */
  abandon(): void;
}

const ROWS_AT_ONCE = 5_000;

/**
 * Begins to write what a filter leaves of the archive into a file. It reads over a connection of its own
 * and sees the archive as it was at this moment. After a failure nothing of the file stays.
 *
 * @param archive path of the archive's file.
 */
export function beginExport(archive: string, asked: ExportAsked): RunningExport {
  const { where, format, columns, sort, path } = asked;
  const lines = createLines(where.history, format, columns);
  const layout = layoutOf(where.history);
  const { sql, values } = conditionOf(where);
  const database = new DatabaseSync(archive, { readOnly: true, timeout: 2_000 });
  let file: ExportFile | null = null;
  const end = (): void => {
    if (database.isOpen) database.close();
  };
  const abandon = (): void => {
    end();
    file?.abandon();
    file = null;
  };
  try {
    giveCompare(database);
    database.exec('BEGIN');
    const cells = columns.map((field) => expressionOf(layout, field, 'columns'));
    const statement = database.prepare(
      `SELECT ${cells.join(', ')} FROM ${quoted(where.history)} WHERE ${sql} ORDER BY ${orderOf(where, sort)}`,
    );
    statement.setReturnArrays(true);
    const found = statement.iterate(...values) as unknown as Iterator<string[]>; // arrays of texts, as was set above
    const opened = createExportFile(path);
    file = opened;
    opened.write(lines.head);
    let rows = 0;
    return {
      abandon,
      more() {
        try {
          for (let count = 0; count < ROWS_AT_ONCE; count += 1) {
            const next = found.next();
            if (next.done === true) {
              end();
              opened.finish();
              return { rows, done: true };
            }
            opened.write(lines.line(next.value));
            rows += 1;
          }
          return { rows, done: false };
        } catch (error) {
          abandon();
          throw error;
        }
      },
    };
  } catch (error) {
    abandon();
    throw error;
  }
}
