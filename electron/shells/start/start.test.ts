import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensurePage } from '../../../build/page/page.ts';
import { copyProject } from '../../../build/package/project-copy.ts';
import { enter } from '../host/testing/page-key.ts';

/* The start command as a person runs it: what it says, how it ends, and that nothing of it stays. */
let place = '';
let running: ChildProcess[] = [];
beforeAll(async () => void (await ensurePage()), 60_000);
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'quarterdeck-start-'));
  running = [];
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(place, { recursive: true, force: true });
});

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
  readonly out: () => string;
}

const SCRIPT = new URL('./start.ts', import.meta.url).pathname;

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}, script = SCRIPT): Run {
  // A group of its own, so that a left-over of it can be seen.
  const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env }, detached: true });
  running.push(child);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return { child, out: () => out, ended: once(child, 'close').then(([code]) => ({ code, out, err })) };
}

const groupLives = (pid: number | undefined): boolean => {
  try {
    process.kill(-(pid ?? 0), 0);
    return true;
  } catch {
    return false;
  }
};

/** Ends with 1 and exactly one line on stderr, and leaves nothing behind. */
async function refuses(run: Run, words: RegExp): Promise<void> {
  const { code, out, err } = await run.ended;
  expect(err).toMatch(words);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
  expect(out).not.toMatch(/#token=/);
  expect(groupLives(run.child.pid)).toBe(false);
}

/** A browser that writes its process down and then does something. */
function fakeBrowser(script: string): { readonly env: NodeJS.ProcessEnv; readonly pid: () => number } {
  const file = join(place, 'chromium');
  writeFileSync(file, `#!/bin/sh\necho $$ > ${place}/browser.pid\n${script}\n`);
  chmodSync(file, 0o755);
  return { env: { PATH: place }, pid: () => Number(readFileSync(join(place, 'browser.pid'), 'utf8')) };
}

const data = (): string => join(place, 'data');
const quiet = (): string[] => ['--browser', '--no-open', '--port', '0', '--data-dir', data()];

it('prints one line with an address that works, and stops everything at Ctrl+C', async () => {
  const run = start(quiet());
  await expect.poll(run.out, { timeout: 60_000 }).toMatch(/#token=/);
  const [line = '', ...more] = run.out().trimEnd().split('\n');
  expect(more).toEqual([]);
  const address = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{65}$/.exec(line)?.[0] ?? '';
  expect((await fetch(address)).status).toBe(200);
  run.child.kill('SIGINT');
  const { code, err } = await run.ended;
  expect([code, err]).toEqual([0, '']);
  expect(groupLives(run.child.pid)).toBe(false);
  await expect(fetch(address)).rejects.toThrow();
  const open = readdirSync(data()).filter((name) => (statSync(join(data(), name)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
});

it('builds its page on a machine where nothing was built yet', async () => {
  const copy = copyProject();
  try {
    const run = start(quiet(), {}, join(copy, 'electron/shells/start/start.ts'));
    await expect.poll(() => [run.out(), run.child.exitCode], { timeout: 90_000 }).not.toEqual(['', null]);
    const address = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+$/m.exec(run.out())?.[0] ?? '';
    expect(await (await fetch(address)).text()).toContain('<div id="root">');
    run.child.kill('SIGINT');
    expect((await run.ended).code).toBe(0);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}, 120_000);

it.each(['SIGTERM', 'SIGHUP'] as const)('stops everything at %s', async (signal) => {
  const run = start(quiet());
  await expect.poll(run.out, { timeout: 60_000 }).toMatch(/#token=/);
  run.child.kill(signal);
  expect((await run.ended).code).toBe(0);
  expect(groupLives(run.child.pid)).toBe(false);
});

it('refuses a flag that it does not know, before it makes a folder', async () => {
  await refuses(start(['--browsre', '--data-dir', data()]), /--browsre/);
  expect(existsSync(data())).toBe(false);
});

it('says that a port is in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  await refuses(start([...quiet(), '--port', port]), new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use\\.`));
  other.close();
});

it('refuses to start where certificates would not be checked', async () => {
  await refuses(start(quiet(), { NODE_TLS_REJECT_UNAUTHORIZED: '0' }), /^NODE_TLS_REJECT_UNAUTHORIZED=0 switches/);
  expect(existsSync(data())).toBe(false);
});

it('says that the data folder cannot be written', async () => {
  writeFileSync(join(place, 'data'), 'a file in its place');
  await refuses(start(quiet()), /^The data folder .* cannot be written: .*--data-dir/);
});

it('says that the data folder is in use, and leaves the other one alone', async () => {
  const first = start(quiet());
  await expect.poll(first.out, { timeout: 60_000 }).toMatch(/#token=/);
  await refuses(start(quiet()), /^Another Quarterdeck is running in the data folder/);
  expect((await fetch(/http:\S+\/(?=#)/.exec(first.out())?.[0] ?? '')).status).toBe(200);
  first.child.kill('SIGINT');
  expect((await first.ended).code).toBe(0);
});

it('says that there is no browser', async () => {
  await refuses(start(['--browser', '--data-dir', data()], { PATH: place }), /^There is no browser to open\./);
});

it('says that the browser did not open', async () => {
  const { env } = fakeBrowser('exit 7');
  const { code, err } = await start(['--browser', '--data-dir', data()], env).ended;
  expect(err).toMatch(/^The browser did not open \(.*chromium: it ended with 7\)\./);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});

it('tells the browser its address by a file for this user alone, never on a command line, and removes it', async () => {
  const { env } = fakeBrowser(`echo "$@" > ${place}/args.part; while :; do :; done`);
  const run = start(['--browser', '--data-dir', data()], env);
  const args = (): string => readFileSync(join(place, 'args.part'), 'utf8');
  await expect.poll(() => existsSync(join(place, 'args.part')) && args(), { timeout: 60_000 }).toMatch(/\n$/);
  const file = fileURLToPath(/--app=(file:\S+)/.exec(args())?.[1] ?? '');
  const [, origin = '', key = ''] =
    /(http:\/\/127\.0\.0\.1:\d+)\/#token=([\w-]{65})/.exec(readFileSync(file, 'utf8')) ?? [];
  expect([args(), run.out()].filter((text) => text.includes(key))).toEqual([]);
  expect([file, dirname(file)].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700]);

  // A stranger who knows where the host is does not end the wait for the page.
  expect(await enter(origin, 'A'.repeat(65))).toBe(4003);
  expect(existsSync(file)).toBe(true);
  const page = await enter(origin, key);
  expect(page).toBeTypeOf('object');
  await expect.poll(() => existsSync(file)).toBe(false);
  // The address of the file was used: whoever comes later is told so, and so is the person.
  expect(await enter(origin, key)).toBe(4001);
  run.child.kill('SIGINT');
  const { code, err } = await run.ended;
  expect([code, err.match(/earlier start, or a stranger/g)?.length, err.match(/opened before/g)?.length]).toEqual([
    0, 1, 1,
  ]);
});

it('removes the file with the address when the browser does not open', async () => {
  const { env } = fakeBrowser('exit 7');
  expect((await start(['--browser', '--data-dir', data()], env).ended).code).toBe(1);
  expect(existsSync(join(data(), 'open'))).toBe(false);
});

it('is at another port at each start', async () => {
  const origins: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const run = start(['--browser', '--no-open', '--data-dir', data()]);
    await expect.poll(run.out, { timeout: 60_000 }).toMatch(/#token=/);
    origins.push(/http:\/\/127\.0\.0\.1:\d+/.exec(run.out())?.[0] ?? '');
    run.child.kill('SIGINT');
    await run.ended;
  }
  expect(new Set(origins).size).toBe(2);
});

it('closes the window that it opened at Ctrl+C, in the middle of opening', async () => {
  const { env, pid } = fakeBrowser('while :; do :; done');
  const run = start(['--browser', '--data-dir', data()], env);
  await expect.poll(() => existsSync(join(place, 'browser.pid')), { timeout: 60_000 }).toBe(true);
  run.child.kill('SIGINT');
  expect((await run.ended).code).toBe(0);
  await expect.poll(() => groupLives(pid())).toBe(false);
});

it('prints its help', async () => {
  const { code, out, err } = await start(['--help']).ended;
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('--no-open');
});
