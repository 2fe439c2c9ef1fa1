import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPolls } from '../commands/polls.ts';
import { createCommands } from '../commands/commands.ts';
import { createKeyedFeed } from '../page/feeds.ts';
import { createNotices } from '../commands/notices.ts';
import { openJournal, type Journal } from '../storage/journal.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { COARSE_PERP } from '../../../shared/testing/instrument.ts';
import { fails, noAnswer, sameClock, scriptedClient } from '../../../e2e/rigs/core/scripted-client.ts';
import { realJudge } from '../risk-limits/testing/real-judge.ts';
import { createWaitingSends } from '../orders/waiting-sends.ts';
import { createAlgoOrders } from './algo-orders.ts';

const SYMBOL = COARSE_PERP.symbol;

let folder = '';
let journal: Journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-algo-crossed-'));
  ({ journal } = openJournal(folder, { profile: 'p', environment: 'practice' }, 1));
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A stop with the trigger price 100; a test says what becomes of an edit, by the trigger price that it asks for. */
async function setUp(become: (triggerPrice: string, wait: (ms: number) => Promise<void>) => unknown) {
  const clock = new ManualClock();
  const there = { triggerPrice: '100', updatedTime: 1_000 };
  const stop = () => ({
    algoOrderId: '11',
    rootAlgoOrderId: '11',
    parentAlgoOrderId: 0,
    clientAlgoOrderId: '77',
    symbol: SYMBOL,
    algoType: 'STOP',
    type: 'MARKET',
    side: 'BUY',
    quantity: '0.5',
    algoStatus: 'NEW',
    createdTime: 1_000,
    ...there,
  });
  const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
  const { client } = scriptedClient(({ name, input }) =>
    name === 'trade.algoOrder'
      ? stop()
      : name === 'trade.algoOrders'
        ? { rows: input['status'] === 'INCOMPLETE' ? [stop()] : [], meta: null }
        : become(String(input['triggerPrice']), wait),
  );
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
    nextClientId: () => '77',
    market: createKeyedFeed(
      'symbol',
      () => true,
      () => () => undefined,
    ),
    instrument: () => COARSE_PERP,
    context: () => ({ last: null, mark: null }),
    waiting: createWaitingSends(clock),
    judge: realJudge({ clock, client, commands, instrument: () => COARSE_PERP }).judge,
  });
  await algo.read();
  return {
    clock,
    algo,
    /** Begins an edit; its command has the trigger price in its name. */
    edit: (triggerPrice: string) =>
      algo.edit({ commandId: `command-${triggerPrice}`, symbol: SYMBOL, algoOrderId: '11', triggerPrice }),
    /** The exchange has done an edit, and reads show it. */
    has(triggerPrice: string): void {
      there.triggerPrice = triggerPrice;
      there.updatedTime += 1;
    },
    outcome: (triggerPrice: string) => journal.find(`command-${triggerPrice}`)?.outcome,
    row: () => [...algo.feed.rows()].find(({ id }) => id === '11'),
  };
}

const refused = (): never =>
  fails({ kind: 'ExchangeRejected', endpoint: '', code: '317174', message: 'being processed', httpStatus: 400 });

describe('two edits of one algo order', () => {
  test('leave no refusal of the first at the row, where it was answered after the second was sent', async () => {
    const at = await setUp(async (triggerPrice, wait) => {
      if (triggerPrice === '101') await wait(50).then(refused);
      await wait(500);
      at.has('102');
      return noAnswer('trade.editAlgoOrder');
    });
    const first = at.edit('101');
    await at.clock.move(40);
    const second = at.edit('102');
    await at.clock.move(20);
    expect(await first).toMatchObject({ status: 'rejected' });
    // The second is on its way.
    expect(at.row()).toMatchObject({ pending: 'edit', lastRefusal: null });
    await at.clock.move(1_000);
    expect([(await second).status, at.outcome('102')?.status]).toEqual(['unconfirmed', 'accepted']);
    expect(at.row()).toMatchObject({ triggerPrice: '102', pending: 'none', lastRefusal: null });
    at.algo.stop();
  });

  test('leave no refusal of the first at the row, where the second was found to be done before', async () => {
    const at = await setUp(async (triggerPrice, wait) => {
      if (triggerPrice === '101') await wait(100).then(refused);
      at.has('102');
      return noAnswer('trade.editAlgoOrder');
    });
    const first = at.edit('101');
    await at.clock.move(10);
    await at.edit('102');
    await at.clock.move(10);
    expect(at.outcome('102')?.status).toBe('accepted');
    await at.clock.move(100);
    expect(await first).toMatchObject({ status: 'rejected' });
    expect(at.row()).toMatchObject({ triggerPrice: '102', pending: 'none', lastRefusal: null });
    at.algo.stop();
  });

  test('leave the second pending when the first is settled', async () => {
    const at = await setUp(async (triggerPrice, wait) => {
      if (triggerPrice === '101') return noAnswer('trade.editAlgoOrder');
      await wait(4_000);
      return { status: 'EDIT_SENT' };
    });
    await at.edit('101');
    const second = at.edit('102');
    at.has('101');
    await at.clock.move(1_000);
    expect(at.outcome('101')?.status).toBe('accepted');
    expect(at.row()?.pending).toBe('edit');
    await at.clock.move(4_000);
    expect([(await second).status, at.row()?.pending]).toEqual(['accepted', 'none']);
    at.algo.stop();
  });

  test('that ask for the same leave it open what became of the one that was not answered', async () => {
    let sent = 0;
    const at = await setUp(() => ((sent += 1) === 1 ? noAnswer('trade.editAlgoOrder') : { status: 'EDIT_SENT' }));
    await at.edit('101');
    await at.algo.edit({ commandId: 'command-again', symbol: SYMBOL, algoOrderId: '11', triggerPrice: '101' });
    at.has('101');
    await at.clock.move(300_000);
    // It may still arrive, and undo what is done until then.
    expect(at.outcome('101')?.status).toBe('unconfirmed');
    await at.clock.move(100_000);
    expect(at.outcome('101')).toMatchObject({ status: 'rejected', fault: { kind: 'OutcomeUnknown' } });
    at.algo.stop();
  });

  test('leave it open what became of the first, where the second asks for what was there before', async () => {
    const at = await setUp((triggerPrice) =>
      triggerPrice === '101' ? noAnswer('trade.editAlgoOrder') : { status: 'EDIT_SENT' },
    );
    await at.edit('101');
    await at.edit('100');
    await at.clock.move(400_000);
    expect(at.outcome('101')).toMatchObject({ status: 'rejected', fault: { kind: 'OutcomeUnknown' } });
    at.algo.stop();
  });
});
