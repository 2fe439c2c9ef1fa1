import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, type Decimal } from '../../../../shared/decimal.ts';
import { createFeed } from '../../page/feeds.ts';
import type { FeedRowOf } from '../../../../shared/contract/contract.ts';
import type { OrderReport } from '../../../../shared/v3/topics.ts';
import { isOpenStatus, type StateUpdate } from './order-updates.ts';
import { mergePendingChange, mergeReportedRefusal, mergeState, orderRow, seenOrder, type OwnOrder } from './merge.ts';
import { createOwnOrders } from './own-orders.ts';

const fact = (part: Partial<Omit<StateUpdate, 'sent'>> & { readonly at: number }): StateUpdate => {
  const { executed = decimal('0'), quantity = decimal('1'), status = 'NEW' } = part;
  return {
    kind: 'state',
    source: 'stream',
    orderId: '1',
    clientOrderId: '77',
    traits: {
      symbol: 'PERP_BTC_USDT',
      side: 'BUY',
      type: 'LIMIT',
      positionSide: 'BOTH',
      amount: null,
      reduceOnly: false,
      marginMode: 'CROSS',
      bidAskLevel: null,
      tag: null,
    },
    changedAt: part.at,
    createdAt: null,
    price: decimal('100'),
    visibleQuantity: null,
    averagePrice: null,
    fee: null,
    feeAsset: null,
    reason: null,
    sent: {} as OrderReport, // nothing here reads the report itself
    ...part,
    status,
    executed,
    quantity,
    open: part.open ?? isOpenStatus(status, executed, quantity),
  } as StateUpdate; // of either source
};

const after = (...facts: readonly StateUpdate[]): OwnOrder => {
  const [first, ...rest] = facts;
  if (first === undefined) throw new Error('no facts');
  return rest.reduce((order, next) => mergeState(order, next), seenOrder(first, true));
};

describe('the merge', () => {
  test('takes the newer word, and ignores an older one', () => {
    const order = after(
      fact({ at: 10, status: 'PARTIAL_FILLED', executed: decimal('0.4'), price: decimal('101') }),
      fact({ at: 5 }),
    );
    expect(orderRow(order)).toMatchObject({ status: 'PARTIAL_FILLED', executed: '0.4', price: '101', updatedAt: 10 });
  });

  test('never takes a final word back', () => {
    const order = after(
      fact({ at: 10, status: 'CANCELLED', executed: decimal('0.4') }),
      fact({ at: 20, status: 'PARTIAL_FILLED', executed: decimal('0.4') }),
    );
    expect(orderRow(order)).toMatchObject({ status: 'CANCELLED', open: false });
  });

  test('counts a fill that comes after the end', () => {
    const order = after(
      fact({ at: 10, status: 'CANCELLED', executed: decimal('0.2') }),
      fact({ at: 8, status: 'PARTIAL_FILLED', executed: decimal('0.3'), averagePrice: decimal('99') }),
    );
    expect(orderRow(order)).toMatchObject({ status: 'CANCELLED', executed: '0.3', averagePrice: '99' });
  });

  test('takes a read that lags behind only for what it is newer in', () => {
    const order = after(
      fact({ at: 10, status: 'PARTIAL_FILLED', executed: decimal('0.5') }),
      fact({ at: 11, source: 'read', status: 'NEW', price: decimal('102') }),
    );
    expect(orderRow(order)).toMatchObject({ status: 'PARTIAL_FILLED', executed: '0.5', price: '102' });
  });

  test('treats REPLACED as open, with the new price', () => {
    const order = after(fact({ at: 10 }), fact({ at: 10, status: 'REPLACED', price: decimal('105') }));
    expect(orderRow(order)).toMatchObject({ status: 'REPLACED', open: true, price: '105' });
  });

  test('keeps a word that it does not know, as open', () => {
    expect(orderRow(after(fact({ at: 1, status: 'HALTED' })))).toMatchObject({ status: 'HALTED', open: true });
  });

  test('is the same object when nothing is new, so that no row is drawn again', () => {
    const order = after(fact({ at: 10 }));
    expect(mergeState(order, fact({ at: 10 }))).toBe(order);
    expect(mergeState(order, fact({ at: 9, changedAt: 10 }))).toBe(order);
  });
});

describe('an edit or cancel on its way', () => {
  const withChange = (order: OwnOrder, what: 'edit' | 'cancel', price: Decimal | null = null): OwnOrder =>
    mergePendingChange(order, { commandId: 'command-1', what, price, quantity: null, before: null, at: 20 });

  test('is pending until the new price is seen', () => {
    const order = withChange(after(fact({ at: 10 })), 'edit', decimal('105'));
    expect(orderRow(order)).toMatchObject({ pending: 'edit', pendingPrice: '105', price: '100' });
    const filled = mergeState(order, fact({ at: 21, status: 'PARTIAL_FILLED', executed: decimal('0.1') }));
    expect(orderRow(filled).pending).toBe('edit');
    const replaced = mergeState(filled, fact({ at: 22, status: 'REPLACED', price: decimal('105.00') }));
    expect(orderRow(replaced)).toMatchObject({ pending: 'none', pendingPrice: null });
  });

  test('is over when the order ends', () => {
    const order = withChange(after(fact({ at: 10 })), 'cancel');
    expect(orderRow(mergeState(order, fact({ at: 25, status: 'FILLED', executed: decimal('1') }))).pending).toBe(
      'none',
    );
  });

  test('shows the words of a refusal of its own kind and time alone', () => {
    const order = withChange(after(fact({ at: 10 })), 'cancel');
    expect(mergeReportedRefusal(order, 'edit', 'no', 30)).toBe(order);
    expect(mergeReportedRefusal(order, 'cancel', 'no', 15)).toBe(order);
    expect(orderRow(mergeReportedRefusal(order, 'cancel', 'too late', 21))).toMatchObject({
      pending: 'none',
      lastRefusal: 'too late',
    });
  });
});

/** A life of an order at the exchange, with a word on the stream for each event and reads in between. */
const life = fc
  .array(
    fc.record({
      event: fc.constantFrom('fill', 'fill', 'edit', 'read', 'cancel'),
      lots: fc.integer({ min: 1, max: 4 }),
      price: fc.integer({ min: 90, max: 110 }),
      later: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((steps) => {
    const updates: StateUpdate[] = [];
    let at = 1_000;
    let price = 100;
    let executed = 0;
    let quantity = 10;
    let status = 'NEW';
    const say = (newStatus: string, source: StateUpdate['source'] = 'stream'): void => {
      updates.push(
        fact({
          at,
          source,
          status: newStatus,
          changedAt: source === 'stream' ? at : null,
          price: decimal(String(price)),
          quantity: decimal(String(quantity)),
          executed: decimal(String(executed)),
          averagePrice: executed === 0 ? null : decimal('100'),
          fee: decimal(String(executed)),
        }),
      );
    };
    say('NEW');
    for (const { event, lots, price: next, later } of steps) {
      if (event === 'read') {
        say(status, 'read');
        continue;
      }
      if (status === 'FILLED' || status === 'CANCELLED') continue;
      at += later;
      if (event === 'fill') {
        executed = Math.min(quantity, executed + lots);
        status = executed === quantity ? 'FILLED' : 'PARTIAL_FILLED';
        say(status);
      } else if (event === 'edit') {
        // An order is edited at most once in a millisecond: five edits a second are allowed.
        at += 1;
        price = next;
        quantity = executed + lots;
        status = executed > 0 ? 'PARTIAL_FILLED' : 'NEW';
        say('REPLACED');
        at += 1;
      } else {
        status = 'CANCELLED';
        say(status);
      }
    }
    return { updates, truth: { executed: String(executed), price: String(price), quantity: String(quantity), status } };
  });

const shuffledWithRepeats = life.chain(({ updates, truth }) =>
  fc
    .tuple(
      fc.shuffledSubarray(updates, { minLength: updates.length }),
      fc.array(fc.nat({ max: updates.length - 1 }), { maxLength: updates.length }),
    )
    .map(([shuffled, repeats]) => ({
      updates,
      truth,
      arrivals: [...shuffled, ...repeats.flatMap((index) => updates[index] ?? [])],
    })),
);

test('in any order, twice or late, the words end in the state of the exchange', () => {
  fc.assert(
    fc.property(shuffledWithRepeats, ({ updates, arrivals, truth }) => {
      const row = orderRow(after(...arrivals));
      expect(row).toEqual(orderRow(after(...updates)));
      expect(row).toMatchObject({ executed: truth.executed, price: truth.price, quantity: truth.quantity });
      expect(row.open).toBe(truth.status !== 'FILLED' && truth.status !== 'CANCELLED');
    }),
    { numRuns: 3_000 },
  );
});

test('the executed quantity of a row never goes back, and a finished order never opens again', () => {
  fc.assert(
    fc.property(shuffledWithRepeats, ({ arrivals }) => {
      const feed = createFeed<FeedRowOf<'orders'>>('id');
      const orders = createOwnOrders(feed, () => false);
      let executed = 0;
      let finished = false;
      for (const status of arrivals) {
        orders.state(status);
        const row = feed.get('1');
        expect(Number(row?.executed)).toBeGreaterThanOrEqual(executed);
        executed = Number(row?.executed);
        if (finished) expect(row?.open).toBe(false);
        finished = row?.open === false;
      }
    }),
    { numRuns: 1_000 },
  );
});
