import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright';
import { openArchive, type ArchiveCalls } from '../../electron/core/history/archive/archive-calls.ts';
import { createExportFile } from '../../electron/core/history/archive/export/export-file.ts';
import type { Walk } from '../../electron/core/history/archive/file/state.ts';
import { layoutOf } from '../../electron/core/history/archive/file/tables.ts';
import { startArchiveThread } from '../../electron/core/history/archive/thread.ts';
import { createCells, packCells } from '../../electron/core/history/cells.ts';
import { startPractice } from '../../electron/practice/server.ts';
import type { ArchiveWhere } from '../../shared/contract/archive.ts';
import { historyOf } from '../../shared/history/tables.ts';
import { launchChromium } from '../support/browser.ts';
import { startProgram } from '../support/program.ts';
import { median, type BenchRow } from './bench.ts';
import { watch, watchFromStart } from './workspace/page-watch.ts';

/*
 * An archive of a million funding fees (BENCH_ROWS for fewer) beside bare SQLite: a page taken in, a filter
 * with its sums over everything, an export, and the grid scrolled in a real Chromium.
 */
const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const PAGE = 1_000;
const SCROLL_MS = 15_000;
const ROUNDS = 5;
const NOW = 1_760_000_000_000;
const WALK: Walk = {
  number: 1,
  anchor: NOW,
  from: null,
  page: 1,
  cursor: null,
  size: PAGE,
  total: ROWS,
  seen: 0,
  oldest: null,
  ends: '',
  again: false,
};
const WHERE: ArchiveWhere = { history: 'funding', from: null, to: null, text: '', tests: [] };
const SYMBOLS = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'AVAX', 'LINK'].map((base) => `PERP_${base}_USDT`);

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-bench-'));
  try {
    const exchange = await startPractice({ pastDays: 0 });
    const owner = `practice ${exchange.key}`;
    await exchange.close();
    const path = join(folder, 'archive-practice.sqlite');
    const bare = new DatabaseSync(join(folder, 'bare.sqlite'));
    const archive = openArchive({ path, owner, now: NOW });
    const rows = [takenIn(archive, bare), summed(archive, bare)];
    archive.close();
    rows.push(await exported(path, owner, folder, bare));
    bare.close();
    return [...rows, await scrolled(folder)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A page as the client hands it on: read by its schema. */
const recordsOf = (page: number): object[] =>
  Array.from({ length: PAGE }, (_, row) => {
    const at = page * PAGE + row;
    return {
      id: String(1_954_766_344_355_779_056n - BigInt(at)),
      symbol: SYMBOLS[at % SYMBOLS.length],
      fundingRate: `0.0001${at % 97}`,
      markPrice: `64210.${at % 10}`,
      fundingFee: `${at % 13}.${String((at * 7_919) % 1_000_000_007).padStart(10, '0')}`,
      fundingIntervalHours: 8,
      paymentType: at % 5 < 3 ? 'Pay' : 'Receive',
      status: 'COMPLETED',
      createdTime: NOW - Math.floor(at / SYMBOLS.length) * 60_000,
      updatedTime: NOW - Math.floor(at / SYMBOLS.length) * 60_000,
    };
  });

function takenIn(archive: ArchiveCalls, bare: DatabaseSync): BenchRow {
  const { id, time, texts } = layoutOf('funding');
  const cellsOf = createCells('funding', [id, time, ...texts]);
  bare.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE TABLE t (id TEXT PRIMARY KEY, at INTEGER, fee REAL, json TEXT)',
  );
  const insert = bare.prepare('INSERT INTO t VALUES (?, ?, ?, ?)');
  const ours: number[] = [];
  const bares: number[] = [];
  archive.begin('funding', WALK);
  for (let page = 0; page < ROWS / PAGE; page += 1) {
    const records = recordsOf(page);
    const from = performance.now();
    archive.putPage('funding', packCells(records.flatMap((record) => cellsOf(record))), { ...WALK, page: page + 2 });
    const middle = performance.now();
    bare.exec('BEGIN');
    for (const record of records as Record<string, string | number>[])
      insert.run(record['id'] ?? '', record['createdTime'] ?? 0, Number(record['fundingFee']), JSON.stringify(record));
    bare.exec('COMMIT');
    ours.push(middle - from);
    bares.push(performance.now() - middle);
  }
  const ended = performance.now();
  archive.finish('funding');
  const index = performance.now() - ended;
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    name: `archive: a page of ${PAGE} rows taken in, ${ROWS} rows in all`,
    subject: median(ours),
    baseline: median(bares),
    ratio: median(ours) / median(bares),
    unit: 'ms',
    note: `goal 2 ms; mean ${mean(ours).toFixed(2)} ms (bare ${mean(bares).toFixed(2)}), of which the index of the sums at the end makes ${((index / ROWS) * PAGE).toFixed(2)} ms more; bare SQLite keeps the record as JSON and adds up doubles`,
  };
}

function summed(archive: ArchiveCalls, bare: DatabaseSync): BenchRow {
  const asked: ArchiveWhere = { ...WHERE, from: NOW - ROWS * 6_000 };
  const times = (act: () => void): number =>
    median(
      Array.from({ length: ROUNDS }, () => {
        const from = performance.now();
        act();
        return performance.now() - from;
      }),
    );
  const all = times(() => archive.sums(WHERE));
  const some = times(() => archive.sums(asked));
  const status = times(() =>
    archive.sums({ ...WHERE, tests: [{ field: 'status', test: 'is', values: ['COMPLETED'] }] }),
  );
  const first = times(() =>
    archive.page({
      ...WHERE,
      tests: [{ field: 'symbol', test: 'is', values: ['PERP_SOL_USDT'] }],
      sort: null,
      offset: 0,
      limit: 200,
    }),
  );
  const plain = bare.prepare('SELECT count(*), sum(fee) FROM t WHERE at >= ?');
  const baseline = times(() => plain.get(NOW - ROWS * 6_000));
  return {
    name: `archive: filter and exact sums by symbol over ${ROWS} rows`,
    subject: some,
    baseline,
    ratio: some / baseline,
    unit: 'ms',
    note: `goal 300 ms; without a filter ${all.toFixed(0)} ms, by a column that no index has ${status.toFixed(0)} ms, filter and first page ${first.toFixed(1)} ms; bare is one sum of doubles`,
  };
}

async function exported(path: string, owner: string, folder: string, bare: DatabaseSync): Promise<BenchRow> {
  const thread = startArchiveThread({ path, owner, now: NOW });
  await thread.states();
  const columns = historyOf('funding').columns.map(({ field }) => field);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const before = process.memoryUsage.rss();
  let most = before;
  const from = performance.now();
  const { id } = await thread.beginExport({
    path: join(folder, 'out.csv'),
    format: 'csv',
    columns,
    where: WHERE,
    sort: null,
  });
  for (let done = false; !done;) {
    ({ done } = await thread.moreExport(id));
    most = Math.max(most, process.memoryUsage.rss());
  }
  const seconds = (performance.now() - from) / 1000;
  delay.disable();
  await thread.close();
  const began = performance.now();
  const file = createExportFile(join(folder, 'bare.jsonl'));
  for (const { json } of bare.prepare('SELECT json FROM t ORDER BY at DESC').iterate()) file.write(`${String(json)}\n`);
  file.finish();
  const bareSeconds = (performance.now() - began) / 1000;
  return {
    name: `archive: export of ${ROWS} rows as CSV`,
    subject: ROWS / seconds,
    baseline: ROWS / bareSeconds,
    ratio: seconds / bareSeconds,
    unit: 'rows/s',
    note: `goal 200,000; ratio of times; resident memory grew by ${((most - before) / 1e6).toFixed(0)} MB (goal 50); longest delay of the core's event loop ${(delay.max / 1e6).toFixed(0)} ms (goal 50)`,
  };
}

/** The whole program with that archive: its grid is scrolled from end to end, by wheel and by leaps. */
async function scrolled(folder: string): Promise<BenchRow> {
  mkdirSync(folder, { recursive: true });
  const program = await startProgram({ dataFolder: folder });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await watchFromStart(page);
    await page.goto(program.address);
    await page.getByRole('region', { name: 'Order entry' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Funding fee history');
    await page.keyboard.press('Enter');
    const history = page.getByRole('region', { name: 'Funding fee history', exact: true });
    await history.getByRole('radio', { name: 'Archive' }).click();
    await history.getByText(`${ROWS.toLocaleString('en-US')} rows`, { exact: true }).waitFor();
    await history.locator('[role="row"][row-index="3"]').first().hover();
    await page.waitForTimeout(5_000);
    const still = await watch(page, SCROLL_MS);
    const scrolling = wheel(page);
    const seen = await watch(page, SCROLL_MS);
    const turns = await scrolling();
    return {
      name: 'archive: longest task of the page while its grid is scrolled',
      subject: seen.longestTaskMs,
      baseline: still.longestTaskMs,
      ratio: seen.longestTaskMs / Math.max(1, still.longestTaskMs),
      unit: 'ms',
      note: `goal no task over 50 ms: ${seen.longTasks} (${still.longTasks} without scrolling); ${seen.framesPerSecond.toFixed(0)} frames/s; ${turns} turns of the wheel`,
    };
  } finally {
    await browser.close();
    await program.stop();
  }
}

/** Turns the wheel until the returned function is called, which says how often. */
function wheel(page: Page): () => Promise<number> {
  let turns = 0;
  let on = true;
  const going = (async () => {
    while (on) {
      turns += 1;
      // Now and then a leap, as by the bar at the side.
      await page.mouse.wheel(0, turns % 40 === 0 ? 2_000_000 : 240);
      await page.waitForTimeout(30);
    }
  })();
  return async () => {
    on = false;
    await going;
    return turns;
  };
}
