import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow, PositionRow } from '../../../shared/contract/contract.ts';
import { decimal, type Decimal } from '../../../shared/decimal.ts';
import { FaultError } from '../../../shared/errors.ts';
import { noLimits } from '../../../shared/rules/risk-limit-rules.ts';
import type { PlaceOrder } from '../../../shared/rules/order-rules.ts';
import { orderRecord } from '../../../shared/v3/records/orders.ts';
import { createFeed } from '../page/feeds.ts';
import { createNotices } from '../commands/notices.ts';
import { updateOfRecord } from '../orders/book/order-updates.ts';
import { createOwnOrders } from '../orders/book/own-orders.ts';
import { refusal } from '../../../e2e/rigs/core/scenes/guard-refusal.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { COARSE_PERP } from '../../../shared/testing/instrument.ts';
import { sameClock, scriptedClient, type Script } from '../../../e2e/rigs/core/scripted-client.ts';
import { createRiskLimits } from './risk-limits.ts';
import { limitsFile } from './kept.ts';
import { createRealised } from './realised.ts';

const SYMBOL = COARSE_PERP.symbol;
const ORDER: PlaceOrder = {
  symbol: SYMBOL,
  side: 'BUY',
  type: 'LIMIT',
  price: decimal('60000'),
  quantity: decimal('0.5'),
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-guard-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function desk(script: Script = () => ({ rows: [], meta: null })) {
  const clock = new ManualClock();
  const notices = createNotices(clock);
  const { client, calls } = scriptedClient(script);
  const orders = createOwnOrders(createFeed<OrderRow>('id'), () => true);
  const held: PositionRow[] = [];
  const quote: { bid: Decimal | null; ask: Decimal | null; mark: Decimal | null; last: Decimal | null; state: 'live' } =
    {
      state: 'live',
      bid: decimal('59999'),
      ask: decimal('60001'),
      mark: null,
      last: null,
    };
  const start = () =>
    createRiskLimits({
      clock,
      notices,
      kept: limitsFile(join(folder, 'guard')),
      realised: createRealised(client, sameClock(clock), clock, () => 'USDT'),
      instrument: (symbol) => (symbol === SYMBOL ? COARSE_PERP : undefined),
      quote: () => quote,
      positions: () => held,
      balance: () => undefined,
      orders: orders.all,
    });
  const guard = start();
  const limit = (change: object): void => void guard.set({ limits: { ...noLimits, ...change } });
  const rest = (orderId: string, part: object = {}): void =>
    orders.state(
      updateOfRecord(
        orderRecord.parse({
          ...{ symbol: SYMBOL, orderId, status: 'NEW', side: 'BUY', type: 'LIMIT', price: '60000' },
          ...{ quantity: '0.5', executed: '0', createdTime: 1, ...part },
        }),
        clock.now(),
      ),
    );
  return { clock, guard, limit, rest, orders, held, quote, start, calls, notices };
}

describe('an order', () => {
  it('goes where no limit is set, and is named its limit where one is', () => {
    const { guard, limit } = desk();
    expect(refusal(() => guard.order(ORDER))).toBeNull();
    limit({ largestOrder: decimal('29000') });
    expect(refusal(() => guard.order(ORDER))).toBe('It is worth 30,000 USDT; your largest order is 29,000 USDT.');
    expect(refusal(() => guard.order({ ...ORDER, reduceOnly: true }))).toBeNull();
  });

  it('without a price is judged by the market, and refused where there is none', () => {
    const { guard, limit, quote } = desk();
    limit({ largestOrder: decimal('30000') });
    const { price: _price, ...market } = { ...ORDER, type: 'MARKET' as const };
    expect(refusal(() => guard.order(market))).toContain('30,000.5 USDT');
    Object.assign(quote, { bid: null, ask: null });
    expect(refusal(() => guard.order(market))).toContain('No price of');
  });

  it('of which the symbol’s terms are not known is refused where a limit is set, unless it only reduces', () => {
    const { guard, limit } = desk();
    const unknown = { ...ORDER, symbol: 'PERP_ETH_USDT' };
    expect(refusal(() => guard.order(unknown))).toBeNull();
    limit({ largestOrder: decimal('1000000') });
    expect(refusal(() => guard.order(unknown))).toContain('The terms of PERP_ETH_USDT are not known');
    expect(refusal(() => guard.order({ ...unknown, reduceOnly: true }))).toBeNull();
  });

  it('to sell below the market is worth what the market pays, not its own price', () => {
    const { guard, limit, quote } = desk();
    limit({ largestOrder: decimal('1000') });
    const cheap = { ...ORDER, side: 'SELL', price: decimal('1') } as const;
    expect(refusal(() => guard.order(cheap))).toContain('29,999.5 USDT');
    limit({ largestPosition: decimal('1000') });
    expect(refusal(() => guard.order(cheap))).toContain('29,999.5 USDT');
    Object.assign(quote, { bid: null, ask: null });
    expect(refusal(() => guard.order(cheap))).toContain('No price of');
    limit({ largestOrder: decimal('40000') });
    Object.assign(quote, { bid: decimal('59999') });
    expect(refusal(() => guard.order({ ...ORDER, side: 'SELL' }))).toBeNull();
  });

  it('is judged with what rests beside it, and what rests elsewhere is none of its business', () => {
    const { guard, limit, rest } = desk();
    limit({ largestPosition: decimal('60000') });
    rest('1');
    rest('2', { side: 'SELL' });
    rest('3', { symbol: 'PERP_ETH_USDT' });
    rest('4', { status: 'CANCELLED' });
    expect(refusal(() => guard.order(ORDER))).toBeNull();
    rest('5', { quantity: '0.2', executed: '0.1' });
    expect(refusal(() => guard.order(ORDER))).toContain('66,000 USDT, with your open orders');
  });

  it('is judged with what is held at the market, and what rests at its own price', () => {
    const { guard, limit, rest, held, quote } = desk();
    quote.mark = decimal('64000');
    limit({ largestPosition: decimal('62000') });
    held.push({
      ...{ id: SYMBOL, symbol: SYMBOL, positionSide: 'BOTH', marginMode: 'CROSS', leverage: 10, at: null },
      ...{ holding: decimal('0.5'), averageOpenPrice: decimal('64000'), markPrice: decimal('64000') },
      ...{ liquidationPrice: null, settlePrice: null, isolatedMargin: null, adlQuantile: null },
      ...{ pnl24h: null, fee24h: null, pendingLong: null, pendingShort: null },
    });
    rest('1', { quantity: '0.2', price: '61000' });
    const low = { ...ORDER, price: decimal('50000') };
    // 0.5 × 64,000 and 0.2 × 61,000 are 44,200.
    expect(refusal(() => guard.order({ ...low, quantity: decimal('0.35') }))).toBeNull();
    expect(refusal(() => guard.order({ ...low, quantity: decimal('0.36') }))).toContain('62,200 USDT');
  });

  it('is judged with an edit beside it that was sent and not seen yet', () => {
    const { clock, guard, limit, rest, orders } = desk();
    limit({ largestPosition: decimal('60000') });
    rest('1');
    expect(refusal(() => guard.order(ORDER))).toBeNull();
    const edit = (commandId: string, quantity: string): void =>
      orders.addPendingChange('1', {
        commandId,
        what: 'edit',
        price: null,
        quantity: decimal(quantity),
        before: null,
        at: clock.now(),
      });
    edit('larger', '0.6');
    expect(refusal(() => guard.order(ORDER))).toContain('66,000 USDT, with your open orders');
    edit('smaller', '0.1');
    // The first of them may arrive last.
    expect(refusal(() => guard.order(ORDER))).toContain('66,000 USDT, with your open orders');
    orders.refused('1', 'larger', { reason: 'no', isSure: true });
    expect(refusal(() => guard.order({ ...ORDER, quantity: decimal('0.6') }))).toContain('66,000 USDT');
  });

  it('waits until fewer than the limit left in any minute; refused ones do not count', async () => {
    const { clock, guard, limit } = desk();
    limit({ ordersPerMinute: 2 });
    for (let i = 0; i < 2; i += 1) expect(refusal(() => guard.order(ORDER))).toBeNull();
    for (let i = 0; i < 5; i += 1) expect(refusal(() => guard.order(ORDER))).toContain('2 orders a minute');
    await clock.move(60_000);
    expect(refusal(() => guard.order(ORDER))).toBeNull();
  });
});

it('an edit is judged only where it adds risk, and without itself', () => {
  const { guard, limit, rest, orders } = desk();
  rest('1');
  limit({ largestOrder: decimal('30000'), largestPosition: decimal('31000') });
  const own = orders.get('1') ?? expect.fail('it rests');
  expect(refusal(() => guard.edit(own, decimal('59000'), null))).toBeNull();
  expect(refusal(() => guard.edit(own, null, decimal('0.4')))).toBeNull();
  expect(refusal(() => guard.edit(own, null, decimal('0.51')))).toContain('30,600');
  expect(refusal(() => guard.edit(own, decimal('60100'), null))).toContain('30,050');
});

it('an edit is judged by what was sent while nothing is reported of the order, and as unknown where that is not known', () => {
  const { guard, limit, rest, orders } = desk();
  rest('1');
  limit({ largestOrder: decimal('30000') });
  const reported = orders.get('1') ?? expect.fail('it rests');
  const sent = {
    at: 0,
    price: decimal('60000'),
    quantity: decimal('0.5'),
    visibleQuantity: null,
    amount: null,
    stage: 'SENDING' as const,
  };
  const unreported = { ...reported, life: null, fills: null, sent: { ...reported.sent, ...sent } } as typeof reported; // the same order with less known of it
  expect(refusal(() => guard.edit(unreported, null, decimal('0.4')))).toBeNull();
  expect(refusal(() => guard.edit(unreported, null, decimal('0.51')))).toContain('30,600');
  expect(refusal(() => guard.edit(unreported, decimal('61000'), null))).toContain('30,500');
  const unknown = { ...unreported, sent: null };
  expect(refusal(() => guard.edit(unknown, decimal('61000'), null))).toContain('No price of');
  expect(refusal(() => guard.edit(unknown, decimal('61000'), decimal('1')))).toContain('61,000');
});

it('a plan is judged by its entry; one that closes goes', () => {
  const { guard, limit } = desk();
  limit({ largestOrder: decimal('1000') });
  const plan = {
    symbol: SYMBOL,
    side: 'BUY',
    positionSide: 'BOTH',
    closes: 'never',
    quantity: decimal('1'),
    price: decimal('61000'),
    limit: null,
    trigger: decimal('61000'),
    atOnce: false,
  } as const;
  expect(refusal(() => guard.plan(plan, 'place'))).toContain('61,000');
  expect(refusal(() => guard.plan({ ...plan, closes: 'always' }, 'place'))).toBeNull();
});

describe('the day’s result', () => {
  const fill = (id: number, at: number, realizedPnl: string) => ({
    ...{ id, symbol: SYMBOL, orderId: 5, executedPrice: '1', executedQuantity: '1', side: 'SELL' },
    ...{ fee: '0.5', feeAsset: 'USDT', realizedPnl, executedTimestamp: at },
  });

  it('adds up every fill of the day once, fees included, and holds new risk back from the limit on', async () => {
    let fills: ReturnType<typeof fill>[] = [];
    const { clock, guard, limit, notices } = desk(({ input }) => ({
      rows: fills.filter(({ executedTimestamp }) => executedTimestamp >= Number(input['startTime'])),
      meta: null,
    }));
    const now = clock.now();
    fills = [fill(1, now - 100_000_000, '-1000'), fill(2, now, '-40'), fill(3, now, '10')];
    guard.start();
    limit({ dailyLoss: decimal('50') });
    expect(refusal(() => guard.order(ORDER))).toContain('not known yet');
    await clock.move(6_000);
    expect([...guard.feed.rows()][0]).toMatchObject({ realisedToday: '-31', lossReached: false });
    expect(refusal(() => guard.order(ORDER))).toBeNull();
    fills.push(fill(4, now, '-18.5'));
    guard.filled();
    await clock.move(6_000);
    expect([...guard.feed.rows()][0]).toMatchObject({ realisedToday: '-50', lossReached: true });
    expect(refusal(() => guard.order(ORDER))).toContain('-50');
    expect([...notices.feed.rows()].some(({ text }) => text.includes('daily loss limit'))).toBe(true);
    await clock.move(86_400_000);
    expect(refusal(() => guard.order(ORDER))).toBeNull();
    guard.stop();
  });

  it('walks through more fills than one answer holds', async () => {
    const clock = new ManualClock();
    const day = Math.floor(clock.now() / 86_400_000) * 86_400_000;
    const fills = Array.from({ length: 1_234 }, (_, i) => fill(i + 1, day + i * 10, '-1.5'));
    const { client, calls } = scriptedClient(({ input }) => ({
      rows: fills
        .filter(({ executedTimestamp }) => executedTimestamp <= Number(input['endTime']))
        .slice(-500)
        .reverse(),
      meta: null,
    }));
    const realised = createRealised(client, sameClock(clock), clock, () => 'USDT');
    await realised.read();
    expect(realised.today()).toBe('-2468');
    expect(calls).toHaveLength(3);
    await realised.read();
    expect([realised.today(), calls.length]).toEqual(['-2468', 4]);
  });
});

describe('the day’s result by the next reading', () => {
  const fill = (id: number, at: number) => ({
    ...{ id, symbol: SYMBOL, orderId: 5, executedPrice: '1', executedQuantity: '1', side: 'SELL' },
    ...{ fee: '0', feeAsset: 'USDT', realizedPnl: '-1', executedTimestamp: at },
  });
  function day(count: number) {
    const clock = new ManualClock();
    const start = Math.floor(clock.now() / 86_400_000) * 86_400_000;
    const fills = Array.from({ length: count }, (_, i) => fill(i + 1, start + i));
    const add = (more: number): void => {
      for (let i = 0; i < more; i += 1) fills.push(fill(fills.length + 1, start + fills.length));
    };
    /** Answers that still come before the network is gone. */
    const network = { answers: Number.POSITIVE_INFINITY };
    const { client } = scriptedClient(({ input }) => {
      network.answers -= 1;
      if (network.answers < 0)
        throw new FaultError({ kind: 'ExchangeUnreachable', endpoint: 'trade.transactionHistory', reason: 'away' });
      const [from, until] = [Number(input['startTime']), Number(input['endTime'])];
      const due = fills.filter(({ executedTimestamp: at }) => at >= from && at <= until);
      return { rows: due.slice(-500).reverse(), meta: null };
    });
    const realised = createRealised(client, sameClock(clock), clock, () => 'USDT');
    return { clock, realised, add, network };
  }

  it('is known after one that broke off, though nothing new was filled meanwhile', async () => {
    const { realised, network } = day(1_234);
    network.answers = 1;
    await realised.read().catch(() => undefined);
    expect(realised.today()).toBeNull();
    network.answers = Number.POSITIVE_INFINITY;
    await realised.read();
    expect(realised.today()).toBe('-1234');
  });

  it('has every fill where more came since the last one than one answer holds', async () => {
    const { realised, add } = day(100);
    await realised.read();
    add(1_200);
    await realised.read();
    expect(realised.today()).toBe('-1300');
  });

  it('leaves no fills out between what was known and what one that broke off still read', async () => {
    const { realised, add, network } = day(100);
    await realised.read();
    add(1_200);
    network.answers = 1;
    await realised.read().catch(() => undefined);
    network.answers = Number.POSITIVE_INFINITY;
    add(1);
    await realised.read();
    expect(realised.today()).toBe('-1301');
  });
});

describe('kept', () => {
  it('over a restart', () => {
    const { limit, start } = desk();
    limit({ largestOrder: decimal('1.50'), ordersPerMinute: 7 });
    expect([...start().feed.rows()]).toEqual([]);
    const again = start();
    again.start();
    expect([...again.feed.rows()][0]).toMatchObject({
      limits: { ...noLimits, largestOrder: '1.50', ordersPerMinute: 7 },
      unreadable: false,
    });
    again.stop();
  });

  it('and unreadable, it lets only reducing orders out until it is set again', () => {
    writeFileSync(join(folder, 'guard'), 'no limits at all');
    writeFileSync(join(folder, 'guard.copy'), '');
    const { guard, limit, notices } = desk();
    expect(refusal(() => guard.order(ORDER))).toContain('cannot be read');
    expect(refusal(() => guard.order({ ...ORDER, reduceOnly: true }))).toBeNull();
    expect([...notices.feed.rows()].some(({ level }) => level === 'danger')).toBe(true);
    limit({});
    expect(refusal(() => guard.order(ORDER))).toBeNull();
  });
});
