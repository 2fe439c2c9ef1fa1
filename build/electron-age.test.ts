import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import program from '../package.json' with { type: 'json' };
import { ROOT } from './page/page-source.ts';

/**
 * The oldest Electron that this program may be built with: the three newest majors get security fixes,
 * and a new one comes every eight weeks. Raised with each update of Electron.
 */
const OLDEST = '45.4.1';

it('is built with an Electron that gets security fixes', () => {
  const numbers = (version: string): number[] => version.split('.').map(Number);
  const [major = 0, minor = 0, patch = 0] = numbers(program.devDependencies.electron);
  const [oldMajor = 0, oldMinor = 0, oldPatch = 0] = numbers(OLDEST);
  const newer = major !== oldMajor ? major > oldMajor : minor !== oldMinor ? minor > oldMinor : patch >= oldPatch;
  expect(newer, `${program.devDependencies.electron} is older than ${OLDEST}`).toBe(true);
});

it('pins every version exactly, and its lockfile has what is pinned', () => {
  const lock: { packages: Record<string, { version?: string }> } = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  );
  const wanted: Record<string, string> = { ...program.dependencies, ...program.devDependencies };
  for (const [name, version] of Object.entries(wanted)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
    expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
});
