import { join } from 'node:path';
import { notWritten } from '../../core/storage/not-written.ts';
import { prepareSettingsFile } from '../../core/storage/settings-file.ts';
import type { SettingsStore } from '../../core/storage/settings.ts';

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
  /** What a person should know of it, in a sentence; null when there is nothing. */
  readonly news: string | null;
}

/**
 * Opens the settings of a data folder. A damaged file is put aside, not deleted and not obeyed, and never keeps the
 * program from starting; the settings of the last good start take its place.
 *
 * @throws Error where the folder cannot be written.
 */
export function openSettings(
  folder: string,
  library: (options: StoreOptions) => Library,
  now = Date.now(),
): OpenedSettings {
  const { setAside, restored } = prepareSettingsFile(join(folder, `${SETTINGS_NAME}.json`), now);
  const opened = library({
    cwd: folder,
    accessPropertiesByDotNotation: false,
    clearInvalidConfig: false,
    configFileMode: 0o600,
  });
  const instead = restored ? 'Those of the last good start are used' : 'They were begun anew';
  return {
    store: {
      get: (key) => opened.get(key),
      set(key, value) {
        try {
          opened.set(key, value);
        } catch (error) {
          throw notWritten('The settings', error);
        }
      },
    },
    setAside,
    news: setAside === null ? null : `The settings were damaged. ${instead}; the damaged file is kept as ${setAside}.`,
  };
}
