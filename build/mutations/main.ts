import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject } from '../package/project-copy.ts';
import { runQuietly, tool } from '../run.ts';
import { MUTATIONS } from './table.ts';

/**
 * `npm run mutations`: takes every security rule away once, in a copy of the project, and expects its
 * test to fail. A test that passes without the line that it proves, proves nothing.
 */
async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const chosen = MUTATIONS.filter(({ breaks }) => words.length === 0 || words.some((word) => breaks.includes(word)));
  const copy = copyProject();
  let survived = 0;
  try {
    const tests = [...new Set(chosen.map(({ test }) => test))];
    const untouched = await runQuietly(tool('vitest'), ['run', ...tests], {}, copy);
    if (untouched.code !== 0) {
      console.error(`The tests fail before anything is broken.\n${untouched.output}`);
      return 1;
    }
    for (const { breaks, rule, file, from, to, test } of chosen) {
      const path = join(copy, file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(
        path,
        text.replace(from, () => to),
      );
      const { code } = await runQuietly(tool('vitest'), ['run', '--bail=1', test], {}, copy);
      writeFileSync(path, text);
      const caught = code !== 0;
      if (!caught) survived += 1;
      console.log(`${caught ? 'caught  ' : 'SURVIVED'} ${String(rule).padStart(4)}  ${breaks}`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  console.log(`${chosen.length - survived} of ${chosen.length} caught`);
  return survived === 0 ? 0 : 1;
}

process.exitCode = await main();
