import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const NAME = 'Quarterdeck';
const LOCK = 'in-use.lock';

/** Where a program of this platform keeps what belongs to one user. Electron's `userData` is the same place. */
export function defaultDataFolder(platform = process.platform, env = process.env, home = homedir()): string {
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support', NAME);
    case 'win32':
      return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), NAME);
    default:
      return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), NAME);
  }
}

/** A data folder that this process alone writes to, until `release`. */
export interface HeldFolder {
  readonly folder: string;
  release(): void;
}

/**
 * Makes the folder, readable by its owner alone, proves that it can be written, and holds it.
 *
 * The hold is the lock of a SQLite file, which every platform gives back when its process dies, in
 * whatever way: a second terminal in the same folder would keep a second journal of the same commands.
 *
 * @throws Error with one line for a person.
 */
export function holdDataFolder(folder: string): HeldFolder {
  prepareDataFolder(folder);
  const lock = new DatabaseSync(join(folder, LOCK), { timeout: 0 });
  try {
    // Nothing is written but the lock: a disk that is full keeps nobody from cancelling orders.
    lock.exec('PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw new Error(`The data folder ${folder} cannot be used: ${String(error)}.`);
    throw new Error(`Another Quarterdeck is running in the data folder ${folder}. Use its window, or --data-dir.`);
  }
  return { folder, release: () => lock.close() };
}

/** SQLITE_BUSY: another process holds the lock. */
const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === 5;

/** Makes it, closes it to others, and proves that it can be written. @throws Error with one line for a person. */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0) closeToOthers(folder);
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, '', { mode: 0o600 });
    rmSync(probe);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data folder ${folder} cannot be written: ${reason}. Choose another with --data-dir.`);
  }
}

/** Only a folder of ours, or an empty one: `--data-dir /tmp` must not take a shared folder from everybody else. */
function closeToOthers(folder: string): void {
  const names = readdirSync(folder);
  if (names.length > 0 && !names.includes(LOCK)) throw new Error('it is open to other users and has other files in it');
  chmodSync(folder, 0o700);
}
