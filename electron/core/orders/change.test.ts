import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openJournal, type Journal } from '../storage/journal.ts';
import { fails, noAnswer, notFound, type Script } from '../../../e2e/rigs/core/scripted-client.ts';
import { resumeCommand } from './resume.ts';
import { CANCEL, changeScene, EDIT, record } from './testing/change-desk.ts';

let folder = '';
let journal: Journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-change-'));
  ({ journal } = openJournal(folder, { profile: 'p', environment: 'practice' }, 1));
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const setUp = (script: Script): ReturnType<typeof changeScene> => changeScene(journal, script);

describe('an edit', () => {
  test('is acknowledged first, and over when the new price is seen', async () => {
    const at = setUp(() => ({ status: 'EDIT_SENT' }));
    expect(await at.changes.edit(EDIT)).toMatchObject({ status: 'accepted', acknowledgement: 'EDIT_SENT' });
    expect(at.calls[0]?.input).toEqual({ orderId: '11', price: '64001.5' });
    expect(at.rows.get('11')).toMatchObject({ pending: 'edit', pendingPrice: '64001.5', price: '64000' });
    await at.clock.move(5);
    at.see('11', { price: '64001.5' });
    expect(at.rows.get('11')).toMatchObject({ pending: 'none', price: '64001.5' });
  });

  test('that the exchange refuses is no longer pending, and says why', async () => {
    const at = setUp(({ name }) =>
      fails({ kind: 'ExchangeRejected', endpoint: name, code: '302177', message: 'on its way in', httpStatus: 400 }),
    );
    expect(await at.changes.edit(EDIT)).toMatchObject({ status: 'rejected' });
    expect(at.rows.get('11')).toMatchObject({ pending: 'none', lastRefusal: expect.stringContaining('on its way in') });
  });

  test.each([
    ['a price off the tick', { price: '64000.3' }],
    ['nothing new', { price: undefined }],
    ['an order that is not there', { orderId: '99' }],
    ['the wrong symbol', { symbol: 'SPOT_BTC_USDT' }],
  ])('with %s is refused before anything is sent', async (_what, part) => {
    const at = setUp(() => ({}));
    await expect(at.changes.edit({ ...EDIT, ...part })).rejects.toMatchObject({ fault: { kind: 'InvalidInput' } });
    expect(at.calls).toEqual([]);
  });

  test('of a finished order is refused before anything is sent', async () => {
    const at = setUp(() => ({}));
    at.see('11', { status: 'FILLED', executed: '0.5' });
    await expect(at.changes.edit(EDIT)).rejects.toThrow('InvalidInput');
    expect(at.calls).toEqual([]);
  });

  test('that was acknowledged and never shows is asked about, and given up with words', async () => {
    const at = setUp(({ name }) => (name === 'trade.order' ? record('11') : { status: 'EDIT_SENT' }));
    await at.changes.edit(EDIT);
    await at.clock.move(40_000);
    expect(at.rows.get('11')).toMatchObject({ pending: 'none', lastRefusal: expect.stringContaining('no effect') });
  });

  test('that was called without effect takes the words back once its effect is seen', async () => {
    const at = setUp(({ name }) => (name === 'trade.order' ? record('11') : { status: 'EDIT_SENT' }));
    await at.changes.edit(EDIT);
    await at.clock.move(40_000);
    expect(at.rows.get('11')?.lastRefusal).toContain('no effect');
    at.see('11', { price: '64001.5' });
    expect(at.rows.get('11')).toMatchObject({ price: '64001.5', lastRefusal: null });
  });

  test.each<readonly [string, object, string]>([
    ['took effect', { price: '64001.5' }, 'accepted'],
    ['came too late', { status: 'FILLED', executed: '0.5' }, 'rejected'],
  ])('without an answer that %s is found out by reading the order', async (_what, part, status) => {
    const at = setUp(({ name }) => (name === 'trade.order' ? record('11', part) : noAnswer(name)));
    expect(await at.changes.edit(EDIT)).toMatchObject({ status: 'unconfirmed' });
    await at.clock.move(10);
    expect([...at.commands.feed.rows()][0]?.status).toBe(status);
    expect(at.rows.get('11')?.pending).toBe('none');
    expect(at.calls.filter(({ name }) => name === 'trade.editOrder')).toHaveLength(1);
  });

  test('without an answer that never arrives is pending until that is proven', async () => {
    const at = setUp(({ name }) => (name === 'trade.order' ? record('11') : noAnswer(name)));
    await at.changes.edit(EDIT);
    await at.clock.move(355_000);
    expect(at.rows.get('11')?.pending).toBe('edit');
    await at.clock.move(60_000);
    expect(at.rows.get('11')).toMatchObject({ pending: 'none', lastRefusal: expect.stringContaining('no effect') });
    expect([...at.commands.feed.rows()][0]?.status).toBe('rejected');
  });
});

describe('two edits of one order', () => {
  const SECOND = { ...EDIT, commandId: 'command-2', price: '64002.5' };
  const commandsOf = (at: ReturnType<typeof setUp>) =>
    Object.fromEntries(
      [...at.commands.feed.rows()].map(({ commandId, status, message }) => [commandId, { status, message }]),
    );

  test('leave it open what became of the first, where it was not answered and the second is seen', async () => {
    let price = '64000';
    const at = setUp(({ name, input }) => {
      if (name === 'trade.order') return record('11', { price });
      return input['price'] === EDIT.price ? noAnswer(name) : { status: 'EDIT_SENT' };
    });
    await at.changes.edit(EDIT);
    await at.clock.move(100);
    await at.changes.edit(SECOND);
    // The first may have been there for a moment.
    price = SECOND.price;
    await at.clock.move(400_000);
    expect(commandsOf(at)['command-1']).toMatchObject({ status: 'rejected' });
    expect(journal.find('command-1')?.outcome).toMatchObject({ status: 'rejected', fault: { kind: 'OutcomeUnknown' } });
    expect(commandsOf(at)['command-1']?.message).not.toContain('no effect');
    expect(at.rows.get('11')).toMatchObject({ price: SECOND.price, pending: 'none' });
  });

  test('leave it open also where the order ended as the second made it', async () => {
    let part: object = {};
    const at = setUp(({ name, input }) => {
      if (name === 'trade.order') return record('11', part);
      return input['price'] === EDIT.price ? noAnswer(name) : { status: 'EDIT_SENT' };
    });
    await at.changes.edit(EDIT);
    await at.clock.move(100);
    await at.changes.edit(SECOND);
    part = { price: SECOND.price, status: 'FILLED', executed: '0.5' };
    await at.clock.move(40_000);
    expect(at.rows.get('11')).toMatchObject({ status: 'FILLED', pending: 'none' });
    expect(journal.find('command-1')?.outcome).toMatchObject({ status: 'rejected', fault: { kind: 'OutcomeUnknown' } });
  });

  test('of a former run leave it open too', async () => {
    const before = setUp(({ name }) => (name === 'trade.order' ? notFound(name) : noAnswer(name)));
    await before.changes.edit(EDIT);
    const after = setUp(({ name }) =>
      name === 'trade.order' ? record('11', { price: SECOND.price }) : noAnswer(name),
    );
    for (const command of after.commands.takeUnsettled())
      expect(resumeCommand(command, after.orders, after.settler, journal)).toBe(true);
    await after.clock.move(400_000);
    expect(journal.find('command-1')?.outcome).toMatchObject({ status: 'rejected', fault: { kind: 'OutcomeUnknown' } });
  });

  test('leave the second waiting when the first is ended', async () => {
    const at = setUp(({ name, input }) => {
      if (name === 'trade.order') return record('11');
      return input['price'] === EDIT.price ? noAnswer(name) : { status: 'EDIT_SENT' };
    });
    await at.changes.edit(EDIT);
    await at.clock.move(358_000);
    await at.changes.edit(SECOND);
    await at.clock.move(3_000);
    expect(commandsOf(at)['command-1']).toMatchObject({
      status: 'rejected',
      message: expect.stringContaining('no effect'),
    });
    expect(at.rows.get('11')).toMatchObject({ pending: 'edit', pendingPrice: SECOND.price });
  });
});

describe('a cancel', () => {
  test('is pending until the order is seen to have ended', async () => {
    const at = setUp(() => ({ status: 'CANCEL_SENT' }));
    expect(await at.changes.cancel(CANCEL)).toMatchObject({ acknowledgement: 'CANCEL_SENT' });
    expect(at.rows.get('11')?.pending).toBe('cancel');
    at.see('11', { status: 'CANCELLED' });
    expect(at.rows.get('11')).toMatchObject({ pending: 'none', open: false });
  });

  test('whose end did not come on the stream is read', async () => {
    const at = setUp(({ name }) =>
      name === 'trade.order' ? record('11', { status: 'CANCELLED' }) : { status: 'CANCEL_SENT' },
    );
    await at.changes.cancel(CANCEL);
    await at.clock.move(1_500);
    expect(at.rows.get('11')).toMatchObject({ pending: 'none', status: 'CANCELLED' });
  });

  test('is sent though the journal cannot be written', async () => {
    const at = setUp(() => ({ status: 'CANCEL_SENT' }));
    journal.close();
    expect(await at.changes.cancel(CANCEL)).toMatchObject({ status: 'accepted' });
  });

  test('without an answer did not take effect where the order was filled', async () => {
    const at = setUp(({ name }) => (name === 'trade.order' ? notFound(name) : noAnswer(name)));
    await at.changes.cancel(CANCEL);
    await at.clock.move(3_000);
    at.see('11', { status: 'FILLED', executed: '0.5' });
    expect([...at.commands.feed.rows()][0]).toMatchObject({ status: 'rejected' });
    expect(at.rows.get('11')).toMatchObject({ pending: 'none', status: 'FILLED' });
  });

  test('without an answer is not said to have had no effect on an order that the exchange does not find', async () => {
    const at = setUp(({ name }) => (name === 'trade.order' ? notFound(name) : noAnswer(name)));
    await at.changes.cancel(CANCEL);
    await at.clock.move(400_000);
    expect(journal.find('command-1')?.outcome).toMatchObject({ status: 'rejected', fault: { kind: 'OutcomeUnknown' } });
    expect(at.rows.get('11')).toMatchObject({
      open: true,
      pending: 'none',
      lastRefusal: expect.stringContaining('unknown'),
    });
  });

  test('that the exchange calls too late has the orders read again at once', async () => {
    const at = setUp(({ name }) => notFound(name));
    expect(await at.changes.cancel(CANCEL)).toMatchObject({ status: 'rejected' });
    expect(at.readAgain).toHaveLength(1);
  });

  test('without an answer is settled by the stream', async () => {
    const at = setUp(({ name }) => (name === 'trade.order' ? notFound(name) : noAnswer(name)));
    await at.changes.cancel(CANCEL);
    await at.clock.move(3_000);
    at.see('11', { status: 'CANCELLED' });
    expect([...at.commands.feed.rows()][0]?.status).toBe('accepted');
  });
});

describe('a cancel of all', () => {
  const CANCEL_ALL = { commandId: 'command-1', symbol: null };

  test('marks every open order, and reads them again', async () => {
    const at = setUp(() => ({ status: 'CANCEL_ALL_SENT' }));
    expect(await at.changes.cancelAll(CANCEL_ALL)).toMatchObject({ acknowledgement: 'CANCEL_ALL_SENT' });
    expect([...at.rows.rows()].map(({ pending }) => pending)).toEqual(['cancel', 'cancel']);
    expect(at.readAgain).toHaveLength(1);
  });

  test('that is refused marks nothing', async () => {
    const at = setUp(({ name }) =>
      fails({ kind: 'ExchangeRejected', endpoint: name, code: '-1002', message: 'no', httpStatus: 401 }),
    );
    await at.changes.cancelAll(CANCEL_ALL);
    expect([...at.rows.rows()].map(({ pending }) => pending)).toEqual(['none', 'none']);
  });

  test('without an answer is settled by the list of open orders', async () => {
    let openOrders = 2;
    let gone = false;
    const at = setUp(({ name, input }) =>
      name === 'trade.orders'
        ? { rows: Array.from({ length: openOrders }, (_, i) => record(String(11 + i))), meta: null }
        : name === 'trade.order' && gone
          ? record(String(input['orderId']), { status: 'CANCELLED' })
          : noAnswer(name),
    );
    expect(await at.changes.cancelAll(CANCEL_ALL)).toMatchObject({ status: 'unconfirmed' });
    await at.clock.move(5_000);
    expect([...at.commands.feed.rows()][0]?.status).toBe('unconfirmed');
    openOrders = 0;
    await at.clock.move(30_000);
    // The list alone is no proof: it may lag behind what the terminal knows to be open.
    expect([...at.commands.feed.rows()][0]?.status).toBe('unconfirmed');
    gone = true;
    await at.clock.move(30_000);
    expect([...at.rows.rows()].map(({ open, pending }) => [open, pending])).toEqual([
      [false, 'none'],
      [false, 'none'],
    ]);
    // It may stand in a queue still, and end what is placed now.
    expect([...at.commands.feed.rows()][0]).toMatchObject({
      status: 'unconfirmed',
      message: expect.stringContaining('may still arrive'),
    });
    await at.clock.move(360_000);
    expect([...at.commands.feed.rows()][0]?.status).toBe('accepted');
  });

  test('without an answer is not done while an algo order is open, which it cancels too', async () => {
    const at = setUp(({ name, input }) =>
      name === 'trade.orders'
        ? { rows: [], meta: null }
        : name === 'trade.order'
          ? record(String(input['orderId']), { status: 'CANCELLED' })
          : noAnswer(name),
    );
    at.algos.push('21');
    await at.changes.cancelAll(CANCEL_ALL);
    await at.clock.move(30_000);
    expect([...at.commands.feed.rows()][0]?.status).toBe('unconfirmed');
    at.algos.pop();
    await at.clock.move(330_000);
    expect([...at.commands.feed.rows()][0]?.status).toBe('accepted');
  });

  test('that never arrived leaves no order waiting for it', async () => {
    const at = setUp(({ name, input }) =>
      name === 'trade.orders'
        ? { rows: [record('11'), record('12')], meta: null }
        : name === 'trade.order'
          ? record(String(input['orderId']))
          : noAnswer(name),
    );
    await at.changes.cancelAll(CANCEL_ALL);
    await at.clock.move(400_000);
    expect([...at.commands.feed.rows()][0]?.status).toBe('rejected');
    expect([...at.rows.rows()].map(({ pending, lastRefusal }) => [pending, lastRefusal])).toEqual([
      ['none', 'It had no effect at the exchange and can no longer have one.'],
      ['none', 'It had no effect at the exchange and can no longer have one.'],
    ]);
  });

  test('of which some orders are left is not said to have had no effect on the others', async () => {
    const at = setUp(({ name, input }) =>
      name === 'trade.orders'
        ? { rows: [record('12')], meta: null }
        : name === 'trade.order'
          ? record(String(input['orderId']), input['orderId'] === '11' ? { status: 'CANCELLED' } : {})
          : noAnswer(name),
    );
    await at.changes.cancelAll(CANCEL_ALL);
    await at.clock.move(400_000);
    expect([...at.commands.feed.rows()][0]).toMatchObject({
      status: 'rejected',
      message: expect.not.stringContaining('no effect'),
    });
    expect(at.rows.get('12')).toMatchObject({ pending: 'none', lastRefusal: expect.stringContaining('no effect') });
  });

  test('of a former run is not called refused for orders that may have been placed after it was done', async () => {
    const script: Script = ({ name }) =>
      name === 'trade.orders' ? { rows: [record('12')], meta: null } : noAnswer(name);
    await setUp(script).changes.cancelAll(CANCEL_ALL);
    const after = setUp(script);
    after.resume();
    await after.clock.move(400_000);
    expect(journal.find('command-1')?.outcome).toMatchObject({ status: 'rejected', fault: { kind: 'OutcomeUnknown' } });
  });

  test('counts an order that the exchange does not find neither as left nor as ended', async () => {
    const at = setUp(({ name, input }) =>
      name === 'trade.orders'
        ? { rows: [], meta: null }
        : name === 'trade.order' && input['orderId'] === '11'
          ? record('11', { status: 'CANCELLED' })
          : name === 'trade.order'
            ? notFound(name)
            : noAnswer(name),
    );
    await at.changes.cancelAll(CANCEL_ALL);
    await at.clock.move(400_000);
    expect([...at.commands.feed.rows()][0]).toMatchObject({
      status: 'rejected',
      message: expect.stringContaining('1 order is still open'),
    });
    expect(at.rows.get('12')).toMatchObject({ open: true, lastRefusal: expect.stringContaining('unknown') });
  });

  test('that the trader gives up leaves no order waiting for it', async () => {
    const at = setUp(({ name }) => noAnswer(name));
    await at.changes.cancelAll(CANCEL_ALL);
    at.settler.dismiss('command-1');
    expect([...at.rows.rows()].map(({ pending }) => pending)).toEqual(['none', 'none']);
  });
});

test.each([
  ['CANCELLED', 'accepted'],
  ['FILLED', 'rejected'],
  ['NEW', 'rejected'],
])(
  'a cancel that does not find its order, which is %s by then, is %s: a proxy may have sent it twice',
  async (status, end) => {
    const at = changeScene(journal, ({ name }) =>
      name === 'trade.cancelOrder' ? notFound(name) : record('11', { status }),
    );
    expect(await at.changes.cancel(CANCEL)).toMatchObject({ status: end });
    expect(at.calls.filter(({ name }) => name === 'trade.cancelOrder')).toHaveLength(1);
  },
);
