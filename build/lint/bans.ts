import type { Ban } from './ban.ts';

const product = (path: string): boolean => /^(?:shared|electron|renderer)\//.test(path);
const electron = (path: string): boolean => path.startsWith('electron/');
const page = (path: string): boolean => path.startsWith('renderer/');
const counts = (path: string): boolean => /^(?:shared|electron\/core|renderer)\//.test(path);
/** The start command and what builds and tests run programs; the product itself does not. */
const mayRunPrograms = (path: string): boolean => /^(?:electron\/shells\/start|build|e2e)\//.test(path);

/** What must not be written, and why. Each is broken and kept in bans.test.ts. */
export const BANS = {
  'raw-ipc': {
    why: 'belongs to main.ts and preload.ts: every message passes the sender check of ipc-port.ts.',
    holds: (path) =>
      product(path) && path !== 'electron/shells/electron/main.ts' && path !== 'electron/shells/electron/preload.ts',
    names: ['ipcMain', 'ipcRenderer', 'contextBridge', 'MessageChannelMain'],
    members: ['ipcMain', 'ipcRenderer', 'contextBridge'],
  },
  'sync-ipc': {
    why: 'makes a channel beside the two of text.',
    holds: electron,
    members: ['sendSync', 'sendToHost', 'ipcRenderer.invoke', 'ipcMain.handle', 'ipcMain.handleOnce'],
  },
  'file-scheme': {
    why: 'would give the page the rights of a file; pages come from app://terminal.',
    holds: product,
    members: ['loadFile'],
    texts: /^file:/i,
  },
  resend: {
    why: 'may send a write twice when a connection dies. Writes go through node:http or an undici Pool, once.',
    holds: electron,
    names: ['RetryAgent', 'RetryHandler'],
    members: ['net.fetch', 'net.request', 'interceptors.retry', 'session.fetch'],
  },
  'page-network': {
    why: 'would give the page a network; it asks the core.',
    holds: (path) => page(path) && path !== 'renderer/link/ports.ts',
    names: [
      'fetch',
      'XMLHttpRequest',
      'WebSocket',
      'EventSource',
      'WebTransport',
      'RTCPeerConnection',
      'Worker',
      'SharedWorker',
    ],
    members: ['sendBeacon', 'serviceWorker', 'window.fetch', 'globalThis.fetch'],
  },
  'money-as-float': {
    why: 'makes a float of money; use shared/decimal.ts.',
    holds: (path) => counts(path) && path !== 'shared/decimal.ts',
    names: ['parseFloat'],
    members: ['toNumber', 'Number.parseFloat', 'valueAsNumber'],
  },
  'tls-switch': {
    why: 'would trust whoever answers.',
    // That file alone reads the variable, to refuse the start.
    holds: (path) => path !== 'electron/shells/start/node-version.ts',
    keys: ['checkServerIdentity', 'ignoreHTTPSErrors'],
    only: { rejectUnauthorized: true },
    members: ['setCertificateVerifyProc', 'rejectUnauthorized'],
    texts: /NODE_TLS_REJECT_UNAUTHORIZED|ignore-certificate-errors|allow-insecure-localhost|^certificate-error$/,
  },
  'plain-address': {
    why: 'is not encrypted; only addresses of this machine may be.',
    holds: product,
    texts: /^(?:http|ws):\/\/(?!127\.0\.0\.1|localhost|\[::1\]|$)/i,
  },
  markup: {
    why: 'makes markup of text; text from the exchange is only ever text.',
    holds: product,
    keys: ['dangerouslySetInnerHTML', 'innerHTML', 'srcDoc', 'srcdoc'],
    members: [
      'innerHTML',
      'outerHTML',
      'srcdoc',
      'insertAdjacentHTML',
      'createContextualFragment',
      'setHTMLUnsafe',
      'document.write',
      'document.writeln',
    ],
    names: ['DOMParser'],
  },
  'code-from-text': {
    why: 'makes code of text.',
    holds: product,
    names: ['eval', 'Function'],
    members: [
      'executeJavaScript',
      'executeJavaScriptInIsolatedWorld',
      'insertCSS',
      'runInThisContext',
      'runInNewContext',
    ],
    texts: /^\s*javascript:/i,
  },
  'window-switch': {
    why: 'would open the page to what it must not reach.',
    holds: electron,
    values: {
      nodeIntegration: true,
      nodeIntegrationInWorker: true,
      nodeIntegrationInSubFrames: true,
      contextIsolation: false,
      sandbox: false,
      webSecurity: false,
      allowRunningInsecureContent: true,
      experimentalFeatures: true,
      webviewTag: true,
      allowpopups: true,
      bypassCSP: true,
    },
    keys: ['enableBlinkFeatures', 'additionalArguments'],
    texts: /^(?:--)?(?:disable-web-security|disable-site-isolation-trials|remote-debugging-port|js-flags)\b/,
  },
  'no-sandbox': {
    why: 'takes the sandbox away; only the start command may, and only as root.',
    holds: (path) => product(path) && !path.startsWith('electron/shells/start/'),
    texts: /^(?:--)?no-sandbox$/,
  },
  'open-outside': {
    why: 'hands an address or a file to the system.',
    holds: (path) => product(path) && path !== 'electron/shells/electron/open-outside.ts',
    members: ['openExternal', 'openPath', 'showItemInFolder'],
  },
  cookie: {
    why: 'is a cookie, which every port of this machine would be sent.',
    holds: product,
    members: ['document.cookie', 'cookieStore', 'setCookie'],
    texts: /^set-cookie$/i,
  },
  'child-program': {
    why: 'runs a program; only the start command does.',
    holds: (path) => product(path) && !mayRunPrograms(path),
    texts: /^(?:node:)?child_process$/,
  },
  'shell-command': {
    why: 'runs a text as a command.',
    holds: (path) => product(path) || /^(?:build\/[^/]+$|e2e\/)/.test(path),
    names: ['execSync'],
    values: { shell: true },
  },
  'foreign-page': {
    why: 'would let another page hear or be heard.',
    holds: page,
    members: ['window.opener', 'window.parent', 'window.top', 'parent.postMessage', 'window.open'],
    keys: ['target'],
  },
} as const satisfies Readonly<Record<string, Ban>>;
