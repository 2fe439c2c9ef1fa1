import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../shared/contract/contract.ts';
import { FaultError } from '../../../shared/errors.ts';
import { settled } from '../../../e2e/rigs/core/manual-clock.ts';
import { setUp } from './testing/fake-exchange.ts';
import { proves } from '../../../e2e/rigs/proof.ts';

const accepted: Partial<Outcome> = { status: 'accepted' };

describe('armed once', () => {
  it('counts down to the exchange’s own instant on a local clock that is five minutes off', async () => {
    const { clock, exchange, start, id, row, after } = setUp();
    const man = start();
    expect(row(man).state).toBe('off');
    expect(await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'once' }))).toMatchObject(accepted);
    const shown = row(man);
    expect(shown).toMatchObject({ state: 'armed', mode: 'once', deadline: exchange.timer, inDoubt: false });
    const remaining = (shown.deadlineLocal ?? 0) - clock.now();
    expect(Math.abs(remaining - ((exchange.timer ?? 0) - exchange.now()))).toBeLessThan(50);
    expect(exchange.arrivals).toHaveLength(1);
  });

  it('says fired or unknown at the instant, and fired with a report once the orders are gone', async () => {
    const { clock, exchange, start, id, row, after } = setUp();
    const man = start();
    await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'once' }));
    await clock.move(60_000 - 15);
    expect(row(man).state).toBe('unknown');
    await clock.move(1_000);
    expect(row(man)).toMatchObject({
      state: 'fired',
      deadline: null,
      report: { before: 3, after: 0, positions: ['PERP_BTC_USDT'] },
    });
    expect(exchange.cancelledAt).toHaveLength(1);
  });

  it.each([
    [null, 'some may have lost their stops'],
    [[], 'All 3 orders were cancelled.'],
  ])('reports positions %j as such where they were not read, or where there are none', async (positions, text) => {
    const { clock, start, id, row, after, known } = setUp();
    known.positions = positions;
    const man = start();
    await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'once' }));
    await clock.move(61_000);
    expect(row(man)).toMatchObject({ state: 'fired', message: expect.stringContaining(text), report: { positions } });
  });

  it('names no stop as lost that no position had', async () => {
    const { clock, start, id, row, after } = setUp();
    const man = start();
    await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'once' }));
    await clock.move(61_000);
    expect(row(man)).toMatchObject({
      message: 'The dead-man switch fired. All 3 orders were cancelled.',
      report: { unprotected: [] },
    });
  });

  it('says nothing of the last firing where it is armed anew', async () => {
    const { clock, start, id, row, after } = setUp();
    const man = start();
    await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'once' }));
    await clock.move(61_000);
    expect(row(man).message).toContain('fired');
    const states: string[] = [];
    man.feed.subscribe(({ put }) => states.push(...put.map(({ state, message }) => `${state} ${message}`.trim())));
    await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'once' }));
    expect(new Set(states)).toEqual(new Set(['arming', 'armed']));
  });

  it('is still called fired, with its report, after the program or its profile was opened again', async () => {
    const { clock, exchange, start, id, row, after } = setUp();
    let man = start();
    await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
    exchange.fate = () => 'answer-lost';
    await clock.move(15_100);
    exchange.fate = () => 'lost';
    await clock.move(150_000);
    const before = row(man);
    expect(before).toMatchObject({ state: 'fired', report: { before: 3 } });
    man.stop();
    man = start();
    const { state, since, message, report, leftArmed } = row(man);
    expect({ state, since, message, report }).toEqual({
      state: 'fired',
      since: before.since,
      message: before.message,
      report: before.report,
    });
    expect(leftArmed).toBe(false);
    // An arming that may have been taken ends it, whenever the program ends.
    void man.arm({ ...id(), timeoutMs: 60_000, mode: 'once' });
    await clock.move(10);
    man.stop();
    man = start();
    expect(row(man)).toMatchObject({ state: 'armed', leftArmed: true, report: null });
  });

  it.each([
    ['no more than when it can have fired', null],
    ['when, by the exchange’s word on an order', 30_000],
  ])('says of a firing that unanswered renewals moved %s', async (_what, after60s) => {
    const { clock, exchange, start, id, row, after, known } = setUp();
    const man = start();
    await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
    const first = exchange.timer ?? 0;
    if (after60s !== null) known.endedAt = first + after60s;
    exchange.fate = () => 'answer-lost';
    await clock.move(15_100);
    exchange.fate = () => 'lost';
    await clock.move(90_000);
    const [fired] = exchange.cancelledAt;
    expect(fired).toBeGreaterThan(first);
    const { at = 0, until } = row(man).report ?? {};
    if (after60s !== null) expect({ at, until }).toEqual({ at: known.endedAt, until: undefined });
    else {
      expect(at).toBeLessThanOrEqual(fired ?? 0);
      expect(until).toBeGreaterThanOrEqual(fired ?? Infinity);
    }
  });

  it('says of what went with other switches unanswered that there may be more', async () => {
    const { clock, exchange, start, id, row, after, known } = setUp();
    const man = start();
    await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
    exchange.fate = () => 'answer-lost';
    await clock.move(15_100);
    known.doubtful = new Set(['0', '1', '2']);
    exchange.fate = () => 'lost';
    await clock.move(150_000);
    expect(row(man)).toMatchObject({
      message: expect.stringContaining('Look in “Order history”.'),
      report: { before: 0, mayBeMore: true },
    });
  });

  it('says that it did not fire where the orders are still there', async () => {
    const { clock, exchange, start, id, row, after } = setUp();
    const man = start();
    await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'once' }));
    exchange.timer = null;
    await clock.move(90_000);
    expect(row(man)).toMatchObject({ state: 'off', message: expect.stringContaining('did not fire') });
  });
});

describe('disarmed', () => {
  it('waits for the answer before it says off', async () => {
    const { clock, exchange, start, id, row, after } = setUp();
    const man = start();
    await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
    const disarming = man.disarm(id());
    await settled();
    expect(row(man)).toMatchObject({ state: 'disarming', deadline: exchange.timer });
    expect(await after(30, disarming)).toMatchObject(accepted);
    expect(row(man).state).toBe('off');
    await clock.move(600_000);
    expect([exchange.cancelledAt, exchange.arrivals.length]).toEqual([[], 2]);
  });

  it('counts as armed, and goes on being renewed, where no answer came', async () => {
    const { clock, exchange, start, id, row, after } = setUp();
    const man = start();
    await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
    exchange.fate = () => 'lost';
    expect(await after(6_000, man.disarm(id()))).toMatchObject({ status: 'unconfirmed' });
    expect(row(man)).toMatchObject({ deadline: exchange.timer, inDoubt: true });
    exchange.fate = () => 'fine';
    await clock.move(300_000);
    expect(exchange.cancelledAt).toEqual([]);
  });

  it('is never armed again by a renewal that was on its way', async () => {
    const { clock, exchange, start, id, after } = setUp();
    const man = start();
    exchange.latency = 2_000;
    await after(3_000, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
    await clock.move(12_500); // a renewal is on its way
    await after(10_000, man.disarm(id()));
    await clock.move(600_000);
    expect([exchange.timer, exchange.cancelledAt, exchange.mostOnTheWay]).toEqual([null, [], 1]);
  });
});

describe('renewed', () => {
  it('goes out at a quarter of the timeout, and survives three that are lost in a row', async () => {
    const { clock, exchange, start, id, row, after } = setUp();
    const man = start();
    await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
    await clock.move(60_000);
    expect(exchange.arrivals).toHaveLength(5);
    let lost = 3;
    exchange.fate = () => (lost-- > 0 ? 'lost' : 'fine');
    await clock.move(61_000);
    expect(exchange.cancelledAt).toEqual([]);
    expect(row(man).state).toBe('armed');
  });

  it('raises the alarm within a second of the first that is not answered, and says when the orders go', async () => {
    const { clock, exchange, start, id, row, after, notices } = setUp();
    const man = start();
    await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
    exchange.fate = () => 'lost';
    await clock.move(15_000);
    await clock.move(1_001);
    expect(row(man)).toMatchObject({ state: 'failing', deadline: exchange.timer });
    expect([...notices.feed.rows()].some(({ level, text }) => level === 'danger' && /not renewed/.test(text))).toBe(
      true,
    );
    await clock.move(60_000);
    expect(row(man).state).toBe('fired');
    expect(exchange.cancelledAt).toHaveLength(1);
  });

  it('fires and says so when nothing can be sent at all', async () => {
    const { clock, exchange, start, id, row, after } = setUp();
    const man = start();
    await after(30, man.arm({ ...id(), timeoutMs: 8_000, mode: 'renew' }));
    exchange.fate = () => 'unsent';
    await clock.move(4_000);
    expect(row(man).state).toBe('failing');
    await clock.move(10_000);
    expect(row(man).state).toBe('fired');
  });

  it('renews at once after sleep where time is left', async () => {
    const { clock, exchange, start, id, row, after } = setUp();
    const man = start();
    await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
    await clock.move(1_000);
    man.nudge();
    await clock.move(30);
    expect(exchange.arrivals).toHaveLength(2);
    expect(row(man).state).toBe('armed');
  });

  it('is never late by more than 250 ms, nor two at once, over thousands of renewals; RENEWALS sets how many', async () => {
    const { clock, exchange, start, id, after } = setUp();
    const man = start();
    let seed = 7;
    await after(30, man.arm({ ...id(), timeoutMs: 8_000, mode: 'renew' }));
    exchange.fate = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      exchange.latency = 1 + (seed % 200);
      return 'fine';
    };
    const RENEWALS = proves ? 100_000 : 5_000;
    await clock.move(2_000 * RENEWALS);
    const gaps = exchange.arrivals.slice(1).map((at, index) => at - (exchange.arrivals[index] ?? 0));
    expect(gaps.length).toBeGreaterThanOrEqual(RENEWALS * 0.95);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(2_000 + 250);
    expect([exchange.mostOnTheWay, exchange.cancelledAt]).toEqual([1, []]);
    man.stop();
  }, 300_000);
});

describe('armed for longer after a firing that left renewals unanswered', () => {
  it('counts down to what may still arrive, and says why and until when', async () => {
    const { clock, exchange, start, id, row, after } = setUp();
    const man = start();
    await after(30, man.arm({ ...id(), timeoutMs: 30_000, mode: 'renew' }));
    exchange.fate = () => 'lost';
    await clock.move(60_000);
    expect(row(man).state).toBe('fired');
    const lost = exchange.now();
    exchange.fate = () => 'fine';
    await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
    for (let renewals = 0; renewals < 5; renewals += 1) {
      await clock.move(15_100);
      const { deadline, doubt } = row(man);
      expect(doubt).toMatchObject({ timeoutMs: 30_000, known: exchange.timer });
      expect(doubt?.until).toBeLessThan(lost + 320_000);
      // It arrives right after the renewal that was answered: less is left than that one promised.
      expect(deadline).toBeLessThanOrEqual((exchange.timer ?? 0) - 30_000);
    }
    await clock.move(340_000);
    expect(row(man)).toMatchObject({ state: 'armed', inDoubt: false, doubt: null, deadline: exchange.timer });
  });
});

describe('refused', () => {
  it('is unavailable in the exchange’s words where the account is no VIP', async () => {
    const { exchange, start, id, row, after } = setUp();
    const man = start();
    exchange.fate = () => 'not-vip';
    expect(await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }))).toMatchObject({
      status: 'rejected',
    });
    expect(row(man)).toMatchObject({ state: 'unavailable', message: expect.stringContaining('VIP only') });
  });

  it('throws before anything is sent for a timeout that cannot be renewed in time', () => {
    const { exchange, start, id } = setUp();
    const man = start();
    for (const timeoutMs of [0, -1, 7_999, 900_001, 60_000.5, Number.NaN])
      expect(() => man.arm({ ...id(), timeoutMs, mode: 'renew' })).toThrow(FaultError);
    expect(exchange.arrivals).toEqual([]);
  });
});

describe('after a crash', () => {
  it('shows what is still armed, does not renew it, and disarms it when asked', async () => {
    const { clock, exchange, start, id, row, after } = setUp();
    const first = start();
    await after(30, first.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
    first.stop(); // its timers die with it, nothing else is done
    await clock.move(5_000);
    const second = start();
    expect(row(second)).toMatchObject({ state: 'armed', leftArmed: true, mode: null, deadline: exchange.timer });
    await clock.move(20_000);
    expect(exchange.arrivals).toHaveLength(1);
    await after(30, second.disarm(id()));
    expect([row(second).state, exchange.timer]).toEqual(['off', null]);
  });

  it.each<readonly ['known' | 'not known', object, string]>([
    ['known', { before: 3, orders: 3 }, 'The dead-man switch fired. All 3 orders were cancelled.'],
    [
      'not known',
      { before: 0, mayBeMore: true },
      'The dead-man switch’s time passed. What it cancelled is not known. Look in “Order history”.',
    ],
  ])('tells what it cancelled while no program ran, where what was open is %s', async (what, report, message) => {
    const { clock, exchange, start, id, row, after, known } = setUp();
    if (what === 'not known') known.since = null;
    const first = start();
    await after(30, first.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
    await clock.move(20_000);
    first.stop();
    await clock.move(90_000);
    expect(exchange.cancelledAt).toHaveLength(1);
    known.orders = 0;
    known.since = exchange.now();
    const second = start();
    await clock.move(3_000);
    expect(row(second)).toMatchObject({ state: 'fired', message, report });
  });

  it('counts a request that was on its way when it crashed', async () => {
    const { clock, exchange, start, id, row } = setUp();
    const first = start();
    exchange.fate = () => 'answer-lost';
    void first.arm({ ...id(), timeoutMs: 60_000, mode: 'once' });
    await clock.move(15);
    first.stop();
    const second = start();
    expect(row(second)).toMatchObject({ state: 'armed', leftArmed: true, inDoubt: true });
    expect(row(second).deadline ?? Infinity).toBeLessThanOrEqual(exchange.timer ?? 0);
  });
});

it('says armed, and no time, until the clock of the exchange is measured, however wrong the local one is', async () => {
  const { clock, exchange, start, id, row, measure } = setUp();
  const first = start();
  exchange.fate = () => 'answer-lost';
  void first.arm({ ...id(), timeoutMs: 600_000, mode: 'once' });
  await clock.move(15);
  first.stop();
  measure(false);
  clock.wall += 3_600_000;
  const second = start();
  expect(row(second)).toMatchObject({ state: 'armed', leftArmed: true, inDoubt: true, deadlineLocal: null });
  await clock.move(1_000);
  measure(true);
  const shown = row(second);
  expect(shown.state).toBe('armed');
  expect((shown.deadlineLocal ?? Infinity) - clock.now()).toBeLessThanOrEqual((exchange.timer ?? 0) - exchange.now());
});
