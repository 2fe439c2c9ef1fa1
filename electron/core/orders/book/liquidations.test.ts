import { expect, test } from 'vitest';
import type { InstrumentRow, OrderRow, PositionRow } from '../../../../shared/contract/contract.ts';
import { orderRecord } from '../../../../shared/v3/records/orders.ts';
import { readPrivate } from '../../../../shared/v3/topics.ts';
import { createFeed } from '../../page/feeds.ts';
import { createNotices } from '../../commands/notices.ts';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';
import { sameClock, scriptedClient } from '../../../../e2e/rigs/core/scripted-client.ts';
import { updateOfRecord, updateOfReport } from './order-updates.ts';
import { followLiquidations } from './liquidations.ts';
import { createOwnOrders } from './own-orders.ts';

const BTC = 'PERP_BTC_USDT';
const T = 1_760_000_000_000;
const HELD = {
  id: `${BTC} BOTH`,
  symbol: BTC,
  positionSide: 'BOTH',
  holding: '27',
  averageOpenPrice: '64000',
  marginMode: 'CROSS',
  at: T - 60_000,
} as PositionRow; // the rest is not looked at

function scene(script: { readonly record?: object; readonly records?: readonly object[] } = {}) {
  const clock = new ManualClock(T);
  const { client, calls } = scriptedClient(({ name }) => {
    if (name === 'trade.orders') return { rows: script.records ?? [], meta: null };
    if (script.record === undefined) throw new Error('not answered');
    return script.record;
  });
  const positions = createFeed<PositionRow>('id');
  positions.put(HELD);
  const orders = createOwnOrders(createFeed<OrderRow>('id'), (clientOrderId) => clientOrderId === '77');
  const messages: string[] = [];
  const notices = createNotices(clock, ({ level, text }, about) =>
    messages.push(`${level} ${about?.name} ${about?.symbol}: ${text}`),
  );
  const stop = followLiquidations({
    client,
    clock,
    exchangeClock: sameClock(clock),
    orders,
    positions,
    instrument: () => ({ base: 'BTC', quote: 'USDT' }) as InstrumentRow, // no more of it is read
    notices,
  });
  const report = (data: object): void => {
    const read = readPrivate({ topic: 'executionreport', ts: clock.now(), data: { ...REPORT, ...data } as never });
    if (!read.ok || read.message.kind !== 'executionreport') throw new Error('not a report');
    const fact = updateOfReport(read.message.report);
    if (fact !== null) orders.state(fact);
  };
  return { clock, calls, positions, orders, messages, report, stop };
}

const REPORT = {
  mt: 0,
  s: BTC,
  cid: 0,
  oid: 7,
  t: 'MARKET',
  sd: 'SELL',
  ps: 'BOTH',
  sx: '27',
  ss: 'NEW',
  tesx: '0',
  ts: T,
};

test.each([
  ['by its type', { t: 'LIQUIDATE' }],
  ['by its tag', { tg: 'liquidation' }],
])('an order of the exchange that liquidates, known %s, is told once with what it cost', async (_how, mark) => {
  const { clock, positions, messages, report, stop } = scene({ record: recordOf({ realizedPnl: '-246000.5' }) });
  report({ oid: 3, t: 'LIMIT', sd: 'BUY', sx: '1', px: '60000', ss: 'NEW' });
  report({ oid: 3, t: 'LIMIT', sd: 'BUY', sx: '1', px: '60000', ss: 'CANCELLED', rs: 'Cancelled: liquidation.' });
  report(mark);
  report({ ...mark, ss: 'PARTIAL_FILLED', esx: '7', tesx: '7', epx: '55000', aepx: '55000' });
  report({ ...mark, ss: 'FILLED', esx: '20', tesx: '27', epx: '54850', aepx: '54888.9' });
  positions.drop(HELD.id);
  await clock.move(10_000);
  expect(messages).toEqual([
    `alarm liquidation ${BTC}: Liquidation: the exchange sold 27 BTC in ${BTC} at 54,888.9, realised −246,000.5 USDT. 1 order was cancelled for it.`,
  ]);
  report({ ...mark, ss: 'FILLED', esx: '20', tesx: '27', epx: '54850', aepx: '54888.9' });
  await clock.move(10_000);
  expect(messages).toHaveLength(1);
  stop();
  expect(clock.pending).toBe(0);
});

test('where the exchange does not say what it cost, that is worked out from the average open price', async () => {
  const { clock, messages, report, stop } = scene();
  report({ t: 'LIQUIDATE', ss: 'FILLED', esx: '27', tesx: '27', aepx: '55000' });
  await clock.move(10_000);
  expect(messages).toEqual([
    `alarm liquidation ${BTC}: Liquidation: the exchange sold 27 BTC in ${BTC} at 55,000, realised −243,000 USDT before fees.`,
  ]);
  stop();
});

test('what was cancelled for it is told where no order closed the position', async () => {
  const { clock, positions, messages, report, stop } = scene();
  report({ oid: 3, t: 'LIMIT', sd: 'BUY', sx: '1', px: '60000', ss: 'NEW' });
  report({ oid: 3, t: 'LIMIT', sd: 'BUY', sx: '1', px: '60000', ss: 'CANCELLED', rs: 'Cancelled: liquidation.' });
  positions.drop(HELD.id);
  await clock.move(2_000);
  expect(messages).toEqual([
    `alarm liquidation ${BTC}: Liquidation: the position of 27 BTC long in ${BTC} is gone. 1 order was cancelled for it.`,
  ]);
  stop();
});

test('an order of this terminal is no liquidation, whatever its tag', async () => {
  const { clock, messages, report, stop } = scene();
  report({ cid: 77, tg: 'liquidation', ss: 'FILLED', esx: '27', tesx: '27', aepx: '55000' });
  await clock.move(10_000);
  expect(messages).toEqual([]);
  stop();
});

test('a position that shrank without a word on the stream has the exchange asked, and the liquidation found', async () => {
  const records = [
    recordOf({ type: 'MARKET', orderTag: 'liquidation', executed: '27', averageExecutedPrice: '55000' }),
  ];
  const { clock, calls, positions, messages, stop } = scene({ records });
  positions.replace([]);
  await clock.move(10_000);
  expect(calls.map(({ name }) => name)).toEqual(['trade.orders']);
  expect(messages).toEqual([`alarm liquidation ${BTC}: Liquidation: the exchange sold 27 BTC in ${BTC} at 55,000.`]);
  stop();
});

test('the fill that opened a position a moment before is no word on why it is gone', async () => {
  const records = [
    recordOf({ type: 'MARKET', orderTag: 'liquidation', executed: '27', averageExecutedPrice: '55000' }),
  ];
  const { clock, positions, messages, report, stop } = scene({ records });
  report({ oid: 6, sd: 'BUY', ss: 'FILLED', esx: '27', tesx: '27', aepx: '64000' });
  await clock.move(1_000);
  positions.replace([]);
  await clock.move(10_000);
  expect(messages).toEqual([`alarm liquidation ${BTC}: Liquidation: the exchange sold 27 BTC in ${BTC} at 55,000.`]);
  stop();
});

test('a position that is gone while no order closed it is told too, and one that was closed elsewhere is not', async () => {
  const none = scene();
  none.positions.replace([]);
  await none.clock.move(10_000);
  expect(none.messages).toEqual([
    `danger liquidation ${BTC}: The position of 27 BTC long in ${BTC} is gone, and the exchange names no order that closed it: it may have been liquidated.`,
  ]);
  none.stop();
  const elsewhere = scene({ records: [recordOf({ executed: '27' })] });
  elsewhere.positions.replace([]);
  await elsewhere.clock.move(10_000);
  expect(elsewhere.messages).toEqual([]);
  elsewhere.stop();
});

test('a position that an order of ours closes has nothing asked', async () => {
  const { clock, calls, positions, messages, report, stop } = scene();
  report({ cid: 77, ss: 'FILLED', esx: '27', tesx: '27', aepx: '65000' });
  positions.drop(HELD.id);
  await clock.move(10_000);
  expect([messages, calls]).toEqual([[], []]);
  stop();
});

test('one that is closed by a fill which only a read showed is no alarm', async () => {
  const { clock, orders, positions, messages, stop } = scene();
  const record = orderRecord.parse(recordOf({ status: 'FILLED', executed: '27' }));
  orders.state(updateOfRecord(record, T));
  await clock.move(20_000);
  positions.replace([]);
  await clock.move(10_000);
  expect(messages).toEqual([]);
  stop();
});

function recordOf(part: object) {
  return {
    symbol: BTC,
    orderId: '7',
    status: 'FILLED',
    side: 'SELL',
    type: 'MARKET',
    quantity: '27',
    executed: '0',
    createdTime: T,
    ...part,
  };
}
