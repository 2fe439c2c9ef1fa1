import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsStore } from '../core/storage/settings.ts';

/** What both libraries are opened with: `conf` in the host, electron-store, which is built on it, in Electron. */
export interface StoreOptions {
  readonly cwd: string;
  readonly accessPropertiesByDotNotation: false;
  readonly clearInvalidConfig: false;
  readonly configFileMode: number;
}

/** Name of the settings' file without its ending; the libraries call this option differently. */
export const SETTINGS_NAME = 'settings';

/** The part of both libraries that is used. */
interface Library {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

export interface OpenedSettings {
  readonly store: SettingsStore;
  /** Where a damaged file was put aside; null when it was whole or new. */
  readonly setAside: string | null;
}

/**
 * Opens the settings of a data folder. A damaged file is put aside, not deleted and not obeyed, and never
 * keeps the program from starting.
 *
 * @throws Error where the folder cannot be written.
 */
export function openSettings(folder: string, library: (options: StoreOptions) => Library): OpenedSettings {
  const options: StoreOptions = {
    cwd: folder,
    accessPropertiesByDotNotation: false,
    clearInvalidConfig: false,
    configFileMode: 0o600,
  };
  const open = (): SettingsStore => {
    const opened = library(options);
    opened.get(''); // A damaged file is found here at the latest.
    return { get: (key) => opened.get(key), set: (key, value) => opened.set(key, value) };
  };
  try {
    return { store: open(), setAside: null };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const setAside = join(folder, `${SETTINGS_NAME}.damaged.json`);
    renameSync(join(folder, `${SETTINGS_NAME}.json`), setAside);
    return { store: open(), setAside };
  }
}
