import { RuleTester } from 'oxlint/plugins-dev';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../page/page-source.ts';
import type { BANS } from './bans.ts';
import plugin from './plugin.ts';
import lintSettings from '../../.oxlintrc.json' with { type: 'json' };

RuleTester.describe = describe;
RuleTester.it = it;

type RuleName = keyof typeof BANS | 'text-secret' | 'world-only' | 'sides';
/** A file's path and its text. */
type Sample = readonly [string, string];

/** For each rule, what it must catch and what it must leave alone. */
const SAMPLES: Readonly<Record<RuleName, { readonly caught: readonly Sample[]; readonly left: readonly Sample[] }>> = {
  sides: {
    caught: [
      ['shared/a.ts', `import { x } from '../electron/host.ts'; x();`],
      ['electron/core/a.ts', `import { x } from '../practice/server.ts'; x();`],
    ],
    left: [
      ['electron/core/a.ts', `import { x } from '../../shared/ids.ts'; x();`],
      ['electron/core/a.test.ts', `import { x } from '../practice/server.ts'; x();`],
      ['electron/shells/electron/a.ts', `import type { App } from 'electron'; export type A = App;`],
      ['build/a.ts', `import { x } from '../electron/host.ts'; x();`],
    ],
  },
  'world-only': {
    caught: [
      ['electron/core/a.ts', 'Date.now();'],
      ['electron/core/orders/a.ts', 'setTimeout(() => 1, 1);'],
    ],
    left: [
      ['electron/core/world/world.ts', 'Date.now();'],
      ['electron/core/a.ts', 'new Date(1); clock.now(); Date.parse("x");'],
      ['electron/core/a.test.ts', 'Date.now();'],
    ],
  },
  'text-secret': {
    caught: [
      ['electron/core/a.ts', 'export interface Keys { readonly secret: string }'],
      ['electron/core/a.ts', 'export const unlock = (passphrase: string) => passphrase;'],
    ],
    left: [
      ['electron/core/a.ts', 'export const unlock = (passphrase: Uint8Array) => passphrase;'],
      ['electron/practice/a.ts', 'export interface Keys { readonly secret: string }'],
    ],
  },
  'raw-ipc': {
    caught: [
      ['electron/shells/electron/a.ts', `ipcMain.on('x', () => 1);`],
      ['renderer/a.ts', `window.ipcRenderer.send('x');`],
      ['electron/core/a.ts', `electron.contextBridge.exposeInMainWorld('x', {});`],
    ],
    left: [
      ['electron/shells/electron/main.ts', `ipcMain.on('x', () => 1);`],
      ['electron/shells/electron/a.ts', `ipc.on('x', () => 1);`],
    ],
  },
  'sync-ipc': {
    caught: [
      ['electron/shells/electron/preload.ts', `ipcRenderer.sendSync('x');`],
      ['electron/shells/electron/main.ts', `ipcMain.handle('x', () => 1);`],
      ['electron/shells/electron/preload.ts', `ipcRenderer.invoke('x');`],
    ],
    left: [['electron/shells/electron/preload.ts', `ipcRenderer.send('x', 'text');`]],
  },
  'file-scheme': {
    caught: [
      ['electron/shells/electron/main.ts', `window.loadURL('file:///page.html');`],
      ['electron/shells/electron/main.ts', 'window.loadURL(`FILE://${page}`);'],
      ['electron/shells/electron/main.ts', `window.loadFile('page.html');`],
    ],
    left: [
      ['electron/shells/electron/main.ts', `window.loadURL('app://terminal/');`],
      ['build/a.ts', `open('file:///report.html');`],
    ],
  },
  resend: {
    caught: [
      ['electron/core/a.ts', 'new RetryAgent(pool);'],
      ['electron/core/a.ts', 'pool.compose(interceptors.retry());'],
      ['electron/shells/electron/main.ts', `net.fetch('https://a.example');`],
    ],
    left: [['electron/core/a.ts', 'new Pool(origin).request({});']],
  },
  'page-network': {
    caught: [
      ['renderer/a.ts', `fetch('/x');`],
      ['renderer/a.ts', `new WebSocket('ws://127.0.0.1');`],
      ['renderer/a.ts', `navigator.sendBeacon('/x');`],
      ['renderer/a.ts', 'const get = fetch; get();'],
    ],
    left: [
      ['renderer/link/ports.ts', `new WebSocket('ws://127.0.0.1');`],
      ['renderer/a.ts', 'queries.fetch(); ({ fetch: 1 });'],
    ],
  },
  'money-as-float': {
    caught: [
      ['renderer/a.ts', 'parseFloat(price);'],
      ['shared/a.ts', 'price.toNumber();'],
      ['electron/core/a.ts', 'Number.parseFloat(price);'],
      ['renderer/a.ts', 'input.valueAsNumber;'],
    ],
    left: [
      ['shared/decimal.ts', 'price.toNumber();'],
      ['renderer/a.ts', 'times(price, quantity);'],
    ],
  },
  'tls-switch': {
    caught: [
      ['electron/core/a.ts', 'connect({ rejectUnauthorized: false });'],
      ['electron/core/a.ts', 'connect({ rejectUnauthorized: checks });'],
      ['electron/shells/electron/a.ts', `if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') end();`],
      ['e2e/a.ts', `process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';`],
      ['electron/shells/electron/main.ts', `app.on('certificate-error', accept);`],
      ['electron/shells/electron/main.ts', `session.setCertificateVerifyProc(accept);`],
      ['electron/core/a.ts', 'connect({ checkServerIdentity: () => undefined });'],
    ],
    left: [
      ['electron/core/a.ts', 'connect({ servername: host });'],
      ['electron/core/a.ts', 'connect({ rejectUnauthorized: true });'],
    ],
  },
  'plain-address': {
    caught: [
      ['electron/core/a.ts', `open('ws://stream.example');`],
      ['shared/a.ts', 'const a = `http://api.example/${b}`;'],
      ['renderer/a.ts', `open('HTTP://api.example');`],
      ['shared/a.ts', `open('http://127.0.0.2');`],
    ],
    left: [
      ['electron/core/a.ts', `open('wss://stream.example');`],
      ['electron/shells/host/host.ts', 'const origin = `http://127.0.0.1:${port}`;'],
      ['renderer/link/ports.ts', 'open(`ws://${location.host}/bridge`);'],
    ],
  },
  markup: {
    caught: [
      ['renderer/a.tsx', 'export const A = () => <p dangerouslySetInnerHTML={{ __html: text }} />;'],
      ['renderer/a.ts', 'element.innerHTML = text;'],
      ['renderer/a.ts', `element['outerHTML'] = text;`],
      ['renderer/a.ts', `element.insertAdjacentHTML('beforeend', text);`],
      ['renderer/a.tsx', 'export const A = () => <iframe srcDoc={text} />;'],
      ['renderer/a.ts', 'new DOMParser();'],
    ],
    left: [['renderer/a.ts', 'element.textContent = text;']],
  },
  'code-from-text': {
    caught: [
      ['renderer/a.ts', 'eval(text);'],
      ['shared/a.ts', 'new Function(text);'],
      ['electron/shells/electron/main.ts', 'contents.executeJavaScript(text);'],
      ['renderer/a.tsx', 'export const A = () => <a href="javascript:alert(1)">x</a>;'],
    ],
    left: [['renderer/a.ts', 'type F = () => void; export const run = (f: F) => f();']],
  },
  'window-switch': {
    caught: [
      ['electron/shells/electron/window/window.ts', 'open({ webPreferences: { nodeIntegration: true } });'],
      ['electron/shells/electron/window/window.ts', 'open({ webPreferences: { contextIsolation: false } });'],
      ['electron/shells/electron/window/window.ts', 'open({ webPreferences: { sandbox: false } });'],
      ['electron/shells/electron/window/window.ts', `open({ webPreferences: { enableBlinkFeatures: 'X' } });`],
      ['electron/shells/electron/main.ts', `app.commandLine.appendSwitch('disable-web-security');`],
    ],
    left: [
      [
        'electron/shells/electron/window/window.ts',
        'open({ webPreferences: { nodeIntegration: false, sandbox: true } });',
      ],
    ],
  },
  'no-sandbox': {
    caught: [['electron/shells/electron/main.ts', `app.commandLine.appendSwitch('no-sandbox');`]],
    left: [['electron/shells/start/browser.ts', `spawn(chromium, ['--no-sandbox']);`]],
  },
  'open-outside': {
    caught: [
      ['electron/shells/electron/main.ts', 'shell.openExternal(url);'],
      ['electron/shells/electron/a.ts', 'shell.openPath(file);'],
    ],
    left: [['electron/shells/electron/open-outside.ts', 'shell.openExternal(url);']],
  },
  cookie: {
    caught: [
      ['renderer/a.ts', `document.cookie = 'token=x';`],
      ['electron/shells/host/host.ts', `response.setHeader('Set-Cookie', 'token=x');`],
    ],
    left: [['electron/shells/host/host.ts', `response.setHeader('Cache-Control', 'no-store');`]],
  },
  'child-program': {
    caught: [
      ['electron/core/a.ts', `import { spawn } from 'node:child_process'; spawn('x');`],
      ['electron/shells/electron/a.ts', `const { spawn } = await import('child_process'); spawn('x');`],
    ],
    left: [['electron/shells/start/browser.ts', `import { spawn } from 'node:child_process'; spawn('x');`]],
  },
  'shell-command': {
    caught: [
      ['electron/shells/start/a.ts', 'execSync(`rm ${file}`);'],
      ['build/a.ts', `spawn('x', [], { shell: true });`],
    ],
    left: [['build/a.ts', `spawn('x', ['y']);`]],
  },
  'foreign-page': {
    caught: [
      ['renderer/a.ts', `window.open('https://a.example');`],
      ['renderer/a.tsx', 'export const A = () => <a target="_blank" href="/">x</a>;'],
      ['renderer/a.ts', `window.opener.postMessage('x');`],
    ],
    left: [['renderer/a.tsx', 'export const A = () => <a href="#top">x</a>;']],
  },
};

const code = ([file, text]: Sample) => ({
  code: text,
  filename: join(ROOT, file),
  languageOptions: { parserOptions: { lang: file.endsWith('x') ? ('tsx' as const) : ('ts' as const) } },
});

for (const [name, { caught, left }] of Object.entries(SAMPLES)) {
  const rule = plugin.rules[name];
  if (rule === undefined) throw new Error(`there is no rule ${name}`);
  new RuleTester().run(name, rule, {
    valid: left.map(code),
    invalid: caught.map((sample) => ({ ...code(sample), errors: 1 })),
  });
}

it('has every rule in force, and samples of each', () => {
  const own = Object.entries(lintSettings.rules).filter(([name]) => name.startsWith('quarterdeck/'));
  expect(Object.fromEntries(own)).toEqual(
    Object.fromEntries(Object.keys(plugin.rules).map((name) => [`quarterdeck/${name}`, 'error'])),
  );
  expect(Object.keys(SAMPLES).sort()).toEqual(Object.keys(plugin.rules).sort());
});
