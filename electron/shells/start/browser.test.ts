import { expect, it } from 'vitest';
import { findOpener, type Machine } from './browser.ts';

const machine = (change: Partial<Machine> & { readonly has: readonly string[] }): Machine => ({
  platform: 'linux',
  env: { PATH: '/usr/local/bin:/usr/bin' },
  root: false,
  exists: (path) => change.has.includes(path),
  ...change,
});
const argsOf = (opener: ReturnType<typeof findOpener>): readonly string[] =>
  opener?.args('file:///data/open/x.html', '/data/browser') ?? [];

it('opens a window without tabs, with a profile of its own, in a Chromium', () => {
  const opener = findOpener(machine({ has: ['/usr/bin/chromium', '/usr/bin/xdg-open'] }));
  expect(opener).toMatchObject({ program: '/usr/bin/chromium', window: true });
  expect(argsOf(opener)).toEqual(
    expect.arrayContaining(['--app=file:///data/open/x.html', '--user-data-dir=/data/browser', '--no-first-run']),
  );
});

it("gives up the browser's sandbox as root alone", () => {
  const has = ['/usr/bin/chromium'];
  expect(argsOf(findOpener(machine({ has })))).not.toContain('--no-sandbox');
  expect(argsOf(findOpener(machine({ has, root: true })))).toContain('--no-sandbox');
});

it.each([
  ['linux', '/usr/local/bin/google-chrome', {}],
  ['darwin', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', {}],
  ['win32', 'C:\\Programs\\Microsoft\\Edge\\Application\\msedge.exe', { PROGRAMFILES: 'C:\\Programs' }],
] as const)('finds a Chromium on %s', (platform, path, env) => {
  const found = findOpener(machine({ platform, has: [path], env: { PATH: '/usr/local/bin', ...env } }));
  expect(found?.program).toBe(path);
});

it.each([
  ['linux', '/usr/bin/xdg-open', ['file:///data/open/x.html']],
  ['darwin', '/usr/bin/open', ['file:///data/open/x.html']],
  ['win32', 'rundll32', ['url.dll,FileProtocolHandler', 'file:///data/open/x.html']],
] as const)('leaves it to the system on %s without one', (platform, program, args) => {
  const opener = findOpener(machine({ platform, has: ['/usr/bin/xdg-open'] }));
  expect(opener).toMatchObject({ program, window: false });
  expect(argsOf(opener)).toEqual(args);
});

it('finds nothing where there is nothing', () => {
  expect(findOpener(machine({ has: [] }))).toBeNull();
  expect(findOpener(machine({ has: [], env: {} }))).toBeNull();
});
