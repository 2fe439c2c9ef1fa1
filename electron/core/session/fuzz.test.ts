import { expect, test } from 'vitest';
import type { z } from 'zod';
import { requests, type RequestName } from '../../../shared/contract/contract.ts';
import { startPractice } from '../../practice/server.ts';
import { besiege } from '../../../e2e/rigs/core/scenes/besieged.ts';
import { openHostilePage, type HostilePage } from '../../../e2e/rigs/core/scenes/hostile-page.ts';
import { dice, makeInputs, spoil } from '../../../e2e/rigs/core/random-input.ts';
import { proves } from '../../../e2e/rigs/proof.ts';

const COUNT = proves ? 1_000_000 : 6_000;
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
/** Frames that are no frames. */
const RUBBISH = [
  '',
  '{',
  'null',
  '{"t":"hello"}',
  '{"t":"ask","id":0,"name":"","input":1}',
  '{"t":"ack","n":-1}',
  '\0',
];
/** Locking would only shut the rest of the attack out. */
const LEFT_OUT: ReadonlySet<string> = new Set(['desk.lock', 'desk.createVault']);

test(`${COUNT} random and spoiled requests do nothing, tell no secret and leave the core well`, async () => {
  const built = await startPractice({ limits: false, pastDays: 0 });
  const main = await startPractice({ limits: false, pastDays: 0, seed: 2 });
  const core = await besiege(built, main, { open: 'main' });
  const chance = dice(SEED);
  const names = (Object.keys(requests) as RequestName[]).filter((name) => !LEFT_OUT.has(name)); // its own keys
  const inputs = new Map(names.map((name) => [name, makeInputs(requests[name].input)]));
  const answered = { values: 0, faults: 0, pipes: 1, mayLeave: 0 };
  let page: HostilePage = openHostilePage(core.desk);
  let read = 0;
  const note = (answer: unknown): void => {
    if (typeof answer === 'object' && answer !== null && 'kind' in answer) answered.faults += 1;
    else answered.values += 1;
  };
  const look = (): void => {
    for (; read < page.heard.length; read += 1)
      for (const secret of core.secrets) expect(page.heard[read]?.includes(secret)).toBe(false);
  };
  try {
    for (let done = 0; done < COUNT; done += 1) {
      const name = chance.pick(names);
      const row = requests[name];
      let input = inputs.get(name)?.(chance);
      if (row.kind === 'command' || chance.roll(3) > 0) input = spoil(input, chance);
      if (row.kind === 'command' && mayLeave(row.input, input)) answered.mayLeave += 1;
      void page
        .ask(chance.roll(50) === 0 ? chance.pick(['__proto__', 'orders', 'x'.repeat(200)]) : name, input)
        .then(note);
      if (done % 50 > 0) continue;
      // What waits for the exchange’s limits waits; the attack goes on.
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      look();
      if (chance.roll(20) === 0) page.sayText(chance.pick(RUBBISH));
      if (!page.closed) continue;
      page = openHostilePage(core.desk);
      read = 0;
      answered.pipes += 1;
    }
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    look();
    // A command that fits and was pressed on the account on screen may leave, once; nothing else may.
    expect(core.writes().length).toBeLessThanOrEqual(answered.mayLeave);
    expect([...(core.desk.feed('desk', '')?.rows() ?? [])]).toMatchObject([{ vault: 'locked' }]);
    expect(await openHostilePage(core.desk).ask('desk.present', {})).toEqual({});
    expect(answered.values).toBeGreaterThan(0);
    expect(answered.faults).toBeGreaterThan(COUNT / 2);
    console.log(`seed ${SEED}: ${JSON.stringify({ ...answered, writes: core.writes().length })}`);
  } finally {
    await core.stop();
    await built.close();
    await main.close();
  }
}, 3_600_000);

/** Whether a command fits its schema as it arrives, and was pressed on the one account that has a key. */
function mayLeave(schema: z.ZodType, input: unknown): boolean {
  const parsed = schema.safeParse(JSON.parse(JSON.stringify(input) ?? 'null'));
  if (!parsed.success) return false;
  const { profile, environment } = parsed.data as { profile: string; environment: string }; // a press
  return profile === 'practice' && environment === 'practice';
}
