import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { outcomeSchema, type CommandRow, type Environment, type Outcome } from '../../../shared/contract/contract.ts';
import { FaultError } from '../../../shared/errors.ts';

/**
 * The journal of commands: what was meant, on disk before the first byte leaves, and what became of it.
 * SQLite in WAL mode. The beginning of a command is written with `synchronous=FULL`, so that it outlives
 * a power cut; its outcome with NORMAL, because one that is lost is found out again by asking the
 * exchange. One process alone has it open.
 */

/** Whose commands are read and written. One file holds those of all accounts of a data folder. */
export interface JournalAccount {
  readonly profile: string;
  readonly environment: Environment;
}

/** A command as it is begun. */
export interface JournalEntry {
  readonly commandId: string;
  readonly name: string;
  readonly symbol: string | null;
  readonly clientOrderId: string | null;
  /** One sentence for a person. */
  readonly summary: string;
  /** What is to be sent, as JSON. Never a secret. */
  readonly input: string;
  /** Local ms. */
  readonly at: number;
}

/** A command as it was found; `outcome` is null while none was written. */
export interface JournaledCommand extends JournalEntry {
  readonly status: CommandRow['status'];
  readonly outcome: Outcome | null;
}

export interface Journal {
  /**
   * Writes a command down before it is sent. Throws FaultError NotAllowed (`journal`) when it cannot be
   * written: nothing may be sent then.
   */
  begin(entry: JournalEntry): void;
  /** Writes what became of it. Throws Error when it cannot be written. */
  finish(commandId: string, outcome: Outcome): void;
  /** Throws FaultError NotAllowed (`journal`) when the file cannot be read. */
  find(commandId: string): JournaledCommand | null;
  /** Whether a command of this account used this client order id. Throws as `find`. */
  hasClientOrderId(clientOrderId: string): boolean;
  /** Commands of this account without a final outcome, oldest first. */
  unsettled(): readonly JournaledCommand[];
  /**
   * Commands of this account about one order, oldest first: what placed it, by its client id, and its edits and
   * cancels. Throws as `find`.
   */
  ofOrder(order: {
    readonly orderId: string | null;
    readonly clientOrderId: string | null;
  }): readonly JournaledCommand[];
  /** Movements of money of this account since a local instant, oldest first. Throws as `find`. */
  moves(since: number): readonly JournaledCommand[];
  /** The newest commands of this account, newest last. */
  newest(most: number): readonly JournaledCommand[];
  close(): void;
}

export interface OpenedJournal {
  readonly journal: Journal;
  /** Where a damaged journal was put aside; null when it was whole or new. */
  readonly setAside: string | null;
}

/** Movements of money: looked through before each of them, and an index that no order is written to. */
const IS_MOVE = "name IN ('assets.transfer', 'assets.withdraw', 'assets.repay')";

/** Edits and cancels of one order, which name it in their input; no placement is written to their index. */
const IS_CHANGE = "name IN ('orders.edit', 'orders.cancel')";
const CHANGED_ORDER = "json_extract(input, '$.orderId')";
/** Commands about one order that are shown; the newest ones. */
const MOST_CHANGES = 200;

/**
 * What is asked for before each order has an index. What is asked for at a start alone has none (earlier
 * versions had two more): each is one more page to write, and to wait for, before an order leaves.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS commands (
  command_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  profile TEXT NOT NULL,
  environment TEXT NOT NULL,
  symbol TEXT,
  client_order_id TEXT,
  summary TEXT NOT NULL,
  input TEXT NOT NULL,
  at INTEGER NOT NULL,
  status TEXT NOT NULL,
  outcome TEXT
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS by_client ON commands (profile, environment, client_order_id)
  WHERE client_order_id IS NOT NULL;
DROP INDEX IF EXISTS unsettled;
DROP INDEX IF EXISTS by_time;
CREATE INDEX IF NOT EXISTS moves ON commands (profile, environment, at) WHERE ${IS_MOVE};
CREATE INDEX IF NOT EXISTS changes ON commands (profile, environment, ${CHANGED_ORDER}) WHERE ${IS_CHANGE};
`;

/**
 * Bytes that the write-ahead log has from the start: a write into a file that grows waits for its new length as well,
 * 0.30 ms in place of 0.19. So that it does not outgrow them, it is written into the database and begun anew after so
 * many outcomes, when nobody waits; a command is up to six pages of 4 kB. Left alone, SQLite would do it after a
 * thousand pages, at the beginning of a command.
 */
const LOG_BYTES = 1_048_576;
const OUTCOMES_IN_LOG = 40;

/** Settled commands are kept this long, and so many of the newest in any case: the clock may be years ahead. */
const KEPT_MS = 90 * 86_400_000;
const KEPT_COMMANDS = 20_000;

/**
 * Opens the journal of a data folder, or makes it. A damaged file is put aside beside it, never deleted.
 *
 * @param folder that exists.
 * @param account whose commands are read and written.
 * @param limits `mostPages` of 4 kB that the file may have, for a disk with a quota; tests fill it.
 * @param now local ms, for the name of a file put aside and for forgetting what is old.
 * @throws Error in one line when the folder cannot be written, or when another process has the journal open.
 */
export function openJournal(
  folder: string,
  account: JournalAccount,
  now: number,
  limits: { readonly mostPages?: number } = {},
): OpenedJournal {
  const path = join(folder, 'journal.sqlite');
  try {
    return { journal: open(path, account, now, limits.mostPages), setAside: null };
  } catch (error) {
    if (!isDamage(error)) throw new Error(`The command journal ${path} cannot be opened: ${words(error)}.`);
  }
  const setAside = `${path}.damaged-${now}`;
  renameSync(path, setAside);
  for (const beside of ['-wal', '-shm']) {
    try {
      renameSync(path + beside, setAside + beside);
    } catch {
      rmSync(path + beside, { force: true });
    }
  }
  return { journal: open(path, account, now, limits.mostPages), setAside };
}

function open(path: string, account: JournalAccount, now: number, mostPages?: number): Journal {
  const database = new DatabaseSync(path, { timeout: 200 });
  try {
    // Exclusive: two copies of the program would each settle and show half of the commands.
    database.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL');
    const [check] = database.prepare('PRAGMA quick_check(1)').all();
    if (check?.['quick_check'] !== 'ok') throw new Damage(String(check?.['quick_check']));
    database.exec(SCHEMA);
    if (mostPages !== undefined) database.exec(`PRAGMA max_page_count=${mostPages}`);
    forgetOld(database, now);
    giveRoom(`${path}-wal`);
    return journalOf(database, account);
  } catch (error) {
    database.close();
    throw error;
  }
}

function forgetOld(database: DatabaseSync, now: number): void {
  const firstSpare = `SELECT at FROM commands ORDER BY at DESC LIMIT 1 OFFSET ${KEPT_COMMANDS}`;
  try {
    database
      .prepare(
        `DELETE FROM commands WHERE at < ? AND at <= (${firstSpare}) AND status NOT IN ('sending', 'unconfirmed') AND NOT (${IS_MOVE})`,
      )
      .run(now - KEPT_MS);
  } catch (error) {
    // A full disk: what is old can be forgotten another time, and orders can be cancelled now.
    if (isDamage(error)) throw error;
  }
}

/** Lengthens the log with zeros, which are no frames to SQLite. Without the room it is only slower. */
function giveRoom(path: string): void {
  try {
    const file = openSync(path, 'r+');
    try {
      const { size } = fstatSync(file);
      const room = LOG_BYTES - size;
      // A disk that takes only a part of it has more needful uses for its rest.
      if (room > 0 && writeSync(file, Buffer.alloc(room), 0, room, size) < room) ftruncateSync(file, size);
      fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    // A disk this full refuses the next command by itself.
  }
}

function journalOf(database: DatabaseSync, { profile, environment }: JournalAccount): Journal {
  const begin = database.prepare("INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'sending', NULL)");
  const finish = database.prepare('UPDATE commands SET status = ?, outcome = ? WHERE command_id = ?');
  const find = database.prepare('SELECT * FROM commands WHERE command_id = ?');
  const client = database.prepare(
    'SELECT 1 FROM commands WHERE profile = ? AND environment = ? AND client_order_id = ?',
  );
  const unsettled = database.prepare(
    "SELECT * FROM commands WHERE profile = ? AND environment = ? AND status IN ('sending', 'unconfirmed') ORDER BY at",
  );
  const newest = database.prepare(
    'SELECT * FROM commands WHERE profile = ? AND environment = ? ORDER BY at DESC LIMIT ?',
  );
  const moves = database.prepare(
    `SELECT * FROM commands WHERE ${IS_MOVE} AND profile = ? AND environment = ? AND at >= ? ORDER BY at`,
  );
  const placing = database.prepare(
    'SELECT * FROM commands WHERE profile = ? AND environment = ? AND client_order_id = ?',
  );
  const changes = database.prepare(
    `SELECT * FROM commands WHERE ${IS_CHANGE} AND profile = ? AND environment = ? AND ${CHANGED_ORDER} = ? ORDER BY at DESC LIMIT ${MOST_CHANGES}`,
  );
  // Not prepared: SQLite carries these out as it compiles them, so that one compiled here would do nothing at
  // its first run, and the first command after each start would not have been waited for.
  let synchronous = '';
  const write = (how: 'FULL' | 'NORMAL'): void => {
    if (synchronous !== how) database.exec(`PRAGMA synchronous=${how}`);
    synchronous = how;
  };
  let outcomes = 0;
  const emptyLog = (): void => {
    try {
      database.exec('PRAGMA wal_checkpoint');
    } catch {
      // All of it stays in the log.
    }
  };
  return {
    begin({ commandId, name, symbol, clientOrderId, summary, input, at }) {
      guarded('written', () => {
        write('FULL');
        begin.run(commandId, name, profile, environment, symbol, clientOrderId, summary, input, at);
      });
    },
    finish(commandId, outcome) {
      write('NORMAL');
      finish.run(outcome.status, JSON.stringify(outcome), commandId);
      outcomes += 1;
      if (outcomes % OUTCOMES_IN_LOG === 0) emptyLog();
    },
    find: (commandId) => guarded('read', () => read(find.get(commandId))),
    hasClientOrderId: (clientOrderId) =>
      guarded('read', () => client.get(profile, environment, clientOrderId) !== undefined),
    ofOrder: ({ orderId, clientOrderId }) =>
      guarded('read', () => {
        const placed = clientOrderId === null ? [] : [placing.get(profile, environment, clientOrderId)];
        const changed = orderId === null ? [] : changes.all(profile, environment, orderId).reverse();
        return [...placed, ...changed].flatMap((row) => read(row) ?? []);
      }),
    unsettled: () => unsettled.all(profile, environment).flatMap((row) => read(row) ?? []),
    moves: (since) => guarded('read', () => moves.all(profile, environment, since).flatMap((row) => read(row) ?? [])),
    newest: (most) =>
      newest
        .all(profile, environment, most)
        .flatMap((row) => read(row) ?? [])
        .reverse(),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

/** Turns an error of the file into a refusal: what cannot be known or written down is not sent. */
function guarded<Result>(what: 'read' | 'written', act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw new FaultError({
      kind: 'NotAllowed',
      policy: 'journal',
      reason: `The command journal cannot be ${what} (${words(error)}). Nothing was sent.`,
    });
  }
}

function read(row: Record<string, unknown> | undefined): JournaledCommand | null {
  if (row === undefined) return null;
  const outcome = typeof row['outcome'] === 'string' ? readOutcome(row['outcome']) : null;
  // The table is STRICT and written by this file alone: the columns have these types.
  return {
    commandId: row['command_id'],
    name: row['name'],
    symbol: row['symbol'],
    clientOrderId: row['client_order_id'],
    summary: row['summary'],
    input: row['input'],
    at: row['at'],
    status: row['status'],
    outcome,
  } as JournaledCommand;
}

/** What became of a command; null for what this version cannot read: it counts as unconfirmed, and is never sent again. */
function readOutcome(json: string): Outcome | null {
  try {
    return outcomeSchema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

/** What `quick_check` found. */
class Damage extends Error {}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const isDamage = (error: unknown): boolean =>
  error instanceof Damage ||
  (error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    [11, 26].includes(error.errcode & 0xff));

/** SQLITE_BUSY: another process holds the lock. */
const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === 5;

const words = (error: unknown): string =>
  isBusy(error)
    ? 'another copy of the program uses this data folder'
    : error instanceof Error
      ? error.message
      : String(error);
