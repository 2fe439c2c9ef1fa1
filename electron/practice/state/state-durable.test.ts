import fs, { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { START } from '../../../e2e/rigs/practice/fixtures.ts';
import { openVenue } from '../market/opening.ts';
import { readState, writeState } from './state-file.ts';

const { openSync, fsyncSync, renameSync } = fs;

afterEach(() => {
  Object.assign(fs, { openSync, fsyncSync, renameSync });
  syncBuiltinESMExports();
});

/** Notes the operations on files, in their order, and carries them out. */
function noteFiles(): readonly string[] {
  const done: string[] = [];
  const names = new Map<number, fs.PathLike>();
  fs.openSync = (path, flags, mode) => {
    const file = openSync(path, flags, mode);
    names.set(file, path);
    return file;
  };
  fs.fsyncSync = (file) => {
    done.push(`fsync ${String(names.get(file))}`);
    fsyncSync(file);
  };
  fs.renameSync = (from, to) => {
    done.push(`rename ${String(from)}`);
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  return done;
}

test('a state is on the disk before it takes the place of the one before, and its name too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'practice-'));
  const path = join(folder, 'state');
  const { venue, keys } = openVenue(4, START, 'calm', 0, []);
  const done = noteFiles();
  writeState(path, venue, keys);
  expect(done).toEqual([`fsync ${path}.new`, `rename ${path}.new`, `fsync ${folder}`]);
  const whole = readFileSync(path);
  writeState(path, venue, keys);
  expect(readFileSync(path)).toEqual(whole);
  expect(readState(path)?.venue.now).toBe(venue.now);
  rmSync(folder, { recursive: true });
});
