import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';
import { createExchangeClock, type MeasuredClock } from './clock.ts';

/** A machine whose wall clock is `skew` ms behind the exchange's. */
function machine(skew: number): { readonly clock: ManualClock; readonly truth: () => number } {
  const clock = new ManualClock();
  const start = clock.wall + skew;
  return { clock, truth: () => start + clock.monotonic() };
}

/** One request and its answer; the exchange writes its time in between. */
async function ask(
  exchangeClock: MeasuredClock,
  { clock, truth }: ReturnType<typeof machine>,
  there: number,
  back: number,
  error = 0,
): Promise<void> {
  const sentAt = clock.monotonic();
  await clock.move(there);
  const timestamp = Math.floor(truth() + error);
  await clock.move(back);
  exchangeClock.observe({ sentAt, receivedAt: clock.monotonic(), timestamp });
}

test('before the first answer it shows the local time and knows nothing', () => {
  const { clock } = machine(5_000);
  const exchangeClock = createExchangeClock(clock);
  expect(exchangeClock.now()).toBe(clock.now());
  expect(exchangeClock.offset()).toBeNull();
  expect(exchangeClock.uncertainty()).toBeNull();
  expect(exchangeClock.isSure()).toBe(false);
});

test('one answer gives the offset to half a round trip, and says so', async () => {
  const world = machine(3_600_000);
  const exchangeClock = createExchangeClock(world.clock);
  await ask(exchangeClock, world, 30, 10);
  expect(Math.abs(exchangeClock.now() - world.truth())).toBeLessThanOrEqual(21);
  expect(exchangeClock.offset()).toBe(exchangeClock.now() - world.clock.now());
  expect(exchangeClock.uncertainty()).toBeCloseTo(20.5, 1);
});

test('the truth is always within the stated uncertainty, and more answers never widen it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -3_600_000, max: 3_600_000 }),
      fc.array(fc.record({ there: fc.integer({ min: 0, max: 400 }), back: fc.integer({ min: 0, max: 400 }) }), {
        minLength: 1,
        maxLength: 30,
      }),
      async (skew, trips) => {
        const world = machine(skew);
        const exchangeClock = createExchangeClock(world.clock);
        for (const { there, back } of trips) {
          await ask(exchangeClock, world, there, back);
          const uncertainty = exchangeClock.uncertainty() ?? NaN;
          expect(Math.abs(exchangeClock.now() - world.truth())).toBeLessThanOrEqual(uncertainty + 1);
          expect(uncertainty).toBeLessThanOrEqual((there + back) / 2 + 0.51);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('after five answers with a round trip of 300 ± 200 ms it is off by at most 100 ms in 99 of 100 cases', async () => {
  let state = 9;
  const chance = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const errors: number[] = [];
  for (let run = 0; run < 1_000; run += 1) {
    const world = machine((chance() - 0.5) * 7_200_000);
    const exchangeClock = createExchangeClock(world.clock);
    for (let i = 0; i < 5; i += 1) {
      const roundTrip = 100 + 400 * chance();
      const there = roundTrip * (0.25 + 0.5 * chance());
      await ask(exchangeClock, world, there, roundTrip - there);
    }
    errors.push(Math.abs(exchangeClock.now() - world.truth()));
  }
  errors.sort((a, b) => a - b);
  expect(errors[989]).toBeLessThanOrEqual(100);
}, 180_000);

test('setting the local clock moves nothing of what is signed, and asks for a new measurement', async () => {
  const world = machine(250);
  const exchangeClock = createExchangeClock(world.clock);
  await ask(exchangeClock, world, 5, 5);
  let jumps = 0;
  exchangeClock.onJump(() => (jumps += 1));
  for (const step of [-3_600_000, 3_600_000]) {
    world.clock.wall += step;
    expect(Math.abs(exchangeClock.now() - world.truth())).toBeLessThanOrEqual(6);
    expect(exchangeClock.offset()).toBe(exchangeClock.now() - world.clock.now());
    expect(exchangeClock.isSure()).toBe(false);
    expect(exchangeClock.uncertainty()).toBeGreaterThanOrEqual(3_600_000);
    await ask(exchangeClock, world, 5, 5);
    expect(exchangeClock.isSure()).toBe(true);
    expect(exchangeClock.uncertainty()).toBeLessThan(10);
  }
  expect(jumps).toBe(2);
});

test('a clock that is set by a millisecond each second disturbs nothing', async () => {
  const world = machine(0);
  const exchangeClock = createExchangeClock(world.clock);
  await ask(exchangeClock, world, 5, 5);
  let jumps = 0;
  exchangeClock.onJump(() => (jumps += 1));
  for (let second = 0; second < 600; second += 1) {
    world.clock.wall -= 1;
    await world.clock.move(1_000);
    expect(Math.abs(exchangeClock.now() - world.truth())).toBeLessThanOrEqual(6);
  }
  expect(jumps).toBe(0);
  expect(exchangeClock.offset()).toBeGreaterThanOrEqual(594);
});

test('a sleep through which the monotonic clock stood still is noticed at the next look and measured again', async () => {
  const { clock } = machine(0);
  let slept = 0;
  const world = { clock, truth: () => 1_760_000_000_000 + clock.monotonic() + slept };
  const exchangeClock = createExchangeClock(clock);
  await ask(exchangeClock, world, 5, 5);
  slept = 7_200_000;
  clock.wall += slept;
  expect(exchangeClock.isSure()).toBe(false);
  await ask(exchangeClock, world, 5, 5);
  expect(Math.abs(exchangeClock.now() - world.truth())).toBeLessThanOrEqual(6);
});

/** The ms of every step that is told. */
function stepsOf(exchangeClock: MeasuredClock): readonly number[] {
  const steps: number[] = [];
  exchangeClock.onStep((ms) => steps.push(ms));
  return steps;
}

/** A clock that enough answers agreed on. */
async function established() {
  const world = machine(0);
  const exchangeClock = createExchangeClock(world.clock);
  for (let i = 0; i < 20; i += 1) await ask(exchangeClock, world, 10, 10);
  return { world, exchangeClock, steps: stepsOf(exchangeClock) };
}

test('two strange timestamps that agree are not believed', async () => {
  const { world, exchangeClock, steps } = await established();
  for (const error of [-46_000, -46_000, 0, 2_000, 2_000]) {
    await ask(exchangeClock, world, 10, 10, error);
    expect(Math.abs(exchangeClock.now() - world.truth())).toBeLessThanOrEqual(11);
    expect(exchangeClock.isSure()).toBe(true);
  }
  expect(steps).toEqual([]);
});

test('a difference of some milliseconds between the nodes is no contradiction', async () => {
  const { world, exchangeClock, steps } = await established();
  for (let i = 0; i < 200; i += 1) {
    await ask(exchangeClock, world, 1, 1, i % 3 === 0 ? 60 : 0);
    expect(exchangeClock.isContradicted()).toBe(false);
    expect(Math.abs(exchangeClock.now() - world.truth())).toBeLessThanOrEqual(70);
  }
  expect(steps).toEqual([]);
});

test('a node with a wrong clock, of which three in ten answers are, moves nothing in a day, after whatever refusal', async () => {
  const { world, exchangeClock, steps } = await established();
  let state = 7;
  let probes = 0;
  for (let second = 0; second < 86_400; second += 1) {
    // While it is contradicted, it is measured six times a second.
    for (let part = 0; part < (exchangeClock.isContradicted() ? 6 : 1); part += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const isWrong = state / 2 ** 32 < 0.3;
      if (isWrong && second % 2 === 0) exchangeClock.doubt();
      await ask(exchangeClock, world, 10, 10, isWrong ? 600_000 : 0);
      probes += 1;
    }
    if (Math.abs(exchangeClock.now() - world.truth()) > 11) expect.fail(`after ${second} s it went wrong`);
    await world.clock.move(860);
  }
  expect(steps).toEqual([]);
  expect(probes).toBeLessThan(6 * 86_400);
}, 180_000);

test.each([-600_000, 600_000, -20_000])('a step by %d ms is found within 6 s, and told once', async (step) => {
  const { world, exchangeClock, steps } = await established();
  const stepAt = world.clock.monotonic();
  let contradictions = 0;
  exchangeClock.onContradiction(() => (contradictions += 1));
  // One answer from before it comes late.
  await ask(exchangeClock, world, 10, 10, step);
  await ask(exchangeClock, world, 10, 10);
  while (steps.length === 0) {
    await ask(exchangeClock, world, 10, 10, step);
    await world.clock.move(150);
    // What is signed meanwhile is signed as before, and a deadline is in doubt.
    if (steps.length === 0) expect(Math.abs(exchangeClock.now() - world.truth())).toBeLessThanOrEqual(11);
    if (contradictions === 5) expect(exchangeClock.isContested()).toBe(true);
  }
  expect(world.clock.monotonic() - stepAt).toBeGreaterThan(3_000);
  expect(world.clock.monotonic() - stepAt).toBeLessThan(6_000);
  expect(steps).toEqual([expect.closeTo(step, -2)]);
  expect([exchangeClock.isContested(), exchangeClock.isContradicted()]).toEqual([false, false]);
  expect(Math.abs(exchangeClock.now() - world.truth() - step)).toBeLessThanOrEqual(11);
});

test('many contradictions within a second are not believed yet', async () => {
  const { world, exchangeClock, steps } = await established();
  for (let i = 0; i < 40; i += 1) await ask(exchangeClock, world, 10, 10, 600_000);
  expect(steps).toEqual([]);
  await world.clock.move(2_500);
  await ask(exchangeClock, world, 10, 10, 600_000);
  expect(steps).toHaveLength(1);
});

test('what began with a wrong node is set right by the others', async () => {
  const world = machine(0);
  const exchangeClock = createExchangeClock(world.clock);
  await ask(exchangeClock, world, 10, 10, 600_000);
  for (let i = 0; i < 3; i += 1) await ask(exchangeClock, world, 10, 10);
  expect(Math.abs(exchangeClock.now() - world.truth())).toBeLessThanOrEqual(11);
});

test('a refusal asks for a new measurement, which one node does not decide and many answers do', async () => {
  const { world, exchangeClock, steps } = await established();
  exchangeClock.doubt();
  expect(exchangeClock.isSure()).toBe(false);
  await ask(exchangeClock, world, 10, 10, 400_000);
  expect(exchangeClock.isSure()).toBe(false);
  expect(Math.abs(exchangeClock.now() - world.truth())).toBeLessThanOrEqual(11);
  await ask(exchangeClock, world, 10, 10);
  expect(exchangeClock.isSure()).toBe(true);
  exchangeClock.doubt();
  for (let i = 0; i < 21; i += 1) await ask(exchangeClock, world, 10, 10, 400_000);
  expect(exchangeClock.isSure()).toBe(true);
  expect(steps).toEqual([expect.closeTo(400_000, -2)]);
  expect(Math.abs(exchangeClock.now() - world.truth() - 400_000)).toBeLessThanOrEqual(11);
});

test('a local clock that is set, and a sleep, are no step; a step back meanwhile is one', async () => {
  const { world, exchangeClock, steps } = await established();
  const setBy = (ms: number): void => {
    world.clock.wall += ms;
    expect(exchangeClock.isSure()).toBe(false);
  };
  setBy(3_600_000);
  await ask(exchangeClock, world, 10, 10);
  setBy(3_600_000); // a sleep: the exchange is as far on
  await ask(exchangeClock, world, 10, 10, 3_600_000);
  expect(steps).toEqual([]);
  setBy(-1_000);
  await ask(exchangeClock, world, 10, 10, 3_000_000);
  expect(steps).toEqual([expect.closeTo(-600_000, -2)]);
});

test('an old measurement says that it grew worse', async () => {
  const world = machine(0);
  const exchangeClock = createExchangeClock(world.clock);
  await ask(exchangeClock, world, 10, 10);
  const fresh = exchangeClock.uncertainty() ?? NaN;
  await world.clock.move(1_000_000);
  expect(exchangeClock.uncertainty()).toBeCloseTo(fresh + 100, 0);
});

test('listeners hear of each measurement until they leave', async () => {
  const world = machine(0);
  const exchangeClock = createExchangeClock(world.clock);
  let heard = 0;
  const stop = exchangeClock.onChange(() => (heard += 1));
  await ask(exchangeClock, world, 10, 10);
  exchangeClock.observe({ sentAt: 0, receivedAt: 1, timestamp: null });
  expect(heard).toBe(1);
  stop();
  stop();
  await ask(exchangeClock, world, 10, 10);
  expect(heard).toBe(1);
});

test('an answer that was written before the machine slept says nothing of the time after', async () => {
  const world = machine(0);
  const exchangeClock = createExchangeClock(world.clock);
  await ask(exchangeClock, world, 5, 5);
  const sentAt = world.clock.monotonic();
  await world.clock.move(5);
  const timestamp = Math.floor(world.truth());
  // The monotonic clock stands still in sleep; the wall clock shows it.
  world.clock.wall += 60_000;
  await world.clock.move(5);
  exchangeClock.observe({ sentAt, receivedAt: world.clock.monotonic(), timestamp });
  expect(exchangeClock.isSure()).toBe(false);
  expect(exchangeClock.uncertainty()).toBeGreaterThanOrEqual(60_000);
});
