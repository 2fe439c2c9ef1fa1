import { chmodSync, mkdtempSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildShells } from '../../../build/package/bundle.ts';
import { runQuietly } from '../../../build/run.ts';
import { contractFingerprint } from '../../../shared/contract/contract.ts';
import { WIRE_VERSION } from '../../../shared/wire/wire.ts';
import type { ShellRecord } from './testing/electron-stand-in.ts';

/* The built shell, as it is shipped, with a stand-in in the place of Electron. */
const HELLO = JSON.stringify({ t: 'hello', wire: WIRE_VERSION, contract: contractFingerprint() });
let folder = '';
let record: ShellRecord;
let said = '';

const run = async (env: NodeJS.ProcessEnv, data = join(folder, 'data')): Promise<ShellRecord> => {
  const standIn = new URL('./testing/electron-stand-in.ts', import.meta.url).href;
  const { output } = await runQuietly(
    process.execPath,
    ['--import', standIn, join(folder, 'main.js'), '--data-dir', data, '--seed', '3'],
    env,
  );
  said = output;
  // The stand-in's own record, printed as the last line.
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as ShellRecord;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-main-'));
  await buildShells(folder);
  mkdirSync(join(folder, 'page'));
  writeFileSync(join(folder, 'page', 'index.html'), '<meta name="csp-nonce" content="" />');
  record = await run({ STAND_IN_HELLO: HELLO });
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('gives the page exactly these rights, each written out', () => {
  expect(record.windowOptions).toEqual({
    title: 'Quarterdeck',
    width: 1440,
    height: 900,
    minWidth: 1024,
    minHeight: 640,
    show: false,
    backgroundColor: '#0e1116',
    autoHideMenuBar: true,
    webPreferences: {
      preload: join(folder, 'preload.cjs'),
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
      disableBlinkFeatures: 'Auxclick',
      backgroundThrottling: false,
    },
  });
});

it('puts every process into the sandbox and names its scheme before Electron is ready', () => {
  const ready = record.calls.indexOf('whenReady');
  expect(record.calls.slice(0, ready).sort()).toEqual([
    'enableSandbox',
    'registerSchemesAsPrivileged',
    'requestSingleInstanceLock',
  ]);
});

it('has one channel that it hears, and no other, not even of a library', () => {
  expect(record.channels).toEqual(['quarterdeck:up']);
});

it('loads its own page under its own scheme, with its policy', () => {
  expect(record.loaded).toEqual(['app://terminal/']);
  expect(record.handledSchemes).toEqual(['app']);
  expect(record.page).toMatchObject({ status: 200, policy: expect.stringContaining("connect-src 'none'") });
});

it('watches every web contents for navigation and web views, and lets none open a window', () => {
  expect(record.watched).toEqual(
    expect.arrayContaining([
      'will-navigate',
      'will-frame-navigate',
      'will-redirect',
      'did-start-navigation',
      'will-attach-webview',
    ]),
  );
  expect(record.windowOpen).toEqual({ action: 'deny' });
  expect(record.webRtc).toBe('disable_non_proxied_udp');
});

it('refuses permissions, devices, downloads and requests to the outside', () => {
  expect([record.permission, record.permissionCheck, record.device]).toEqual([false, false, false]);
  expect(record.sessionEvents).toContain('will-download');
  expect(record.requestToOutside).toEqual({ cancel: true });
});

it('serves the core to the page, and nothing to a frame inside it', () => {
  expect(record.heardByStranger).toBe(0);
  expect(record.heard[0]?.channel).toBe('quarterdeck:down');
  expect(JSON.parse(record.heard[0]?.text ?? '')).toMatchObject({
    t: 'welcome',
    contract: contractFingerprint(),
    shell: { name: 'electron' },
  });
});

it('stops the terminal before it ends', () => {
  expect(record.stoppedBeforeEnd, said).toBe(true);
  expect(record.calls.filter((call) => call === 'quit')).toHaveLength(2);
});

it('does nothing as a second instance', async () => {
  const second = await run({ STAND_IN_SECOND: '1' });
  expect(second).toMatchObject({ windowOptions: null, loaded: [], channels: [] });
  expect(second.calls).not.toContain('whenReady');
});

it('has a preload in CommonJS that exposes two functions and nothing else', () => {
  const code = readFileSync(join(folder, 'preload.cjs'), 'utf8');
  expect([...code.matchAll(/\brequire\(\s*["'](.*?)["']/g)].map(([, name]) => name)).toEqual(['electron']);
  expect(code).not.toMatch(/^\s*(?:import|export)\b/m);

  const exposed: [string, { send(text: unknown): void; onText(listener: unknown): void }][] = [];
  const sent: unknown[][] = [];
  const listeners: [string, (event: unknown, text: unknown) => void][] = [];
  const electron = {
    contextBridge: { exposeInMainWorld: (...both: (typeof exposed)[number]) => void exposed.push(both) },
    ipcRenderer: {
      on: (...both: (typeof listeners)[number]) => void listeners.push(both),
      send: (...all: unknown[]) => void sent.push(all),
    },
  };
  new Function('require', code)(() => electron);

  expect(exposed).toHaveLength(1);
  const [[name, api] = ['', null]] = exposed;
  if (api === null) throw new Error('nothing is exposed');
  expect(name).toBe('quarterdeck');
  expect(Object.getOwnPropertyNames(api).sort()).toEqual(['onText', 'send']);
  expect(Object.isFrozen(api)).toBe(true);

  for (const text of ['hello', 1, null, { toString: () => 'x' }, ['x']]) api.send(text);
  expect(sent).toEqual([['quarterdeck:up', 'hello']]);

  const heard: unknown[][] = [];
  api.onText('not a function');
  api.onText((...all: unknown[]) => heard.push(all));
  expect(listeners.map(([channel]) => channel)).toEqual(['quarterdeck:down']);
  for (const text of ['welcome', 1, {}]) listeners[0]?.[1]({ sender: 'an event of Electron' }, text);
  expect(heard).toEqual([['welcome']]);
});

it('refuses to start packaged without its sandbox, and names the cure', async () => {
  const { calls } = await run({ STAND_IN_PACKAGED: '1', STAND_IN_SWITCH: 'no-sandbox' }, join(folder, 'bare'));
  expect(calls.at(-1)).toMatch(/^showErrorBox: .*--no-sandbox.*deb package.*AppArmor/);
  expect(calls).not.toContain('whenReady');
});

it('refuses to start where certificates would not be checked', async () => {
  const { calls } = await run({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, join(folder, 'unchecked'));
  expect(calls.at(-1)).toMatch(/NODE_TLS_REJECT_UNAUTHORIZED=0 switches/);
  expect(calls).not.toContain('whenReady');
});

it('takes a relative data folder, and an empty one that was open to others', async () => {
  mkdirSync(join(folder, 'open'), { mode: 0o755 });
  chmodSync(join(folder, 'open'), 0o755);
  const { stoppedBeforeEnd } = await run({ STAND_IN_HELLO: HELLO }, relative(process.cwd(), join(folder, 'open')));
  expect([stoppedBeforeEnd, statSync(join(folder, 'open')).mode & 0o777], said).toEqual([true, 0o700]);
});
