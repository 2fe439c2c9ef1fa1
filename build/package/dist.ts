import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'electron-builder';
import { PACKAGER } from './packager.ts';
import { ROOT } from '../page/page-source.ts';
import { runAloud } from '../run.ts';

/**
 * `npm run dist`: the installers for the machine that it runs on, into `out`, with their checksums. Says
 * in one line what is missing where they cannot be made.
 */
async function main(): Promise<number> {
  const built = await runAloud(process.execPath, [join(ROOT, 'build/package/bundle.ts')]);
  if (built !== 0) return built;
  let files: readonly string[];
  try {
    files = await build({ projectDir: ROOT, config: PACKAGER, publish: 'never' });
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
    console.error(
      `No installer was made: ${reason}. The packager fetches Electron’s runtime and its own tools; without a network that reaches them, start the program with "npm start -- --browser".`,
    );
    return 1;
  }
  const installers = files.filter((file) => existsSync(file) && /\.(?:AppImage|deb|dmg|exe)$/.test(file));
  const sums = installers.map(
    (file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`,
  );
  writeFileSync(join(ROOT, 'out', 'SHA256SUMS'), sums.join(''));
  for (const file of installers) console.log(file);
  return 0;
}

process.exitCode = await main();
