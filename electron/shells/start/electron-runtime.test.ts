import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fetchRuntime, findRuntime, runtimeVersion } from './electron-runtime.ts';

let pack = '';
beforeEach(() => {
  pack = mkdtempSync(join(tmpdir(), 'quarterdeck-runtime-test-'));
  writeFileSync(join(pack, 'package.json'), '{"version": "45.4.1"}');
});
afterEach(() => rmSync(pack, { recursive: true, force: true }));

const installer = (code: string): void => writeFileSync(join(pack, 'install.js'), code);
const LEAVES_A_RUNTIME = `
  const fs = require('node:fs');
  fs.mkdirSync(__dirname + '/dist'); fs.writeFileSync(__dirname + '/dist/electron', 'x');
  fs.writeFileSync(__dirname + '/path.txt', 'electron');`;
const BOUNDS = { silenceMs: 1_500, totalMs: 60_000 };

it('finds a runtime only where its program is', () => {
  expect(findRuntime(pack)).toBeNull();
  writeFileSync(join(pack, 'path.txt'), 'electron');
  expect(findRuntime(pack)).toBeNull();
  mkdirSync(join(pack, 'dist'));
  writeFileSync(join(pack, 'dist', 'electron'), 'x');
  expect(findRuntime(pack)).toBe(join(pack, 'dist', 'electron'));
});

it('knows the version that would be fetched', () => {
  expect(runtimeVersion(pack)).toBe('45.4.1');
  expect(runtimeVersion(join(pack, 'nowhere'))).toBe('none');
});

it("fetches with the package's own installer", async () => {
  installer(LEAVES_A_RUNTIME);
  expect(await fetchRuntime(pack, BOUNDS)).toBeNull();
  expect(findRuntime(pack)).not.toBeNull();
});

it('says in one line why an installer failed', async () => {
  installer(`console.error('\\nGET https://a.example returned 404\\n    at install.js'); process.exit(1);`);
  expect(await fetchRuntime(pack, BOUNDS)).toBe('GET https://a.example returned 404');
});

it('does not believe an installer that leaves nothing', async () => {
  installer('');
  expect(await fetchRuntime(pack, BOUNDS)).toBe('the installer left no runtime');
});

it('gives up on silence and ends what the installer started', async () => {
  installer(`
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    require('node:fs').writeFileSync(__dirname + '/pids', process.pid + ' ' + child.pid);
    setInterval(() => {}, 1000);`);
  expect(await fetchRuntime(pack, BOUNDS)).toBe('nothing came for 2 s');
  const pids = readFileSync(join(pack, 'pids'), 'utf8').split(' ').map(Number);
  expect(pids).toHaveLength(2);
  await expect.poll(() => pids.filter(alive)).toEqual([]);
});

it('is patient while a download grows, although nothing is said', async () => {
  installer(`
    const fs = require('node:fs');
    const file = require('node:os').tmpdir() + '/electron.zip';
    let times = 0;
    setInterval(() => {
      fs.appendFileSync(file, 'more');
      if (++times === 8) { ${LEAVES_A_RUNTIME} process.exit(0); }
    }, 400);`);
  expect(await fetchRuntime(pack, BOUNDS)).toBeNull();
  expect(existsSync(join(tmpdir(), 'electron.zip'))).toBe(false);
});

it('gives up on a download that never ends', async () => {
  installer(`setInterval(() => console.log('still here'), 100);`);
  expect(await fetchRuntime(pack, { silenceMs: 1_500, totalMs: 2_000 })).toBe('it took too long');
});

/** Whether a process runs; one that has ended and waits for its parent does not. */
function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
