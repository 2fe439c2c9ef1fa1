import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs';

/** What was found before a settings file is opened. */
export interface SettingsFileState {
  /** Where a damaged file was put aside; null when it was whole or not there. */
  readonly setAside: string | null;
  /** Whether the settings of the last good start were put in its place. */
  readonly restored: boolean;
}

const copyOf = (path: string): string => `${path}.last-good`;

/**
 * Looks at a settings file before its library opens it: a start must not fail on it, and what it held
 * must not be lost. A file that is no JSON object is put aside, never deleted, and the one of the last
 * good start takes its place.
 *
 * @param path of the JSON file that electron-store or conf writes.
 * @param now local ms, for the name of a file put aside.
 * @throws Error of the file system when the folder cannot be written.
 */
export function prepareSettingsFile(path: string, now: number): SettingsFileState {
  const copy = copyOf(path);
  if (!existsSync(path)) return { setAside: null, restored: false };
  if (isWhole(path)) {
    keepCopy(path, copy);
    return { setAside: null, restored: false };
  }
  const setAside = `${path}.damaged-${now}`;
  renameSync(path, setAside);
  const restored = existsSync(copy) && isWhole(copy);
  if (restored) copyFileSync(copy, path);
  return { setAside, restored };
}

function keepCopy(path: string, copy: string): void {
  try {
    copyFileSync(path, `${copy}.new`);
    renameSync(`${copy}.new`, copy);
  } catch {
    // A disk that is full keeps nobody from cancelling orders: the copy before stays.
  }
}

function isWhole(path: string): boolean {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
