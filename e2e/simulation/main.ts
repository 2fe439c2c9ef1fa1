import { mkdtempSync, existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runSeed, type RunResult } from '../../electron/core/simulation/run.ts';

/**
 * Runs seeds of the simulation and says what was found: `npm run simulate -- --seeds
 * 10000 --from 1`. Ends with exit code 1 at the first seed that breaks a rule (`--all` goes on).
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
  },
});

/** The journals of a run live a second: in memory where there is such a place, for the disk's sake. */
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'quarterdeck-simulation-'));
const from = Number(values.from);
const count = Number(values.seeds);
const totals = { seeds: 0, broken: 0, placements: 0, crashes: 0, unconfirmed: 0 };
const settledIn: number[] = [];

function take(result: RunResult): boolean {
  totals.seeds += 1;
  totals.placements += result.placements;
  totals.crashes += result.crashes;
  totals.unconfirmed += result.unconfirmed;
  settledIn.push(...result.settledMs);
  if (result.violations.length === 0) return true;
  totals.broken += 1;
  console.log(`seed ${result.seed}:\n  ${result.violations.slice(0, 5).join('\n  ')}`);
  return values.all;
}

try {
  for (let seed = from; seed < from + count; seed += 1) {
    const result = await runSeed({ seed, folder });
    // Now and then a seed is run twice: the same seed must do the same to the letter.
    if (seed % 100 === 0 && (await runSeed({ seed, folder })).trace !== result.trace)
      result.violations.push('a second run of the seed went another way');
    if (!take(result)) break;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
settledIn.sort((a, b) => a - b);
const at = (share: number): number => Math.round(settledIn[Math.floor(settledIn.length * share)] ?? 0);
console.log(
  `${totals.seeds} seeds, ${totals.placements} placements, ${totals.crashes} crashes, ${totals.unconfirmed} unconfirmed; ` +
    `settled in ${at(0.5)} ms (p50), ${at(0.99)} ms (p99) once the exchange shows the order; ${totals.broken} seeds broke a rule`,
);
if (totals.broken > 0) process.exitCode = 1;
