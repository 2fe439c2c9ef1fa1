import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OUT } from './record.ts';
import { shrink } from './shrink.ts';
import type { Failure, Step, Walked } from '../walk.ts';

/** How often each action was done, and how often it could not be. */
export type Totals = Map<string, { done: number; skipped: number }>;

export function addTotals(totals: Totals, walked: Walked): void {
  const of = (name: string): { done: number; skipped: number } => {
    const known = totals.get(name) ?? { done: 0, skipped: 0 };
    totals.set(name, known);
    return known;
  };
  for (const [name, times] of walked.done) of(name).done += times;
  for (const [name, reasons] of walked.skipped) of(name).skipped += reasons.length;
}

export const totalsText = (totals: Totals): string =>
  [...totals]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { done, skipped }]) => `  ${name}: ${done} done, ${skipped} not possible`)
    .join('\n');

/** Says what failed, with the fewest steps that still fail in the same way, and keeps the pictures. */
export async function reportFailure(
  walked: Walked,
  failure: Failure,
  again: (steps: readonly Step[]) => Promise<Walked>,
  tries: number,
): Promise<void> {
  const { seed } = walked;
  console.log(`seed ${seed} failed after ${walked.steps.length} steps: ${failure.words}`);
  const fails = async (steps: readonly Step[]): Promise<boolean> => (await again(steps)).failure?.key === failure.key;
  const fewest = await shrink(walked.steps, fails, tries);
  const lines = fewest.map(({ at, name }) => `    ${at} ${name}`);
  console.log(`  the fewest steps that were found to fail still:\n${lines.join('\n')}`);
  await mkdir(OUT, { recursive: true });
  const file = join(OUT, `seed-${seed}`);
  if (failure.before !== null) await writeFile(`${file}-before.png`, failure.before);
  if (failure.after !== null) await writeFile(`${file}-after.png`, failure.after);
  await writeFile(`${file}.txt`, `${failure.key}\n${failure.words}\n${lines.join('\n')}\n`);
  console.log(`  pictures: ${file}-before.png and -after.png; again: npm run restless -- --seed ${seed} --trace`);
}
