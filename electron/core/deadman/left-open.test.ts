import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { marked, unmarked } from './left-open.ts';
import { deadManFile } from './memory.ts';
import { setUpMeasured } from './testing/fake-exchange.ts';
import { earliest, nothingArmed, pruned } from './timer-estimate.ts';
import type { DeadMan } from './types.ts';

async function scene() {
  const world = setUpMeasured();
  const { clock, exchange, row } = world;
  await clock.move(100);
  /** Lets time go by; while something is armed, the screen does not say that nothing is. */
  const watch = async (man: DeadMan, ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      await clock.move(100);
      const { state, inDoubt, deadlineLocal } = row(man);
      if (exchange.timer === null) continue;
      expect(['off', 'unavailable']).not.toContain(state);
      if (state === 'fired') expect(inDoubt).toBe(true);
      else if (deadlineLocal !== null)
        expect(deadlineLocal - clock.now()).toBeLessThanOrEqual(exchange.timer - exchange.now() + 1);
    }
  };
  return { ...world, watch };
}

describe('renewed while the disk is full, and then killed', () => {
  it.each([7_000, 1_000, 0])(
    'and started %d ms later: it may be armed, until it fires, and then it says so',
    async (ms) => {
      const { clock, exchange, start, id, row, after, disk, watch } = await scene();
      const man = start();
      await after(200, man.arm({ ...id(), timeoutMs: 20_000, mode: 'renew' }));
      disk.full = true;
      await watch(man, 40_000);
      expect(row(man)).toMatchObject({ state: 'armed', mode: 'renew' });
      man.stop();
      await clock.move(ms);
      const next = start();
      await watch(next, 8_000);
      expect(row(next)).toMatchObject({ leftArmed: true, inDoubt: true });
      await watch(next, 20_000);
      expect(exchange.cancelledAt).toHaveLength(1);
      expect(row(next)).toMatchObject({ state: 'fired', report: { before: 3 } });
    },
  );

  it('from the first renewal on, and again after a second kill', async () => {
    const { clock, exchange, start, id, row, disk, watch } = await scene();
    const first = start();
    const press = first.arm({ ...id(), timeoutMs: 20_000, mode: 'renew' });
    await clock.move(5);
    disk.full = true;
    await clock.move(100);
    await press;
    await watch(first, 30_000);
    first.stop();
    const second = start();
    await watch(second, 2_000);
    second.stop();
    const third = start();
    await watch(third, 30_000);
    expect(exchange.cancelledAt).toHaveLength(1);
    expect(row(third)).toMatchObject({ state: 'fired' });
  });

  it('and its last request never came: it is off once it cannot be armed any more, and not before', async () => {
    const { start, id, row, after, disk, watch, exchange } = await scene();
    const man = start();
    await after(200, man.arm({ ...id(), timeoutMs: 20_000, mode: 'renew' }));
    disk.full = true;
    await watch(man, 40_000);
    exchange.set(0);
    man.stop();
    const next = start();
    await watch(next, 1_000);
    for (let second = 1; second < 18; second += 1) {
      await watch(next, 1_000);
      expect(row(next)).toMatchObject({ state: 'unknown', leftArmed: true });
    }
    await watch(next, 30_000);
    expect(row(next)).toMatchObject({ state: 'off', message: 'It cannot be armed any more.' });
  });
});

test('an arming that cannot be saved is refused in words, and nothing is sent', async () => {
  const { start, id, row, after, disk, exchange } = await scene();
  disk.full = true;
  const man = start();
  const arming = man.arm({ ...id(), timeoutMs: 20_000, mode: 'renew' });
  await after(
    200,
    arming.catch(() => undefined),
  );
  expect(await arming.catch((error: unknown) => error)).toMatchObject({
    status: 'rejected',
    fault: { kind: 'NotAllowed', reason: expect.stringContaining('cannot be saved') },
  });
  expect(exchange.arrivals).toEqual([]);
  expect(row(man).state).toBe('off');
});

test('killed while the disk can be written, the countdown and the report are as exact as ever', async () => {
  const { start, id, row, after, watch, exchange, clock, disk } = await scene();
  const man = start();
  await after(200, man.arm({ ...id(), timeoutMs: 20_000, mode: 'renew' }));
  await watch(man, 32_000);
  const atKill = structuredClone(disk.kept);
  man.stop();
  // A clean end leaves no mark.
  expect(JSON.stringify(disk.kept)).not.toContain('"id":-1');
  disk.kept = atKill;
  const next = start();
  await watch(next, 1_000);
  const { timer } = exchange;
  expect(row(next)).toMatchObject({ state: 'armed', leftArmed: true, inDoubt: false, deadline: timer });
  await watch(next, 20_000);
  expect(row(next)).toMatchObject({ state: 'fired', inDoubt: false, report: { before: 3, at: timer } });
  expect(row(next).report?.until).toBeUndefined();
  expect(clock.pending).toBeLessThan(5);
});

test('the mark is a doubt that the last version reads, and drops', () => {
  const estimate = { ...nothingArmed, known: 100_000, knownId: 4 };
  const saved = marked(estimate, 20_000);
  expect(unmarked(saved)).toEqual({ estimate, timeoutMs: 20_000 });
  expect(unmarked(estimate)).toEqual({ estimate, timeoutMs: null });
  expect(earliest(saved)).toBe(100_000);
  expect(pruned(saved, 100_001)).toEqual(estimate);
  const [mark] = saved.doubts;
  expect(Object.keys(mark ?? {}).sort()).toEqual(['from', 'id', 'lookedInto', 'timeoutMs', 'until']);
});

describe('what was saved cannot be read', () => {
  async function unreadable(orders = 3) {
    const world = await scene();
    world.exchange.orders = orders;
    world.known.orders = orders;
    world.disk.kept = 'unreadable';
    world.exchange.set(600_000);
    const man = world.start();
    await world.watch(man, 2_000);
    expect(world.row(man)).toMatchObject({ state: 'unknown', leftArmed: true, inDoubt: true });
    expect(world.row(man).message).toContain('it may still be armed');
    return { ...world, man };
  }

  it('it is unknown until it fires, and then that is said', async () => {
    const { man, row, watch } = await unreadable();
    await watch(man, 590_000);
    expect(row(man).state).toBe('unknown');
    await watch(man, 15_000);
    expect(row(man)).toMatchObject({ state: 'fired', report: { before: 3 } });
  });

  it.each(['arm', 'disarm'] as const)('it is unknown until it is told to %s', async (what) => {
    const { man, row, after, id, exchange } = await unreadable();
    const press = what === 'arm' ? man.arm({ ...id(), timeoutMs: 60_000, mode: 'once' }) : man.disarm(id());
    await after(200, press);
    expect(row(man)).toMatchObject({ state: what === 'arm' ? 'armed' : 'off', inDoubt: false, leftArmed: false });
    expect(exchange.timer === null).toBe(what === 'disarm');
  });

  it.each([3, 0])('it is unknown until the longest time has passed, with %d orders open', async (orders) => {
    const { man, row, watch, exchange } = await unreadable(orders);
    exchange.set(0);
    for (let minute = 0; minute < 14; minute += 1) {
      await watch(man, 60_000);
      expect(row(man).state).toBe('unknown');
    }
    await watch(man, 90_000);
    expect(row(man)).toMatchObject({ state: 'off', leftArmed: false, message: 'It cannot be armed any more.' });
  });

  it('it is unknown for the next run too', async () => {
    const { man, row, watch, start, network } = await unreadable();
    man.stop();
    const next = start();
    await watch(next, 5_000);
    expect(row(next)).toMatchObject({ state: 'unknown', leftArmed: true });
    next.stop();
    network.up = false;
  });

  it('of two damaged copies is said, and nothing is taken for nothing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-deadman-'));
    const path = join(folder, 'deadman-main');
    const said: string[] = [];
    deadManFile(path, (words) => said.push(words)).write({ belief: nothingArmed, timeoutMs: null });
    for (const copy of [path, `${path}.copy`]) writeFileSync(copy, readFileSync(copy, 'utf8').slice(0, 60));
    expect(deadManFile(path, (words) => said.push(words)).read()).toBe('unreadable');
    expect(said).toHaveLength(1);
    rmSync(folder, { recursive: true });
  });
});
