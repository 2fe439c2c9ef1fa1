import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright';
import { ensurePage } from '../../build/page.ts';
import { ensureChromium } from '../../build/chromium.ts';
import { CHROMIUM_ARGS, chromiumPath } from '../browser.ts';
import { PACE_MS } from './settle.ts';
import { shrink } from './shrink.ts';
import { walk, type Failure, type Step, type Walked } from './walk.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    actions: { type: 'string', default: '60' },
    pace: { type: 'string', default: String(PACE_MS) },
    shrink: { type: 'string', default: '12' },
    watch: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    except: { type: 'string', multiple: true, default: [] },
  },
});

const OUT = join(import.meta.dirname, '..', '..', 'artifacts', 'restless');

async function run(on: Browser): Promise<void> {
  const from = Number(values.seed ?? values.from);
  const count = values.seed === undefined ? Number(values.seeds) : 1;
  const totals = new Map<string, { done: number; skipped: number }>();
  let failed = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const began = Date.now();
    const walked = await go(on, seed);
    for (const [name, times] of walked.done) total(totals, name).done += times;
    for (const [name, reasons] of walked.skipped) total(totals, name).skipped += reasons.length;
    const took = Math.round((Date.now() - began) / 1_000);
    if (walked.failure === null) {
      console.log(`seed ${seed}: ${walked.comparisons} comparisons, all equal (${took} s)`);
      continue;
    }
    failed += 1;
    await report(on, walked, walked.failure);
    if (!values.all) break;
  }
  const rows = [...totals].sort(([a], [b]) => (a < b ? -1 : 1));
  console.log(rows.map(([name, { done, skipped }]) => `  ${name}: ${done} done, ${skipped} not possible`).join('\n'));
  console.log(`${count - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

function total(of: Map<string, { done: number; skipped: number }>, name: string): { done: number; skipped: number } {
  const known = of.get(name) ?? { done: 0, skipped: 0 };
  of.set(name, known);
  return known;
}

const go = (on: Browser, seed: number, steps?: readonly Step[]): Promise<Walked> =>
  walk(on, {
    seed,
    actions: Number(values.actions),
    paceMs: Number(values.pace),
    ...(steps === undefined ? {} : { steps }),
    ...(values.trace || values.watch ? { tell: console.log } : {}),
  });

/** Says what failed, with the fewest steps that still fail, and keeps the pictures. */
async function report(on: Browser, walked: Walked, failure: Failure): Promise<void> {
  const { seed } = walked;
  console.log(`seed ${seed} failed after ${walked.steps.length} steps: ${failure.words}`);
  const fewest = await shrink(
    walked.steps,
    async (steps) => (await go(on, seed, steps)).failure?.key === failure.key,
    Number(values.shrink),
  );
  const lines = fewest.map(({ at, name }) => `    ${at} ${name}`);
  console.log(`  the fewest steps that still fail:\n${lines.join('\n')}`);
  await mkdir(OUT, { recursive: true });
  const file = join(OUT, `seed-${seed}`);
  if (failure.before !== null) await writeFile(`${file}-before.png`, failure.before);
  if (failure.after !== null) await writeFile(`${file}-after.png`, failure.after);
  await writeFile(`${file}.txt`, `${failure.key}\n${failure.words}\n${lines.join('\n')}\n`);
  console.log(`  pictures: ${file}-before.png, ${file}-after.png; again: npm run restless -- --seed ${seed} --trace`);
}

await ensureChromium();
await ensurePage();
const executablePath = chromiumPath();
const browser = await chromium.launch({
  args: CHROMIUM_ARGS,
  headless: !values.watch,
  ...(executablePath === undefined ? {} : { executablePath }),
});
try {
  await run(browser);
} finally {
  await browser.close();
}
