import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MarketRow } from '../../../shared/contract/contract.ts';
import { emptyPlan, type AlgoDraft } from '../../../shared/contract/algo.ts';
import { algoReport } from '../../../shared/v3/stream/algo-report.ts';
import { createCommands } from '../commands/commands.ts';
import { createKeyedFeed } from '../page/feeds.ts';
import { createNotices } from '../commands/notices.ts';
import { createPolls } from '../commands/polls.ts';
import { openJournal, type Journal } from '../storage/journal.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { COARSE_PERP } from '../../../shared/testing/instrument.ts';
import { noAnswer, notFound, sameClock, scriptedClient, type Script } from '../../../e2e/rigs/core/scripted-client.ts';
import { realJudge } from '../risk-limits/testing/real-judge.ts';
import { createWaitingSends } from '../orders/waiting-sends.ts';
import { createAlgoOrders } from './algo-orders.ts';

const SYMBOL = COARSE_PERP.symbol;
const COMMAND = 'command-1';
const CLIENT_ID = '77';

let folder = '';
let journal: Journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-algo-'));
  ({ journal } = openJournal(folder, { profile: 'p', environment: 'practice' }, 1));
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

function setUp(script: Script) {
  const clock = new ManualClock();
  const { client, calls } = scriptedClient(script);
  const exchangeClock = sameClock(clock);
  const notices = createNotices(clock);
  const commands = createCommands(journal, clock, notices);
  const algo = createAlgoOrders({
    client,
    exchangeClock,
    clock,
    commands,
    polls: createPolls(clock),
    notices,
    nextClientId: () => CLIENT_ID,
    market: createKeyedFeed<MarketRow>(
      'symbol',
      () => true,
      () => () => undefined,
    ),
    instrument: () => COARSE_PERP,
    context: () => ({ last: null, mark: null }),
    waiting: createWaitingSends(clock),
    judge: realJudge({ clock, client, commands, instrument: () => COARSE_PERP }).judge,
  });
  const status = (): string | undefined => [...commands.feed.rows()].find((row) => row.commandId === COMMAND)?.status;
  const row = () => [...algo.feed.rows()].find(({ id }) => id === '11');
  return { clock, calls, algo, commands, status, row };
}

const stop = (part: object = {}) => ({
  algoOrderId: '11',
  rootAlgoOrderId: '11',
  parentAlgoOrderId: 0,
  clientAlgoOrderId: CLIENT_ID,
  symbol: SYMBOL,
  algoType: 'STOP',
  type: 'MARKET',
  side: 'BUY',
  quantity: '0.5',
  triggerPrice: '64000',
  algoStatus: 'NEW',
  createdTime: 1_000,
  updatedTime: 1_000,
  ...part,
});
/** The same as the stream reports it. */
const report = (at: number) =>
  algoReport(
    {
      aid: 11,
      raid: 11,
      paid: 0,
      caid: 77,
      s: SYMBOL,
      at: 'STOP',
      t: 'MARKET',
      sd: 'BUY',
      sx: '0.5',
      trp: '64000',
      as: 'NEW',
      ts: at,
    },
    null,
  );
const list = (...rows: object[]) => ({
  rows,
  meta: { total: rows.length, recordsPerPage: 500, currentPage: 1 },
});
const DRAFT: AlgoDraft = {
  ...emptyPlan,
  symbol: SYMBOL,
  algoType: 'STOP',
  type: 'MARKET',
  quantity: '0.5',
  triggerPrice: '64000',
};
const CANCEL = { commandId: COMMAND, symbol: SYMBOL, algoOrderId: '11' };

describe('a cancel of all that was not answered', () => {
  test('and never arrived is not called done by the next start while orders are open', async () => {
    const script: Script = ({ name, input }) =>
      name === 'trade.algoOrders'
        ? list(...(input['status'] === 'INCOMPLETE' ? [stop()] : []))
        : name === 'trade.algoOrder'
          ? stop()
          : noAnswer(name);
    const before = setUp(script);
    await before.clock.move(10_000);
    await before.algo.cancelAll({ commandId: COMMAND, symbol: null });
    before.algo.stop();
    const after = setUp(script);
    await after.clock.move(20_000);
    for (const command of after.commands.takeUnsettled()) after.algo.resume(command);
    await after.clock.move(30_000);
    expect(after.status()).toBe('unconfirmed');
    await after.clock.move(400_000);
    expect(after.status()).toBe('rejected');
    // They may have been placed after it was done.
    expect(journal.find(COMMAND)?.outcome).toMatchObject({ fault: { kind: 'OutcomeUnknown' } });
    after.algo.stop();
  });
});

test.each([
  ['algo.place', '{"symbol":"PERP_BTC_USDT"}'],
  ['algo.place', 'no JSON'],
  ['algo.edit', '{"algoOrderId":"11","change":{"price":true}}'],
  ['algo.cancel', '{}'],
  ['algo.cancelAll', '{"symbols":["PERP_BTC_USDT"]}'],
])('a %s of a former run that cannot be read stays open, and nothing is concluded: %s', async (name, input) => {
  const entry = { commandId: COMMAND, name, symbol: SYMBOL, clientOrderId: null, summary: 'S', input, at: 1 };
  journal.begin(entry);
  const { clock, calls, algo, commands, status } = setUp(({ name: endpoint }) =>
    endpoint === 'trade.algoOrders' ? list() : notFound(endpoint),
  );
  for (const command of commands.takeUnsettled()) expect(() => algo.resume(command)).toThrow();
  await clock.move(1_000_000);
  expect(status()).toBe('unconfirmed');
  expect(calls).toEqual([]);
  algo.stop();
});

describe('a cancel of all that was not answered, with nothing left', () => {
  test('is not over while it may still arrive and end what is placed now', async () => {
    const at = setUp(({ name }) => (name === 'trade.algoOrders' ? list() : noAnswer(name)));
    await at.clock.move(10_000);
    await at.algo.cancelAll({ commandId: COMMAND, symbol: null });
    await at.clock.move(100_000);
    expect(at.status()).toBe('unconfirmed');
    await at.clock.move(300_000);
    expect(at.status()).toBe('accepted');
    at.algo.stop();
  });
});

describe('a plan that was not answered', () => {
  test('is not called absent where the list has it and the single read does not', async () => {
    let taken = false;
    const at = setUp(({ name, input }) =>
      name === 'trade.algoOrders'
        ? list(...(taken && input['status'] === 'INCOMPLETE' ? [stop()] : []))
        : name === 'trade.algoOrder'
          ? notFound(name)
          : noAnswer(name),
    );
    await at.algo.place({ commandId: COMMAND, draft: DRAFT });
    await at.clock.move(290_000);
    expect(at.status()).toBe('unconfirmed');
    taken = true;
    await at.clock.move(125_000);
    expect(at.status()).toBe('accepted');
    at.algo.stop();
  });
});

describe('an open algo order that the exchange does not find', () => {
  /** It is reported at once, and shown by reads only from then on when `shown` says so. */
  const scene = () => {
    const state = { shown: false };
    const at = setUp(({ name, input }) =>
      name === 'trade.algoOrders'
        ? list(...(state.shown && input['status'] === 'INCOMPLETE' ? [stop({ updatedTime: null })] : []))
        : name === 'trade.algoOrder'
          ? state.shown
            ? stop()
            : notFound(name)
          : noAnswer(name),
    );
    return { state, at };
  };

  test('may only not be shown yet: it stays open for the minute that reads may lag', async () => {
    const { at } = scene();
    at.algo.take([report(at.clock.now())]);
    await at.clock.move(50_000);
    await at.algo.read();
    expect(at.row()).toMatchObject({ open: true, odd: null });
    await at.clock.move(11_000);
    await at.algo.read();
    expect(at.row()).toMatchObject({ open: false, odd: expect.stringContaining('no longer lists it') });
    at.algo.stop();
  });

  test('is open again once it is found again', async () => {
    const { at, state } = scene();
    at.algo.take([report(at.clock.now())]);
    await at.clock.move(70_000);
    await at.algo.read();
    expect(at.row()?.open).toBe(false);
    state.shown = true;
    await at.algo.read();
    expect(at.row()).toMatchObject({ open: true, odd: null });
    at.algo.stop();
  });

  test('is not said to have escaped a cancel that was not answered', async () => {
    const { at } = scene();
    at.algo.take([report(at.clock.now())]);
    await at.algo.cancel(CANCEL);
    await at.clock.move(400_000);
    expect(journal.find(COMMAND)?.outcome).toMatchObject({ status: 'rejected', fault: { kind: 'OutcomeUnknown' } });
    at.algo.stop();
  });

  test('is not called cancelled by a cancel of all that was not answered', async () => {
    const { at } = scene();
    at.algo.take([report(at.clock.now())]);
    await at.clock.move(70_000);
    await at.algo.cancelAll({ commandId: COMMAND, symbol: null });
    await at.clock.move(400_000);
    expect(at.status()).toBe('rejected');
    at.algo.stop();
  });
});

/** Reads show an order as it is by then; writes are not answered. */
const onlyReads =
  (now: () => object): Script =>
  ({ name, input }) =>
    name === 'trade.algoOrders'
      ? list(...(input['status'] === 'INCOMPLETE' ? [now()] : []))
      : name === 'trade.algoOrder'
        ? now()
        : noAnswer(name);

describe('an edit that was not answered', () => {
  test.each([
    ['as it was', '100', 'ExchangeRejected'],
    ['as another edit made it', '102', 'OutcomeUnknown'],
  ])('of an order that is %s says no more than is known', async (_what, triggerPrice, kind) => {
    let now: object = stop({ triggerPrice: '100' });
    const at = setUp(onlyReads(() => now));
    await at.algo.read();
    await at.algo.edit({ ...CANCEL, triggerPrice: '101' });
    now = stop({ triggerPrice, updatedTime: 2_000 });
    await at.clock.move(400_000);
    expect(journal.find(COMMAND)?.outcome).toMatchObject({ status: 'rejected', fault: { kind } });
    at.algo.stop();
  });
});

describe('a cancel that was not answered', () => {
  test.each([
    ['CANCELLED', 'accepted'],
    ['FILLED', 'rejected'],
    ['EXPIRED', 'rejected'],
  ])('of an order that ended as %s is %s', async (algoStatus, outcome) => {
    let now: object = stop();
    const at = setUp(onlyReads(() => now));
    await at.algo.read();
    await at.algo.cancel(CANCEL);
    expect(at.row()?.pending).toBe('unconfirmed');
    now = stop({ algoStatus, updatedTime: 2_000 });
    await at.clock.move(1_000);
    expect(at.status()).toBe(outcome);
    expect(at.row()).toMatchObject({ algoStatus, pending: 'none' });
    at.algo.stop();
  });

  test('leaves nothing waiting once the trader gives it up', async () => {
    const at = setUp(({ name, input }) =>
      name === 'trade.algoOrders' ? list(...(input['status'] === 'INCOMPLETE' ? [stop()] : [])) : noAnswer(name),
    );
    await at.algo.read();
    await at.algo.cancel(CANCEL);
    at.commands.settle(COMMAND, {
      status: 'rejected',
      clientOrderId: null,
      fault: { kind: 'OutcomeUnknown', endpoint: 'orders', reason: 'the trader no longer waits for it' },
    });
    expect(at.row()).toMatchObject({ open: true, pending: 'none' });
    at.algo.stop();
  });
});

test('a placement whose answer names another order is asked about, not called accepted', async () => {
  const at = setUp(({ name }) =>
    name === 'trade.placeAlgoOrder'
      ? { rows: [{ algoOrderId: '99', clientAlgoOrderId: '5', algoType: 'STOP', quantity: '1' }] }
      : notFound(name),
  );
  expect(await at.algo.place({ commandId: COMMAND, draft: DRAFT })).toMatchObject({ status: 'unconfirmed' });
  at.algo.stop();
});

test.each([
  ['CANCELLED', 'accepted'],
  ['FILLED', 'rejected'],
])('a cancel that does not find its algo order, which is %s by then, is %s', async (algoStatus, end) => {
  let asked = 0;
  const { algo } = setUp(({ name }) => {
    if (name === 'trade.cancelAlgoOrder') return notFound(name);
    if (name === 'trade.algoOrder') asked += 1;
    return name === 'trade.algoOrder' ? stop({ algoStatus, updatedTime: 2_000 }) : list(stop());
  });
  await algo.read();
  expect(await algo.cancel(CANCEL)).toMatchObject({ status: end });
  expect(asked).toBeGreaterThan(0);
});

test('while the stream is silent the open ones are read as often as orders, and soon after an order or a position changed', async () => {
  let status = 'NEW';
  const { algo, clock, calls, row } = setUp(({ name }) =>
    name === 'trade.algoOrder'
      ? stop({ algoStatus: status, updatedTime: 2_000 })
      : list(...(status === 'NEW' ? [stop()] : [])),
  );
  const reads = (): number => calls.filter(({ input }) => input['status'] === 'INCOMPLETE').length;
  await algo.read();
  algo.whileLive(true);
  await clock.move(30_000);
  expect(reads()).toBe(2);
  status = 'FILLED';
  await clock.move(10_000);
  algo.changed();
  algo.changed();
  await clock.move(1_500);
  expect(reads()).toBe(3);
  expect(row()).toMatchObject({ algoStatus: 'FILLED', open: false });
  // Nothing is open any more: nothing is read for a hint.
  algo.changed();
  await clock.move(20_000);
  expect(reads()).toBe(3);
  algo.stop();
});
