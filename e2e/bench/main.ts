import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { BenchRow } from './bench.ts';

/**
 * Runs the benchmarks of this folder one after the other and prints a table of ratios. A benchmark
 * is a file that exports `run(): Promise<BenchRow[]>`; its baseline runs interleaved with its subject,
 * because machines are shared and absolute times mean little.
 *
 *   npm run bench                 all of them but the soak, which takes ten minutes
 *   npm run bench -- order-path   those whose file name contains a word
 *   npm run bench -- soak         the heap over ten minutes
 *   npm run bench -- --json       one JSON line instead of the table
 */
const NOT_BENCHMARKS = new Set(['main.ts', 'bench.ts']);
const ONLY_BY_NAME = new Set(['soak.ts']);

interface Benchmark {
  run(): Promise<BenchRow[]>;
}

const isBenchmark = (module: object): module is Benchmark => 'run' in module && typeof module.run === 'function';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const files = (await readdir(import.meta.dirname))
    .filter((file) => file.endsWith('.ts') && !NOT_BENCHMARKS.has(file))
    .filter((file) =>
      positionals.length === 0 ? !ONLY_BY_NAME.has(file) : positionals.some((word) => file.includes(word)),
    )
    .sort();
  if (files.length === 0) {
    console.error(`No benchmark is named like ${positionals.join(', ')}.`);
    return 1;
  }
  const rows: BenchRow[] = [];
  let failed = 0;
  for (const file of files) {
    const module: object = await import(new URL(file, import.meta.url).href);
    if (!isBenchmark(module)) continue;
    try {
      rows.push(...(await module.run()));
    } catch (error) {
      failed += 1;
      console.error(`${file} failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (values.json) console.log(JSON.stringify(rows));
  else print(rows);
  return failed === 0 ? 0 : 1;
}

function print(rows: readonly BenchRow[]): void {
  const cells = rows.map((row) => [
    row.name,
    `${figure(row.subject)} ${row.unit}`,
    `${figure(row.baseline)} ${row.unit}`,
    `${row.ratio.toFixed(2)} x`,
    row.note ?? '',
  ]);
  const head = ['benchmark', 'ours', 'baseline', 'ratio', 'note'];
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)));
  for (const row of [head, ...cells])
    console.log(
      row
        .map((cell, column) =>
          column === 1 || column === 2 || column === 3
            ? cell.padStart(widths[column] ?? 0)
            : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    );
}

const figure = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

process.exitCode = await main();
