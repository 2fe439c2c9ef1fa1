import { describe, expect, it } from 'vitest';
import type { CommandRow, OrderRow } from '../../../../shared/contract/contract.ts';
import type { DeadManItem } from '../../../../shared/contract/deadman.ts';
import { orderRecord } from '../../../../shared/v3/records/orders.ts';
import { createFeed } from '../../page/feeds.ts';
import { updateOfRecord } from '../../orders/book/order-updates.ts';
import { createOwnCancels } from '../../orders/own-cancels.ts';
import { createOwnOrders } from '../../orders/book/own-orders.ts';
import type { ReadOrder } from '../../orders/book/reads.ts';
import type { JournaledCommand } from '../../storage/journal.ts';
import type { EndedBy } from './proof.ts';
import { proofOrders } from './proof-orders.ts';

const T = 1_760_000_100_000;

/** A book with orders in it, and the proof’s questions to it. */
function book() {
  const orders = createOwnOrders(createFeed<OrderRow>('id'), () => true);
  const commands = createFeed<CommandRow>('commandId');
  const past: { orderId: string; name: string; outcome: object | null }[] = [];
  /** The exchange’s word on an order; `updatedTime` where it says when. */
  const see = (orderId: string, part: object = {}): void =>
    orders.state(
      updateOfRecord(
        orderRecord.parse({
          symbol: 'PERP_BTC_USDT',
          orderId,
          status: 'NEW',
          side: 'BUY',
          type: 'LIMIT',
          price: '64000',
          quantity: '0.5',
          executed: '0',
          createdTime: T - 60_000,
          ...part,
        }),
        T + 1_000,
      ),
    );
  const cancel = (orderId: string, commandId = 'cancel'): void =>
    orders.addPendingChange(orderId, {
      commandId,
      what: 'cancel',
      price: null,
      quantity: null,
      before: null,
      at: T - 50_000,
    });
  const ownCancels = createOwnCancels({
    orders,
    commands,
    clock: { now: () => T },
    journal: {
      ofOrder: ({ orderId }) => past.filter((command) => command.orderId === orderId) as never as JournaledCommand[],
    }, // what is read of them
  });
  /** The exchange’s list of what was cancelled, and orders that it has by name only. */
  const history = { listed: [] as ReadOrder[], named: [] as ReadOrder[] };
  const proof = proofOrders(
    orders,
    ownCancels,
    { run: async () => see('1', { status: 'CANCELLED' }), knownSince: () => null },
    {
      list: async () => ({ orders: history.listed, isComplete: true }),
      one: async (by) => history.named.find(({ record }) => 'orderId' in by && record.orderId === by.orderId) ?? null,
    },
  );
  const endedBy = (id: string, at: number): EndedBy => proof.endedBy({ id } as DeadManItem, at); // no more is read
  return { orders, commands, past, see, cancel, history, ...proof, endedBy };
}

const CANCELLED = { status: 'CANCELLED' };
const NOW = { ...CANCELLED, updatedTime: T + 10 };
const cancelOfAll = (part: Partial<CommandRow>): CommandRow =>
  ({
    commandId: 'all',
    name: 'orders.cancelAll',
    symbol: null,
    status: 'accepted',
    known: true,
    at: T - 20_000,
    ...part,
  }) as CommandRow;

it('counts no order as open before it that the exchange may never have had', async () => {
  const { orders, see, openAt, readOpen } = book();
  see('1');
  see('2', { status: 'FILLED' });
  orders.sending({
    kind: 'sending',
    clientOrderId: '77',
    traits: { symbol: 'PERP_BTC_USDT', side: 'BUY', type: 'LIMIT' } as never, // no more of it is read
    price: null,
    quantity: null,
    visibleQuantity: null,
    at: T,
  });
  expect(openAt(T)).toMatchObject([
    { kind: 'order', id: '1', symbol: 'PERP_BTC_USDT', side: 'BUY', type: 'LIMIT', quantity: '0.5', price: '64000' },
  ]);
  expect(await readOpen()).toEqual([]);
});

it('counts an order whose end the stream told before the time was certainly over', () => {
  const { see, openAt, endedBy } = book();
  see('1', NOW);
  see('2', { ...CANCELLED, updatedTime: T - 10 });
  expect(openAt(T).map(({ id }) => id)).toEqual(['1']);
  expect(endedBy('1', T)).toBe('switch');
});

it.each<readonly [string, object, string]>([
  ['cancelled at that time', NOW, 'switch'],
  ['cancelled, and nobody says when', CANCELLED, 'switch'],
  ['cancelled before', { ...CANCELLED, updatedTime: T - 10 }, 'other'],
  ['never to rest', { ...CANCELLED, type: 'IOC' }, 'other'],
  ['filled', { status: 'FILLED', updatedTime: T + 10 }, 'other'],
])('knows what became of an order that was %s', (_what, end, by) => {
  const { see, endedBy } = book();
  see('1', { ...end, status: 'NEW' });
  see('1', end);
  expect(endedBy('1', T)).toBe(by);
});

it.each<readonly [string, (at: ReturnType<typeof book>) => void]>([
  ['was not answered', ({ cancel }) => cancel('1')],
  [
    'was acknowledged',
    ({ cancel, orders }) => {
      cancel('1');
      orders.taken('1', 'cancel');
    },
  ],
  [
    'was given up',
    ({ cancel, orders }) => {
      cancel('1');
      orders.refused('1', 'cancel', { reason: 'the trader no longer waits for it', isSure: false });
    },
  ],
  ['of all was not answered', ({ commands }) => commands.put(cancelOfAll({ status: 'unconfirmed' }))],
])('does not count an order as ended by the switch where a cancel that %s may have', (_what, happen) => {
  const at = book();
  at.see('1');
  happen(at);
  at.see('1', NOW);
  expect(at.endedBy('1', T)).toBe('unknown');
});

it('counts it where the cancel was refused', () => {
  const { see, cancel, orders, endedBy } = book();
  see('1');
  cancel('1');
  orders.refused('1', 'cancel', { reason: 'The exchange cannot be reached', isSure: true });
  see('1', NOW);
  expect(endedBy('1', T)).toBe('switch');
});

it('does not count an order of which a list that lags did not show yet that it was cancelled before', () => {
  const { see, past, commands, endedBy } = book();
  for (const orderId of ['1', '2', '3', '4']) see(orderId, orderId === '3' ? { symbol: 'SPOT_BTC_USDT' } : {});
  past.push({ orderId: '1', name: 'orders.cancel', outcome: { status: 'accepted' } });
  const refused = { status: 'rejected', fault: { kind: 'ExchangeRejected' } };
  past.push({ orderId: '2', name: 'orders.cancel', outcome: refused });
  commands.put(cancelOfAll({ symbol: 'SPOT_BTC_USDT' }));
  commands.put(cancelOfAll({ commandId: 'old', at: T - 3_600_000 }));
  for (const orderId of ['1', '2', '3', '4'])
    see(orderId, orderId === '3' ? { ...CANCELLED, symbol: 'SPOT_BTC_USDT' } : CANCELLED);
  expect(['1', '2', '3', '4'].map((orderId) => endedBy(orderId, T))).toEqual([
    'unknown',
    'switch',
    'unknown',
    'switch',
  ]);
});

describe('what a switch ended that fired while no program ran', () => {
  const KEPT_AT = T - 20_000;
  const kept = (...ids: string[]) => ({
    at: KEPT_AT,
    items: ids.map((id) => ({ kind: 'order', id, createdAt: T - 60_000 }) as const),
  });
  const record = (orderId: string, part: object = {}): ReadOrder => ({
    record: orderRecord.parse({
      ...{ symbol: 'PERP_BTC_USDT', orderId, side: 'BUY', type: 'LIMIT', price: '64000', quantity: '0.5' },
      ...{ executed: '0', createdTime: T - 60_000, ...CANCELLED, ...part },
    }),
    beganAt: 0,
    readAt: T + 90_000,
  });
  const endedOrders = async (at: ReturnType<typeof book>, last: Parameters<typeof at.readEnded>[0]) => {
    const { ends, isComplete } = await at.readEnded(last, T);
    return { ends: ends.map(({ item, by }) => `${item.id} ${by}`), isComplete };
  };

  it.each<readonly [string, object, string[]]>([
    ['cancelled at that time', NOW, ['1 switch']],
    ['cancelled, and nobody says when', {}, ['1 switch']],
    ['cancelled before', { updatedTime: T - 10 }, ['1 other']],
    ['filled', { status: 'FILLED' }, ['1 other']],
    ['open by a list that lags', { status: 'NEW' }, ['1 unknown']],
  ])('is an order that was open and is %s', async (_what, part, ends) => {
    const at = book();
    at.history.named.push(record('1', part));
    expect(await endedOrders(at, kept('1'))).toEqual({ ends, isComplete: true });
  });

  it('is one that was made since what was open was kept, where its end is dated', async () => {
    const at = book();
    at.history.listed.push(
      record('2', { ...NOW, createdTime: KEPT_AT + 5_000 }),
      record('3', { createdTime: KEPT_AT + 5_000 }),
      record('4', { createdTime: KEPT_AT - 5_000 }),
    );
    expect(await endedOrders(at, kept())).toEqual({ ends: ['2 switch', '3 unknown'], isComplete: true });
  });

  it('may be one that a cancel of ours of the former run ended', async () => {
    const at = book();
    at.past.push({ orderId: '1', name: 'orders.cancel', outcome: { status: 'accepted' } });
    at.history.named.push(record('1'));
    expect(await endedOrders(at, kept('1'))).toEqual({ ends: ['1 unknown'], isComplete: true });
  });

  it('is not whole where an order is not found, or what was open was not kept', async () => {
    const at = book();
    at.history.listed.push(record('2', NOW));
    expect(await endedOrders(at, kept('1', '2'))).toEqual({ ends: ['2 switch'], isComplete: false });
    expect(await endedOrders(at, null)).toEqual({ ends: ['2 switch'], isComplete: false });
  });
});
