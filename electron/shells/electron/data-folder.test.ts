import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultDataFolder, holdDataFolder } from './data-folder.ts';

let place = '';
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'quarterdeck-folder-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

it.each([
  ['linux', {}, '/home/ann/.config/Quarterdeck'],
  ['linux', { XDG_CONFIG_HOME: '/conf' }, '/conf/Quarterdeck'],
  ['darwin', {}, '/home/ann/Library/Application Support/Quarterdeck'],
] as const)('has its place on %s with %j', (platform, env, expected) => {
  expect(defaultDataFolder(platform, env, '/home/ann')).toBe(expected);
});

it('makes the folder for its owner alone, also where it was open to others', () => {
  const folder = join(place, 'deep', 'down');
  holdDataFolder(folder).release();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const open = join(place, 'open');
  mkdirSync(open, { mode: 0o755 });
  holdDataFolder(open).release();
  expect(statSync(open).mode & 0o777).toBe(0o700);
});

it('leaves a shared folder with other files in it alone', () => {
  const shared = join(place, 'shared');
  mkdirSync(shared, { mode: 0o755 });
  writeFileSync(join(shared, 'of-somebody-else'), '');
  expect(() => holdDataFolder(shared)).toThrow(/open to other users/);
  expect(statSync(shared).mode & 0o777).toBe(0o755);
});

it('says in one line that a folder cannot be written', () => {
  writeFileSync(join(place, 'file'), '');
  expect(() => holdDataFolder(join(place, 'file', 'folder'))).toThrow(
    /^The data folder .* cannot be written: .*--data-dir\.$/,
  );
});

it('is held where nothing more can be written, and not called in use', () => {
  // Where SQLite would write its log, as on a full disk, it cannot.
  mkdirSync(join(place, 'in-use.lock-journal'));
  holdDataFolder(place).release();
});

it('is held by one process at a time, and given back when that process is killed', async () => {
  const holder = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { holdDataFolder } from ${JSON.stringify(new URL('./data-folder.ts', import.meta.url).href)};
       holdDataFolder(${JSON.stringify(place)}); console.log('held'); setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await once(holder.stdout, 'data');
  expect(() => holdDataFolder(place)).toThrow(/Another Quarterdeck is running in the data folder/);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  holdDataFolder(place).release();
});
