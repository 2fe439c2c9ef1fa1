import type { AppUpdater } from 'electron-updater';

/** What decides whether this program may look for a newer one. */
export interface Build {
  readonly packaged: boolean;
  readonly platform: NodeJS.Platform;
  /** Whether the packager wrote down where newer versions are: it does so for signed builds alone. */
  readonly hasPlace: boolean;
}

/**
 * Why this program looks for no newer version; null where it may. The signature of the platform is what
 * tells our installer from anybody's: where there is none, a stolen server would be enough to run a
 * program beside the keys.
 */
export function whyNoUpdates({ packaged, platform, hasPlace }: Build): string | null {
  if (!packaged) return 'it runs from its sources';
  if (platform !== 'darwin' && platform !== 'win32') return 'this platform signs no programs';
  return hasPlace ? null : 'this build is not signed';
}

/** What is asked of the library. */
export type Updater = Pick<
  AppUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'allowDowngrade'
  | 'allowPrerelease'
  | 'disableWebInstaller'
  | 'on'
  | 'checkForUpdates'
  | 'downloadUpdate'
>;

/**
 * Looks for a newer version once, and does nothing without a person's yes: neither the download nor the
 * installation, which waits for the program's own end. It never ends the program by itself, because
 * orders may be open and the dead-man switch armed. The library checks the installer's signature against
 * the running program's, and takes no older version.
 *
 * @param ask whether to fetch this version now.
 * @param say one line for the log.
 */
export function offerUpdates(
  updater: Updater,
  ask: (version: string) => Promise<boolean>,
  say: (line: string) => void,
): void {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowPrerelease = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  updater.on('error', (error) => say(`No update: ${error.message.split('\n', 1)[0] ?? ''}`));
  updater.on('update-available', ({ version }) => {
    void ask(version)
      .then(async (wanted) => {
        if (!wanted) return;
        updater.autoInstallOnAppQuit = true;
        await updater.downloadUpdate();
        say(`Version ${version} is installed when the program ends.`);
      })
      .catch((error: unknown) => say(`No update: ${String(error)}`));
  });
  updater.checkForUpdates().catch((error: unknown) => say(`No update: ${String(error)}`));
}
