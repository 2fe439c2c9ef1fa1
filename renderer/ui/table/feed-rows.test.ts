import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../shared/contract/contract.ts';
import { decimal } from '../../../shared/decimal.ts';
import { createFeedRows, type FeedRows, type RowChanges } from './feed-rows.ts';
import { orderRow } from '../../../shared/testing/order-row.ts';

const openOrders = (): FeedRows<OrderRow> =>
  createFeedRows<OrderRow>({
    rowId: ({ id }) => id,
    wanted: (row) => row.open,
    sameAs: ({ clientOrderId }) => clientOrderId,
    news: (before, now) => (before.executed !== now.executed ? null : before.price === now.price ? [] : ['price']),
  });
const put = (...rows: OrderRow[]) => ({ fresh: false, put: rows, drop: [] as string[] });
const ids = (rows: readonly OrderRow[]): string[] => rows.map((row) => row.id);

describe('the rows of the grid', () => {
  it('are added once and updated afterwards', () => {
    const rows = openOrders();
    expect(ids(rows.take(put(orderRow('1')), false).add)).toEqual(['1']);
    const again = rows.take(put(orderRow('1', { price: decimal('2') })), false);
    expect([ids(again.add), ids(again.update)]).toEqual([[], ['1']]);
  });

  it('leave with their last word when they end', () => {
    const rows = openOrders();
    rows.take(put(orderRow('1')), false);
    const end = rows.take(put(orderRow('1', { open: false, status: 'FILLED' })), false);
    expect(end.leave.map((row) => row.status)).toEqual(['FILLED']);
    expect(rows.current().size).toBe(0);
  });

  it('are told with the columns that say something new, also by the step that ends them', () => {
    const rows = openOrders();
    rows.take(put(orderRow('1'), orderRow('2'), orderRow('3')), false);
    const { news } = rows.take(
      put(
        orderRow('1', { executed: decimal('0.1') }),
        orderRow('2', { price: decimal('2'), open: false }),
        orderRow('3', { tag: 'x' }),
      ),
      false,
    );
    expect(news).toEqual([
      { id: '1', columns: null },
      { id: '2', columns: ['price'] },
    ]);
  });

  it('stay where they are while held, also when the order is no more', () => {
    const rows = openOrders();
    rows.take(put(orderRow('1'), orderRow('2')), false);
    const gone = rows.take({ fresh: false, put: [], drop: ['1'] }, true);
    expect([gone.remove, ids(gone.inPlace), rows.isGone('1')]).toEqual([[], ['1'], true]);
    expect(rows.release().remove).toEqual(['1']);
    expect(rows.isGone('1')).toBe(false);
    rows.take({ fresh: false, put: [], drop: ['2'] }, true);
    // It came back before anybody could see that it was gone.
    expect(ids(rows.take(put(orderRow('2')), true).update)).toEqual(['2']);
    expect(rows.release().remove).toEqual([]);
  });

  it('are nothing for an order that was never shown', () => {
    const rows = openOrders();
    const step = rows.take({ ...put(orderRow('1', { open: false })), drop: ['9'] }, false);
    expect(step).toEqual({ add: [], update: [], inPlace: [], leave: [], remove: [], news: [] });
  });

  it('change where they stand while held, and wait with what would move them', () => {
    const rows = openOrders();
    rows.take(put(orderRow('1')), false);
    const held = rows.take(put(orderRow('1', { tag: 'x' }), orderRow('2')), true);
    expect([ids(held.inPlace), ids(held.update), ids(held.add)]).toEqual([['1'], [], []]);
    rows.take(put(orderRow('2', { tag: 'y' })), true);
    const after = rows.release();
    expect(ids(after.update)).toEqual(['1']);
    expect(after.add.map((row) => row.tag)).toEqual(['y']);
    expect(rows.release()).toEqual({ add: [], update: [], remove: [] });
  });

  it('never appear when they came and ended while held', () => {
    const rows = openOrders();
    rows.take(put(orderRow('1')), true);
    expect(rows.take(put(orderRow('1', { open: false })), true).leave).toEqual([]);
    expect(rows.release().add).toEqual([]);
  });

  it('take the place of what they were before the exchange gave them an id, even while held', () => {
    const rows = openOrders();
    rows.take(put(orderRow('c:7', { clientOrderId: '7', orderId: null })), false);
    const step = rows.take({ fresh: false, put: [orderRow('99', { clientOrderId: '7' })], drop: ['c:7'] }, true);
    expect([step.remove, ids(step.add)]).toEqual([['c:7'], ['99']]);
  });

  it('go when a fresh snapshot does not have them', () => {
    const rows = openOrders();
    rows.take(put(orderRow('1'), orderRow('2')), false);
    const fresh = rows.take({ fresh: true, put: [orderRow('2'), orderRow('3')], drop: [] }, false);
    expect([fresh.remove, ids(fresh.update), ids(fresh.add)]).toEqual([['1'], ['2'], ['3']]);
  });

  it('wait on while held when the exchange names an order that came meanwhile', () => {
    const rows = openOrders();
    rows.take(put(orderRow('c:71', { orderId: null, clientOrderId: '71' })), true);
    const named = rows.take({ fresh: false, put: [orderRow('1')], drop: ['c:71'] }, true);
    expect([ids(named.add), named.remove]).toEqual([[], []]);
    expect(ids(rows.release().add)).toEqual(['1']);
  });

  it('are in the end the same in the grid, whenever it was held', () => {
    const step = fc.record({
      id: fc.constantFrom('1', '2', '3', '4'),
      open: fc.boolean(),
      drop: fc.boolean(),
      held: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const rows = openOrders();
        const grid = new Set<string>();
        let held = false;
        const apply = (changes: Partial<RowChanges<OrderRow>>): void => {
          for (const row of changes.add ?? []) grid.add(row.id);
          for (const row of changes.leave ?? []) grid.delete(row.id);
          for (const id of changes.remove ?? []) grid.delete(id);
          for (const row of [...(changes.update ?? []), ...(changes.inPlace ?? [])]) expect(grid).toContain(row.id);
        };
        for (const each of steps) {
          if (held && !each.held) apply(rows.release());
          held = each.held;
          apply(
            rows.take(
              each.drop
                ? { fresh: false, put: [], drop: [each.id] }
                : put(orderRow(each.id, { open: each.open, clientOrderId: null })),
              held,
            ),
          );
        }
        apply(rows.release());
        expect([...grid].sort()).toEqual([...rows.current().keys()].sort());
      }),
    );
  });
});
