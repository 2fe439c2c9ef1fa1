import { createSecretKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { emptyPlan } from '../../../shared/contract/algo.ts';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import { orderDraft } from '../../../shared/testing/order-draft.ts';
import { startPractice } from '../../practice/server.ts';
import { serveBridge } from '../page/bridge.ts';
import { createTerminal } from '../session/terminal.ts';
import { openPage } from '../../../e2e/rigs/core/page.ts';
import { portPair } from '../../../e2e/rigs/core/port-pair.ts';
import { realWorld } from '../world/world.ts';

/*
 * The switch in the whole core against the exchange that fires it, in real time, on a local clock that
 * is five minutes off. While a test runs, both sides are compared fifty times a second: what the screen
 * says, and what the exchange has.
 */

const SKEW = 300_000;
/** The shortest that can be kept renewing. */
const TIMEOUT_MS = 8_000;
const RENEWALS = { method: 'POST', path: '/v3/trade/cancelAllAfter' };
let presses = 0;

async function startSides() {
  const exchange = await startPractice({ limits: false, pastDays: 0, adminPort: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-deadman-'));
  const world = realWorld();
  const shift = { ms: SKEW };
  const clock = { ...world.clock, now: () => world.clock.now() + shift.ms };
  const { rest, publicStream, privateStream, key, secret } = exchange;
  const begin = () => {
    const made = createTerminal({
      world: { ...world, clock },
      profile: {
        id: 'main',
        name: 'Main',
        environment: 'practice',
        rest,
        publicStream,
        privateStream,
        viewOnly: false,
      },
      credentials: { key, secret: createSecretKey(Buffer.from(secret)) },
      dataDir: folder,
      version: '0.0.0',
    });
    made.start();
    const [core, port] = portPair();
    serveBridge(core, made, { shell: { name: 'test', keychain: false, nativeDialogs: false, notifications: false } });
    return { terminal: made, page: openPage(port) };
  };
  const run = begin();
  let { terminal } = run;
  const { page } = run;
  await page.until(() => page.rows('connection').find(({ id, state }) => id === 'private' && state === 'live'));
  const account =
    [...exchange.venue.accounts.values()].find(({ name }) => name === 'practice') ?? expect.fail('no account');
  const press = () =>
    ({ commandId: `press-${(presses += 1)}-of-test`, environment: 'practice', profile: 'main' }) as const;
  const row = (): DeadManRow => page.rows('deadman')[0] ?? expect.fail('no row');
  await page.until(() => page.rows('deadman')[0]);

  // ---------------------------------------------------------------- both sides, fifty times a second
  const wrong: string[] = [];
  const wrongSince = new Map<string, number>();
  let firedAt: number | null = null;
  let shownAt: number | null = null;
  let quietUntil = 0;
  let before = account.open.size;
  const watch = setInterval(() => {
    const { state, deadlineLocal, inDoubt } = row();
    const truth = account.deadManAt;
    const now = world.clock.monotonic();
    // A row is on its way to the page for some 20 ms: what is wrong for longer is wrong.
    const lasting = (what: string, isWrong: boolean): void => {
      const since = isWrong ? (wrongSince.get(what) ?? now) : null;
      if (since === null) wrongSince.delete(what);
      else wrongSince.set(what, since);
      if (since !== null && now - since > 100 && !wrong.includes(what)) wrong.push(what);
    };
    lasting(`${state} while armed`, truth !== 0 && ['off', 'unavailable'].includes(state));
    const error =
      truth === 0 || deadlineLocal === null || now < quietUntil
        ? 0
        : deadlineLocal - clock.now() - (truth - exchange.venue.now);
    lasting('promises too long', error > 50);
    // What a request on its way may have moved already is shown as doubt.
    lasting('promises too little', error < -1_000 && !inDoubt);
    if (before > 0 && account.open.size === 0 && firedAt === null && !disarmedOrCancelled) {
      firedAt = now;
      if (state === 'off') wrong.push('orders went while it said off');
    }
    before = account.open.size;
    if (state === 'fired') {
      shownAt ??= now;
      if (account.open.size > 0) wrong.push('fired, and orders are open');
    }
  }, 20);
  let disarmedOrCancelled = false;

  return {
    page,
    account,
    row,
    wrong,
    shift,
    /** After a step of the clock it has to be noticed and measured. */
    quiet: (ms: number): void => void (quietUntil = world.clock.monotonic() + ms),
    /** Ms from when the orders went until the screen said so; NaN where either has not happened. */
    async shownAfter(): Promise<number> {
      await wait(100);
      return firedAt === null || shownAt === null ? NaN : shownAt - firedAt;
    },
    fired: () => firedAt !== null,
    fault: async (part: object): Promise<void> => {
      const answer = await fetch(`${exchange.admin}/faults`, {
        method: 'POST',
        body: JSON.stringify({ ...RENEWALS, ...part }),
      });
      expect(answer.ok).toBe(true);
    },
    async order(): Promise<void> {
      const outcome = await page.ask('orders.place', {
        ...press(),
        draft: orderDraft(),
      });
      expect(outcome.status).toBe('accepted');
      await page.until(() => page.rows('orders').find(({ status }) => status === 'NEW'));
      before = account.open.size;
    },
    /** A long position. */
    async buy(): Promise<void> {
      const outcome = await page.ask('orders.place', {
        ...press(),
        draft: orderDraft({ type: 'MARKET', price: '' }),
      });
      expect(outcome.status).toBe('accepted');
      await page.until(() => page.rows('positions').find(({ holding }) => holding !== '0'));
    },
    /** Ends the program, and starts it again after a while: what its switch says once it says fired. */
    async again(afterMs: number): Promise<DeadManRow> {
      await terminal.stop();
      await wait(afterMs);
      const next = begin();
      terminal = next.terminal;
      return next.page.until(() => next.page.rows('deadman').find(({ state }) => state === 'fired'));
    },
    /** A stop far below the market. */
    async stop(): Promise<void> {
      await page.until(() => page.rows('instruments').length > 0);
      const plan = { ...emptyPlan, symbol: 'PERP_BTC_USDT', algoType: 'STOP', side: 'SELL', type: 'MARKET' } as const;
      const draft = { ...plan, quantity: '0.01', triggerPrice: '50000' };
      expect(await page.ask('algo.place', { ...press(), draft })).toMatchObject({ status: 'accepted' });
      await page.until(() => page.rows('algoOrders').find(({ open }) => open));
    },
    arm: (mode: 'once' | 'renew', timeoutMs = TIMEOUT_MS) => page.ask('deadman.arm', { ...press(), timeoutMs, mode }),
    disarm: () => page.ask('deadman.disarm', press()),
    until: (state: DeadManRow['state']) => page.until(() => row().state === state),
    async end(): Promise<void> {
      disarmedOrCancelled = true;
      clearInterval(watch);
      await terminal.stop();
      await exchange.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A test that has a desk of its own, and in which both sides never disagreed. */
function sides(name: string, run: (at: Awaited<ReturnType<typeof startSides>>) => Promise<void>): void {
  test.concurrent(
    name,
    async ({ expect: mine }) => {
      const at = await startSides();
      try {
        await run(at);
        mine(at.wrong).toEqual([]);
      } finally {
        await at.end();
      }
    },
    60_000,
  );
}

describe('the dead-man switch and its exchange', () => {
  for (const times of [1, 2, 3])
    sides(`fault 36: ${times} answer(s) to renewals lost in a row: alarm, and nothing is cancelled`, async (at) => {
      await at.order();
      await at.arm('renew');
      await at.fault({ kind: 'hang', process: true, times });
      await at.until('failing');
      await at.until('armed');
      await wait(1_000);
      expect([at.fired(), at.account.open.size]).toEqual([false, 1]);
    });

  sides(
    'fault 36: 4 answers lost in a row: it may have fired, nothing is renewed any more, and the end is said',
    async (at) => {
      await at.order();
      await at.arm('renew');
      await at.fault({ kind: 'hang', process: true, times: 4 });
      await at.until('failing');
      await at.until('unknown');
      await at.until('fired');
      expect(await at.shownAfter()).toBeLessThan(3_000);
    },
  );

  sides('fault 36: three renewals that never arrive are survived', async (at) => {
    await at.order();
    await at.arm('renew');
    await at.fault({ kind: 'hang', process: false, times: 3 });
    await at.until('failing');
    await at.until('armed');
    await wait(TIMEOUT_MS / 4);
    expect([at.fired(), at.account.open.size]).toEqual([false, 1]);
  });

  sides('fault 36: when none arrives any more the orders go, and it is said within a second', async (at) => {
    await at.order();
    await at.arm('renew');
    await at.fault({ kind: 'hang', process: false, times: 1_000 });
    await at.until('failing');
    await at.until('fired');
    expect(await at.shownAfter()).toBeLessThan(1_000);
    expect(at.row().report).toMatchObject({ before: 1, after: 0 });
  });

  sides('fault 37: a renewal that is answered late, after a newer one, changes nothing', async (at) => {
    await at.order();
    await at.arm('renew');
    await at.fault({ kind: 'delay', ms: 3_000, process: true, times: 1 });
    await at.until('failing');
    await at.until('armed');
    await wait(4_000);
    expect(['armed', 'renewing']).toContain(at.row().state);
    expect(at.fired()).toBe(false);
  });

  sides('fault 38: a disarm that crosses a renewal ends it on both sides', async (at) => {
    await at.order();
    await at.arm('renew');
    await at.fault({ kind: 'delay', ms: 1_200, process: true, times: 1 });
    await at.until('renewing');
    expect((await at.disarm()).status).toBe('accepted');
    await at.until('off');
    expect(at.account.deadManAt).toBe(0);
    await wait(TIMEOUT_MS + 1_000);
    expect([at.row().state, at.account.deadManAt, at.account.open.size]).toEqual(['off', 0, 1]);
  });

  sides('fault 38: a disarm that is not answered leaves it armed on the screen, and renewed', async (at) => {
    await at.order();
    await at.arm('renew');
    await at.fault({ kind: 'hang', process: false, times: 1 });
    expect((await at.disarm()).status).toBe('unconfirmed');
    expect(at.row().state).not.toBe('off');
    await wait(TIMEOUT_MS);
    expect([at.fired(), at.account.open.size]).toEqual([false, 1]);
  });

  sides(
    'fault 39: an account without the right to it is told so in the exchange’s words, and nothing is armed',
    async (at) => {
      Object.assign(at.account, { vip: false });
      expect((await at.arm('renew')).status).toBe('rejected');
      await at.until('unavailable');
      expect(at.row()).toMatchObject({ state: 'unavailable', message: expect.stringContaining('VIP') });
      expect(at.account.deadManAt).toBe(0);
    },
  );

  sides('fault 40: it fires while everything is connected: said within a second, with a report', async (at) => {
    await at.order();
    await at.arm('once', 5_000);
    await at.until('fired');
    expect(await at.shownAfter()).toBeLessThan(1_000);
    expect(at.row().report).toMatchObject({ before: 1, after: 0 });
    expect(at.page.rows('orders').filter(({ open }) => open)).toEqual([]);
  });

  sides('fault 40: what went is counted and named, stops too', async (at) => {
    await at.order();
    await at.stop();
    await at.arm('once', 5_000);
    await at.until('fired');
    const { report, message } = at.row();
    expect(message).toMatch(/^The dead-man switch fired\. All 2 orders were cancelled \(1 order, 1 stop\)\./);
    expect(report).toMatchObject({ before: 2, orders: 1, algos: 1, after: 0 });
    expect(report?.went).toMatchObject([
      { kind: 'order', symbol: 'PERP_BTC_USDT', side: 'BUY', type: 'LIMIT' },
      { kind: 'algo', symbol: 'PERP_BTC_USDT', side: 'SELL', type: expect.stringMatching(/^STOP/), trigger: '50000' },
    ]);
  });

  sides('it fires while no program runs: the next one names what went, and who lost a stop', async (at) => {
    await at.order();
    await at.buy();
    await at.stop();
    await at.arm('renew');
    await at.until('armed');
    const { report, message } = await at.again(TIMEOUT_MS + 2_000);
    expect(message).toBe(
      'The dead-man switch fired. All 2 orders were cancelled (1 order, 1 stop). Lost their stops: PERP_BTC_USDT.',
    );
    expect(report).toMatchObject({ before: 2, orders: 1, algos: 1, after: 0, unprotected: ['PERP_BTC_USDT'] });
    expect(report?.mayBeMore).toBeUndefined();
    expect(report?.went).toMatchObject([
      { kind: 'order', side: 'BUY', type: 'LIMIT', price: '40000' },
      { kind: 'algo', side: 'SELL', type: 'STOP', trigger: '50000' },
    ]);
  });

  sides('fault 40: a stop that was all there was is named, too', async (at) => {
    await at.stop();
    await at.arm('once', 5_000);
    await at.until('fired');
    const { report, message } = at.row();
    expect(message).toContain('1 stop was cancelled.');
    expect(report).toMatchObject({ before: 1, orders: 0, algos: 1, after: 0 });
  });

  sides(
    'fault 47: the local clock steps by an hour and back: it is renewed, and the countdown is right again',
    async (at) => {
      await at.order();
      await at.arm('renew');
      for (const step of [3_600_000, -7_200_000, 3_600_000]) {
        at.quiet(1_500);
        at.shift.ms += step;
        await wait(4_000);
        expect(at.row()).toMatchObject({ mode: 'renew', deadlineLocal: expect.any(Number) });
      }
      expect([at.fired(), at.account.open.size]).toEqual([false, 1]);
    },
  );

  sides('fault 47: the local clock goes back by a millisecond every second: nothing is cancelled', async (at) => {
    await at.order();
    await at.arm('renew');
    for (let part = 0; part < 9; part += 1) {
      at.shift.ms -= 1;
      await wait(1_000);
    }
    expect([at.fired(), at.account.open.size]).toEqual([false, 1]);
  });
});
