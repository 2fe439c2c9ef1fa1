import Conf from 'conf';
import { openSettings, SETTINGS_NAME, type OpenedSettings } from '../electron/settings.ts';

/** The settings of a data folder as they are opened outside of Electron. Throws as {@link openSettings}. */
export const openHostSettings = (folder: string): OpenedSettings =>
  openSettings(folder, (options) => new Conf({ ...options, configName: SETTINGS_NAME }));
