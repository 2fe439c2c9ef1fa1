import { describe, expect, it } from 'vitest';
import { setUpMeasured } from './testing/fake-exchange.ts';

/** A step is found within so many ms. */
const FOUND_MS = 6_000;

/** An armed switch, on an exchange that is read once a second. */
async function armed(mode: 'once' | 'renew', timeoutMs: number) {
  const world = setUpMeasured();
  const { clock, exchange, id, row, measure } = world;
  const read = (): void => {
    void measure();
    clock.after(1_000, read);
  };
  read();
  await clock.move(25_000);
  const man = world.start();
  await world.after(100, man.arm({ ...id(), timeoutMs, mode }));
  /** Lets time go by and fails where the screen says that something is armed which may have fired, or no sooner. */
  const watch = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      await clock.move(100);
      const { state, deadlineLocal, inDoubt } = row(man);
      if (exchange.timer === null && exchange.cancelledAt.length > 0) {
        expect(['armed', 'renewing', 'failing', 'off']).not.toContain(state);
        continue;
      }
      if (exchange.timer === null) continue;
      expect(['off', 'unavailable']).not.toContain(state);
      if (state === 'fired') expect(inDoubt).toBe(true);
      else if (deadlineLocal !== null)
        expect(deadlineLocal - clock.now()).toBeLessThanOrEqual(exchange.timer - exchange.now() + 20);
    }
  };
  return { ...world, man, watch, shown: () => row(man) };
}

describe('the exchange sets its clock back, and its timer does not run by it', () => {
  it.each([-600_000, -20_000])(
    'once, by %d ms: it is looked into when it fires, and is never armed again',
    async (ms) => {
      const { exchange, watch, shown } = await armed('once', 30_000);
      await watch(3_000);
      exchange.step(ms, 'by another clock');
      await watch(FOUND_MS);
      expect(shown()).toMatchObject({
        state: 'armed',
        inDoubt: true,
        message: expect.stringContaining('set its clock'),
      });
      await watch(24_000);
      expect(shown()).toMatchObject({ state: 'fired', report: { before: 3 } });
      await watch(700_000);
      expect(shown().state).toBe('fired');
    },
  );

  it('renewed, and the renewals hang: failing, then unknown, then fired, and never armed for ten minutes', async () => {
    const { exchange, watch, shown } = await armed('renew', 15_000);
    await watch(20_000);
    exchange.step(-600_000, 'by another clock');
    exchange.fate = () => 'lost';
    const states = new Set<string>();
    for (let second = 0; second < 60; second += 1) {
      await watch(1_000);
      states.add(shown().state);
      if (second > 8) expect(['failing', 'unknown', 'fired', 'renewing']).toContain(shown().state);
    }
    expect([...states]).toEqual(expect.arrayContaining(['failing', 'fired']));
    expect(shown()).toMatchObject({ state: 'fired', report: { before: 3 } });
  });
});

describe.each(['by its clock', 'by another clock'] as const)('a timer %s', (timer) => {
  it.each([-600_000, -20_000, 20_000, 600_000])(
    'is renewed through a step of %d ms as before, and armed without a doubt after it',
    async (ms) => {
      const { exchange, watch, shown, clock } = await armed('renew', 60_000);
      await watch(20_000);
      exchange.arrivals.length = 0;
      const fires = ms > 60_000 && timer === 'by its clock';
      exchange.step(ms, timer);
      // A timer that the step itself passed has fired before anybody can know of it.
      if (fires) {
        expect(exchange.cancelledAt).toHaveLength(1);
        await clock.move(FOUND_MS + 2_000);
        expect(shown()).toMatchObject({ state: 'fired', report: { before: 3 } });
        return;
      }
      // Nobody can know of it before it is found.
      if (ms > 0 && timer === 'by its clock') await clock.move(FOUND_MS);
      for (let second = 0; second < 120; second += 1) {
        await watch(1_000);
        expect(['armed', 'renewing']).toContain(shown().state);
      }
      expect(exchange.arrivals.length).toBeGreaterThanOrEqual(8);
      expect(exchange.cancelledAt).toEqual([]);
      expect(shown()).toMatchObject({ state: 'armed', mode: 'renew', inDoubt: false });
    },
  );

  it.each([-600_000, -20_000, 10_000, 600_000])(
    'armed once is never safer than the truth after a step of %d ms',
    async (ms) => {
      const { exchange, watch, shown, clock } = await armed('once', 60_000);
      await watch(10_000);
      exchange.step(ms, timer);
      await clock.move(FOUND_MS);
      await watch(800_000);
      expect(exchange.cancelledAt).toHaveLength(1);
      expect(shown()).toMatchObject({ state: 'fired', report: { before: 3 } });
    },
  );
});

it('an answer whose time no clock of ours allows does not move the deadline', async () => {
  const { exchange, watch, shown, clock } = await armed('renew', 30_000);
  const call = exchange.client.call;
  let each = 0;
  Object.assign(exchange.client, {
    call: async (...parts: Parameters<typeof call>) => {
      const answer = (await call(...parts)) as { expectedTriggerTime: number }; // the only endpoint that is called
      return (each += 1) % 3 === 0 ? { expectedTriggerTime: answer.expectedTriggerTime + 600_000 } : answer;
    },
  });
  for (let second = 0; second < 90; second += 1) {
    await watch(1_000);
    expect((shown().deadlineLocal ?? 0) - clock.now()).toBeLessThan(31_000);
    expect(shown().state).toMatch(/armed|renewing/);
  }
});

it('is left in doubt for the next run, which looks into the earlier time', async () => {
  const world = await armed('once', 60_000);
  const { exchange, watch, man, start, row, clock, disk } = world;
  await watch(10_000);
  exchange.step(-600_000, 'by another clock');
  await watch(FOUND_MS);
  man.stop();
  expect(disk.kept).toMatchObject({ belief: { doubts: [{ lookedInto: false }] } });
  const next = start();
  await clock.move(1_000);
  expect(row(next)).toMatchObject({ leftArmed: true, inDoubt: true });
  expect((row(next).deadlineLocal ?? Infinity) - clock.now()).toBeLessThanOrEqual(44_000);
  await clock.move(47_000);
  expect(row(next).state).toBe('fired');
});
