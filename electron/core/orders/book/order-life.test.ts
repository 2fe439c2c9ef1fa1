import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrderRow } from '../../../../shared/contract/contract.ts';
import { orderEventSchema, type OrderEvent } from '../../../../shared/contract/order-life.ts';
import { orderRecord } from '../../../../shared/v3/records.ts';
import { readPrivate, type ExecutionReport } from '../../../../shared/v3/topics.ts';
import { createCommands, type Commands } from '../../commands/commands.ts';
import { createFeed } from '../../page/feeds.ts';
import { createNotices } from '../../commands/notices.ts';
import { openJournal, type Journal } from '../../storage/journal.ts';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';
import { updateOfRecord } from './order-updates.ts';
import { createOrderEvents } from './order-events.ts';
import { createOrderLife } from './order-life.ts';
import { createOwnOrders, type OwnOrders } from './own-orders.ts';
import { sendingUpdate } from '../place.ts';
import { createTakeReport } from './execution-reports.ts';

const SYMBOL = 'PERP_BTC_USDT';
const ORDER = {
  symbol: SYMBOL,
  side: 'BUY',
  type: 'LIMIT',
  price: '64000',
  quantity: '0.5',
  clientOrderId: '77',
} as const;

let folder = '';
let journal: Journal;
let clock: ManualClock;
let commands: Commands;
let orders: OwnOrders;
let feed: ReturnType<typeof createOrderLife>;

/** A start of the terminal over the same folder. */
function start(): void {
  ({ journal } = openJournal(folder, { profile: 'p', environment: 'practice' }, 1));
  commands = createCommands(journal, clock, createNotices(clock));
  const lives = createOrderEvents(clock);
  orders = createOwnOrders(createFeed<OrderRow>('id'), () => true, lives);
  feed = createOrderLife({ lives, orders, journal, commands: commands.feed });
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-life-'));
  clock = new ManualClock();
  start();
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a life as the page does; reads what it shows, oldest first. */
function open(id: string): { read(): OrderEvent[]; close(): void } {
  const source = feed.open(id);
  if (source === null) throw new Error(`no life of ${id}`);
  const close = source.subscribe(() => undefined);
  return {
    read: () =>
      [...source.rows()]
        .map((row) => orderEventSchema.parse(row))
        .sort((a, b) => (a.receivedAt ?? 0) - (b.receivedAt ?? 0)),
    close,
  };
}

const REPORT = {
  mt: 0,
  s: SYMBOL,
  cid: 77,
  oid: 11,
  t: 'LIMIT',
  sd: 'BUY',
  ps: 'BOTH',
  sx: '0.5',
  px: '64000',
  tid: 0,
  tesx: '0',
  aepx: '0',
  ss: 'NEW',
  rs: '',
  ts: 1_760_000_000_123,
  venueHint: 'b7',
};
function report(part: object): ExecutionReport {
  const reading = readPrivate({ topic: 'executionreport', ts: 1_760_000_000_200, data: { ...REPORT, ...part } });
  if (!reading.ok || reading.message.kind !== 'executionreport') throw new Error('not a report');
  return reading.message.report;
}
const hear = (part: object): void => createTakeReport(orders, { heard: () => undefined })(report(part));

async function place(): Promise<void> {
  const entry = {
    commandId: 'command-1',
    name: 'orders.place',
    symbol: SYMBOL,
    clientOrderId: '77',
    summary: 'Buy 0.5 BTC',
    input: JSON.stringify(ORDER),
  };
  await commands.run(entry, (sending) => {
    orders.sending(sendingUpdate(ORDER as never, clock.now()));
    sending();
    orders.note(
      { clientOrderId: '77' },
      { what: 'answered', command: 'Place', answer: { orderId: '11', venueWord: 'queued' } },
    );
    orders.placed('77', '11');
    return Promise.resolve({ status: 'accepted', clientOrderId: '77', orderId: '11', acknowledgement: null });
  });
}
const edit = (outcome: 'accepted' | 'unconfirmed'): Promise<unknown> =>
  commands.run(
    {
      commandId: `edit-${outcome}`,
      name: 'orders.edit',
      symbol: SYMBOL,
      clientOrderId: null,
      summary: 'Edit to 64,001',
      input: JSON.stringify({ orderId: '11', symbol: SYMBOL, price: '64001', quantity: null }),
    },
    () =>
      Promise.resolve(
        outcome === 'accepted'
          ? { status: 'accepted', clientOrderId: null, orderId: '11', acknowledgement: 'EDIT_SENT' }
          : { status: 'unconfirmed', clientOrderId: null, reason: 'no answer' },
      ),
  );

test('an order’s life has its command with the outcome, the answer, and each report with all of its fields', async () => {
  await place();
  clock.wall += 10;
  hear({});
  clock.wall += 10;
  hear({
    ss: 'PARTIAL_FILLED',
    tid: 5,
    esx: '0.2',
    epx: '63999.5',
    tesx: '0.2',
    aepx: '63999.5',
    ts: 1_760_000_000_500,
  });
  const life = open('11').read();
  expect(life.map(({ kind, title, source, status }) => [kind, title, source, status])).toEqual([
    ['answer', 'Place answered', 'answer', null],
    ['command', 'Place', 'terminal', 'accepted'],
    ['report', 'Execution report', 'stream', 'NEW'],
    ['report', 'Execution report', 'stream', 'PARTIAL_FILLED'],
  ]);
  expect(life[0]?.fields).toEqual({ orderId: '11', venueWord: 'queued' });
  expect(life[1]).toMatchObject({ words: 'Buy 0.5 BTC', fields: { commandId: 'command-1', price: '64000' } });
  expect(life[2]).toMatchObject({
    lastQuantity: null,
    lastPrice: null,
    at: 1_760_000_000_123,
    fields: { venueHint: 'b7' },
  });
  expect(life[3]).toMatchObject({ lastQuantity: '0.2', lastPrice: '63999.5', executed: '0.2', at: 1_760_000_000_500 });
  expect((life[3]?.receivedAt ?? 0) - (life[2]?.receivedAt ?? 0)).toBe(10);
});

test('goes on while it is open: reports, refusals, edits and their ends', async () => {
  await place();
  hear({});
  const life = open('11');
  const before = life.read().length;
  hear({ mt: 1, rs: 'price out of band' });
  await edit('unconfirmed');
  expect(life.read()).toHaveLength(before + 2);
  expect(life.read().find(({ kind }) => kind === 'refusal')).toMatchObject({
    title: 'Edit refused',
    words: 'price out of band',
  });
  expect(life.read().find(({ id }) => id === 'cedit-unconfirmed')).toMatchObject({ status: 'unconfirmed' });
  commands.settle('edit-unconfirmed', {
    status: 'accepted',
    clientOrderId: null,
    orderId: '11',
    acknowledgement: 'EDIT_SENT',
  });
  expect(life.read().find(({ id }) => id === 'cedit-unconfirmed')).toMatchObject({
    status: 'accepted',
    words: 'Edit to 64,001. EDIT_SENT',
  });
  life.close();
  expect(feed.running()).toEqual([]);
});

test('after a restart the commands come from the journal, and the first read is the first event', async () => {
  await place();
  await edit('accepted');
  journal.close();
  start();
  orders.state(
    updateOfRecord(
      orderRecord.parse({
        symbol: SYMBOL,
        orderId: '11',
        clientOrderId: '77',
        status: 'NEW',
        side: 'BUY',
        type: 'LIMIT',
        price: '64001',
        quantity: '0.5',
        odd: 'yes',
      }),
      clock.now(),
    ),
    'listed',
  );
  const life = open('11').read();
  expect(
    life
      .filter(({ kind }) => kind === 'command')
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(['Edit', 'Place']);
  expect(life.find(({ kind }) => kind === 'record')).toMatchObject({
    source: 'reconcile',
    title: 'Read with all open orders',
    fields: { odd: 'yes' },
  });
});

test('a cancel of everything is part of the life of each order that it was for', async () => {
  hear({});
  hear({ oid: 12, cid: 78 });
  orders.note({ orderId: '11' }, { what: 'asked', commandId: 'all-1' });
  await commands.run(
    {
      commandId: 'all-1',
      name: 'orders.cancelAll',
      symbol: null,
      clientOrderId: null,
      summary: 'Cancel all orders',
      input: '{"symbol":null}',
    },
    () =>
      Promise.resolve({ status: 'accepted', clientOrderId: null, orderId: null, acknowledgement: 'CANCEL_ALL_SENT' }),
  );
  expect(
    open('11')
      .read()
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(['Cancel all', 'Execution report']);
  expect(
    open('12')
      .read()
      .map(({ title }) => title),
  ).toEqual(['Execution report']);
});

test('what is not kept any more is said, and never more than the bound is sent', () => {
  for (let fill = 0; fill < 100; fill += 1)
    hear({ ss: 'PARTIAL_FILLED', tesx: `0.${String(fill).padStart(3, '0')}1`, ts: 1_760_000_000_200 + fill });
  const life = open('11');
  expect(life.read().find(({ kind }) => kind === 'gap')?.words).toBe('40 earlier reports are not kept.');
  expect(life.read()).toHaveLength(61);
  hear({ ss: 'FILLED', tesx: '0.5', ts: 1_760_000_001_000 });
  expect(life.read().find(({ kind }) => kind === 'gap')?.words).toBe('41 earlier reports are not kept.');
  expect(life.read()).toHaveLength(61);
});

test.each(['', 'x', '11 ', 'c:', '__proto__', '1'.repeat(31)])('%j names no order', (key) => {
  expect(feed.open(key)).toBeNull();
});
