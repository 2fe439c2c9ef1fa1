import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * A small text file that survives a power cut in the middle of a write and a flipped bit: it is kept
 * twice, each copy with a generation and a checksum, and reading takes the newest copy that is whole.
 */

const HEADER = /^quarterdeck 1 (\d{1,15}) ([0-9a-f]{64})\n/;

/** What reading found. `damaged` names the copies that were not whole, for a notice. */
export interface DurableText {
  readonly text: string;
  readonly generation: number;
  readonly damaged: readonly string[];
}

const copiesOf = (path: string): readonly [string, string] => [path, `${path}.copy`];

/**
 * Reads the newest whole copy.
 *
 * @param path of the first copy; the second is beside it with `.copy` at the end.
 * @returns the text, or null when neither copy exists.
 * @throws Error when copies exist and none is whole, or when one cannot be read for another reason than absence.
 */
export function readDurable(path: string): DurableText | null {
  const damaged: string[] = [];
  let best: { text: string; generation: number } | null = null;
  for (const copy of copiesOf(path)) {
    const raw = readIfThere(copy);
    if (raw === null) continue;
    const whole = checkCopy(raw);
    if (whole === null) damaged.push(copy);
    else if (best === null || whole.generation > best.generation) best = whole;
  }
  if (best !== null) return { ...best, damaged };
  if (damaged.length > 0) throw new Error(`both copies are damaged: ${damaged.join(', ')}`);
  return null;
}

/**
 * Writes both copies, one after the other, each through a temporary file, fsync and rename, so that one
 * of them is whole at every instant. The file is readable by its owner alone.
 *
 * @param generation must be above the one that was read; 1 for a new file.
 * @throws Error of the file system (full, read-only); the earlier text is still there then.
 */
export function writeDurable(path: string, text: string, generation: number): void {
  const whole = wholeCopy(text, generation);
  for (const copy of copiesOf(path)) {
    const temporary = `${copy}.new`;
    const file = openSync(temporary, 'w', 0o600);
    try {
      // Not `writeSync`, which stops without a word where the disk took a part.
      writeFileSync(file, whole);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, copy);
    syncFolder(dirname(path));
  }
}

/**
 * The same, and nobody waits for the disk meanwhile. One write at a time: the next begins when this one has ended.
 *
 * @throws Error of the file system, as a rejection; the earlier text is still there then.
 */
export async function writeDurableLater(path: string, text: string, generation: number): Promise<void> {
  const whole = wholeCopy(text, generation);
  for (const copy of copiesOf(path)) {
    const temporary = `${copy}.new`;
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(whole);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, copy);
    await syncFolderLater(dirname(path));
  }
}

/**
 * Puts both copies aside, under a name of their own and not deleted.
 *
 * @param now local ms, for that name.
 * @returns the name of the first.
 * @throws Error of the file system where one cannot be moved.
 */
export function setDurableAside(path: string, now: number): string {
  const aside = `${path}.damaged-${now}`;
  for (const [copy, name] of [
    [path, aside],
    [`${path}.copy`, `${aside}.copy`],
  ] as const) {
    try {
      renameSync(copy, name);
    } catch (error) {
      if (!isAbsence(error)) throw error;
    }
  }
  return aside;
}

/** Deletes both copies. @throws Error of the file system. */
export function removeDurable(path: string): void {
  for (const copy of copiesOf(path)) rmSync(copy, { force: true });
}

const wholeCopy = (text: string, generation: number): string =>
  `quarterdeck 1 ${generation} ${checksum(generation, text)}\n${text}`;

function checkCopy(raw: string): { text: string; generation: number } | null {
  const header = HEADER.exec(raw);
  if (header === null) return null;
  const [line, number, sum] = header;
  const generation = Number(number);
  const text = raw.slice(line.length);
  return checksum(generation, text) === sum ? { text, generation } : null;
}

const checksum = (generation: number, text: string): string =>
  createHash('sha256').update(`${generation}\n${text}`).digest('hex');

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

const isAbsence = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

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

async function syncFolderLater(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
