import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runSeed, type RunResult } from './run.ts';

/**
 * Runs seeds of the simulation and says what was found: `npm run simulate -- --seeds
 * 10000 --from 1`. Ends with exit code 1 at the first seed that breaks a rule (`--all` goes on);
 * `--processes 2` shares the seeds among so many; `--trace` prints everything that happens.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    processes: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
});
const from = Number(values.from);
const count = Number(values.seeds);

/** Gives each process a share of the seeds. */
async function shareOut(processes: number): Promise<void> {
  const share = Math.ceil(count / processes);
  const ends = Array.from({ length: processes }, (_, at) => {
    const seeds = Math.min(share, count - at * share);
    const again = ['--from', String(from + at * share), '--seeds', String(seeds), ...(values.all ? ['--all'] : [])];
    return once(spawn(process.execPath, [import.meta.filename, ...again], { stdio: 'inherit' }), 'exit');
  });
  for (const [code] of await Promise.all(ends)) if (code !== 0) process.exitCode = 1;
}

async function runHere(): Promise<void> {
  /** The journals of a run live a second: in memory where there is such a place, for the disk's sake. */
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'quarterdeck-simulation-'));
  const results: RunResult[] = [];
  try {
    for (let seed = from; seed < from + count; seed += 1) {
      const result = await runSeed({ seed, folder, ...(values.trace ? { tell: console.log } : {}) });
      results.push(result);
      // Now and then a seed is run twice: the same seed must do the same to the letter.
      if (seed % 100 === 0 && (await runSeed({ seed, folder })).trace !== result.trace)
        result.violations.push('a second run of the seed went another way');
      if (result.violations.length === 0) continue;
      console.log(`seed ${seed}:\n  ${result.violations.slice(0, 5).join('\n  ')}`);
      if (!values.all) break;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  report(results);
  if (results.some(({ violations }) => violations.length > 0)) process.exitCode = 1;
}

function report(results: readonly RunResult[]): void {
  const sum = (of: (result: RunResult) => number): number => results.reduce((all, result) => all + of(result), 0);
  const settledIn = results.flatMap(({ settledMs }) => settledMs).sort((a, b) => a - b);
  const at = (share: number): number => Math.round(settledIn[Math.floor(settledIn.length * share)] ?? 0);
  const byName = (of: (result: RunResult) => ReadonlyMap<string, number>): string => {
    const counts = new Map<string, number>();
    for (const result of results)
      for (const [name, times] of of(result)) counts.set(name, (counts.get(name) ?? 0) + times);
    return [...counts]
      .map(([name, times]) => `${name} ${times}`)
      .sort()
      .join(', ');
  };
  console.log(
    `${results.length} seeds, ${sum(({ placements }) => placements)} placements, ${sum(({ crashes }) => crashes)} crashes, ` +
      `${sum(({ unconfirmed }) => unconfirmed)} placements unconfirmed; settled in ${at(0.5)} ms (p50), ${at(0.99)} ms (p99) ` +
      `once the exchange shows the order; ${sum(({ violations }) => Math.min(1, violations.length))} seeds broke a rule\n` +
      `  pressed: ${byName((result) => result.presses)}\n  ended as not known: ${byName(({ unknown }) => unknown)}\n` +
      `  the dead-man switch fired ${sum(({ fired }) => fired)} times`,
  );
}

await (Number(values.processes) > 1 ? shareOut(Number(values.processes)) : runHere());
