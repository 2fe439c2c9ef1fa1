import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openArchive } from './archive-calls.ts';

const WRITER = join(import.meta.dirname, 'testing/archive-writer.ts');
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-archive-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Lets the writer keep so many pages more, then kills it at once. @returns the last page that it said. */
async function writeAndKill(pages: number): Promise<number> {
  const child = spawn(process.execPath, [WRITER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.split('\n').length <= pages) return;
      child.kill('SIGKILL');
      resolve();
    });
  });
  await once(child, 'close');
  return Number(said.split('\n').at(-2));
}

test('after kill -9 at any point a download goes on without a gap and without a double', async () => {
  for (const pages of [1, 7, 3, 40, 2, 111]) {
    const said = await writeAndKill(pages);
    const archive = openArchive({ path: join(folder, 'archive.sqlite'), owner: 'test', now: 0 });
    const state = archive.states().states.find(({ history }) => history === 'funding');
    const rows = archive.page({
      history: 'funding',
      from: null,
      to: null,
      text: '',
      tests: [],
      sort: { field: 'id', descending: false },
      offset: 0,
      limit: 1_000_000,
    });
    archive.close();
    const next = state?.walk?.page ?? 0;
    expect(next).toBeGreaterThanOrEqual(said);
    expect(rows.map((row) => Number(row['id']))).toEqual(Array.from({ length: (next - 1) * 100 }, (_, at) => at + 1));
    expect(state?.rows).toBe(rows.length);
  }
}, 180_000);

test.skipIf(process.platform === 'win32')('an export whose disk is full leaves no file and no half of one', () => {
  const limited = (kilobytes: string): string =>
    // The shell's own limit on the size of a file stands for the disk; it counts in halves of a kilobyte or in whole ones.
    spawnSync('sh', ['-c', `ulimit -f ${kilobytes}; exec "$0" "$@"`, process.execPath, WRITER, folder, 'export'], {
      encoding: 'utf8',
    }).stdout;
  // The archive is there before the limit is drawn: the export alone is to fail.
  expect(limited('unlimited')).toBe('finished\n');
  expect(readFileSync(join(folder, 'exports', 'fees.csv'), 'utf8').split('\r\n')).toHaveLength(20_002);
  rmSync(join(folder, 'exports'), { recursive: true });
  expect(limited('80')).toContain('EFBIG');
  expect(existsSync(join(folder, 'exports')) ? readdirSync(join(folder, 'exports')) : []).toEqual([]);
});
