import { csvLine } from '../../../../../shared/wire/csv.ts';
import { invalid } from '../../../../../shared/errors.ts';
import { historyOf, type HistoryColumn, type HistoryName } from '../../../../../shared/history/tables.ts';

export type ExportFormat = 'csv' | 'jsonl';

/** How rows become lines of a file; cells come in the order of `columns`. */
export interface LineWriter {
  readonly columns: readonly HistoryColumn[];
  /** What the file begins with. */
  readonly head: string;
  /** One row with the end of its line. */
  line(cells: readonly string[]): string;
}

/**
 * How rows of a history are written: digits as the exchange sent them, times as ISO 8601 in UTC, what is
 * missing as "" or null. CSV has the titles in its first line; JSON Lines has the exchange's own names.
 *
 * @param fields which columns, in which order. Throws FaultError InvalidInput for one that is not there.
 */
export function createLines(history: HistoryName, format: ExportFormat, fields: readonly string[]): LineWriter {
  const known = historyOf(history).columns;
  const columns = fields.map((field) => {
    const column = known.find((each) => each.field === field);
    if (column === undefined) throw invalid('columns', `This history has no “${field.slice(0, 40)}”.`);
    return column;
  });
  const isTime = columns.map(({ kind }) => kind === 'time');
  const timed = (cells: readonly string[]): string[] =>
    cells.map((cell, at) => (isTime[at] === true && cell !== '' ? isoTime(Number(cell)) : cell));
  return {
    columns,
    head:
      format === 'csv'
        ? `${csvLine(columns.map(({ title, kind }) => (kind === 'time' ? `${title} (UTC)` : title)))}\r\n`
        : '',
    line:
      format === 'csv'
        ? (cells) => `${csvLine(timed(cells))}\r\n`
        : (cells) => {
            const named = timed(cells).map((cell, at) => [columns[at]?.field, cell === '' ? null : cell]);
            return `${JSON.stringify(Object.fromEntries(named))}\n`;
          },
  };
}

/** What was written for the last time: rows that follow each other often have the same. */
let lastMs = Number.NaN;
let lastText = '';
function isoTime(ms: number): string {
  if (ms !== lastMs) {
    // A time that no calendar has is written as it came.
    lastText = Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : String(ms);
    lastMs = ms;
  }
  return lastText;
}
