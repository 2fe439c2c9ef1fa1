import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDurable, writeDurable } from './durable-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-durable-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a file that was never written reads as nothing', () => {
  expect(readDurable(join(folder, 'a'))).toBeNull();
});

test('reads back what was written, newest first', () => {
  const path = join(folder, 'a');
  writeDurable(path, 'one', 1);
  writeDurable(path, 'two\nlines', 2);
  expect(readDurable(path)).toEqual({ text: 'two\nlines', generation: 2, damaged: [] });
});

test('only the owner can read it', () => {
  const path = join(folder, 'a');
  writeDurable(path, 'one', 1);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('fault 46: either copy cut at every byte or flipped at every byte loses nothing and is named', () => {
  const path = join(folder, 'a');
  writeDurable(path, 'the text', 7);
  const whole = readFileSync(path);
  for (const copy of [path, `${path}.copy`]) {
    for (let at = 0; at < whole.length; at += 1) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      for (const bad of [whole.subarray(0, at), flipped]) {
        writeFileSync(copy, bad);
        expect(readDurable(path)).toEqual({ text: 'the text', generation: 7, damaged: [copy] });
      }
    }
    writeFileSync(copy, whole);
  }
});

test('an older copy beside a newer one gives the newer text: the cut was between the two writes', () => {
  const path = join(folder, 'a');
  writeDurable(path, 'old', 1);
  const old = readFileSync(path);
  writeDurable(path, 'new', 2);
  writeFileSync(`${path}.copy`, old);
  expect(readDurable(path)?.text).toBe('new');
});

test('two damaged copies are an error and not an empty file', () => {
  const path = join(folder, 'a');
  writeDurable(path, 'one', 1);
  writeFileSync(path, 'x');
  writeFileSync(`${path}.copy`, '');
  expect(() => readDurable(path)).toThrow(/damaged/);
});

test.skipIf(process.platform === 'win32')(
  'a disk that takes only a part of the text is an error, and what was there stays',
  () => {
    const path = join(folder, 'a');
    writeDurable(path, 'one', 1);
    const writer = join(import.meta.dirname, 'testing', 'durable-writer.ts');
    // The shell's own limit on the size of a file stands for the disk: a part is written, without a word.
    const limited = ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, writer, path, '100000'];
    expect(spawnSync('sh', limited, { encoding: 'utf8' }).stdout).toContain('EFBIG');
    expect(readDurable(path)).toEqual({ text: 'one', generation: 1, damaged: [] });
  },
);
