import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../shared/contract.ts';
import { decimal } from '../../../shared/decimal.ts';
import { createOrderRows, type RowChanges } from './rows.ts';
import { orderRow } from '../../../shared/testing/order-row.ts';

const open = (row: OrderRow): boolean => row.open;
const put = (...rows: OrderRow[]) => ({ fresh: false, put: rows, drop: [] as string[] });
const ids = (rows: readonly OrderRow[]): string[] => rows.map((row) => row.id);

describe('the rows of the grid', () => {
  it('are added once and updated afterwards', () => {
    const rows = createOrderRows(open);
    expect(ids(rows.take(put(orderRow('1')), false).add)).toEqual(['1']);
    const again = rows.take(put(orderRow('1', { price: decimal('2') })), false);
    expect([ids(again.add), ids(again.update)]).toEqual([[], ['1']]);
  });

  it('leave with their last word when they end', () => {
    const rows = createOrderRows(open);
    rows.take(put(orderRow('1')), false);
    const end = rows.take(put(orderRow('1', { open: false, status: 'FILLED' })), false);
    expect(end.leave.map((row) => row.status)).toEqual(['FILLED']);
    expect(rows.current().size).toBe(0);
  });

  it('are told as filled when more is executed, also by the step that ends them', () => {
    const rows = createOrderRows(open);
    rows.take(put(orderRow('1'), orderRow('2')), false);
    const filled = rows.take(
      put(orderRow('1', { executed: decimal('0.1') }), orderRow('2', { executed: decimal('0.25'), open: false })),
      false,
    );
    expect(filled.filled).toEqual(['1', '2']);
    expect(rows.take(put(orderRow('1', { executed: decimal('0.10') })), false).filled).toEqual([]);
  });

  it('are told with what they say else than before, unless it is a fill', () => {
    const rows = createOrderRows(open);
    rows.take(put(orderRow('1'), orderRow('2'), orderRow('3')), false);
    const { changed, filled } = rows.take(
      put(
        orderRow('1', { price: decimal('2'), status: 'REPLACED' }),
        orderRow('2', { status: 'CANCELLED', open: false }),
        orderRow('3', { executed: decimal('0.1'), status: 'PARTIAL_FILLED' }),
      ),
      false,
    );
    expect(changed).toEqual([
      { id: '1', fields: ['price', 'status'] },
      { id: '2', fields: ['status'] },
    ]);
    expect(filled).toEqual(['3']);
  });

  it('stay where they are while held, also when the order is no more', () => {
    const rows = createOrderRows(open);
    rows.take(put(orderRow('1'), orderRow('2')), false);
    expect(rows.take({ fresh: false, put: [], drop: ['1'] }, true).remove).toEqual([]);
    expect(rows.release().remove).toEqual(['1']);
    rows.take({ fresh: false, put: [], drop: ['2'] }, true);
    // It came back before anybody could see that it was gone.
    expect(ids(rows.take(put(orderRow('2')), true).update)).toEqual(['2']);
    expect(rows.release().remove).toEqual([]);
  });

  it('are nothing for an order that was never shown', () => {
    const rows = createOrderRows(open);
    const step = rows.take({ ...put(orderRow('1', { open: false })), drop: ['9'] }, false);
    expect(step).toEqual({ add: [], update: [], inPlace: [], leave: [], remove: [], filled: [], changed: [] });
  });

  it('change where they stand while held, and wait with what would move them', () => {
    const rows = createOrderRows(open);
    rows.take(put(orderRow('1')), false);
    const held = rows.take(put(orderRow('1', { tag: 'x' }), orderRow('2')), true);
    expect([ids(held.inPlace), ids(held.update), ids(held.add), rows.waiting()]).toEqual([['1'], [], [], 1]);
    rows.take(put(orderRow('2', { tag: 'y' })), true);
    const after = rows.release();
    expect(ids(after.update)).toEqual(['1']);
    expect(after.add.map((row) => row.tag)).toEqual(['y']);
    expect(rows.release()).toEqual({ add: [], update: [], remove: [] });
  });

  it('never appear when they came and ended while held', () => {
    const rows = createOrderRows(open);
    rows.take(put(orderRow('1')), true);
    expect(rows.take(put(orderRow('1', { open: false })), true).leave).toEqual([]);
    expect(rows.release().add).toEqual([]);
  });

  it('take the place of what they were before the exchange gave them an id, even while held', () => {
    const rows = createOrderRows(open);
    rows.take(put(orderRow('c:7', { clientOrderId: '7', orderId: null })), false);
    const step = rows.take({ fresh: false, put: [orderRow('99', { clientOrderId: '7' })], drop: ['c:7'] }, true);
    expect([step.remove, ids(step.add)]).toEqual([['c:7'], ['99']]);
  });

  it('go when a fresh snapshot does not have them', () => {
    const rows = createOrderRows(open);
    rows.take(put(orderRow('1'), orderRow('2')), false);
    const fresh = rows.take({ fresh: true, put: [orderRow('2'), orderRow('3')], drop: [] }, false);
    expect([fresh.remove, ids(fresh.update), ids(fresh.add)]).toEqual([['1'], ['2'], ['3']]);
  });

  it('wait on while held when the exchange names an order that came meanwhile', () => {
    const rows = createOrderRows(open);
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
        const rows = createOrderRows(open);
        const grid = new Set<string>();
        let held = false;
        const apply = (changes: Partial<RowChanges>): void => {
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
