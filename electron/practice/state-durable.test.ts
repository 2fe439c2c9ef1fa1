import type * as fs from 'node:fs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { START } from './fixtures.ts';
import { openVenue } from './opening.ts';
import { readState, writeState } from './state-file.ts';

/** What was done to files, in its order. */
const done: string[] = [];
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const names = new Map<number, string>();
  return {
    ...real,
    openSync(path: string, flags: string, mode?: number) {
      const file = real.openSync(path, flags, mode);
      names.set(file, path);
      return file;
    },
    fsyncSync(file: number) {
      done.push(`fsync ${names.get(file)}`);
      real.fsyncSync(file);
    },
    renameSync(from: string, to: string) {
      done.push(`rename ${from}`);
      real.renameSync(from, to);
    },
  };
});

test('a state is on the disk before it takes the place of the one before, and its name too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'practice-'));
  const path = join(folder, 'state');
  const { venue, keys } = openVenue(4, START, 'calm', 0, []);
  writeState(path, venue, keys);
  expect(done).toEqual([`fsync ${path}.new`, `rename ${path}.new`, `fsync ${folder}`]);
  const whole = readFileSync(path);
  writeState(path, venue, keys);
  expect(readFileSync(path)).toEqual(whole);
  expect(readState(path)?.venue.now).toBe(venue.now);
  rmSync(folder, { recursive: true });
});
