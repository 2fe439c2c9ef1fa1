import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import program from '../package.json' with { type: 'json' };
import { ROOT } from './page/page-source.ts';

/* The compiler knows what a file imports, and nothing of what it starts or reads by a text. */

const FOLDERS = ['electron', 'renderer', 'shared', 'e2e', 'build'];
/** What is made, and is there only afterwards. */
const MADE = /^(?:dist|out|artifacts|node_modules)(?:\/|$)/;

interface Named {
  readonly file: string;
  readonly path: string;
}

/** Every place that code names from the project's folder: `join(ROOT, 'build/page/page.ts')`. */
const named: readonly Named[] = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/join\(ROOT, ((?:'[^']+'(?:,\s*)?)+)\)/g)].map(
        ([, parts = '']) => ({
          file,
          path: [...parts.matchAll(/'([^']+)'/g)].map(([, part = '']) => part).join('/'),
        }),
      ),
    ),
);

test('every place that code names from the project’s folder is there', () => {
  expect(named.map(({ path }) => path)).toContain('build/page/page.ts');
  expect(named.filter(({ path }) => !MADE.test(path) && !existsSync(join(ROOT, path)))).toEqual([]);
});

test('every script of package.json starts a file that is there', () => {
  const files = Object.values(program.scripts).flatMap((line) => /^node (?:--\S+ )*(\S+)/.exec(line)?.[1] ?? []);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
