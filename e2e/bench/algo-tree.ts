import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright';
import { build } from 'vite';
import { ensurePage } from '../../build/page/page.ts';
import { launchChromium } from '../support/browser.ts';
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
/** One leaf of those in view at a time, ten times a second, and nothing else. */
const LEAF = { ...LOAD, updates: 10, prices: 0, among: 7 };
const LEAF_MS = 5_000;

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
    const leaves: LeafSeen[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      empties.push(await see(browser, 'terminal', pages.terminal, none));
      bares.push(await see(browser, 'bare', pages.bare, LOAD));
      ours.push(await see(browser, 'terminal', pages.terminal, LOAD));
      leaves.push(await seeLeaf(browser, pages.terminal));
    }
    return [...rowsOf(ours, bares, empties), leafRow(leaves)];
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

interface LeafSeen {
  /** Script, and all work of the page's thread, for one change, in ms. */
  readonly scriptMs: number;
  readonly workMs: number;
  /** Rows whose elements were touched for one change. */
  readonly rows: number;
}

function leafRow(seen: readonly LeafSeen[]): BenchRow {
  const subject = median(seen.map(({ scriptMs }) => scriptMs));
  const work = median(seen.map(({ workMs }) => workMs)).toFixed(1);
  const rows = median(seen.map(({ rows: touched }) => touched)).toFixed(2);
  return {
    name: `algo tree: script of a change of one leaf among ${NODES} nodes`,
    ...{ subject, baseline: 2, ratio: subject / 2, unit: 'ms' },
    note: `baseline: the goal; ${work} ms with style, layout and paint; ${rows} rows touched`,
  };
}

async function seeLeaf(browser: Browser, pages: string): Promise<LeafSeen> {
  const of = async (load: typeof LEAF): Promise<LeafSeen> =>
    inPage(browser, 'terminal', pages, load, async (page, session) => {
      await page.getByRole('tab', { name: 'Algo orders' }).click();
      await allRows(page, load.nodes);
      await page.waitForTimeout(2_000);
      await page.evaluate(() => {
        const touched = { rows: 0 };
        Object.assign(window, { benchTouched: touched });
        new MutationObserver((records) => {
          const rows = records.map(({ target }) => target.parentElement?.closest('[row-id]'));
          touched.rows += new Set(rows.filter((row) => row !== null && row !== undefined)).size;
        }).observe(document, { subtree: true, childList: true, characterData: true });
      });
      const before = { script: await metric(session, 'ScriptDuration'), work: await metric(session, 'TaskDuration') };
      await page.waitForTimeout(LEAF_MS);
      const changes = (LEAF.updates * LEAF_MS) / 1_000;
      const script = (await metric(session, 'ScriptDuration')) - before.script;
      const work = (await metric(session, 'TaskDuration')) - before.work;
      const { rows } = await page.evaluate(
        () => (window as unknown as { benchTouched: { rows: number } }).benchTouched, // set above
      );
      return { scriptMs: (script * 1_000) / changes, workMs: (work * 1_000) / changes, rows: rows / changes };
    });
  const still = await of({ ...LEAF, updates: 0 });
  const busy = await of(LEAF);
  return { scriptMs: busy.scriptMs - still.scriptMs, workMs: busy.workMs - still.workMs, rows: busy.rows - still.rows };
}

function see(browser: Browser, kind: Kind, pages: string, load: typeof LOAD): Promise<Seen> {
  return inPage(browser, kind, pages, load, async (page, session) => {
    const ours = kind === 'terminal';
    if (ours) await page.getByRole('tab', { name: 'Algo orders' }).click();
    await page.locator('[role="row"][row-id]').first().waitFor();
    const firstMs = (await metric(session, 'ScriptDuration')) * 1000;
    await allRows(page, load.nodes);
    const allMs = (await metric(session, 'ScriptDuration')) * 1000;
    await page.waitForTimeout(1_000);
    const one = load.nodes === 1;
    const expandMs = ours && !one ? await expandAll(page, session) : 0;
    const [scrolled] = one
      ? [await watch(page, 500)]
      : await Promise.all([watch(page, SCROLL_MS), scrollThrough(page, SCROLL_MS)]);
    return { firstMs, allMs, scrolled, expandMs, heap: scrolled.heap };
  });
}

/** All of them, and the head. */
const allRows = (page: Page, nodes: number): Promise<void> =>
  page.locator(`[aria-rowcount="${nodes + 1}"]`).waitFor({ timeout: 180_000 });

type Kind = 'bare' | 'terminal';

/** Serves a forest to a fresh page, and lets `look` look at it. */
async function inPage<Result>(
  browser: Browser,
  kind: Kind,
  pages: string,
  load: typeof LOAD & { readonly among?: number },
  look: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
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
    return await look(page, session);
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
