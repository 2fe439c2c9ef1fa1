import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runChecks } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { runSpecs } from './e2e.ts';
import { runAloud, tool } from './run.ts';

/**
 * `npm test`: the checks, the unit tests and the specs in a real Chromium. The last line is
 * `N passed, N failed`, where a check counts as one test.
 */
interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  /** A file that cannot be loaded has no tests of its own to fail. */
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  /** What failed outside a test: a file that cannot be loaded. */
  errors: z.array(z.unknown()),
});

const checks = async (): Promise<Tally> => {
  const results = await runChecks();
  const passed = results.filter(({ ok }) => ok).length;
  return { passed, failed: results.length - passed, skipped: 0 };
};

async function units(report: string): Promise<Tally> {
  const code = await runAloud(tool('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const read = vitestReport.safeParse(await readJson(report));
  if (!read.success) return broken('unit tests');
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = read.data;
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  return atLeastOneFailure(code, {
    passed: numPassedTests,
    failed: numFailedTests + unloaded,
    skipped: numPendingTests + numTodoTests,
  });
}

async function specs(report: string): Promise<Tally> {
  const code = await runSpecs(['--reporter=line,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const read = playwrightReport.safeParse(await readJson(report));
  if (!read.success) return broken('specs');
  const { stats, errors } = read.data;
  return atLeastOneFailure(code, {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  });
}

/** A tool that says no must show in the count, whatever its report says. */
const atLeastOneFailure = (code: number, tally: Tally): Tally =>
  code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;

function broken(what: string): Tally {
  console.error(`The ${what} left no report.`);
  return { passed: 0, failed: 1, skipped: 0 };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}

async function main(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-test-'));
  try {
    await ensureChromium();
    const tallies = [await checks(), await units(join(folder, 'unit.json')), await specs(join(folder, 'specs.json'))];
    const sum = (of: keyof Tally): number => tallies.reduce((total, tally) => total + tally[of], 0);
    const skipped = sum('skipped');
    console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`);
    return sum('failed') === 0 ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.log('0 passed, 1 failed');
    return 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
