import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import program from '../../package.json' with { type: 'json' };
import { ROOT } from '../page/page-source.ts';
import { runQuietly } from '../run.ts';

/**
 * `npm run electronegativity`: the scanner for mistakes in Electron programs, as a floor. It is fetched
 * when it is run: 400 packages are not installed on every machine for it. No finding is the only good end.
 *
 * Its CSP_GLOBAL_CHECK is left out: it looks for a policy in pages and in `onHeadersReceived`; ours is a
 * header of the `app://` handler, which `electron/shells/electron/page/scheme.test.ts` holds. Electron's age is the matter of
 * `build/electron-age.test.ts`.
 */
const SCANNER = '@doyensec/electronegativity@1.10.3';

const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-scan-'));
const report = join(folder, 'findings.csv');
try {
  const input = join(ROOT, 'electron');
  const version = program.devDependencies.electron;
  const { code, output } = await runQuietly('npx', [
    ...[
      '--yes',
      '--ignore-scripts',
      SCANNER,
      '-i',
      input,
      '-e',
      version,
      '-x',
      'CSPGlobalCheck,AvailableSecurityFixesGlobalCheck',
      '-r',
      '-o',
      report,
    ],
  ]);
  const [, ...findings] = code === 0 ? readFileSync(report, 'utf8').trim().split('\n') : [];
  if (code !== 0) console.error(`The scanner did not run:\n${output}`);
  for (const finding of findings) console.error(finding);
  console.log(`${findings.length} findings`);
  process.exitCode = code !== 0 || findings.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
