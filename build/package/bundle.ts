import { rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build } from 'vite';
import { buildPageInto } from '../page/page.ts';
import { ROOT } from '../page/page-source.ts';

/**
 * `npm run build`: the page, Electron's main and preload, and the threads of the practice exchange and of the archive, each
 * in one file with what it needs, into `dist`.
 */
interface Bundle {
  readonly entry: string;
  readonly file: string;
  /** A sandboxed preload must be CommonJS. */
  readonly format: 'es' | 'cjs';
}

const BUNDLES: readonly Bundle[] = [
  { entry: 'electron/shells/electron/main.ts', file: 'main.js', format: 'es' },
  { entry: 'electron/shells/electron/preload.ts', file: 'preload.cjs', format: 'cjs' },
  { entry: 'electron/practice/worker.ts', file: 'practice-worker.js', format: 'es' },
  { entry: 'electron/core/history/archive/worker.ts', file: 'archive-worker.js', format: 'es' },
];

const EXTERNAL = ['electron', /^node:/, ...builtinModules];

/** Builds one of them into a folder. */
async function bundle({ entry, file, format }: Bundle, folder: string): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    // The page's public files are none of the core's.
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: join(ROOT, entry),
        external: EXTERNAL,
        output: { format, entryFileNames: file, codeSplitting: false },
      },
    },
  });
}

/** Builds Electron's main and preload and the practice exchange's thread. */
export async function buildShells(folder: string): Promise<void> {
  await Promise.all(BUNDLES.map((each) => bundle(each, folder)));
}

if (import.meta.main) {
  const dist = join(ROOT, 'dist');
  await rm(join(dist, 'page'), { recursive: true, force: true });
  await Promise.all([buildPageInto(join(dist, 'page')), buildShells(dist)]);
}
