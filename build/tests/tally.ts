import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { runChecks } from '../check.ts';
import { ensureChromium } from '../chromium.ts';
import { runSpecs } from '../e2e.ts';
import { ROOT } from '../page/page-source.ts';
import { runAloud, runQuietly, tool } from '../run.ts';

/** How a part of the tests ended. A check counts as one test. */
interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Names of those that failed; they are said again at the end. */
  readonly failures: readonly string[];
}

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  /** A file that cannot be loaded has no tests of its own to fail. */
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});
const playwrightSpec = z.object({ title: z.string(), file: z.string(), line: z.int(), ok: z.boolean() });
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec).default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
type PlaywrightSuite = z.infer<typeof playwrightSuite>;
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  /** What failed outside a test: a file that cannot be loaded. */
  errors: z.array(z.unknown()),
  suites: z.array(playwrightSuite),
});

const checks = async (): Promise<Tally> => {
  const results = await runChecks();
  const failures = results.filter(({ ok }) => !ok).map(({ name }) => `check ${name}`);
  return { passed: results.length - failures.length, failed: failures.length, skipped: 0, failures };
};

/** @param env `PROOF=true` chooses the proofs instead, as in {@link specs}. */
async function units(report: string, env: NodeJS.ProcessEnv): Promise<Tally> {
  const words = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runAloud(tool('vitest'), words, env);
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
    failures: testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, message, assertionResults }) => [
        ...(assertionResults.length === 0 ? [`${relative(ROOT, name)}: ${firstLine(message)}`] : []),
        ...assertionResults
          .filter(({ status }) => status === 'failed')
          .map((of) => `${relative(ROOT, name)} › ${of.fullName}: ${firstLine(of.failureMessages?.[0] ?? '')}`),
      ]),
  });
}

async function specs(report: string, env: NodeJS.ProcessEnv): Promise<Tally> {
  const code = await runSpecs(['--reporter=line,json'], { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const read = playwrightReport.safeParse(await readJson(report));
  if (!read.success) return broken('specs');
  const { stats, errors, suites } = read.data;
  return atLeastOneFailure(code, {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: suites.flatMap(failedSpecs),
  });
}

const failedSpecs = ({ specs: own, suites }: PlaywrightSuite): readonly string[] => [
  ...own.filter(({ ok }) => !ok).map(({ file, line, title }) => `e2e/${file}:${line} › ${title}`),
  ...suites.flatMap(failedSpecs),
];

const firstLine = (text: string): string => stripVTControlCharacters(text).split('\n', 1)[0] ?? '';

/** A tool that says no must show in the count, whatever its report says. */
const atLeastOneFailure = (code: number, tally: Tally): Tally =>
  code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;

function broken(what: string): Tally {
  console.error(`The ${what} left no report.`);
  return { passed: 0, failed: 1, skipped: 0, failures: [what] };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Ten seeds of the random user, as `npm run restless` counts them. */
async function restless(): Promise<Tally> {
  const words = ['e2e/restless/main.ts', '--again', '--all', '--seeds', '10', '--processes', '2'];
  const { output } = await runQuietly(process.execPath, words);
  console.log(output.trimEnd());
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
  if (passed === undefined || failed === undefined) return broken('random user');
  const failures = [...output.matchAll(/^seed \d+ failed .*$/gm)].map(([line]) => `restless ${line}`);
  return { passed: Number(passed), failed: Number(failed), skipped: 0, failures };
}

/** What specifies behaviour: the checks, the unit tests, and the specs in a real Chromium. */
export const tests = (folder: string): readonly (() => Promise<Tally>)[] => [
  checks,
  () => units(join(folder, 'units.json'), {}),
  () => specs(join(folder, 'specs.json'), {}),
];

const PROOF = { PROOF: 'true' };

/** What proves by quantity: faults with real processes, millions of inputs, all lives of every panel, the random user. */
export const proofs = (folder: string): readonly (() => Promise<Tally>)[] => [
  () => units(join(folder, 'unit-proofs.json'), PROOF),
  () => specs(join(folder, 'spec-proofs.json'), PROOF),
  restless,
];

/**
 * Runs parts one after the other. The last line is `N passed, N failed`.
 *
 * @returns the exit code.
 */
export async function runParts(partsOf: (folder: string) => readonly (() => Promise<Tally>)[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-test-'));
  try {
    await ensureChromium();
    const tallies: Tally[] = [];
    for (const part of partsOf(folder)) tallies.push(await part());
    for (const failure of tallies.flatMap(({ failures }) => failures)) console.log(`FAILED ${failure}`);
    const sum = (of: 'passed' | 'failed' | 'skipped'): number => tallies.reduce((total, tally) => total + tally[of], 0);
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
