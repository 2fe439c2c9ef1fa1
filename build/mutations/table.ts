import { CORE_MUTATIONS } from './core-table.ts';
import { MONEY_MUTATIONS } from './money-table.ts';

/** One rule taken away, and the test that must notice. */
export interface Mutation {
  /** What is no longer so. */
  readonly breaks: string;
  /** Items of Electron's security checklist (1 to 20), or a rule of the host, the core or the money. */
  readonly rule: number | 'host' | 'core' | 'money';
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly test: string;
}

const WINDOW = 'electron/shells/electron/window/window.ts';
const MAIN = 'electron/shells/electron/main.ts';
const MAIN_TEST = 'electron/shells/electron/main.test.ts';
const PAGE_RULES = 'electron/shells/electron/page/page-rules.test.ts';
const POLICY = 'electron/shells/electron/page/content-policy.ts';
const SCHEME = 'electron/shells/electron/page/scheme.ts';
const SCHEME_TEST = 'electron/shells/electron/page/scheme.test.ts';
const IPC = 'electron/shells/electron/ipc-port.ts';
const IPC_TEST = 'electron/shells/electron/ipc-port.test.ts';
const GATE = 'electron/shells/host/gate.ts';
const HOST = 'electron/shells/host/host.ts';
const HOST_TEST = 'electron/shells/host/host.test.ts';
const KEYS = 'electron/shells/host/keys.ts';
const KEYS_TEST = 'electron/shells/host/keys.test.ts';
const SETTINGS_TEST = 'electron/core/storage/settings.test.ts';

const switched = (rule: number, name: string, from: boolean): Mutation => ({
  breaks: `${name} is ${String(!from)}`,
  rule,
  file: WINDOW,
  from: `    ${name}: ${String(from)},`,
  to: `    ${name}: ${String(!from)},`,
  test: MAIN_TEST,
});

/** Every security rule, broken once each. */
export const MUTATIONS: readonly Mutation[] = [
  {
    breaks: 'a page may ask addresses outside',
    rule: 1,
    file: 'electron/shells/electron/page/requests.ts',
    from: 'cancel: url === null || !LOCAL.has(url.protocol)',
    to: 'cancel: url === null',
    test: PAGE_RULES,
  },
  {
    breaks: 'an exchange may be reached without encryption',
    rule: 1,
    file: 'electron/core/storage/settings.ts',
    from: '(url.protocol === plain && LOOPBACK.has(url.hostname))',
    to: 'url.protocol === plain',
    test: SETTINGS_TEST,
  },
  switched(2, 'nodeIntegration', false),
  switched(2, 'nodeIntegrationInWorker', false),
  switched(2, 'nodeIntegrationInSubFrames', false),
  switched(3, 'contextIsolation', true),
  switched(4, 'sandbox', true),
  {
    breaks: 'other processes have no sandbox',
    rule: 4,
    file: MAIN,
    from: 'app.enableSandbox();',
    to: '',
    test: MAIN_TEST,
  },
  {
    breaks: 'permissions are not refused',
    rule: 5,
    file: MAIN,
    from: '  refusePermissions(session.defaultSession);',
    to: '',
    test: MAIN_TEST,
  },
  {
    breaks: 'every permission is granted',
    rule: 5,
    file: 'electron/shells/electron/page/permissions.ts',
    from: 'decide(ALLOWED.has(permission) && details',
    to: 'decide(details',
    test: 'electron/shells/electron/page/permissions.test.ts',
  },
  {
    breaks: 'another page is granted what ours is',
    rule: 5,
    file: 'electron/shells/electron/page/permissions.ts',
    from: " && isPage(details.requestingUrl ?? ''),",
    to: ',',
    test: 'electron/shells/electron/page/permissions.test.ts',
  },
  {
    breaks: 'devices are granted',
    rule: 5,
    file: 'electron/shells/electron/page/permissions.ts',
    from: 'setDevicePermissionHandler(() => false)',
    to: 'setDevicePermissionHandler(() => true)',
    test: 'electron/shells/electron/page/permissions.test.ts',
  },
  switched(6, 'webSecurity', true),
  {
    breaks: 'pages have no policy',
    rule: 7,
    file: SCHEME,
    from: "      'Content-Security-Policy': contentPolicy({ origin: PAGE_ORIGIN, socket: null, nonce }),\n",
    to: '',
    test: SCHEME_TEST,
  },
  {
    breaks: 'text may become script',
    rule: 7,
    file: POLICY,
    from: `    ['require-trusted-types-for', "'script'"],\n`,
    to: '',
    test: SCHEME_TEST,
  },
  {
    breaks: 'inline styles are allowed',
    rule: 7,
    file: POLICY,
    from: "'nonce-${nonce}'`",
    to: "'unsafe-inline'`",
    test: SCHEME_TEST,
  },
  switched(8, 'allowRunningInsecureContent', false),
  switched(9, 'experimentalFeatures', false),
  {
    breaks: 'a middle click opens a link',
    rule: 10,
    file: WINDOW,
    from: "    disableBlinkFeatures: 'Auxclick',\n",
    to: '',
    test: MAIN_TEST,
  },
  switched(11, 'webviewTag', false),
  {
    breaks: 'a web view is attached',
    rule: 12,
    file: 'electron/shells/electron/page/webview.ts',
    from: '(event) => event.preventDefault()',
    to: '() => undefined',
    test: PAGE_RULES,
  },
  {
    breaks: 'web views are not watched',
    rule: 12,
    file: MAIN,
    from: '  refuseWebviews(contents);',
    to: '',
    test: MAIN_TEST,
  },
  {
    breaks: 'the page may go elsewhere',
    rule: 13,
    file: 'electron/shells/electron/page/navigation.ts',
    from: 'if (!isPage(event.url) || event.isMainFrame === false) event.preventDefault();',
    to: '',
    test: PAGE_RULES,
  },
  {
    breaks: 'redirects are followed',
    rule: 13,
    file: 'electron/shells/electron/page/navigation.ts',
    from: "  contents.on('will-redirect', stay);\n",
    to: '',
    test: PAGE_RULES,
  },
  {
    breaks: 'what could not be prevented goes on',
    rule: 13,
    file: 'electron/shells/electron/page/navigation.ts',
    from: 'if (!isPage(event.url)) contents.stop();',
    to: '',
    test: PAGE_RULES,
  },
  {
    breaks: 'an address that begins like ours is ours',
    rule: 13,
    file: 'electron/shells/electron/page/origin.ts',
    from: "url.host === 'terminal'",
    to: "url.host.startsWith('terminal')",
    test: 'electron/shells/electron/page/origin.test.ts',
  },
  {
    breaks: 'an address with a user name is ours',
    rule: 13,
    file: 'electron/shells/electron/page/origin.ts',
    from: "    url.username === '' &&\n",
    to: '',
    test: 'electron/shells/electron/page/origin.test.ts',
  },
  {
    breaks: 'windows are opened',
    rule: 14,
    file: 'electron/shells/electron/window/new-windows.ts',
    from: "action: 'deny'",
    to: "action: 'allow'",
    test: PAGE_RULES,
  },
  {
    breaks: 'new windows are not asked about',
    rule: 14,
    file: MAIN,
    from: '  refuseNewWindows(contents);',
    to: '',
    test: MAIN_TEST,
  },
  {
    breaks: 'addresses may be handed to the system',
    rule: 15,
    file: 'build/lint/bans.ts',
    from: "members: ['openExternal', 'openPath', 'showItemInFolder'],",
    to: '',
    test: 'build/lint/bans.test.ts',
  },
  {
    breaks: 'an old Electron is good enough',
    rule: 16,
    file: 'package.json',
    from: '"electron": "45.',
    to: '"electron": "41.',
    test: 'build/electron-age.test.ts',
  },
  {
    breaks: 'every window is heard',
    rule: 17,
    file: IPC,
    from: "  if (event.sender.id !== contents.id) return 'a stranger to the window';\n",
    to: '',
    test: IPC_TEST,
  },
  {
    breaks: 'frames inside the page are heard',
    rule: 17,
    file: IPC,
    from: 'frame.parent !== null || frame.frameTreeNodeId !== contents.mainFrame.frameTreeNodeId',
    to: 'false',
    test: IPC_TEST,
  },
  {
    breaks: 'another page in the window is heard',
    rule: 17,
    file: IPC,
    from: "isPage(frame.url) ? null : 'another page than ours'",
    to: 'null',
    test: IPC_TEST,
  },
  {
    breaks: 'a library keeps its own channel',
    rule: 17,
    file: MAIN,
    from: "  ipcMain.removeAllListeners('electron-store-get-data');\n",
    to: '',
    test: MAIN_TEST,
  },
  {
    breaks: 'the page is a file',
    rule: 18,
    file: 'electron/shells/electron/page/origin.ts',
    from: "PAGE_ADDRESS = 'app://terminal/'",
    to: "PAGE_ADDRESS = 'file:///page/index.html'",
    test: MAIN_TEST,
  },
  {
    breaks: 'files that are not in the list are served',
    rule: 18,
    file: SCHEME,
    from: 'pages.get(path);',
    to: "(pages.get(path) ?? pages.get('/'));",
    test: SCHEME_TEST,
  },
  {
    breaks: 'the page gets a third function',
    rule: 20,
    file: 'electron/shells/electron/preload.ts',
    from: '  Object.freeze({',
    to: '  Object.freeze({ invoke: ipcRenderer.invoke,',
    test: MAIN_TEST,
  },
  {
    breaks: 'what the page gets can be changed',
    rule: 20,
    file: 'electron/shells/electron/preload.ts',
    from: '  Object.freeze({',
    to: '  ({',
    test: MAIN_TEST,
  },
  {
    breaks: 'the host answers to any name',
    rule: 'host',
    file: GATE,
    from: 'named.length === 1 && request.headers.host === place.host',
    to: 'true',
    test: HOST_TEST,
  },
  {
    breaks: 'two names are one too many, and nobody minds',
    rule: 'host',
    file: GATE,
    from: 'named.length === 1 && ',
    to: '',
    test: HOST_TEST,
  },
  {
    breaks: 'any page gets the socket',
    rule: 'host',
    file: GATE,
    from: 'request.headers.origin !== place.origin',
    to: 'false',
    test: HOST_TEST,
  },
  {
    breaks: 'whoever sends no origin gets the socket',
    rule: 'host',
    file: GATE,
    from: 'request.headers.origin !== place.origin',
    to: '![undefined, place.origin].includes(request.headers.origin)',
    test: HOST_TEST,
  },
  {
    breaks: 'a wrong origin uses the token up',
    rule: 'host',
    file: GATE,
    from: '  // Browsers always send it',
    to: "  keys.admit(keyOf(request.headers['sec-websocket-protocol']) ?? '');\n  // Browsers always send it",
    test: HOST_TEST,
  },
  {
    breaks: 'other methods are answered',
    rule: 'host',
    file: GATE,
    from: "request.method === 'GET' || request.method === 'HEAD'",
    to: 'true',
    test: HOST_TEST,
  },
  {
    breaks: 'a launch token works twice',
    rule: 'host',
    file: KEYS,
    from: '      if (byLaunch) launch = null;\n',
    to: '',
    test: KEYS_TEST,
  },
  {
    breaks: 'an old session key works on',
    rule: 'host',
    file: KEYS,
    from: 'if (sessions.includes(mine)) sessions = [mine];',
    to: '',
    test: KEYS_TEST,
  },
  {
    breaks: 'keys are short',
    rule: 'host',
    file: KEYS,
    from: 'const KEY_BYTES = 32;',
    to: 'const KEY_BYTES = 16;',
    test: KEYS_TEST,
  },
  {
    breaks: 'frames have no limit',
    rule: 'host',
    file: HOST,
    from: '    maxPayload: MAX_FRAME_BYTES,\n',
    to: '',
    test: HOST_TEST,
  },
  {
    breaks: 'a request may be as slow as it likes',
    rule: 'host',
    file: HOST,
    from: '    headersTimeout: 5_000,\n    requestTimeout: 10_000,\n',
    to: '    headersTimeout: 0,\n    requestTimeout: 0,\n',
    test: HOST_TEST,
  },
  {
    breaks: 'bytes are taken for text',
    rule: 'host',
    file: 'electron/shells/host/socket-port.ts',
    from: "    if (isBinary) return socket.close(1003, 'text only');\n",
    to: '',
    test: HOST_TEST,
  },
  {
    breaks: 'the data folder is open to others',
    rule: 'host',
    file: 'electron/shells/electron/data-folder.ts',
    from: '0o077) !== 0) closeToOthers(folder);',
    to: '0o077) !== 0) void folder;',
    test: 'electron/shells/electron/data-folder.test.ts',
  },
  {
    breaks: 'the packaged program can be started as a plain Node',
    rule: 19,
    file: 'build/package/fuses.ts',
    from: '  [FuseV1Options.RunAsNode]: false,',
    to: '  [FuseV1Options.RunAsNode]: true,',
    test: 'build/package/fuses.test.ts',
  },
  {
    breaks: 'fuses are set and not looked at again',
    rule: 19,
    file: 'build/package/fuses.ts',
    from: '    if (wire[fuse] !== (on ? FuseState.ENABLE : FuseState.DISABLE))\n',
    to: '    if (wire[fuse] === undefined)\n',
    test: 'build/package/fuses.test.ts',
  },
  ...CORE_MUTATIONS,
  ...MONEY_MUTATIONS,
];
