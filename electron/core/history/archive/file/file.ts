import { renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { HistoryName } from '../../../../../shared/history/tables.ts';
import { histories } from '../../../../../shared/history/tables.ts';
import { layoutOf, tableSql } from './tables.ts';

/** Rises when a table changes its shape; a file of another number is begun anew. */
const SCHEMA_VERSION = 1;
/** Marks the file as ours ("QDar"). */
const APPLICATION = 0x5144_6172;
const SCHEMA =
  'CREATE TABLE IF NOT EXISTS state (history TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT, WITHOUT ROWID;\nCREATE TABLE IF NOT EXISTS owner (only INTEGER PRIMARY KEY CHECK (only = 1), owner TEXT NOT NULL) STRICT;';

export interface ArchiveFile {
  readonly path: string;
  /** Whose records they are; those of another account are never mixed in. */
  readonly owner: string;
  /** Local ms, for the name of a file that is put aside. */
  readonly now: number;
}

/** An opened archive. `setAside` says in a sentence why an older file was put aside; null where none was. */
export interface OpenedArchive {
  readonly database: DatabaseSync;
  readonly setAside: string | null;
}

export const historyNames = Object.keys(histories) as HistoryName[]; // the table's own keys

/**
 * Opens the archive of a profile, or makes it. A file that is damaged, from a newer version, or of another
 * account is put aside beside it, never deleted: the archive can be downloaded anew.
 *
 * @throws Error when the folder cannot be written.
 */
export function openArchiveFile({ path, owner, now }: ArchiveFile): OpenedArchive {
  try {
    return { database: open(path, owner), setAside: null };
  } catch (error) {
    if (error instanceof Unusable) return putAside({ path, owner, now }, error.message);
    if (isDamage(error)) return putAside({ path, owner, now }, 'was damaged');
    throw error;
  }
}

/**
 * Puts the file of an archive aside and begins a new one.
 *
 * @param reason goes on after "The archive of the histories".
 */
export function putAside({ path, owner, now }: ArchiveFile, reason: string): OpenedArchive {
  const aside = `${path}.set-aside-${now}`;
  renameSync(path, aside);
  for (const beside of ['-wal', '-shm']) {
    try {
      renameSync(path + beside, aside + beside);
    } catch {
      rmSync(path + beside, { force: true });
    }
  }
  return {
    database: open(path, owner),
    setAside: `The archive of the histories ${reason}. A new one was begun; the old one is kept as ${aside}.`,
  };
}

function open(path: string, owner: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 2_000 });
  try {
    const number = (pragma: string): number =>
      Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
    const version = number('user_version');
    if (version > SCHEMA_VERSION) throw new Unusable('is from a newer version of this program');
    if (version !== 0 && version < SCHEMA_VERSION) throw new Unusable('is from an older version of this program');
    const application = number('application_id');
    if (application !== APPLICATION && (application !== 0 || version !== 0)) throw new Unusable('is not an archive');
    // A bulk download writes the log over and over: a larger one is carried over less often.
    database.exec(
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=4000; PRAGMA cache_size=-16384; PRAGMA temp_store=MEMORY',
    );
    database.exec(`BEGIN; ${SCHEMA} ${historyNames.map((history) => tableSql(layoutOf(history))).join('\n')}
PRAGMA user_version=${SCHEMA_VERSION}; PRAGMA application_id=${APPLICATION}; COMMIT`);
    database.prepare('INSERT INTO owner VALUES (1, ?) ON CONFLICT DO NOTHING').run(owner);
    if (database.prepare('SELECT owner FROM owner').get()?.['owner'] !== owner)
      throw new Unusable('belongs to another account or address');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A whole file that is not ours to use; the message goes on after "The archive". */
class Unusable extends Error {}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  [11, 26].includes(error.errcode & 0xff);
