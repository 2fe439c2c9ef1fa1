import type { GridApi } from 'ag-grid-community';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderRow } from '../../../shared/contract/contract.ts';
import { decimal } from '../../../shared/decimal.ts';
import { orderRow } from '../../../shared/testing/order-row.ts';
import { createRowOrder } from './row-order.ts';
import type { RowChanges } from './feed-rows.ts';

/** The part of a grid that is used: rows by id, what stood in each transaction, what was drawn in place. */
function fakeGrid(sort: string | null) {
  const data = new Map<string, OrderRow>();
  const transactions: { add: string[]; update: string[]; remove: string[] }[] = [];
  const inPlace: string[] = [];
  const refreshed: string[] = [];
  const ids = (rows: readonly OrderRow[] = []): string[] => rows.map(({ id }) => id);
  const api = {
    getRowNode: (id: string) =>
      data.has(id)
        ? {
            get data() {
              return data.get(id);
            },
            updateData: (row: OrderRow) => {
              inPlace.push(id);
              data.set(id, row);
            },
          }
        : undefined,
    getColumnState: () => [{ colId: 'executed', sort }],
    isModuleRegistered: () => true,
    isAnyFilterPresent: () => false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    refreshClientSideRowModel: (step: string) => refreshed.push(step),
    applyTransaction: (change: { add: OrderRow[]; update: OrderRow[]; remove: OrderRow[] }) => {
      transactions.push({ add: ids(change.add), update: ids(change.update), remove: ids(change.remove) });
      for (const row of [...change.add, ...change.update]) data.set(row.id, row);
      for (const row of change.remove) data.delete(row.id);
    },
  };
  // Only what row-order.ts calls.
  return { api: api as unknown as GridApi<OrderRow>, data, transactions, inPlace, refreshed };
}

const none: RowChanges<OrderRow> = { add: [], update: [], inPlace: [], leave: [], remove: [], news: [] };
const rowId = ({ id }: OrderRow): string => id;
const executed = (id: number, value: string): OrderRow => orderRow(String(id), { executed: decimal(value) });
const many = (count: number, value: string): OrderRow[] =>
  Array.from({ length: count }, (_, id) => executed(id, value));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame, 16));
  vi.stubGlobal('cancelAnimationFrame', (timer: NodeJS.Timeout) => clearTimeout(timer));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a change of no sorted column is drawn where its row stands', () => {
  const { api, transactions, inPlace } = fakeGrid(null);
  const order = createRowOrder(api, rowId, { current: false });
  order.apply({ ...none, add: many(2, '0') });
  order.apply({ ...none, update: [executed(1, '5')] });
  expect([transactions.length, inPlace]).toEqual([1, ['1']]);
});

test('few rows go to their places at once, however often', () => {
  const { api, transactions } = fakeGrid('asc');
  const order = createRowOrder(api, rowId, { current: false });
  order.apply({ ...none, add: many(5, '0') });
  for (const value of ['1', '2', '3']) order.apply({ ...none, update: [executed(1, value)] });
  expect(transactions.slice(1).map(({ update }) => update)).toEqual([['1'], ['1'], ['1']]);
});

test('a crowd shows its numbers at once and goes to its places together, a moment later and without a further change', () => {
  const { api, data, transactions, refreshed } = fakeGrid('asc');
  const order = createRowOrder(api, rowId, { current: false });
  order.apply({ ...none, add: many(100, '0') });
  for (const value of ['1', '2', '3']) {
    order.apply({ ...none, update: many(100, value) });
    expect(data.get('99')?.executed).toBe(value);
  }
  expect(transactions).toHaveLength(1);
  vi.advanceTimersByTime(1_100);
  expect(refreshed).toEqual(['sort']);
  vi.advanceTimersByTime(5_000);
  expect([transactions.length, refreshed]).toEqual([1, ['sort']]);
});

test('an order that comes or goes does not wait for the crowd, and takes it along', () => {
  const { api, data, transactions, refreshed } = fakeGrid('asc');
  const order = createRowOrder(api, rowId, { current: false });
  order.apply({ ...none, add: many(50, '0') });
  order.apply({ ...none, update: many(50, '1') });
  order.apply({ ...none, add: [executed(50, '0')], remove: ['3'] });
  expect(transactions).toHaveLength(2);
  expect(transactions[1]).toMatchObject({ add: ['50'], remove: ['3'] });
  expect(transactions[1]?.update.length).toBeGreaterThanOrEqual(49);
  expect(data.has('3')).toBe(false);
  vi.advanceTimersByTime(5_000);
  expect([transactions.length, refreshed]).toEqual([2, []]);
});

test('nothing is placed after the end', () => {
  const { api, transactions, refreshed } = fakeGrid('asc');
  const order = createRowOrder(api, rowId, { current: false });
  order.apply({ ...none, add: many(50, '0') });
  order.apply({ ...none, update: many(50, '1') });
  order.stop();
  vi.advanceTimersByTime(5_000);
  expect([transactions.length, refreshed]).toEqual([1, []]);
});

test('while someone aims at a row the crowd waits, and goes when nobody does', () => {
  const { api, data, transactions, refreshed } = fakeGrid('asc');
  const held = { current: false };
  const order = createRowOrder(api, rowId, held);
  order.apply({ ...none, add: many(50, '0') });
  order.apply({ ...none, update: many(50, '1') });
  held.current = true;
  order.apply({ ...none, add: [executed(99, '0')] });
  vi.advanceTimersByTime(3_000);
  expect([transactions.slice(1), refreshed]).toEqual([[{ add: ['99'], update: [], remove: [] }], []]);
  held.current = false;
  vi.advanceTimersByTime(1_100);
  expect(refreshed).toEqual(['sort']);
  expect(data.get('0')?.executed).toBe('1');
});
