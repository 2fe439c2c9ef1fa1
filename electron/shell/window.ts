import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron';

/**
 * What the page is and is not given, every switch written out: a default that changes with a new
 * Electron changes nothing here. Checklist items 2, 3, 4, 6, 8, 9, 10 and 11.
 */
export function pagePreferences(preload: string): WebPreferences {
  return {
    preload,
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
  };
}

/** The one window. It is shown when it has something to show. */
export function windowOptions(preload: string): BrowserWindowConstructorOptions {
  return {
    title: 'Quarterdeck',
    width: 1440,
    height: 900,
    minWidth: 1024,
    minHeight: 640,
    show: false,
    backgroundColor: '#0e1116',
    autoHideMenuBar: true,
    webPreferences: pagePreferences(preload),
  };
}
