import { availableParallelism } from 'node:os';
import { runQuietly, tool } from './run.ts';

/**
 * `npm run check`: types of every side, lint with the import rules, form, and unused code. One line a
 * check; what a failing one said follows.
 */
interface Check {
  readonly name: string;
  readonly tool: string;
  readonly args: readonly string[];
}

/** A side is a folder with a tsconfig of its own, so that what it may not use does not compile there. */
const SIDES = [
  'shared',
  'electron/core',
  'electron/practice',
  'electron',
  'renderer',
  'renderer/tsconfig.test.json',
  'e2e',
];

const CHECKS: readonly Check[] = [
  ...SIDES.map((side) => ({ name: `types ${side}`, tool: 'tsc', args: ['-p', side] })),
  { name: 'lint and imports', tool: 'oxlint', args: ['--deny-warnings'] },
  { name: 'form', tool: 'oxfmt', args: ['--check', '.'] },
  { name: 'unused code', tool: 'knip', args: ['--no-progress'] },
  { name: 'code that only tests use', tool: 'knip', args: ['--production', '--no-progress'] },
];

export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
}

/** Runs all checks, a few at a time, and prints as they end. */
export async function runChecks(): Promise<CheckResult[]> {
  const waiting = [...CHECKS];
  const results: CheckResult[] = [];
  const worker = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const began = performance.now();
      const { code, output } = await runQuietly(tool(check.tool), check.args);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`);
      if (code !== 0) console.log(output.trimEnd());
      results.push({ name: check.name, ok: code === 0 });
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return results;
}

if (import.meta.main) {
  const failed = (await runChecks()).filter(({ ok }) => !ok).length;
  process.exitCode = failed === 0 ? 0 : 1;
}
