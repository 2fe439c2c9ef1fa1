import type { BrowserWindow as Window, BrowserWindowConstructorOptions } from 'electron';

/**
 * Opens the one window; it is shown when it has something to show. What its page is and is not given
 * is written out, every switch: a default that changes with a new Electron changes nothing here.
 * Checklist items 2, 3, 4, 6, 8, 9, 10 and 11.
 *
 * @param place where it stood last.
 */
export function openWindow(
  BrowserWindow: new (options: BrowserWindowConstructorOptions) => Window,
  preload: string,
  place: Partial<Electron.Rectangle>,
): Window {
  return new BrowserWindow({
    title: 'Quarterdeck',
    width: 1440,
    height: 900,
    minWidth: 1024,
    minHeight: 640,
    show: false,
    backgroundColor: '#0e1116',
    autoHideMenuBar: true,
    ...place,
    webPreferences: {
      // Reviewed: it gives the page two frozen functions and nothing of Electron.
      preload, // eng-disable PRELOAD_JS_CHECK
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      plugins: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      safeDialogs: true,
      autoplayPolicy: 'user-gesture-required',
      // A middle click on a link opens no window.
      disableBlinkFeatures: 'Auxclick',
      // Countdowns and the acknowledgement of news go on while the window is hidden.
      backgroundThrottling: false,
    },
  });
}
