import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright';
import { build } from 'vite';
import { ensurePage } from '../../build/page.ts';
import { launchChromium } from '../browser.ts';
import { median, type BenchRow } from './bench.ts';
import { watch, watchFromStart, type Watched } from './workspace/page-watch.ts';

/*
 * A forest of 10,000 nodes, 50 deep, in a real Chromium, beside a flat grid of the same rows by the same
 * library: until it is there, while it is scrolled through, expanded and kept.
 */
const NODES = 10_000;
const LOAD = { nodes: NODES, depth: 50, updates: 500, prices: 20 };
const ROUNDS = 3;
const SCROLL_MS = 12_000;

interface Seen {
  /** Script from the first rows on until they are painted, in ms. */
  readonly firstMs: number;
  /** The same until every row is in the grid. */
  readonly allMs: number;
  readonly scrolled: Watched;
  readonly expandMs: number;
  /** Heap of the page with its rows, in bytes. */
  readonly heap: number;
}

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-bench-'));
  const browser = await launchChromium();
  try {
    const pages = { terminal: await ensurePage(), bare: await buildBare(folder) };
    const none = { ...LOAD, nodes: 1, depth: 1 };
    // The first look compiles what later ones have.
    await see(browser, 'terminal', pages.terminal, none);
    const empties: Seen[] = [];
    const ours: Seen[] = [];
    const bares: Seen[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      empties.push(await see(browser, 'terminal', pages.terminal, none));
      bares.push(await see(browser, 'bare', pages.bare, LOAD));
      ours.push(await see(browser, 'terminal', pages.terminal, LOAD));
    }
    return rowsOf(ours, bares, empties);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function rowsOf(ours: readonly Seen[], bares: readonly Seen[], empties: readonly Seen[]): BenchRow[] {
  const of = (seen: readonly Seen[], what: (each: Seen) => number): number => median(seen.map(what));
  const first = of(ours, ({ firstMs }) => firstMs) - of(empties, ({ firstMs }) => firstMs);
  const firstBare = of(bares, ({ firstMs }) => firstMs);
  const whole = of(ours, ({ allMs }) => allMs) - of(empties, ({ allMs }) => allMs);
  const wholeBare = of(bares, ({ allMs }) => allMs);
  const expand = of(ours, ({ expandMs }) => expandMs);
  const script = of(ours, ({ scrolled }) => scrolled.scriptMs);
  const scriptBare = of(bares, ({ scrolled }) => scrolled.scriptMs);
  const longest = (seen: readonly Seen[]): string =>
    Math.max(...seen.map(({ scrolled }) => scrolled.longestTaskMs)).toFixed(0);
  const each = (of(ours, ({ heap }) => heap) - of(empties, ({ heap }) => heap)) / NODES;
  return [
    {
      name: `algo tree: script until the first of ${NODES} nodes are shown, without that of an empty terminal`,
      ...{ subject: first, baseline: firstBare, ratio: first / firstBare, unit: 'ms', note: 'goal 2' },
    },
    {
      name: `algo tree: script until all ${NODES} are there`,
      ...{ subject: whole, baseline: wholeBare, ratio: whole / wholeBare, unit: 'ms', note: 'goal 2' },
    },
    {
      name: `algo tree: script while scrolled through, ${LOAD.updates} updates/s, ${LOAD.prices} prices/s`,
      ...{ subject: script, baseline: scriptBare, ratio: script / scriptBare, unit: 'ms' },
      note: `longest task ${longest(ours)} ms (bare ${longest(bares)}), goal 50; ${of(ours, ({ scrolled }) => scrolled.framesPerSecond).toFixed(0)} frames/s`,
    },
    {
      name: 'algo tree: script of expand all',
      ...{ subject: expand, baseline: 200, ratio: expand / 200, unit: 'ms', note: 'baseline: the goal' },
    },
    {
      name: 'algo tree: heap of the page a node',
      ...{ subject: each, baseline: 3_000, ratio: each / 3_000, unit: 'bytes', note: 'baseline: the goal' },
    },
  ];
}

async function see(browser: Browser, kind: 'bare' | 'terminal', pages: string, load: typeof LOAD): Promise<Seen> {
  const script = join(import.meta.dirname, 'algo-tree', 'serve.ts');
  const flags = Object.entries({ kind, pages, ...load }).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [script, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    // Time that the page's thread ran, not that passed: machines are shared.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await watchFromStart(page);
    await page.goto(line.toString().trim());
    const ours = kind === 'terminal';
    if (ours) await page.getByRole('tab', { name: 'Algo orders' }).click();
    await page.locator('[role="row"][row-id]').first().waitFor();
    const firstMs = (await metric(session, 'ScriptDuration')) * 1000;
    // All of them, and the head.
    await page.locator(`[aria-rowcount="${load.nodes + 1}"]`).waitFor();
    const allMs = (await metric(session, 'ScriptDuration')) * 1000;
    await page.waitForTimeout(1_000);
    const one = load.nodes === 1;
    const expandMs = ours && !one ? await expandAll(page, session) : 0;
    const [scrolled] = one
      ? [await watch(page, 500)]
      : await Promise.all([watch(page, SCROLL_MS), scrollThrough(page, SCROLL_MS)]);
    return { firstMs, allMs, scrolled, expandMs, heap: scrolled.heap };
  } finally {
    await context.close();
    child.kill();
    await once(child, 'close');
  }
}

async function expandAll(page: Page, session: CDPSession): Promise<number> {
  const panel = page.getByRole('region', { name: 'Algo orders' });
  await panel.getByRole('button', { name: 'Collapse all' }).click();
  await page.waitForTimeout(1_000);
  // What the updates cost in a second meanwhile is not the expanding's.
  const quiet = await spent(page, session, 1_000, async () => undefined);
  const all = await spent(page, session, 1_000, () => panel.getByRole('button', { name: 'Expand all' }).click());
  return Math.max(0, all - quiet);
}

async function spent(page: Page, session: CDPSession, ms: number, act: () => Promise<unknown>): Promise<number> {
  const before = await metric(session, 'ScriptDuration');
  await act();
  await page.waitForTimeout(ms);
  return ((await metric(session, 'ScriptDuration')) - before) * 1000;
}

/** From the first row to the last in so many ms. */
async function scrollThrough(page: Page, ms: number): Promise<void> {
  await page.evaluate(async (span) => {
    const [view] = [...document.querySelectorAll<HTMLElement>('div')]
      .filter((each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowY))
      .sort((one, other) => other.scrollHeight - one.scrollHeight);
    if (view === undefined) throw new Error('There is nothing to scroll.');
    const from = performance.now();
    await new Promise<void>((resolve) => {
      const step = (): void => {
        const share = Math.min(1, (performance.now() - from) / span);
        view.scrollTop = share * (view.scrollHeight - view.clientHeight);
        if (share < 1) requestAnimationFrame(step);
        else resolve();
      };
      step();
    });
  }, ms);
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((each) => each.name === name)?.value ?? Number.NaN;
}

async function buildBare(folder: string): Promise<string> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'algo-tree', 'bare'),
    base: './',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'chrome140' },
  });
  return folder;
}
