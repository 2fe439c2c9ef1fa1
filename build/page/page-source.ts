import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The project's folder. */
export const ROOT = join(import.meta.dirname, '../..');

/** Everything that the built page is made of. */
const SOURCES = ['renderer', 'shared', 'vite.config.ts', 'build/page/page.ts', 'package-lock.json'];

/** A built page of exactly these sources; `built` says whether it is there yet. */
export interface PagePlace {
  readonly folder: string;
  readonly built: boolean;
}

/**
 * Where the page of the present sources is, or will be. Named by what it is made of, so that a page is
 * never older than its sources, and two starts at once cannot disturb each other.
 */
export function pagePlace(root = ROOT): PagePlace {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesOf(join(root, source))) {
      hash.update(`${relative(root, file)}\0`).update(readFileSync(file));
    }
  }
  const folder = join(root, 'dist', 'pages', hash.digest('hex').slice(0, 16));
  return { folder, built: existsSync(join(folder, 'index.html')) };
}

/** Files below a place in a fixed order; tests are no part of a page. */
function filesOf(place: string): string[] {
  if (statSync(place).isFile()) return [place];
  const entries = readdirSync(place, { withFileTypes: true, recursive: true, encoding: 'utf8' });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
