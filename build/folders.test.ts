import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './page/page-source.ts';

/** More than this is not taken in at a glance. */
const MOST = 15;
const FOLDERS = ['electron', 'renderer', 'shared', 'e2e', 'build', 'docs'];
const isTest = (name: string): boolean => /\.(?:test|spec)\.tsx?$/.test(name);

/** All folders below one, itself included, with how many entries each has that are no tests. */
function sizes(folder: string): readonly (readonly [string, number])[] {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true }).filter(({ name }) => !isTest(name));
  const inside = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => sizes(join(folder, name)));
  return [[folder, entries.length], ...inside];
}

test('no folder has more than fifteen entries, tests not counted', () => {
  const all = FOLDERS.flatMap(sizes);
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter(([, entries]) => entries > MOST)).toEqual([]);
});
