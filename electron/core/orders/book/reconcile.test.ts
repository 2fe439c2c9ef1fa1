import { expect, test } from 'vitest';
import type { OrderRow } from '../../../../shared/contract/contract.ts';
import { orderRecord } from '../../../../shared/v3/records/orders.ts';
import { createFeed } from '../../page/feeds.ts';
import { createNotices } from '../../commands/notices.ts';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';
import { noAnswer, notFound, sameClock, scriptedClient } from '../../../../e2e/rigs/core/scripted-client.ts';
import type { OrderReport } from '../../../../shared/v3/topics.ts';
import { updateOfRecord, type StateUpdate } from './order-updates.ts';
import { createOwnOrders } from './own-orders.ts';
import { createReadJudge } from './read-judge.ts';
import { createOrderReads } from './reads.ts';
import { createReconciler } from './reconcile.ts';

interface Truth {
  readonly status: string;
  readonly executed: string;
  readonly price?: string;
}

/** An exchange with orders by id, and a stream that says what the test lets it say. */
function setUp() {
  const clock = new ManualClock();
  const truth = new Map<string, Truth>();
  let broken = false;
  const record = (orderId: string, { status, executed, price = '64000' }: Truth) => ({
    symbol: 'PERP_BTC_USDT',
    orderId,
    side: 'BUY',
    type: 'LIMIT',
    price,
    quantity: '5',
    createdTime: 1_760_000_000_000,
    status,
    executed,
  });
  const isOpen = ({ status }: Truth): boolean => status === 'NEW' || status === 'PARTIAL_FILLED';
  const { client, calls } = scriptedClient(({ name, input }) => {
    if (broken) return noAnswer(name);
    const { orderId, status, page, size } = input;
    if (name === 'trade.order') {
      const known = truth.get(String(orderId));
      return known === undefined ? notFound(name) : record(String(orderId), known);
    }
    const rows = [...truth].flatMap(([id, order]) =>
      isOpen(order) === (status === 'INCOMPLETE') ? [record(id, order)] : [],
    );
    const from = (Number(page) - 1) * Number(size);
    return {
      rows: rows.slice(from, from + Number(size)),
      meta: { total: rows.length, recordsPerPage: size, currentPage: page },
    };
  });
  const rows = createFeed<OrderRow>('id');
  const orders = createOwnOrders(rows, () => false, undefined, createReadJudge(clock));
  const notices = createNotices(clock);
  const reads = createOrderReads(client, sameClock(clock), clock);
  const reconciler = createReconciler({ reads, orders, notices, clock });
  const fact = (id: string, said: Truth = truth.get(id) ?? { status: 'NEW', executed: '0' }): StateUpdate => ({
    ...updateOfRecord(orderRecord.parse(record(id, said)), clock.now()),
    source: 'stream',
    sent: {} as OrderReport, // nothing here reads the report itself
  });
  return {
    clock,
    calls,
    truth,
    rows,
    reconciler,
    breakLine: (now: boolean) => {
      broken = now;
    },
    /** The stream reports the order as it is, or as it is not. */
    report: (id: string, said?: Truth) => {
      orders.state(fact(id, said));
      reconciler.heard(fact(id, said));
    },
    /** An order of ours that the exchange named in its answer, and has not spoken of since. */
    place: (clientOrderId: string, orderId: string) => {
      const { traits, price, quantity, visibleQuantity } = fact(orderId);
      const at = clock.now();
      orders.sending({ kind: 'sending', clientOrderId, traits, price, quantity, visibleQuantity, at });
      orders.placed(clientOrderId, orderId);
    },
    forgetDates: () => orders.forgetDates(),
    notices: () => [...notices.feed.rows()].map(({ text }) => text),
    open: () => [...rows.rows()].filter(({ open }) => open).map(({ id }) => id),
  };
}

test('shows at the start what is open, placed here or elsewhere, over all pages', async () => {
  const at = setUp();
  for (let i = 0; i < 1_201; i += 1) at.truth.set(String(1_000 + i), { status: 'NEW', executed: '0' });
  await at.reconciler.run('start');
  expect(at.open()).toHaveLength(1_201);
  expect(at.calls).toHaveLength(3);
  expect(at.notices()).toEqual([]);
});

test('asks how an order ended that is no longer listed, and does not take absence for an end', async () => {
  const at = setUp();
  at.truth.set('1', { status: 'NEW', executed: '0' });
  at.truth.set('2', { status: 'NEW', executed: '0' });
  await at.reconciler.run('start');
  at.truth.set('1', { status: 'FILLED', executed: '5' });
  at.truth.delete('2');
  await at.clock.move(100);
  await at.reconciler.run('reconnect');
  expect(at.rows.get('1')).toMatchObject({ status: 'FILLED', executed: '5', open: false });
  expect(at.rows.get('2')).toMatchObject({ status: 'NEW', open: true });
  expect(at.notices()).toEqual(['1 order changed while the private stream was down; read again.']);
});

test('says of an open order that is neither listed nor found that the exchange does not know it, until it does', async () => {
  const at = setUp();
  at.truth.set('1', { status: 'NEW', executed: '0' });
  at.truth.set('2', { status: 'NEW', executed: '0' });
  await at.reconciler.run('start');
  at.truth.delete('2');
  await at.clock.move(59_000);
  await at.reconciler.run('timer');
  // Reads may lag behind for so long.
  expect(at.rows.get('2')?.status).toBe('NEW');
  await at.clock.move(2_000);
  await at.reconciler.run('timer');
  expect(at.rows.get('2')).toMatchObject({
    status: 'NOT_FOUND',
    open: true,
    reason: expect.stringContaining('not known'),
  });
  expect(at.notices()).toEqual([expect.stringContaining('does not know 1 order')]);
  await at.clock.move(100_000);
  await at.reconciler.run('timer');
  expect(at.notices()).toHaveLength(1);
  at.truth.set('2', { status: 'NEW', executed: '0' });
  await at.reconciler.run('timer');
  expect(at.rows.get('2')).toMatchObject({ status: 'NEW', open: true, reason: null });
});

test('says it also of one that was named in an answer and never shown', async () => {
  const at = setUp();
  at.place('77', '3');
  await at.clock.move(30_000);
  await at.reconciler.run('timer');
  expect(at.rows.get('3')).toMatchObject({ status: 'NEW' });
  await at.clock.move(31_000);
  await at.reconciler.run('timer');
  expect(at.rows.get('3')).toMatchObject({ status: 'NOT_FOUND', open: true });
  at.truth.set('3', { status: 'CANCELLED', executed: '0' });
  await at.reconciler.run('timer');
  expect(at.rows.get('3')).toMatchObject({ status: 'CANCELLED', open: false });
});

test('looks many ended orders up in one list', async () => {
  const at = setUp();
  for (let i = 0; i < 200; i += 1) at.truth.set(String(1_000 + i), { status: 'NEW', executed: '0' });
  await at.reconciler.run('start');
  for (const id of at.truth.keys()) at.truth.set(id, { status: 'CANCELLED', executed: '0' });
  at.calls.length = 0;
  await at.reconciler.run('reconnect');
  expect(at.open()).toEqual([]);
  expect(at.calls.length).toBe(2);
});

test('finds on a timer what a healthy stream lost, and says so', async () => {
  const at = setUp();
  at.truth.set('1', { status: 'NEW', executed: '0' });
  await at.reconciler.run('start');
  at.reconciler.whileLive(true);
  at.truth.set('1', { status: 'PARTIAL_FILLED', executed: '2' });
  await at.clock.move(31_000);
  expect(at.rows.get('1')).toMatchObject({ executed: '2' });
  expect(at.notices()).toEqual([]);
  await at.clock.move(3_000);
  expect(at.notices()).toEqual([expect.stringContaining('lost reports of 1 order')]);
  at.reconciler.stop();
  expect(at.clock.pending).toBe(0);
});

test('does not say that a stream lost news which is not connected', async () => {
  const at = setUp();
  at.truth.set('1', { status: 'NEW', executed: '0' });
  await at.reconciler.run('start');
  at.reconciler.whileLive(true);
  at.reconciler.whileLive(false);
  at.truth.set('1', { status: 'CANCELLED', executed: '0' });
  at.reconciler.soon(2_000);
  await at.clock.move(10_000);
  expect(at.rows.get('1')?.open).toBe(false);
  expect(at.notices()).toEqual([]);
});

test('does not call lost what the stream brings a moment later', async () => {
  const at = setUp();
  at.truth.set('1', { status: 'NEW', executed: '0' });
  await at.reconciler.run('start');
  at.reconciler.whileLive(true);
  at.truth.set('1', { status: 'PARTIAL_FILLED', executed: '2' });
  await at.clock.move(31_000);
  at.report('1');
  await at.clock.move(20_000);
  expect(at.notices()).toEqual([]);
});

test('rejects when a page cannot be read, and changes nothing then', async () => {
  const at = setUp();
  at.truth.set('1', { status: 'NEW', executed: '0' });
  await at.reconciler.run('start');
  at.breakLine(true);
  await expect(at.reconciler.run('reconnect')).rejects.toThrow('OutcomeUnknown');
  expect(at.open()).toEqual(['1']);
  at.breakLine(false);
  await at.reconciler.run('reconnect');
});

test('reads on after a failed read of the timer', async () => {
  const at = setUp();
  at.reconciler.whileLive(true);
  at.breakLine(true);
  await at.clock.move(31_000);
  at.breakLine(false);
  at.truth.set('1', { status: 'NEW', executed: '0' });
  await at.clock.move(30_000);
  expect(at.open()).toEqual(['1']);
});

test('reads on its timer however often it is told again that the stream is live', async () => {
  const { clock, calls, reconciler } = setUp();
  // As every unreadable frame of the stream has it told.
  for (let second = 0; second < 40; second += 1) {
    reconciler.whileLive(true);
    await clock.move(1_000);
  }
  expect(calls.length).toBeGreaterThan(0);
  reconciler.stop();
});

test('shows an order as open again that is listed a minute after its end was reported, and says so', async () => {
  const at = setUp();
  at.truth.set('1', { status: 'NEW', executed: '0' });
  await at.reconciler.run('start');
  at.report('1', { status: 'CANCELLED', executed: '0' });
  at.reconciler.whileLive(true);
  await at.clock.move(59_000);
  expect(at.open()).toEqual([]);
  await at.clock.move(3_000);
  expect(at.open()).toEqual(['1']);
  expect(at.notices()).toEqual([expect.stringContaining('listed it as open ever since')]);
  at.report('1', { status: 'CANCELLED', executed: '0' });
  expect(at.open()).toEqual([]);
  at.reconciler.stop();
});

test('lets no lagging read bring back the price before an edit, and takes a price that it never knew at once', async () => {
  const at = setUp();
  at.truth.set('1', { status: 'NEW', executed: '0' });
  await at.reconciler.run('start');
  at.report('1');
  await at.clock.move(1_000);
  at.report('1', { status: 'NEW', executed: '0', price: '64100' });
  await at.clock.move(20_000);
  await at.reconciler.run('timer');
  expect(at.rows.get('1')?.price).toBe('64100');
  at.truth.set('1', { status: 'PARTIAL_FILLED', executed: '2' });
  await at.reconciler.run('timer');
  expect(at.rows.get('1')).toMatchObject({ price: '64100', executed: '2' });
  at.truth.set('1', { status: 'PARTIAL_FILLED', executed: '2', price: '64200' });
  await at.reconciler.run('timer');
  expect(at.rows.get('1')?.price).toBe('64200');
});

test('is corrected by reads a minute after a report that was wrong', async () => {
  const at = setUp();
  at.truth.set('1', { status: 'NEW', executed: '0' });
  await at.reconciler.run('start');
  at.report('1');
  await at.clock.move(1);
  at.report('1', { status: 'NEW', executed: '0', price: '60000' });
  at.reconciler.whileLive(true);
  await at.clock.move(59_000);
  expect(at.rows.get('1')?.price).toBe('60000');
  await at.clock.move(3_000);
  expect(at.rows.get('1')?.price).toBe('64000');
  at.reconciler.stop();
});

test('takes every report after the exchange’s clock was set back', async () => {
  const at = setUp();
  at.report('1', { status: 'NEW', executed: '0', price: '64100' });
  at.clock.wall -= 600_000;
  at.report('1', { status: 'NEW', executed: '0', price: '64200' });
  expect(at.rows.get('1')?.price).toBe('64100');
  at.forgetDates();
  at.report('1', { status: 'NEW', executed: '0', price: '64300' });
  expect(at.rows.get('1')?.price).toBe('64300');
});

test('lets no read that lags behind open an order again whose end was read', async () => {
  const at = setUp();
  at.truth.set('1', { status: 'NEW', executed: '0' });
  await at.reconciler.run('start');
  await at.clock.move(100_000);
  at.truth.set('1', { status: 'CANCELLED', executed: '0' });
  await at.reconciler.run('away');
  expect(at.open()).toEqual([]);
  at.truth.set('1', { status: 'NEW', executed: '0' });
  await at.clock.move(20_000);
  await at.reconciler.run('away');
  await at.clock.move(20_000);
  await at.reconciler.run('away');
  expect(at.open()).toEqual([]);
  at.reconciler.stop();
});
