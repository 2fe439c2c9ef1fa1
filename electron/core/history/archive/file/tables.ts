import { archiveOf } from '../../../../../shared/history/archive.ts';
import { historyOf, type HistoryName } from '../../../../../shared/history/tables.ts';

/**
 * How a history lies in the archive: one table a history, made from its description. Every cell is the
 * exchange's own text. Beside it, the key that SQLite orders by, the time in ms, the number of the walk
 * that saw the record last, and three integers for each field that is added up (limbs.ts).
 */
export interface Layout {
  readonly history: HistoryName;
  /** Field of the record's id. */
  readonly id: string;
  /** Field of the record's time. */
  readonly time: string;
  /** All other fields, in the order of the description. */
  readonly texts: readonly string[];
  /** Fields of `texts` that have limbs. */
  readonly summed: readonly string[];
  /** Whether records may be alike in everything, so that the id alone names none. */
  readonly alike: boolean;
}

/** What a page of rows carries for each of them: id, time in ms, then the texts. */
export const widthOf = ({ texts }: Layout): number => texts.length + 2;

/** The layout of a history. */
export function layoutOf(history: HistoryName): Layout {
  const { id, columns } = historyOf(history);
  const { sums, alike = false } = archiveOf(history);
  const time = columns.find(({ kind }) => kind === 'time')?.field;
  if (time === undefined) throw new Error(`${history} has no time`);
  return {
    history,
    id,
    time,
    texts: columns.map(({ field }) => field).filter((field) => field !== id && field !== time),
    summed: sums.filter(({ listed }) => listed !== true).map(({ field }) => field),
    alike,
  };
}

/** A name of the description as an identifier of SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const limbColumns = (field: string): readonly string[] =>
  ['whole', 'high', 'low'].map((part) => quoted(`${field} ${part}`));

/** Makes the table of a history where it is not there. */
export function tableSql(layout: Layout): string {
  const columns = [
    'key INTEGER PRIMARY KEY',
    'id TEXT',
    'walk INTEGER NOT NULL',
    'at INTEGER NOT NULL',
    ...layout.texts.map((field) => `${quoted(field)} TEXT NOT NULL`),
    ...layout.summed.flatMap(limbColumns).map((column) => `${column} INTEGER`),
  ];
  return `CREATE TABLE IF NOT EXISTS ${quoted(layout.history)} (${columns.join(', ')}) STRICT;`;
}

/** Fields that the index of the sums has: a filter of these alone reads nothing but the index. */
export function indexedFields({ history }: Pick<Layout, 'history'>): readonly string[] {
  const { sums, settled } = archiveOf(history);
  const [first] = sums;
  if (first === undefined || first.listed === true) return [];
  const words = historyOf(history).columns.filter(({ field }) => field === 'status' || field === settled?.field);
  return [...new Set([...first.by, ...words.map(({ field }) => field)])];
}

/**
 * Makes the indexes of a history: by time, and one that sums are read from in the order of their groups.
 * They are made after the first download and not before: kept up during one they would cost more than the
 * rows themselves.
 */
export function indexSql(layout: Layout): string {
  const name = quoted(layout.history);
  const byTime = `CREATE INDEX IF NOT EXISTS ${quoted(`${layout.history} by time`)} ON ${name} (at);`;
  const [first] = archiveOf(layout.history).sums;
  const fields = indexedFields(layout);
  if (first === undefined || fields.length === 0) return byTime;
  const { by, field } = first;
  const others = fields.filter((each) => !by.includes(each));
  const columns = [...by.map(quoted), 'at', ...limbColumns(field), ...others.map(quoted)];
  return `${byTime} CREATE INDEX IF NOT EXISTS ${quoted(`${layout.history} sums`)} ON ${name} (${columns.join(', ')});`;
}

/**
 * Inserts so many rows; one whose key is there already is left alone. The parameters have no numbers: with
 * those the binding of each would search the list of all.
 */
export function insertSql(layout: Layout, rows: number): string {
  const parameters = layout.texts.length + 4 + 3 * layout.summed.length;
  const row = `(${Array.from({ length: parameters }, () => '?').join(',')})`;
  return `INSERT INTO ${quoted(layout.history)} VALUES ${Array.from({ length: rows }, () => row).join(',')} ON CONFLICT (key) DO NOTHING`;
}

/** Writes one row over the one that was there. */
export const replaceSql = (layout: Layout): string =>
  insertSql(layout, 1).replace(/^INSERT(.*) ON CONFLICT.*$/, 'INSERT OR REPLACE$1');
