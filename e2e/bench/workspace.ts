import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import { ensurePage } from '../../build/page/page.ts';
import { launchChromium } from '../support/browser.ts';
import { percentile, type BenchRow } from './bench.ts';
import type { Load } from './workspace/load.ts';
import { drawnASecond, typeAndTime, watch, watchFromStart, type Watched } from './workspace/page-watch.ts';

/*
 * The workspace in a real Chromium beside a bare page with the same grid library, both fed with the same
 * rows by a process of their own. The figure of seconds may be set for a shorter look.
 */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const WARM_UP_MS = 10_000;
const KEYS = 200;

const BLOTTER: Load = { orders: 5_000, updates: 2_000, books: 20 };
const SORTED: Load = { orders: 1_000, updates: 20_000, books: 20 };

interface Seen extends Watched {
  readonly keys: readonly number[];
  readonly heapBefore: number;
  /** Panels that React drew anew, and how often a second. */
  readonly drawn: readonly (readonly [string, number])[];
}

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-bench-'));
  const browser = await launchChromium();
  try {
    const ours = await ensurePage();
    const bare = await buildBare(folder);
    const first = await loadedFor(browser, ours);
    const blotter = await both(browser, ours, bare, BLOTTER, false);
    const sorted = await both(browser, ours, bare, SORTED, true);
    return [...blotterRows(blotter), ...sortedRows(sorted), first];
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function blotterRows({ ours, bare }: Pair): BenchRow[] {
  const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);
  const p99 = percentile(ours.keys, 0.99);
  const p99Bare = percentile(bare.keys, 0.99);
  return [
    {
      name: `workspace: script in ${SECONDS} s, ${words(BLOTTER)}`,
      subject: ours.scriptMs,
      baseline: bare.scriptMs,
      ratio: ours.scriptMs / bare.scriptMs,
      unit: 'ms',
      note: `goal 1.3; tasks over 50 ms ${ours.longTasks} (bare ${bare.longTasks}), longest ${ours.longestTaskMs.toFixed(0)} ms (bare ${bare.longestTaskMs.toFixed(0)}); ${ours.framesPerSecond.toFixed(1)} frames/s; React commits in a frame at most ${ours.commitsPerFrame}; panels drawn anew a second: ${ours.drawn.map(([name, times]) => `${name} ${times.toFixed(1)}`).join(', ')}`,
    },
    {
      name: 'workspace: heap at the end beside after warm-up',
      subject: ours.heap,
      baseline: ours.heapBefore,
      ratio: ours.heap / ours.heapBefore,
      unit: 'bytes',
      note: `${mb(ours.heapBefore)} to ${mb(ours.heap)} MB; flat is 1`,
    },
    {
      name: 'workspace: key to paint in the price field meanwhile (p99)',
      subject: p99,
      baseline: p99Bare,
      ratio: p99 / p99Bare,
      unit: 'ms',
      note: `goal 50 ms; median ${percentile(ours.keys, 0.5)} ms; the browser tells in steps of 8 ms, 16 for anything below`,
    },
  ];
}

const sortedRows = ({ ours, bare }: Pair): BenchRow[] => [
  {
    name: `workspace: frames, ${words(SORTED)}, sorted by a live column`,
    subject: ours.framesPerSecond,
    baseline: bare.framesPerSecond,
    ratio: ours.framesPerSecond / bare.framesPerSecond,
    unit: 'frames/s',
    note: `goal 58; more is better; script ${(ours.scriptMs / bare.scriptMs).toFixed(2)} x; longest task ${ours.longestTaskMs.toFixed(0)} ms (bare ${bare.longestTaskMs.toFixed(0)})`,
  },
];

const words = ({ orders, updates, books }: Load): string => `${orders} orders, ${updates} updates/s, ${books} books/s`;

interface Pair {
  readonly ours: Seen;
  readonly bare: Seen;
}

async function both(browser: Browser, ours: string, bare: string, load: Load, sort: boolean): Promise<Pair> {
  return {
    bare: await see(browser, 'bare', bare, load, sort),
    ours: await see(browser, 'terminal', ours, load, sort),
  };
}

async function see(
  browser: Browser,
  kind: 'bare' | 'terminal',
  pages: string,
  load: Load,
  sort: boolean,
): Promise<Seen> {
  return served(kind, pages, load, async (address) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    try {
      await watchFromStart(page);
      await page.goto(address);
      await page.locator('[role="row"][row-id]').first().waitFor();
      if (sort) await sortByExecuted(page);
      const { heap: heapBefore } = await watch(page, WARM_UP_MS);
      const seen = await watch(page, SECONDS * 1000);
      const drawn = await drawnASecond(page, 5_000);
      const keys = sort ? [] : await typeAndTime(page, KEYS);
      return { ...seen, heapBefore, drawn, keys };
    } finally {
      await context.close();
    }
  });
}

async function sortByExecuted(page: Page): Promise<void> {
  const header = page.getByRole('columnheader', { name: 'Executed' });
  await header.click();
  await header.and(page.locator('[aria-sort="ascending"]')).waitFor();
}

/** Runs a feeding process for as long as `act` takes. */
async function served<Result>(
  kind: 'bare' | 'terminal',
  pages: string,
  { orders, updates, books }: Load,
  act: (address: string) => Promise<Result>,
): Promise<Result> {
  const script = join(import.meta.dirname, 'workspace', 'serve.ts');
  const flags = { kind, pages, orders: String(orders), updates: String(updates), books: String(books) };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return await act(line.toString().trim());
  } finally {
    child.kill();
    await once(child, 'close');
  }
}

async function buildBare(folder: string): Promise<string> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'workspace', 'bare'),
    base: './',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'chrome140' },
  });
  return folder;
}

/** What is loaded until the ticket can be typed into, gzipped, beside its goal. */
async function loadedFor(browser: Browser, pages: string): Promise<BenchRow> {
  const names = await served('terminal', pages, { orders: 1, updates: 1, books: 1 }, async (address) => {
    const page = await browser.newPage();
    await page.goto(address);
    await page.getByRole('region', { name: 'Order entry' }).getByLabel('Price', { exact: true }).waitFor();
    const until = await page.evaluate(() => {
      const shown = performance.getEntriesByName('ticket')[0]?.startTime ?? Infinity;
      return performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime <= shown)
        .map(({ name }) => new URL(name).pathname);
    });
    await page.close();
    return until;
  });
  const scripts = names.filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(scripts.map(async (name) => gzipSync(await readFile(join(pages, name))).length));
  const sum = sizes.reduce((total, size) => total + size, 0) / 1000;
  return {
    name: 'workspace: script asked for until the ticket is there, gzipped',
    subject: sum,
    baseline: 600,
    ratio: sum / 600,
    unit: 'kB',
    note: 'baseline: the goal',
  };
}
