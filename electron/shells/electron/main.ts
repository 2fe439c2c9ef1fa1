import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
} from 'electron';
import ElectronStore from 'electron-store';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serveBridge } from '../../core/page/bridge.ts';
import { composeDesk } from './compose.ts';
import { holdDataFolder, prepareDataFolder } from './data-folder.ts';
import { refuseBare, refuseEnvironment } from '../start/node-version.ts';
import { guardClosing } from './window/close-guard.ts';
import { confirmOutside } from './confirm.ts';
import { moneyDialogs } from './money-dialogs.ts';
import { endAtDefects, openCrashReports } from './crash-reports.ts';
import { signDeadMan } from './window/dead-man-signs.ts';
import { refuseDownloads } from './page/downloads.ts';
import { serveIpc } from './ipc-port.ts';
import { openKeychain } from './keychain.ts';
import { limitNavigation } from './page/navigation.ts';
import { refuseNewWindows } from './window/new-windows.ts';
import { PAGE_ADDRESS } from './page/origin.ts';
import { readPageFiles } from './page/page-files.ts';
import { refusePermissions } from './page/permissions.ts';
import { recoverPage } from './window/recover.ts';
import { refuseRequests } from './page/requests.ts';
import { registerScheme, servePages } from './page/scheme.ts';
import { openSettings, SETTINGS_NAME } from './settings.ts';
import { atSignals } from './window/signals.ts';
import { holdSingleInstance } from './window/single-instance.ts';
import { offerUpdates, whyNoUpdates } from './updates.ts';
import { refuseWebRtc } from './page/webrtc.ts';
import { refuseWebviews } from './page/webview.ts';
import { keepPlace, lastPlace, WINDOW_PLACE } from './window/window-place.ts';
import { openWindow } from './window/window.ts';

/*
 * The Electron shell: a list of rules, then the terminal and its one window. This file and the preload
 * alone import Electron; every rule gets the part that it needs.
 */
const { values: flags } = parseArgs({
  args: process.argv.slice(app.isPackaged ? 1 : 2),
  options: { 'data-dir': { type: 'string' }, seed: { type: 'string' } },
  // Chromium's own switches may stand beside ours.
  strict: false,
});
// What is written is for this user alone, whatever the libraries ask for.
process.umask(0o077);
// Electron takes an absolute path alone, and throws otherwise.
if (typeof flags['data-dir'] === 'string') app.setPath('userData', resolve(flags['data-dir']));
app.enableSandbox();
registerScheme(protocol);
app.on('web-contents-created', (_event, contents) => {
  limitNavigation(contents);
  refuseNewWindows(contents);
  refuseWebviews(contents);
  refuseWebRtc(contents);
});

let window: BrowserWindow | null = null;
const showWindow = (): void => {
  if (window?.isMinimized() === true) window.restore();
  window?.show();
};

async function run(): Promise<void> {
  await app.whenReady();
  const held = holdDataFolder(app.getPath('userData'));
  const reports = openCrashReports(held.folder, app.getVersion(), Date.now);
  endAtDefects(reports, process, (report) => {
    dialog.showErrorBox('Quarterdeck has ended', `Something went wrong that it does not know. ${wordsFor(report)}`);
    app.exit(1);
  });
  const { store: settings, news: settingsNews } = openSettings(
    held.folder,
    (options) => new ElectronStore({ ...options, name: SETTINGS_NAME }),
  );
  // The library answers a channel of its own, which the page has no use for.
  ipcMain.removeAllListeners('electron-store-get-data');
  refusePermissions(session.defaultSession);
  refuseDownloads(session.defaultSession);
  refuseRequests(session.defaultSession);
  servePages(protocol, await readPageFiles(join(import.meta.dirname, 'page')));
  Menu.setApplicationMenu(process.platform === 'darwin' ? Menu.getApplicationMenu() : null);

  const keychain = await openKeychain(safeStorage, process.platform);
  const composed = await composeDesk({
    dataFolder: held.folder,
    settings,
    settingsNews,
    keychain,
    confirm: (question) => confirmOutside(dialog, window, question),
    confirmMoney: moneyDialogs(dialog, () => window, clipboard),
    seed: Number(flags['seed'] ?? 1),
    crashes: reports.takeUntold(),
    practiceEntry: join(import.meta.dirname, 'practice-worker.js'),
    archiveEntry: join(import.meta.dirname, 'archive-worker.js'),
    onPracticeLost: () => console.error('The practice exchange has ended. Start again to go on.'),
  });
  // The core notices a sleep by its clocks within seconds; the system says so at once.
  const deadMan = composed.desk.feed('deadman', '');
  if (deadMan !== null)
    signDeadMan(deadMan, composed.desk.clock, {
      badge: (count) => app.setBadgeCount(count),
      notify: (title, body) => new Notification({ title, body }).show(),
    });
  powerMonitor.on('resume', () => composed.desk.nudge());
  stopBeforeQuit(async () => {
    await composed.stop();
    held.release();
  });

  const place = lastPlace(
    settings.get(WINDOW_PLACE),
    screen.getAllDisplays().map(({ workArea }) => workArea),
  );
  const opened = openWindow(BrowserWindow, join(import.meta.dirname, 'preload.cjs'), place ?? {});
  window = opened;
  guardClosing(opened, dialog, composed.desk);
  opened.on('close', () => keepPlace(settings, opened.getNormalBounds()));
  serveIpc(
    ipcMain,
    opened.webContents,
    (port) => serveBridge(port, composed.desk, { shell: { ...ELECTRON_CAN, keychain: keychain !== null } }),
    (reason) => console.error(`Refused a message: ${reason}.`),
  );
  recoverPage(opened.webContents, () => performance.now());
  opened.once('ready-to-show', showWindow);
  await opened.loadURL(PAGE_ADDRESS);
  const hasPlace = app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml'));
  if (whyNoUpdates({ packaged: app.isPackaged, platform: process.platform, hasPlace }) !== null) return;
  const { autoUpdater } = (await import('electron-updater')).default;
  offerUpdates(autoUpdater, (version) => wantsUpdate(opened, version), console.log);
}

const wordsFor = (report: string | null): string =>
  report === null ? 'No report could be written.' : `A report without secrets is in ${report}.`;

async function wantsUpdate(owner: BrowserWindow, version: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox(owner, {
    message: `Quarterdeck ${version} is there.`,
    detail: 'It is fetched now and put in place when you quit. Nothing is interrupted.',
    buttons: ['Fetch', 'Not now'],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}

/**
 * Why this start is refused, or null. It comes before the single instance: Electron would put its own files into the
 * data folder first, which then looks like somebody else's.
 */
function refuseStart(): string | null {
  const refused = (app.isPackaged ? refuseBare(app.commandLine) : null) ?? refuseEnvironment(process.env);
  if (refused !== null) return refused;
  try {
    prepareDataFolder(app.getPath('userData'));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What the page can ask of this shell. */
const ELECTRON_CAN = { name: 'electron', keychain: false, nativeDialogs: true, notifications: false };

/** Holds the end back until everything has stopped: the journal is closed, the dead-man switch has its last word. */
function stopBeforeQuit(stop: () => Promise<void>): void {
  let stopped = false;
  app.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    void stop().finally(() => {
      stopped = true;
      app.quit();
    });
  });
}

const refusal = refuseStart();
if (refusal !== null) {
  console.error(refusal);
  dialog.showErrorBox('Quarterdeck does not start', refusal);
  app.exit(1);
} else if (holdSingleInstance(app, showWindow)) {
  app.on('window-all-closed', () => app.quit());
  atSignals(
    () => app.quit(),
    () => app.exit(130),
  );
  run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    app.exit(1);
  });
} else {
  app.quit();
}
