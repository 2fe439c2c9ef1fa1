import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runSeed } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-simulation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('breaks no rule over two hundred seeds of faults and crashes', async () => {
  let placements = 0;
  let crashes = 0;
  let unconfirmed = 0;
  let fired = 0;
  const presses = new Map<string, number>();
  for (let seed = 1; seed <= 200; seed += 1) {
    const result = await runSeed({ seed, folder });
    expect(result.violations, `seed ${seed}`).toEqual([]);
    placements += result.placements;
    crashes += result.crashes;
    unconfirmed += result.unconfirmed;
    fired += result.fired;
    for (const [name, times] of result.presses) presses.set(name, (presses.get(name) ?? 0) + times);
  }
  // What was to be tried did happen.
  expect([placements > 2_000, crashes > 100, unconfirmed > 300, fired > 10]).toEqual([true, true, true, true]);
  expect([...presses].filter(([, times]) => times > 50).map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'orders.edit',
      'orders.cancel',
      'orders.cancelAll',
      'algo.place',
      'algo.edit',
      'algo.cancel',
      'algo.cancelAll',
      'deadman.arm',
      'deadman.disarm',
    ]),
  );
}, 300_000);
