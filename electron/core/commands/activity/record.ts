import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { activityEntrySchema, type ActivityEntry, type ActivityFilter } from '../../../../shared/contract/activity.ts';
import { hashOf, ORIGIN, verifyChain, type ChainVerdict, type UnsealedEntry } from './chain.ts';

/** Most entries of the record. Nothing is forgotten by its age: the clock that says it may be years off. */
const MOST_ENTRIES = 200_000;
/** Entries between two checks of the size. */
const SWEEP_EVERY = 500;
/** Words of a search that are looked for; each is compared with every entry, while the core waits. */
const MOST_WORDS = 8;

export type NewEntry = Omit<UnsealedEntry, 'number'>;

/** The record on disk. */
export interface ActivityRecord {
  /** Throws Error when the disk refuses; nothing was written then. */
  append(entry: NewEntry): ActivityEntry;
  /** Newest first, before a number. */
  page(filter: ActivityFilter, before: number | null, limit: number): readonly ActivityEntry[];
  readonly head: { readonly number: number; readonly entries: number };
  close(): void;
}

const FILE = 'activity.sqlite';
const SCHEMA = `
CREATE TABLE IF NOT EXISTS entries (
  number INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, asked_by TEXT NOT NULL,
  profile TEXT NOT NULL, environment TEXT NOT NULL, name TEXT NOT NULL, symbol TEXT, summary TEXT NOT NULL,
  result TEXT NOT NULL, sent TEXT, answer TEXT NOT NULL, ms INTEGER, hash TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS anchor (one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
INSERT OR IGNORE INTO anchor VALUES (1, 0, '${ORIGIN}');
`;

/**
 * Opens the record of a data folder. A damaged file is put aside beside it, never deleted.
 *
 * @param now local ms, for the name of a file put aside.
 * @param most entries that it keeps.
 * @throws Error when the folder cannot be written.
 */
export function openRecord(folder: string, now: number, most = MOST_ENTRIES): ActivityRecord {
  const path = join(folder, FILE);
  mkdirSync(folder, { recursive: true });
  try {
    return open(path, most);
  } catch (error) {
    if (!isDamage(error)) throw error;
    renameSync(path, `${path}.damaged-${now}`);
    return open(path, most);
  }
}

function open(path: string, most: number): ActivityRecord {
  const database = new DatabaseSync(path, { timeout: 500 });
  try {
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA secure_delete=ON');
    database.exec(SCHEMA);
    return recordOf(database, most);
  } catch (error) {
    database.close();
    throw error;
  }
}

function recordOf(database: DatabaseSync, most: number): ActivityRecord {
  const insert = database.prepare(
    'INSERT INTO entries VALUES (:number, :at, :kind, :by, :profile, :environment, :name, :symbol, :summary, :result, :sent, :answer, :ms, :hash)',
  );
  const anchor = database.prepare('SELECT number, hash FROM anchor');
  const newest = database.prepare('SELECT number, hash FROM entries ORDER BY number DESC LIMIT 1');
  const byNumber = database.prepare('SELECT number, hash FROM entries WHERE number = ?');
  const move = database.prepare('UPDATE anchor SET number = ?, hash = ?');
  const forget = database.prepare('DELETE FROM entries WHERE number <= ?');

  const start = linkOf(anchor) ?? { number: 0, hash: ORIGIN };
  let first = start.number;
  let last = linkOf(newest) ?? start;

  /** Forgets the oldest of too many; the chain then begins behind them. */
  function sweep(): void {
    const end = linkOf(byNumber, last.number - most);
    if (end === null) return;
    database.exec('BEGIN IMMEDIATE');
    try {
      move.run(end.number, end.hash);
      forget.run(end.number);
      database.exec('COMMIT');
      first = end.number;
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }
  sweep();

  return {
    append(entry) {
      const unsealed = { ...entry, number: last.number + 1 };
      const sealed = { ...unsealed, hash: hashOf(last.hash, unsealed) };
      insert.run(sealed);
      last = sealed;
      if (last.number % SWEEP_EVERY === 0) sweep();
      return sealed;
    },
    page(filter, before, limit) {
      const { where, values } = conditionsOf(filter, before);
      const select = database.prepare(`SELECT * FROM entries WHERE ${where} ORDER BY number DESC LIMIT ?`);
      return select.all(...values, limit).map(readEntry);
    },
    get head() {
      return { number: last.number, entries: last.number - first };
    },
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

/**
 * Verifies the chain of a data folder's record without changing it. Oldest entries are dropped only from a full record:
 * a beginning that is missing from another one was taken away.
 *
 * @param most entries that it keeps.
 * @returns null without a record.
 */
export function verifyRecord(folder: string, most = MOST_ENTRIES): ChainVerdict | null {
  return reading(folder, (database) => {
    const start = linkOf(database.prepare('SELECT number, hash FROM anchor')) ?? { number: 0, hash: ORIGIN };
    const verdict = verifyChain(start, readAll(database));
    if (!verdict.whole || start.number === 0 || verdict.entries >= most) return verdict;
    return { whole: false, number: 1, reason: `the entries up to ${start.number} are missing` };
  });
}

/** The number of the entry with a hash, as it was noted elsewhere; null where none has it. */
export const entryWithHash = (folder: string, hash: string): number | null =>
  reading(folder, (database) => linkOf(database.prepare('SELECT number, hash FROM entries WHERE hash = ?'), hash))
    ?.number ?? null;

function reading<Result>(folder: string, read: (database: DatabaseSync) => Result): Result | null {
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(join(folder, FILE), { readOnly: true });
  } catch {
    return null;
  }
  try {
    return read(database);
  } finally {
    database.close();
  }
}

function* readAll(database: DatabaseSync): Iterable<ActivityEntry> {
  for (const row of database.prepare('SELECT * FROM entries ORDER BY number').iterate()) yield readEntry(row);
}

const TEXT =
  "lower(summary || ' ' || name || ' ' || coalesce(symbol, '') || ' ' || answer || ' ' || coalesce(sent, ''))";

function conditionsOf(
  { kinds, results, text }: ActivityFilter,
  before: number | null,
): { readonly where: string; readonly values: readonly (string | number)[] } {
  const where = ['1'];
  const values: (string | number)[] = [];
  if (before !== null) {
    where.push('number < ?');
    values.push(before);
  }
  for (const [column, chosen] of [
    ['kind', kinds],
    ['result', results],
  ] as const)
    if (chosen.length > 0) {
      where.push(`${column} IN (${chosen.map(() => '?').join(', ')})`);
      values.push(...chosen);
    }
  for (const term of text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)) {
    where.push(`instr(${TEXT}, ?) > 0`);
    values.push(term);
  }
  return { where: where.join(' AND '), values };
}

interface Link {
  readonly number: number;
  readonly hash: string;
}
function linkOf(statement: StatementSync, ...values: (number | string)[]): Link | null {
  const row = statement.get(...values);
  // Both columns are NOT NULL in a STRICT table.
  return row === undefined ? null : (row as unknown as Link);
}

const readEntry = ({ asked_by: by, ...row }: Record<string, SQLOutputValue>): ActivityEntry =>
  activityEntrySchema.parse({ ...row, by });

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  [11, 26].includes(error.errcode & 0xff);
