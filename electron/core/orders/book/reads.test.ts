import { expect, test } from 'vitest';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';
import { notFound, sameClock, scriptedClient, type Script } from '../../../../e2e/rigs/core/scripted-client.ts';
import { createOrderReads } from './reads.ts';

const record = (orderId: string) => ({
  symbol: 'PERP_BTC_USDT',
  orderId,
  status: 'NEW',
  side: 'BUY',
  type: 'LIMIT',
  price: '64000',
  quantity: '1',
});

/** Reads over an exchange whose clock is known to 40 ms. */
function readsFrom(script: Script) {
  const clock = new ManualClock();
  const { client, calls } = scriptedClient(script);
  return { clock, calls, reads: createOrderReads(client, { ...sameClock(clock), uncertainty: () => 39.2 }, clock) };
}

test('a read is dated by the earliest instant in which the exchange may have written it', async () => {
  const { clock, reads } = readsFrom(({ name }) =>
    name === 'trade.order' ? record('1') : { rows: [record('1')], meta: null },
  );
  const earliest = clock.now() - 40;
  expect(reads.now()).toBe(earliest);
  expect(await reads.one({ orderId: '1' })).toMatchObject({ readAt: earliest, record: { orderId: '1' } });
  expect(await reads.list({})).toMatchObject({ orders: [{ readAt: earliest }], isComplete: true });
});

test('an order that the exchange does not know is none, and any other refusal is told', async () => {
  const { reads } = readsFrom(({ name }) => notFound(name));
  expect(await reads.one({ orderId: '1' })).toBeNull();
  await expect(reads.list({})).rejects.toMatchObject({ fault: { kind: 'ExchangeRejected' } });
});

test('a list is read to its end by the pages that the exchange gives, and not for ever where its count lies', async () => {
  const { calls, reads } = readsFrom(({ input }) => {
    const page = Number(input['page']);
    const rows = page > 3 ? [] : [record(String(2 * page - 1)), record(String(2 * page))];
    return { rows, meta: { total: 1_000, recordsPerPage: 2, currentPage: page } };
  });
  const { orders, isComplete } = await reads.list({});
  expect(orders.map(({ record: { orderId } }) => orderId)).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(isComplete).toBe(true);
  expect(calls).toHaveLength(4);
});

test('a list that goes on after forty pages is not whole', async () => {
  const { calls, reads } = readsFrom(({ input }) => ({
    rows: [record(String(input['page']))],
    meta: { total: 41, recordsPerPage: 1, currentPage: Number(input['page']) },
  }));
  const { orders, isComplete } = await reads.list({});
  expect([orders.length, isComplete, calls.length]).toEqual([40, false, 40]);
});
