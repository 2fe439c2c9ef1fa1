import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { ensureChromium } from '../../build/chromium.ts';
import { ensurePage } from '../../build/page/page.ts';
import { CHROMIUM_ARGS, chromiumPath } from '../support/browser.ts';
import { keep, readRecord, recordFile } from './report/record.ts';
import { addTotals, reportFailure, totalsText, type Totals } from './report/report.ts';
import { PACE_MS } from './settle.ts';
import { walk, type Failure, type Step, type Walked } from './walk.ts';

/**
 * A random user of the whole program: `npm run restless -- --seeds 200 --actions 60 --processes 2`. Seeds that
 * passed with exactly this code are not walked again, so that several goes add up (`--again` walks them).
 * `--seed N --watch` shows one; `--trace` names each step; `--all` goes on after a failure; `--pace` is the most ms
 * that a polled value may be old; `--shrink N` is how often fewer steps are tried;
 * `--until PATTERN` goes on after failures, until the words of one match.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    only: { type: 'string' },
    actions: { type: 'string', default: '60' },
    processes: { type: 'string', default: '1' },
    pace: { type: 'string', default: String(PACE_MS) },
    shrink: { type: 'string', default: '12' },
    again: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    until: { type: 'string' },
  },
});

const actions = Number(values.actions);

/** Seeds that were asked for. */
function asked(): readonly number[] {
  if (values.seed !== undefined) return [Number(values.seed)];
  if (values.only !== undefined) return values.only.split(',').map(Number);
  return Array.from({ length: Number(values.seeds) }, (_, at) => Number(values.from) + at);
}

/** Whether seeds are walked after this failure. */
const goesOn = ({ words }: Failure): boolean =>
  values.until === undefined ? values.all : !new RegExp(values.until).test(words);

/** Walks seeds one after the other in one browser. */
async function walkAll(seeds: readonly number[], file: string): Promise<void> {
  const executablePath = chromiumPath(values.watch ? 'a window' : 'no window');
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    headless: !values.watch,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const go = (seed: number, steps?: readonly Step[]): Promise<Walked> =>
    walk(browser, {
      seed,
      actions,
      paceMs: Number(values.pace),
      ...(steps === undefined ? {} : { steps }),
      ...(values.trace || values.watch ? { tell: console.log } : {}),
    });
  const totals: Totals = new Map();
  try {
    for (const seed of seeds) {
      const began = Date.now();
      const walked = await go(seed);
      addTotals(totals, walked);
      await keep(file, { seed, actions, failed: walked.failure?.key ?? null });
      if (walked.failure !== null) {
        await reportFailure(walked, walked.failure, (steps) => go(seed, steps), Number(values.shrink));
        if (!goesOn(walked.failure)) break;
      } else
        console.log(
          `seed ${seed}: ${walked.comparisons} comparisons, all equal (${Math.round((Date.now() - began) / 1_000)} s)`,
        );
    }
  } finally {
    await browser.close();
  }
  console.log(totalsText(totals));
}

/** Gives each process a share of the seeds. */
async function shareOut(seeds: readonly number[], processes: number): Promise<void> {
  const passed = ['--actions', '--pace', '--shrink'].flatMap((name) => [
    name,
    String(values[name.slice(2) as 'actions' | 'pace' | 'shrink']), // the names are those of the line above
  ]);
  const flags = (['trace', 'all'] as const).filter((name) => values[name]).map((name) => `--${name}`);
  const ends = Array.from({ length: processes }, (_, at) => {
    const own = seeds.filter((_seed, place) => place % processes === at);
    if (own.length === 0) return Promise.resolve();
    const words = [import.meta.filename, '--only', own.join(','), '--again', ...passed, ...flags];
    return once(spawn(process.execPath, words, { stdio: 'inherit' }), 'exit');
  });
  await Promise.all(ends);
}

await ensureChromium();
await ensurePage();
const file = recordFile();
const known = values.again || values.seed !== undefined ? new Map<number, never>() : await readRecord(file, actions);
const seeds = asked().filter((seed) => known.get(seed)?.failed !== null);
const before = asked().length - seeds.length;
if (before > 0) console.log(`${before} seeds have passed with this code before`);
const processes = Number(values.processes);
await (processes > 1 ? shareOut(seeds, processes) : walkAll(seeds, file));

if (values.only === undefined) {
  const ended = await readRecord(file, actions);
  const failed = asked().filter((seed) => typeof ended.get(seed)?.failed === 'string');
  const passed = asked().filter((seed) => ended.get(seed)?.failed === null);
  // A seed that has no end was not walked: its process broke, or another seed failed before it.
  const missing = asked().length - failed.length - passed.length;
  if (missing > 0) console.log(`${missing} seeds were not walked to their end`);
  const count = failed.length + (missing > 0 && failed.length === 0 ? 1 : 0);
  console.log(`${passed.length} passed, ${count} failed`);
  if (count > 0) process.exitCode = 1;
}
