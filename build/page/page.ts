import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'vite';
import config from '../../vite.config.ts';
import { pagePlace, ROOT } from './page-source.ts';

/** Builds the page into a folder, which is emptied first. */
export async function buildPageInto(folder: string): Promise<void> {
  // A test runner's own mode would make a page of development parts.
  process.env['NODE_ENV'] = 'production';
  await build({
    ...config,
    mode: 'production',
    configFile: false,
    root: join(ROOT, 'renderer'),
    logLevel: 'error',
    build: { ...config.build, outDir: folder, emptyOutDir: true },
  });
}

/**
 * Builds the page of the present sources unless it is there.
 *
 * @returns its folder.
 */
export async function ensurePage(): Promise<string> {
  const { folder, built } = pagePlace();
  if (built) return folder;
  const pages = dirname(folder);
  const draft = join(pages, `draft-${process.pid}`);
  await mkdir(pages, { recursive: true });
  await buildPageInto(draft);
  // Another start may have been faster; its page is the same.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  const old = (await readdir(pages)).filter((name) => name !== basename(folder) && !name.startsWith('draft-'));
  await Promise.all(old.map((name) => rm(join(pages, name), { recursive: true, force: true })));
  return folder;
}

if (import.meta.main) await ensurePage();
