import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { deaf, type Venue } from '../engine/venue.ts';
import { FORMAT, upgrade, type KeptVenue } from './upgrade.ts';
import { apiKey, type ApiKey, type Permission } from '../http/keys.ts';

/** First line of a state file, with the number of its format, which is raised whenever the shape of the venue changes. */
const HEADER = `quarterdeck practice exchange, state ${FORMAT}\n`;
const ANY_HEADER = /^quarterdeck practice exchange, state (\d{1,4})\n/;
const HASH_BYTES = 32;

interface Kept {
  readonly venue: KeptVenue;
  readonly keys: readonly {
    readonly accountId: string;
    readonly key: string;
    readonly secret: string;
    readonly permissions: readonly Permission[];
  }[];
}

/**
 * Writes the whole venue and its keys: header, hash, then the platform's own serialisation. Replaces the file at
 * once, and waits for the disk, so that a power cut leaves the one before or this one.
 */
export function writeState(path: string, venue: Venue, keys: Iterable<ApiKey>): void {
  const { outlet: _outlet, ...plain } = venue;
  const kept: Kept = {
    venue: plain,
    keys: [...keys].map(({ account, key, secret, permissions }) => ({
      accountId: account.id,
      key,
      secret,
      permissions,
    })),
  };
  const body = serialize(kept);
  const hash = createHash('sha256').update(body).digest();
  const fresh = `${path}.new`;
  try {
    const file = openSync(fresh, 'w', 0o600);
    try {
      writeFileSync(file, Buffer.concat([Buffer.from(HEADER), hash, body]));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
  } catch (error) {
    // A part of it would only take room that a full disk has not.
    rmSync(fresh, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Makes the rename itself last. Windows has no fsync of folders and needs none. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Reads what {@link writeState} wrote, in this format or an older one; null when there is no file. Throws one line for a file that is none or damaged. */
export function readState(path: string): { readonly venue: Venue; readonly keys: readonly ApiKey[] } | null {
  if (!existsSync(path)) return null;
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    throw new Error(`The state file ${path} cannot be read.`);
  }
  const [header = '', number = '0'] = ANY_HEADER.exec(bytes.toString('latin1', 0, HEADER.length + 4)) ?? [];
  const format = Number(number);
  const start = header.length + HASH_BYTES;
  if (format > FORMAT)
    throw new Error(`The state file ${path} was written by a newer version of the practice exchange.`);
  if (bytes.length < start || format < 1) throw new Error(`${path} is no state file of this version.`);
  const body = bytes.subarray(start);
  if (!createHash('sha256').update(body).digest().equals(bytes.subarray(header.length, start)))
    throw new Error(`The state file ${path} is damaged.`);
  // The hash says that these are the bytes that writeState wrote.
  const kept = deserialize(body) as Kept;
  upgrade(kept.venue, format);
  const venue: Venue = { ...kept.venue, outlet: deaf };
  const keys = kept.keys.map(({ accountId, key, secret, permissions }) => {
    const account = venue.accounts.get(accountId);
    if (account === undefined) throw new Error(`The state file ${path} is damaged.`);
    return apiKey(account, key, secret, permissions);
  });
  return { venue, keys };
}

/** Whether a state file can be written where it is asked for; throws one line when not. */
export function checkStatePath(path: string): void {
  try {
    writeFileSync(`${path}.new`, '', { mode: 0o600 });
  } catch {
    throw new Error(`The state file ${path} cannot be written.`);
  }
}
