import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject } from '../package/project-copy.ts';
import { runQuietly } from '../run.ts';
import { SCREEN_MUTATIONS } from './screen-table.ts';

/**
 * `npm run restless:mutations`: puts each fault into a copy of the project and expects the random user to find it
 * within 20 seeds. A harness that cannot fail proves nothing. Words choose mutations by what they break.
 */
const SEEDS = 20;

const words = process.argv.slice(2);
const chosen = SCREEN_MUTATIONS.filter(
  ({ breaks }) => words.length === 0 || words.some((word) => breaks.includes(word)),
);
const copy = copyProject();
let survived = 0;
try {
  for (const { breaks, edits, seen } of chosen) {
    const before = new Map(edits.map(({ file }) => [file, readFileSync(join(copy, file), 'utf8')]));
    const after = new Map(before);
    for (const { file, from, to } of edits) {
      const text = after.get(file) ?? '';
      if (text.split(from).length !== 2) throw new Error(`${file} has no single “${from}” any more`);
      after.set(
        file,
        text.replace(from, () => to),
      );
    }
    for (const [file, text] of after) writeFileSync(join(copy, file), text);
    const went = ['e2e/restless/main.ts', '--again', '--shrink', '0', '--seeds', String(SEEDS), '--until', seen];
    const { code, output } = await runQuietly(process.execPath, went, {}, copy);
    for (const [file, text] of before) writeFileSync(join(copy, file), text);
    // Only a seed that failed in this way counts: a run that breaks has found nothing.
    const failures = [...output.matchAll(/^seed \d+ failed (?:.|\n)*?(?=\n {2}the fewest)/gm)].map(([said]) => said);
    const found = code === 0 ? undefined : failures.find((said) => new RegExp(seen).test(said));
    if (found === undefined) survived += 1;
    console.log(
      `${found === undefined ? 'SURVIVED' : 'found   '} ${breaks}\n           ${found ?? output.slice(-300)}`,
    );
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${chosen.length - survived} of ${chosen.length} found`);
process.exitCode = survived === 0 ? 0 : 1;
