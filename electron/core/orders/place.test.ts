import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandRow, OrderDraft, OrderRow } from '../../../shared/contract/contract.ts';
import type { Fault } from '../../../shared/errors.ts';
import { createCommands, type Commands } from '../commands/commands.ts';
import type { ExchangeClock } from '../exchange/types.ts';
import { createFeed, type FeedStore } from '../page/feeds.ts';
import { createNotices } from '../commands/notices.ts';
import { openJournal, type Journal } from '../storage/journal.ts';
import { COARSE_PERP } from '../../../shared/testing/instrument.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import {
  fails,
  noAnswer,
  notFound,
  sameClock,
  scriptedClient,
  type Call,
  type Script,
} from '../../../e2e/rigs/core/scripted-client.ts';
import { createClientIds } from './client-ids.ts';
import { updateOfRecord } from './book/order-updates.ts';
import { createWaitingSends } from './waiting-sends.ts';
import { createFollow } from './book/follow.ts';
import { createPolls } from '../commands/polls.ts';
import { createOwnOrders, type OwnOrders } from './book/own-orders.ts';
import { realJudge } from '../risk-limits/testing/real-judge.ts';
import { createPlacing } from './place.ts';
import { createOrderReads } from './book/reads.ts';
import { resumeCommand } from './resume.ts';
import { createSettler, type Settler } from './settle.ts';
import { orderRecord } from '../../../shared/v3/records/orders.ts';
import { orderDraft } from '../../../shared/testing/order-draft.ts';

const DRAFT = orderDraft({ price: '64000.5', quantity: '0.25' });

let folder = '';
let journal: Journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-place-'));
  ({ journal } = openJournal(folder, { profile: 'p', environment: 'practice' }, 1));
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Session {
  readonly clock: ManualClock;
  readonly calls: Call[];
  readonly rows: FeedStore<OrderRow>;
  readonly orders: OwnOrders;
  readonly commands: Commands;
  readonly settler: Settler;
  place(commandId?: string, draft?: Partial<OrderDraft>): Promise<unknown>;
  row(): OrderRow | undefined;
  command(): CommandRow | undefined;
  /** Notices, the oldest first. */
  said(): readonly string[];
  placements(): readonly Call[];
}

function desk(script: Script, clock = new ManualClock(), exchangeClock: ExchangeClock = sameClock(clock)): Session {
  const { client, calls } = scriptedClient(script);
  const notices = createNotices(clock);
  const commands = createCommands(journal, clock, notices);
  const rows = createFeed<OrderRow>('id');
  const orders = createOwnOrders(rows, (id) => journal.hasClientOrderId(id));
  const polls = createPolls(clock);
  const reads = createOrderReads(client, exchangeClock, clock);
  const settler = createSettler({
    orders,
    commands,
    reads,
    remainingAlgos: () => Promise.resolve(0),
    polls,
    clock: exchangeClock,
    notices,
  });
  const place = createPlacing({
    client,
    orders,
    commands,
    settler,
    follow: createFollow(orders, reads, polls),
    journal,
    clock,
    exchangeClock,
    nextClientId: createClientIds(clock, { fraction: () => 0, bytes: (length) => new Uint8Array(length) }),
    instrument: (symbol) => (symbol === COARSE_PERP.symbol ? COARSE_PERP : undefined),
    judge: realJudge({ clock, client, commands, instrument: () => COARSE_PERP, orders: orders.all }).judge,
    waiting: createWaitingSends(clock),
    context: () => ({}),
  });
  return {
    clock,
    calls,
    rows,
    orders,
    commands,
    settler,
    place: (commandId = 'command-1', draft = {}) => place({ commandId, draft: { ...DRAFT, ...draft } }),
    row: () => [...rows.rows()][0],
    command: () => [...commands.feed.rows()][0],
    said: () => [...notices.feed.rows()].map(({ text }) => text),
    placements: () => calls.filter(({ name }) => name === 'trade.placeOrder'),
  };
}

/** The record of the order that was placed, as the exchange would show it. */
const recordOf = ({ input }: Call, part: object = {}) => ({
  ...input,
  orderId: '1954766344355779056',
  status: 'NEW',
  executed: '0',
  ...part,
});
const empty = { rows: [], meta: { total: 0, recordsPerPage: 500, currentPage: 1 } };

describe('an order that is answered', () => {
  test('is accepted under its client id, and in the journal before it was sent', async () => {
    let journaled: string | null | undefined = null;
    const at = desk((call) => {
      journaled = journal.find('command-1')?.clientOrderId;
      return recordOf(call);
    });
    const outcome = await at.place();
    expect(outcome).toMatchObject({ status: 'accepted', orderId: '1954766344355779056' });
    expect(at.placements()[0]?.input['clientOrderId']).toBe(journaled);
    expect(at.row()).toMatchObject({ id: '1954766344355779056', ours: true, quantity: '0.25', price: '64000.5' });
  });

  test('with the exchange’s no is rejected and leaves the screen', async () => {
    const at = desk(({ name }) =>
      fails({ kind: 'ExchangeRejected', endpoint: name, code: '302102', message: 'insufficient', httpStatus: 400 }),
    );
    expect(await at.place()).toMatchObject({ status: 'rejected', fault: { code: '302102' } });
    expect(at.row()).toBeUndefined();
  });

  test('by the answer to another order is unconfirmed', async () => {
    const at = desk((call) =>
      call.name === 'trade.order' ? notFound(call.name) : recordOf(call, { clientOrderId: 4711 }),
    );
    expect(await at.place()).toMatchObject({ status: 'unconfirmed', reason: 'the answer names another order' });
    expect(at.row()?.status).toBe('UNCONFIRMED');
  });

  test('on the stream before the answer is accepted at once, whatever the answer is', async () => {
    const at = desk(async (call) => {
      at.orders.state(updateOfRecord(orderRecord.parse(recordOf(call)), at.clock.now()));
      return noAnswer(call.name);
    });
    expect(await at.place()).toMatchObject({ status: 'accepted', orderId: '1954766344355779056' });
    expect([...at.rows.rows()]).toHaveLength(1);
    expect(at.row()?.status).toBe('NEW');
  });

  test('whose news does not come on the stream is read', async () => {
    const at = desk((call) =>
      call.name === 'trade.order'
        ? recordOf(at.placements()[0] ?? call, { status: 'FILLED', executed: '0.25' })
        : recordOf(call),
    );
    await at.place();
    await at.clock.move(2_000);
    expect(at.row()).toMatchObject({ status: 'FILLED', executed: '0.25', open: false });
  });
});

describe('an order whose fresh client id is called used', () => {
  const USED: Fault = {
    kind: 'ExchangeRejected',
    endpoint: 'trade.placeOrder',
    code: '302117',
    message: 'client order id is used',
    httpStatus: 400,
  };

  test.each(['302117', '-1007'])('may have arrived twice (%s): it is looked for, and found', async (code) => {
    const at: Session = desk((call) =>
      call.name === 'trade.placeOrder' ? fails({ ...USED, code }) : recordOf(at.placements()[0] ?? call),
    );
    expect(await at.place()).toMatchObject({ status: 'unconfirmed' });
    expect(at.row()?.status).toBe('UNCONFIRMED');
    await at.clock.move(0);
    expect(at.command()?.status).toBe('accepted');
    expect(at.row()).toMatchObject({ id: '1954766344355779056', status: 'NEW' });
    expect(at.placements()).toHaveLength(1);
  });

  test.each([
    ['before it, and a typed id, is another client’s order', '888888', 3_000, 'rejected'],
    ['before it, within what the clocks of the nodes differ by, may be it', '888888', 1_500, 'accepted'],
    ['before it, and an id of the program, is it: nobody else has that id', '', 3_000, 'accepted'],
  ])('with a record that was created seconds %s', async (_what, clientOrderId, before, status) => {
    const at = desk((call) => {
      if (call.name === 'trade.placeOrder') return noAnswer(call.name);
      const [placed] = at.placements();
      if (placed === undefined || call.name !== 'trade.order') return empty;
      return recordOf(placed, { status: 'CANCELLED', createdTime: signedAt - before });
    });
    await at.clock.move(1_000_000);
    const signedAt = at.clock.now();
    await at.place('command-1', { clientOrderId });
    await at.clock.move(500_000);
    expect(at.command()?.status).toBe(status);
    expect(at.placements()).toHaveLength(1);
  });

  test('was refused for certain where an older open order has the id', async () => {
    const at: Session = desk((call) =>
      call.name === 'trade.placeOrder'
        ? fails(USED)
        : recordOf(at.placements()[0] ?? call, { createdTime: 1_759_999_000_000 }),
    );
    expect(await at.place('command-1', { clientOrderId: '5' })).toMatchObject({ status: 'unconfirmed' });
    await at.clock.move(0);
    expect(at.command()?.status).toBe('rejected');
    expect(journal.find('command-1')?.outcome).toMatchObject({ status: 'rejected', fault: { code: '302117' } });
    expect(at.row()).toBeUndefined();
  });

  test('is not ended by an order that may have come after it', async () => {
    const at: Session = desk((call) =>
      call.name === 'trade.placeOrder'
        ? fails(USED)
        : recordOf(at.placements()[0] ?? call, { side: 'SELL', createdTime: 1_760_000_000_000 }),
    );
    await at.place('command-1', { clientOrderId: '5' });
    await at.clock.move(10_000);
    expect(at.command()?.status).toBe('unconfirmed');
  });
});

test('an order that was refused, and that the exchange shows, is said to be there after all', async () => {
  // A proxy sent it twice: the first took what the second was short of.
  const at = desk(({ name }) =>
    fails({ kind: 'ExchangeRejected', endpoint: name, code: '302102', message: 'insufficient', httpStatus: 400 }),
  );
  expect(await at.place()).toMatchObject({ status: 'rejected' });
  const [placed] = at.placements();
  if (placed === undefined) throw new Error('not placed');
  at.orders.state(updateOfRecord(orderRecord.parse(recordOf(placed)), at.clock.now()));
  at.orders.state(
    updateOfRecord(orderRecord.parse(recordOf(placed, { status: 'FILLED', executed: '0.25' })), at.clock.now()),
  );
  expect(at.said()).toEqual([expect.stringContaining('but the exchange has it')]);
  expect(at.command()?.status).toBe('accepted');
  expect(await at.place()).toMatchObject({ status: 'accepted' });
});

describe('an order that is refused before anything is sent', () => {
  test.each<readonly [string, Partial<OrderDraft>, string]>([
    ['an unknown symbol', { symbol: 'PERP_NONE_USDT' }, 'symbol'],
    ['a price off the tick', { price: '64000.3' }, 'price'],
    ['no quantity', { quantity: '' }, 'quantity'],
    ['a client id that is none', { clientOrderId: '-1' }, 'clientOrderId'],
  ])('because of %s', async (_what, draft, path) => {
    const at = desk(() => ({}));
    await expect(at.place('command-1', draft)).rejects.toMatchObject({
      fault: { kind: 'InvalidInput', problems: [expect.objectContaining({ path })] },
    });
    expect(at.calls).toEqual([]);
    expect(journal.find('command-1')).toBeNull();
  });

  test('because its client id was used before', async () => {
    const at = desk((call) => recordOf(call));
    await at.place('command-1', { clientOrderId: '5' });
    await expect(at.place('command-2', { clientOrderId: '5' })).rejects.toMatchObject({
      fault: { problems: [expect.objectContaining({ path: 'clientOrderId' })] },
    });
    expect(at.placements()).toHaveLength(1);
  });

  test('because the journal cannot be written', async () => {
    const at = desk((call) => recordOf(call));
    journal.close();
    await expect(at.place()).rejects.toMatchObject({ fault: { kind: 'NotAllowed', policy: 'journal' } });
    expect(at.calls).toEqual([]);
  });
});

describe('an order without an answer', () => {
  const lost = (answer: (call: Call, placed: Call) => unknown): Session => {
    const at: Session = desk((call) =>
      call.name === 'trade.placeOrder' ? noAnswer(call.name) : answer(call, at.placements()[0] ?? call),
    );
    return at;
  };

  test('is found by its client id at once', async () => {
    const at = lost((_call, placed) => recordOf(placed));
    expect(await at.place()).toMatchObject({ status: 'unconfirmed' });
    await at.clock.move(0);
    expect(at.command()?.status).toBe('accepted');
    expect(at.row()).toMatchObject({ id: '1954766344355779056', status: 'NEW' });
    expect([...at.rows.rows()]).toHaveLength(1);
    expect(await at.place()).toMatchObject({ status: 'accepted' });
    expect(at.placements()).toHaveLength(1);
  });

  test('is settled by the stream, if that speaks first', async () => {
    const at = lost(({ name }) => notFound(name));
    await at.place();
    await at.clock.move(5_000);
    expect(at.command()?.status).toBe('unconfirmed');
    const [placed] = at.placements();
    if (placed === undefined) throw new Error('not placed');
    at.orders.state(updateOfRecord(orderRecord.parse(recordOf(placed)), at.clock.now()));
    expect(at.command()?.status).toBe('accepted');
    expect(journal.unsettled()).toEqual([]);
  });

  test('is still unconfirmed after five minutes of “not found”, and ended by proof after the sixth', async () => {
    const at = lost(({ name }) => (name === 'trade.orders' ? empty : notFound(name)));
    await at.place();
    await at.clock.move(355_000);
    expect(at.command()?.status).toBe('unconfirmed');
    expect(at.row()?.status).toBe('UNCONFIRMED');
    await at.clock.move(60_000);
    expect(at.command()).toMatchObject({ status: 'rejected' });
    expect(at.row()).toBeUndefined();
    expect(at.calls.filter(({ name }) => name === 'trade.orders')).toHaveLength(2);
    expect(at.placements()).toHaveLength(1);
  });

  test('is ended as soon as absence is proof, and not with the next of its rare questions', async () => {
    const at = lost(({ name }) => (name === 'trade.orders' ? empty : notFound(name)));
    await at.place();
    await at.clock.move(359_000);
    expect(at.command()?.status).toBe('unconfirmed');
    await at.clock.move(2_000);
    expect(at.command()?.status).toBe('rejected');
  });

  test('is not ended early by a clock that was not measured and is fast when it was signed', async () => {
    const clock = new ManualClock();
    const fast = 250_000;
    let measured = false;
    const exchangeClock: ExchangeClock = {
      ...sameClock(clock),
      now: () => clock.now() - (measured ? fast : 0),
      offset: () => (measured ? -fast : null),
      uncertainty: () => (measured ? 0 : null),
    };
    const at = desk(
      ({ name }) => {
        if (name === 'trade.placeOrder') return noAnswer(name);
        measured = true;
        return name === 'trade.orders' ? empty : notFound(name);
      },
      clock,
      exchangeClock,
    );
    await at.place();
    await clock.move(600_000);
    // Held back until now, it would be taken: its signature is good for so long.
    expect(at.command()?.status).toBe('unconfirmed');
    await clock.move(20_000);
    expect(at.command()?.status).toBe('rejected');
  });

  test('is found in the list of finished orders, where the single read knows nothing', async () => {
    const at = lost(({ name, input }, placed) =>
      name === 'trade.order'
        ? notFound(name)
        : input['status'] === 'COMPLETED'
          ? { ...empty, rows: [recordOf(placed, { status: 'FILLED', executed: '0.25' })] }
          : empty,
    );
    await at.place();
    await at.clock.move(400_000);
    expect(at.command()?.status).toBe('accepted');
    expect(at.row()).toMatchObject({ status: 'FILLED', open: false });
  });

  test('is not called absent by a list of finished orders that was not read to its end', async () => {
    const at = lost(({ name, input }, placed) => {
      if (name === 'trade.order') return notFound(name);
      if (input['status'] !== 'COMPLETED') return empty;
      const page = Number(input['page']);
      const rows = [recordOf(placed, { orderId: String(page), clientOrderId: String(page) })];
      return { rows, meta: { total: 100, recordsPerPage: 1, currentPage: page } };
    });
    await at.place();
    await at.clock.move(420_000);
    const asked = at.calls.length;
    await at.clock.move(300_000);
    expect(at.command()?.status).toBe('unconfirmed');
    // And not asked all the time: each look is two lists and two single reads, once in half a minute.
    expect(at.calls.length - asked).toBeLessThanOrEqual(11 * (1 + 40 + 2));
  });

  test.each<readonly [string, object]>([
    ['on another symbol', { symbol: 'SPOT_BTC_USDT' }],
    ['on the other side', { side: 'SELL' }],
    ['from long before', { createdTime: 1_750_000_000_000 }],
  ])('is not taken for an order %s with the same client id', async (_what, part) => {
    const at = lost((call, placed) => (call.name === 'trade.order' ? recordOf(placed, part) : empty));
    await at.place('command-1', { clientOrderId: '5' });
    await at.clock.move(10_000);
    expect(at.command()?.status).toBe('unconfirmed');
  });

  test('shows that it was there after all, when the exchange speaks after its end', async () => {
    const at = lost(({ name }) => (name === 'trade.orders' ? empty : notFound(name)));
    await at.place();
    await at.clock.move(420_000);
    const [placed] = at.placements();
    if (placed === undefined) throw new Error('not placed');
    at.orders.state(updateOfRecord(orderRecord.parse(recordOf(placed)), at.clock.now()));
    expect(at.row()).toMatchObject({ id: '1954766344355779056', status: 'NEW', ours: true });
  });

  test.each<readonly [string, (at: Session) => Promise<void> | void]>([
    ['called absent', async (at) => at.clock.move(420_000)],
    ['given up', (at) => at.settler.dismiss('command-1')],
  ])('is said to be there after all, when it was %s before', async (_what, end) => {
    const at = lost(({ name }) => (name === 'trade.orders' ? empty : notFound(name)));
    await at.place();
    await end(at);
    expect(at.command()?.status).toBe('rejected');
    const [placed] = at.placements();
    if (placed === undefined) throw new Error('not placed');
    at.orders.state(updateOfRecord(orderRecord.parse(recordOf(placed)), at.clock.now()));
    expect(at.said().at(-1)).toMatch(/but the exchange has it/);
    expect(at.command()?.status).toBe('accepted');
    expect(journal.find('command-1')?.outcome).toMatchObject({ status: 'accepted', orderId: '1954766344355779056' });
  });

  test('is found though the exchange writes its type another way', async () => {
    const at = lost((call, placed) => (call.name === 'trade.order' ? recordOf(placed, { type: 'POST_ONLY' }) : empty));
    await at.place();
    await at.clock.move(0);
    expect(at.command()?.status).toBe('accepted');
    await at.clock.move(420_000);
    expect(at.row()).toMatchObject({ id: '1954766344355779056', open: true });
  });

  test('can be ended by the trader', async () => {
    const at = lost(({ name }) => notFound(name));
    await at.place();
    at.settler.dismiss('command-1');
    expect(at.command()?.status).toBe('rejected');
    expect(at.row()).toBeUndefined();
    const asked = at.calls.length;
    await at.clock.move(1_000_000);
    expect(at.calls).toHaveLength(asked);
    expect(journal.unsettled()).toEqual([]);
  });

  test('of a run that was killed is asked about by the next one, and never sent', async () => {
    const before = lost(({ name }) => notFound(name));
    await before.place();
    const [placed] = before.placements();
    const after = desk((call) => recordOf(placed ?? call, { status: 'FILLED', executed: '0.25' }));
    for (const command of after.commands.takeUnsettled())
      expect(resumeCommand(command, after.orders, after.settler, journal)).toBe(true);
    expect(after.row()).toMatchObject({ status: 'UNCONFIRMED', quantity: '0.25', price: '64000.5', ours: true });
    await after.clock.move(0);
    expect(after.command()?.status).toBe('accepted');
    expect(after.row()).toMatchObject({ status: 'FILLED', executed: '0.25' });
    expect(after.placements()).toEqual([]);
  });

  test.each(['no JSON', '{}', '{"symbol":"PERP_BTC_USDT","side":"BUY","type":"LIMIT","clientOrderId":5}'])(
    'of a run that was killed is asked about by its client id where its input cannot be read: %s',
    async (input) => {
      const before = lost(({ name }) => notFound(name));
      await before.place();
      const [placed] = before.placements();
      const after = desk((call) => recordOf(placed ?? call, { status: 'FILLED', executed: '0.25' }));
      const [left] = after.commands.takeUnsettled();
      const command = { ...(left ?? expect.fail('nothing is open')), input };
      expect(() => resumeCommand(command, after.orders, after.settler, journal)).toThrow();
      expect(after.command()?.status).toBe('unconfirmed');
      await after.clock.move(0);
      expect(after.command()?.status).toBe('accepted');
      expect(after.row()).toMatchObject({ status: 'FILLED', executed: '0.25' });
      expect(after.placements()).toEqual([]);
    },
  );
});

test('two presses with one id send one order', async () => {
  const at = desk((call) => recordOf(call));
  const outcomes = await Promise.all([at.place(), at.place()]);
  expect(outcomes[0]).toEqual(outcomes[1]);
  expect(at.placements()).toHaveLength(1);
});
