import { expect, test } from 'vitest';
import type { OrderRow } from '../../../../shared/contract/contract.ts';
import { millis } from '../../../../shared/time.ts';
import { executionReport } from '../../../../shared/v3/stream/execution-report.ts';
import { createFeed } from '../../page/feeds.ts';
import { latestNow } from '../../account/latest-now.ts';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';
import { sameClock } from '../../../../e2e/rigs/core/scripted-client.ts';
import { createOwnOrders } from './own-orders.ts';
import { createTakeReport } from './execution-reports.ts';

/** Two orders of one symbol and one of another, each with a cancel on its way. */
function setUp() {
  const rows = createFeed<OrderRow>('id');
  const orders = createOwnOrders(rows, () => false);
  const take = createTakeReport(orders, { heard: () => undefined });
  const say = (report: object): void => take(executionReport({ ts: 200, ...report }, millis(200)));
  for (const [oid, s] of [
    ['1', 'PERP_BTC_USDT'],
    ['2', 'PERP_BTC_USDT'],
    ['3', 'PERP_ETH_USDT'],
  ]) {
    say({ mt: 0, s, cid: `7${oid}`, oid, t: 'LIMIT', sd: 'BUY', sx: '1', px: '100', ss: 'NEW', ts: 50 });
    orders.addPendingChange(oid ?? '', {
      commandId: 'cancel',
      what: 'cancel',
      price: null,
      quantity: null,
      before: null,
      at: 100,
    });
  }
  const pending = () => ['1', '2', '3'].map((id) => rows.get(id)?.pending);
  return { rows, orders, say, pending };
}

test('a cancel that is refused is that of its order, in the exchange’s words', () => {
  const { rows, say, pending } = setUp();
  say({ mt: 2, s: 'PERP_BTC_USDT', cid: '71', oid: '1', rs: 'it is being filled' });
  expect(pending()).toEqual(['none', 'cancel', 'cancel']);
  expect(rows.get('1')?.lastRefusal).toBe('it is being filled');
});

test('an edit that is refused says nothing of a cancel', () => {
  const { say, pending } = setUp();
  say({ mt: 1, s: 'PERP_BTC_USDT', cid: '71', oid: '1', rs: 'too late' });
  expect(pending()).toEqual(['cancel', 'cancel', 'cancel']);
});

test('a refusal of what came before the present cancel says nothing of that', () => {
  const { say, pending } = setUp();
  say({ mt: 2, s: 'PERP_BTC_USDT', oid: '1', rs: 'too late', ts: 99 });
  expect(pending()).toEqual(['cancel', 'cancel', 'cancel']);
});

test('a refused cancel of all is about the orders of its symbol, and about all where it names none', () => {
  const one = setUp();
  one.say({ mt: 3, s: 'PERP_BTC_USDT', cid: 0, oid: 0, rs: 'busy' });
  expect(one.pending()).toEqual(['none', 'none', 'cancel']);
  const all = setUp();
  all.say({ mt: 3, rs: 'busy' });
  expect(all.pending()).toEqual(['none', 'none', 'none']);
});

test('an order that only the user’s id names is found by that', () => {
  const { say, pending } = setUp();
  say({ mt: 2, s: 'PERP_BTC_USDT', cid: '71', oid: 0, rs: 'too late' });
  expect(pending()).toEqual(['none', 'cancel', 'cancel']);
});

test('a report from the future holds as one of now: the next one wins', () => {
  const rows = createFeed<OrderRow>('id');
  const clock = new ManualClock();
  const take = createTakeReport(
    createOwnOrders(rows, () => false),
    { heard: () => undefined },
    latestNow(sameClock(clock)),
  );
  const order = { mt: 0, s: 'PERP_BTC_USDT', oid: '1', t: 'LIMIT', sd: 'BUY', sx: '1', ss: 'NEW' };
  const say = (px: string, ts: number): void => take(executionReport({ ...order, px, ts }, millis(ts)));
  say('100', clock.now() + 600_000);
  clock.wall += 1_000;
  say('101', clock.now());
  expect(rows.get('1')?.price).toBe('101');
});

test('a report of more than was ordered changes nothing', () => {
  const { rows, say } = setUp();
  say({
    mt: 0,
    s: 'PERP_BTC_USDT',
    oid: '1',
    t: 'LIMIT',
    sd: 'BUY',
    sx: '1',
    px: '100',
    ss: 'PARTIAL_FILLED',
    tesx: '10',
  });
  expect(rows.get('1')).toMatchObject({ status: 'NEW', executed: '0', open: true });
});
